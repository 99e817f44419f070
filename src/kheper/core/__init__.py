"""What every game is built on: squares, errors, the game protocol and records."""

from kheper.core.errors import KheperError, NotationError, RuleError, SetupError
from kheper.core.game import (
    AnyGame,
    AnyMove,
    AnyState,
    AnyView,
    Game,
    PlayerView,
    Replay,
    State,
    View,
)
from kheper.core.grid import Square
from kheper.core.outcome import Json, Outcome
from kheper.core.record import Line, Record

__all__ = [
    "AnyGame",
    "AnyMove",
    "AnyState",
    "AnyView",
    "Game",
    "Json",
    "KheperError",
    "Line",
    "NotationError",
    "Outcome",
    "PlayerView",
    "Record",
    "Replay",
    "RuleError",
    "SetupError",
    "Square",
    "State",
    "View",
]
