"""How bots play Scarabya."""
