"""Kheper: the rules of Scarabya and of SCARAB as a library.

>>> import kheper
>>> state = kheper.new("scarabya", mode="duel", seed=7)
>>> state.card, len(state.legal_moves(1)), state.to_move
(<Tile.V: 'V'>, 38, (1,))
"""

from __future__ import annotations

from random import Random, SystemRandom
from typing import Any

from kheper.core import KheperError, NotationError, Outcome, Record, RuleError, SetupError
from kheper.games import GAMES, record_of
from kheper.games import replay as _replay

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


def new(game: str, *, seed: int | None = None, **settings: object) -> Any:
    """Start a game: `scarabya` or `scarab`; what the settings leave open is drawn from the seed."""
    if game not in GAMES:
        raise SetupError(None, f"the game is one of {', '.join(GAMES)}", code="no-game")
    rng = SystemRandom() if seed is None else Random(seed)
    return GAMES[game].new({name: str(value) for name, value in settings.items()}, rng)


def replay(record: str | Record, *, seed: int | None = None) -> Any:
    """Play a record through the rules and return all its states and plays."""
    return _replay(record, SystemRandom() if seed is None else Random(seed))
