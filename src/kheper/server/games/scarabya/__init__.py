"""The adapter of Scarabya."""
