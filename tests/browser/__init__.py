"""The page in a real browser: whole games, every screen, and nothing in the console."""
