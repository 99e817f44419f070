"""The engine's current game: its states from the first to the last, and its record."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from kheper.core import AnyGame, AnyMove, AnyState, Record, RuleError
from kheper.engine.adapter import ADAPTERS
from kheper.games import record_of
from kheper.games import replay as replay_record


@dataclass(frozen=True, slots=True)
class GameHistory:
    """A game and its history, frozen: each change returns a new one."""

    states: tuple[AnyState, ...]
    # The source of all randomness; it is never shown (SY-S5).
    seed: str
    tags: tuple[tuple[str, str], ...] = ()
    # Whether the client knows the whole deck, so that a record may contain it (SY-S5).
    deck_known: bool = False

    @classmethod
    def new(cls, game: AnyGame, settings: Mapping[str, str], seed: str | None) -> GameHistory:
        """Set up a game; the seed, or chance, draws what the settings leave open."""
        seed = secrets.token_hex() if seed is None else seed
        state = game.new(settings, Random(_plain(seed)))
        return cls((state,), seed, deck_known=ADAPTERS[game.name].is_deck_known(settings))

    @classmethod
    def read(cls, text: str) -> GameHistory:
        """Replay a record to its end; cards that it does not contain are drawn at random."""
        record = Record.parse(text)
        seed = secrets.token_hex()
        played = replay_record(record, Random(seed))
        settings = {name.lower(): value for name, value in record.tags}
        known = ADAPTERS[played.end.game].is_deck_known(settings)
        return cls(played.states, seed, record.tags, known)

    @property
    def state(self) -> AnyState:
        """The current state."""
        return self.states[-1]

    @property
    def names(self) -> tuple[str, ...]:
        """The seats' names, where a record gave them."""
        tags = dict(self.tags)
        named = [f"Seat{seat}" for seat in range(1, self.state.seats + 1)]
        return tuple(tags[tag] for tag in named) if all(tag in tags for tag in named) else ()

    def play(self, seat: int, move: AnyMove) -> GameHistory:
        """Return the game with one more move."""
        return replace(self, states=(*self.states, self.state.play(seat, move)))

    def undo(self) -> GameHistory:
        """Return the game without its last move."""
        if len(self.states) == 1:
            raise RuleError(None, "there is no move to take back", code="nothing-to-undo")
        return replace(self, states=self.states[:-1])

    def record(self) -> Record:
        """Return the record, with the undrawn cards only if the client knows them anyway."""
        return record_of(self.state, self.tags, deck=self.deck_known)

    def rng(self, purpose: str) -> Random:
        """Return a generator that depends on nothing but seed, purpose and number of moves."""
        return Random(f"{purpose} {len(self.states)} {self.seed}")


def _plain(seed: str) -> int | str:
    """Read a seed of digits as a number, as it would be in Python."""
    return int(seed) if seed.isascii() and seed.isdigit() and len(seed) <= 18 else seed
