"""Kheper: the rules of Scarabya and of SCARAB as a library.

>>> import kheper
>>> state = kheper.new("scarabya", mode="duel", seed=7)
>>> state.card, len(state.legal_moves(1)), state.to_move
(<Tile.V: 'V'>, 38, (1,))
"""

from __future__ import annotations

from importlib import import_module
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kheper.core import KheperError, NotationError, Outcome, Record, RuleError, SetupError
    from kheper.games import GAMES, record_of

__version__ = "0.1.0"

__all__ = [
    "GAMES",
    "KheperError",
    "NotationError",
    "Outcome",
    "Record",
    "RuleError",
    "SetupError",
    "new",
    "record_of",
    "replay",
]

# The rules are loaded when they are first asked for: what only writes to a file needs none.
_GAMES = ("GAMES", "record_of")


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module("kheper.games" if name in _GAMES else "kheper.core")
    found = globals()[name] = getattr(home, name)
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def new(game: str, *, seed: int | None = None, **settings: object) -> Any:
    """Start a game: `scarabya` or `scarab`; what the settings leave open is drawn from the seed."""
    from kheper.core import SetupError  # noqa: PLC0415
    from kheper.games import GAMES  # noqa: PLC0415

    if game not in GAMES:
        raise SetupError(None, f"the game is one of {', '.join(GAMES)}", code="no-game")
    rng = SystemRandom() if seed is None else Random(seed)
    return GAMES[game].new({name: str(value) for name, value in settings.items()}, rng)


def replay(record: str | Record, *, seed: int | None = None) -> Any:
    """Play a record through the rules and return all its states and plays."""
    from kheper import games  # noqa: PLC0415

    return games.replay(record, SystemRandom() if seed is None else Random(seed))
