"""The adapter of SCARAB."""
