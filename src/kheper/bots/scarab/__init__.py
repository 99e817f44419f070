"""How bots play SCARAB."""
