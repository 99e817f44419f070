"""Kheper: the board games Scarabya and SCARAB."""

__version__ = "0.1.0"
