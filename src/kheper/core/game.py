"""The one protocol that both games speak: states, moves, views, outcomes and games.

Seats are numbered from 1. Server, bots, engine and records speak to these protocols and never
ask which game it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol, Self

from kheper.core.outcome import Json, Outcome
from kheper.core.record import Record


class Move(Protocol):
    """A move; `str(move)` is its notation."""

    def __str__(self) -> str: ...


class View(Protocol):
    """All that one seat, or a spectator, may see of a state; it holds nothing else."""

    @property
    def seat(self) -> int | None:
        """The seat that looks, or None for a spectator."""
        ...

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may move now."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """One number for each side."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def legal_moves(self) -> Sequence[Any]:
        """Return the moves that the seat that looks may play now."""
        ...

    def imagine(self, rng: Random) -> Any:
        """Return a whole state that looks like this to the seat: what it cannot see is drawn."""
        ...

    def json(self) -> dict[str, Json]:
        """Return the view as plain data for a program in another language."""
        ...


class State(Protocol):
    """A position of a game, frozen: `play` returns the next one."""

    @property
    def seats(self) -> int:
        """How many seats there are, numbered from 1."""
        ...

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        ...

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """One number for each side, as far as everybody may know it."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def legal_moves(self, seat: int) -> Sequence[Any]:
        """Return the moves this seat may play now; none if it is not to move."""
        ...

    def parse_move(self, text: str) -> Any:
        """Read a move's notation, whether or not it is legal now."""
        ...

    def play(self, seat: int, move: Any) -> Self:
        """Return the state after this move, or raise a RuleError."""
        ...

    def take_back(self, seat: int) -> Self:
        """Return the state without this seat's placement of the open round."""
        ...

    def view(self, seat: int | None) -> Any:
        """Return what this seat, or a spectator, may see."""
        ...


@dataclass(frozen=True, slots=True)
class Replay:
    """A record replayed: the states from the first to the last, and the plays between them."""

    states: tuple[Any, ...]
    plays: tuple[tuple[int, Any], ...]

    @property
    def end(self) -> Any:
        """The last state."""
        return self.states[-1]


class Game(Protocol):
    """A game: how to set it up, and how its records read and write."""

    @property
    def name(self) -> str:
        """The game's name in commands."""
        ...

    @property
    def title(self) -> str:
        """The game's name in records."""
        ...

    @property
    def settings(self) -> Mapping[str, str]:
        """What can be set, and how."""
        ...

    def new(self, settings: Mapping[str, str], rng: Random) -> Any:
        """Return a first state; what the settings leave open is drawn."""
        ...

    def replay(self, record: Record, rng: Random) -> Replay:
        """Play a record through the rules; a wrong line is named in the error."""
        ...

    def record(
        self, seen: Any, tags: Iterable[tuple[str, str]] = (), *, deck: bool = False
    ) -> Record:
        """Write a state or a view down; undrawn cards only with `deck`."""
        ...
