"""The game on the engine's table: its states from the first to the last, and how it is recorded."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from kheper.core import Game, Record, RuleError
from kheper.games import record_of
from kheper.games import replay as replay_record
from kheper.scarabya import Tile


@dataclass(frozen=True, slots=True)
class Match:
    """A game and its history, frozen: what changes it returns the next one."""

    states: tuple[Any, ...]
    # Everything that chance decides follows from it; it is never shown (SY-S5).
    seed: str
    tags: tuple[tuple[str, str], ...] = ()
    # Whether the driver knows the whole deck, so that a record may tell it (SY-S5).
    deck_known: bool = False

    @classmethod
    def new(cls, game: Game, settings: Mapping[str, str], seed: str | None) -> Match:
        """Set a game up; what is not given is drawn from the seed, or at random."""
        seed = secrets.token_hex() if seed is None else seed
        state = game.new(settings, Random(_plain(seed)))
        return cls((state,), seed, deck_known=_is_whole(settings.get("deck", "")))

    @classmethod
    def read(cls, text: str) -> Match:
        """Replay a record and stand at its end; cards it does not know are drawn at random."""
        record = Record.parse(text)
        seed = secrets.token_hex()
        played = replay_record(record, Random(seed))
        return cls(played.states, seed, record.tags, _is_whole(record.tag("Deck") or ""))

    @property
    def state(self) -> Any:
        """The state that the game is in."""
        return self.states[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, where a record gave them."""
        tags = dict(self.tags)
        named = [f"Seat{seat}" for seat in range(1, self.state.seats + 1)]
        return tuple(tags[tag] for tag in named) if all(tag in tags for tag in named) else ()

    def play(self, seat: int, move: Any) -> Match:
        """Return the game with one more move."""
        return replace(self, states=(*self.states, self.state.play(seat, move)))

    def undo(self) -> Match:
        """Return the game without its last move."""
        if len(self.states) == 1:
            raise RuleError(None, "there is no move to take back", code="nothing-to-undo")
        return replace(self, states=self.states[:-1])

    def record(self) -> Record:
        """Write the game down, with the undrawn cards only if the driver knows them anyway."""
        return record_of(self.state, self.tags, deck=self.deck_known)

    def rng(self, purpose: str) -> Random:
        """Return randomness that the seed repeats, whatever else was asked in the meantime."""
        return Random(f"{purpose} {len(self.states)} {self.seed}")


def _plain(seed: str) -> int | str:
    """Let a seed of digits be the number, as it would be in Python."""
    return int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= 18 else seed


def _is_whole(deck: str) -> bool:
    return len(deck) == len(Tile)
