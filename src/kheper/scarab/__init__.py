"""SCARAB, by Nico Reuter: one priest, ninety-six stones, and the line you leave to the next."""

from kheper.scarab.game import Scarab
from kheper.scarab.moves import Move, Moves, Return, parse_move
from kheper.scarab.start import Position, Start
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import Stone
from kheper.scarab.view import ScarabView

__all__ = [
    "Move",
    "Moves",
    "Position",
    "Return",
    "Scarab",
    "ScarabState",
    "ScarabView",
    "Start",
    "Stone",
    "parse_move",
]
