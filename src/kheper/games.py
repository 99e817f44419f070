"""Both games, by name."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from kheper.core.errors import NotationError
from kheper.core.game import Game, Replay
from kheper.core.grid import clip
from kheper.core.record import Record, check_version
from kheper.scarab import Scarab
from kheper.scarab.state import ScarabState
from kheper.scarab.view import ScarabView
from kheper.scarabya import Scarabya

SCARABYA: Game = Scarabya()
SCARAB: Game = Scarab()
GAMES: dict[str, Game] = {game.name: game for game in (SCARABYA, SCARAB)}


def game_of(seen: Any) -> Game:
    """Return the game that a state or a view belongs to."""
    return SCARAB if isinstance(seen, ScarabState | ScarabView) else SCARABYA


def replay(record: Record | str, rng: Random) -> Replay:
    """Play a record through the rules of its game; a wrong line is named in the error.

    The rng draws the cards that an unfinished record does not know.
    """
    if isinstance(record, str):
        record = Record.parse(record)
    check_version(record)
    title = record.tag("Game")
    for game in GAMES.values():
        if game.title == title:
            return game.replay(record, rng)
    given = "missing" if title is None else f"'{clip(title)}'"
    raise NotationError(
        None,
        f"the tag Game is {given}, expected was Scarabya or Scarab",
        code="no-game",
        line=record.line_of("Game"),
    )


def record_of(seen: Any, tags: Iterable[tuple[str, str]] = (), *, deck: bool = False) -> Record:
    """Write a state or a view down; a state's undrawn cards only with `deck`."""
    return game_of(seen).record(seen, tags, deck=deck)
