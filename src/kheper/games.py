"""The registry of games, and what can be done with a record or a state of any of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar, cast

from kheper.core.errors import NotationError
from kheper.core.game import AnyGame, AnyMove, AnyState, Game, Replay, State, View
from kheper.core.grid import clip
from kheper.core.record import Record, check_version
from kheper.scarab import Scarab
from kheper.scarabya import Scarabya

M = TypeVar("M")
S = TypeVar("S")
V = TypeVar("V")

SCARABYA = Scarabya()
SCARAB = Scarab()
GAMES: dict[str, AnyGame] = {}


def register(game: Game[S, V, M]) -> None:
    """Add a game; its states and views carry its name."""
    if game.name in GAMES or any(game.title == other.title for other in GAMES.values()):
        raise ValueError(f"there is already a game {game.name} or {game.title}")
    # Code for all games gives moves and states back only to the game they came from.
    GAMES[game.name] = cast("AnyGame", game)


register(SCARABYA)
register(SCARAB)


def game_of(seen: State[M] | View[M]) -> Game[State[M], View[M], M]:
    """Return the game that a state or a view belongs to."""
    return cast("Game[State[M], View[M], M]", GAMES[seen.game])


def replay(
    record: Record | str, rng: Random, *, game: str | None = None, mode: str | None = None
) -> Replay[AnyState, AnyMove]:
    """Play a record through the rules of its game; an error names the wrong line.

    The rng draws the cards that an unfinished record does not know. With a game or a mode, a
    record of another one is refused.
    """
    if isinstance(record, str):
        record = Record.parse(record)
    check_version(record)
    expected = GAMES.values() if game is None else (GAMES[game],)
    found = _one_of(record, "Game", [one.title for one in expected], "no-game")
    if mode is not None:
        _one_of(record, "Mode", [mode], "bad-option")
    return next(one for one in expected if one.title == found).replay(record, rng)


def _one_of(record: Record, tag: str, expected: Sequence[str], code: str) -> str:
    """Return a tag's value, which must be one of those expected."""
    value = record.tag(tag)
    if value is not None and value in expected:
        return value
    given = "missing" if value is None else f"'{clip(value)}'"
    raise NotationError(
        None,
        f"the tag {tag} is {given}, expected {' or '.join(expected)}",
        code=code,
        line=record.line_of(tag),
    )


def record_of(
    seen: State[M] | View[M], tags: Iterable[tuple[str, str]] = (), *, deck: bool = False
) -> Record:
    """Write down a state or a view; a state's undrawn cards only with `deck`."""
    return game_of(seen).record(seen, tags, deck=deck)
