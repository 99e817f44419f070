"""Scarabya in the terminal."""
