"""Kheper: the rules of Scarabya and of SCARAB as a library.

>>> import kheper
>>> state = kheper.new("scarabya", mode="duel", seed=7)
>>> state.card, len(state.legal_moves(1)), state.to_move
(<Tile.V: 'V'>, 38, (1,))
"""

from __future__ import annotations

from importlib import import_module
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Literal, overload

if TYPE_CHECKING:
    from kheper.core import (
        AnyMove,
        AnyState,
        KheperError,
        NotationError,
        Outcome,
        Record,
        Replay,
        RuleError,
        SetupError,
    )
    from kheper.games import GAMES, record_of
    from kheper.scarab import Move, ScarabState
    from kheper.scarabya import Duel, Expedition, Placement, Solo
    from kheper.scarabya.setup import ScarabyaState

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

# The rules are imported on first use: a process that only writes to a file needs none.
_GAMES = ("GAMES", "record_of")


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module("kheper.games" if name in _GAMES else "kheper.core")
    found: object = getattr(home, name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


# A concrete state takes no moves but its own, so it is not an AnyState: the last signature of
# each function, for names that are not known before the program runs, overlaps with the others.
@overload
def new(  # type: ignore[overload-overlap] # see above
    game: Literal["scarabya"],
    *,
    mode: Literal["expedition"] = ...,
    seed: int | None = ...,
    **settings: object,
) -> Expedition: ...
@overload
def new(  # type: ignore[overload-overlap] # see above
    game: Literal["scarabya"],
    *,
    mode: Literal["duel"],
    seed: int | None = ...,
    **settings: object,
) -> Duel: ...
@overload
def new(  # type: ignore[overload-overlap] # see above
    game: Literal["scarabya"],
    *,
    mode: Literal["solo"],
    seed: int | None = ...,
    **settings: object,
) -> Solo: ...
@overload
def new(  # type: ignore[overload-overlap] # see above
    game: Literal["scarab"], *, seed: int | None = ..., **settings: object
) -> ScarabState: ...
@overload
def new(game: str, *, seed: int | None = ..., **settings: object) -> AnyState: ...


def new(game: str, *, seed: int | None = None, **settings: object) -> object:
    """Start a game, `scarabya` or `scarab`; the seed draws what the settings leave open."""
    from kheper.core import SetupError  # noqa: PLC0415
    from kheper.games import GAMES  # noqa: PLC0415

    if game not in GAMES:
        raise SetupError(None, f"the game is one of {', '.join(GAMES)}", code="no-game")
    rng = SystemRandom() if seed is None else Random(seed)
    return GAMES[game].new({name: str(value) for name, value in settings.items()}, rng)


@overload
def replay(
    record: str | Record,
    *,
    game: Literal["scarabya"],
    mode: Literal["expedition"],
    seed: int | None = ...,
) -> Replay[Expedition, Placement]: ...
@overload
def replay(
    record: str | Record,
    *,
    game: Literal["scarabya"],
    mode: Literal["duel"],
    seed: int | None = ...,
) -> Replay[Duel, Placement]: ...
@overload
def replay(
    record: str | Record,
    *,
    game: Literal["scarabya"],
    mode: Literal["solo"],
    seed: int | None = ...,
) -> Replay[Solo, Placement]: ...
@overload
def replay(  # type: ignore[overload-overlap] # see above
    record: str | Record, *, game: Literal["scarabya"], seed: int | None = ...
) -> Replay[ScarabyaState, Placement]: ...
@overload
def replay(  # type: ignore[overload-overlap] # see above
    record: str | Record, *, game: Literal["scarab"], seed: int | None = ...
) -> Replay[ScarabState, Move]: ...
@overload
def replay(
    record: str | Record, *, game: str | None = ..., seed: int | None = ...
) -> Replay[AnyState, AnyMove]: ...


def replay(
    record: str | Record,
    *,
    game: str | None = None,
    mode: str | None = None,
    seed: int | None = None,
) -> object:
    """Play a record through the rules and return all its states and plays.

    With a game, or a game and a mode, a record of another one is refused.
    """
    from kheper import games  # noqa: PLC0415

    rng = SystemRandom() if seed is None else Random(seed)
    return games.replay(record, rng, game=game, mode=mode)
