"""SCARAB in the terminal."""
