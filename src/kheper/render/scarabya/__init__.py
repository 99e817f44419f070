"""How Scarabya is shown."""
