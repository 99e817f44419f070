"""What both games stand on: squares, errors, the game protocol and records."""

from kheper.core.errors import KheperError, NotationError, RuleError, SetupError
from kheper.core.game import Game, Move, Replay, State, View
from kheper.core.grid import Square
from kheper.core.outcome import Json, Outcome
from kheper.core.record import Line, Record

__all__ = [
    "Game",
    "Json",
    "KheperError",
    "Line",
    "Move",
    "NotationError",
    "Outcome",
    "Record",
    "Replay",
    "RuleError",
    "SetupError",
    "Square",
    "State",
    "View",
]
