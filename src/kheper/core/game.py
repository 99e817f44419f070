"""The protocol that every game implements: states, views, replays and the game itself.

Seats are numbered from 1. Engine, bots, records, command line and server use these protocols.
What a layer must know of a game beyond them is in that layer's adapter for the game.

The type parameters are a game's own move, state and view. Code for all games uses `AnyMove`,
`AnyState`, `AnyView` and `AnyGame`: a move is opaque there, and is only given back to a state of
the game it came from.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Generic, Protocol, Self, TypeAlias, TypeVar

from kheper.core.outcome import Json, Outcome
from kheper.core.record import Record

M = TypeVar("M")
S = TypeVar("S")
V_contra = TypeVar("V_contra", contravariant=True)
S_co = TypeVar("S_co", covariant=True)
M_co = TypeVar("M_co", covariant=True)


class AnyMove(Protocol):
    """A move of any game; `str(move)` is its notation."""

    def __str__(self) -> str: ...


class View(Protocol[M_co]):
    """All that one seat, or a spectator, may see of a state; it holds nothing else."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def seat(self) -> int | None:
        """The seat that looks, or None for a spectator."""
        ...

    @property
    def seats(self) -> int:
        """The number of seats."""
        ...

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seats that may move now; empty when the game is over."""
        ...

    @property
    def scores(self) -> tuple[int, ...]:
        """One number for each side."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or None while it goes on."""
        ...

    def legal_moves(self) -> Sequence[M_co]:
        """Return the moves that the seat that looks may play now."""
        ...

    def json(self) -> dict[str, Json]:
        """Return the view as plain data for a program in another language."""
        ...


class PlayerView(View[M], Protocol[M]):
    """A view from which a player can guess at what is hidden."""

    def imagine(self, rng: Random) -> State[M]:
        """Return a whole state that looks like this to the seat; the rng draws the rest."""
        ...


class State(Protocol[M]):
    """A position of a game, frozen: `play` returns the next one."""

    @property
    def game(self) -> str:
        """The name of the game."""
        ...

    @property
    def seats(self) -> int:
        """The number of seats; they are numbered from 1."""
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

    def legal_moves(self, seat: int) -> Sequence[M]:
        """Return the moves this seat may play now; none if it is not to move."""
        ...

    def parse_move(self, text: str) -> M:
        """Read a move's notation, whether or not the move is legal now."""
        ...

    def check_turn(self, seat: int) -> None:
        """Raise the error that refuses every move of a seat that is not to move."""
        ...

    def play(self, seat: int, move: M) -> Self:
        """Return the state after this move, or raise a RuleError."""
        ...

    def take_back(self, seat: int) -> Self:
        """Return the state without this seat's move of the open round, or raise a RuleError."""
        ...

    def view(self, seat: int | None) -> PlayerView[M]:
        """Return what this seat, or a spectator, may see."""
        ...


@dataclass(frozen=True, slots=True)
class Replay(Generic[S_co, M_co]):
    """A record replayed: the states from the first to the last, and the plays between them."""

    states: tuple[S_co, ...]
    plays: tuple[tuple[int, M_co], ...]

    @property
    def end(self) -> S_co:
        """The last state."""
        return self.states[-1]


class Game(Protocol[S, V_contra, M_co]):
    """A game: how to set it up, and how to read and write its records."""

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
        """The settings by name, each with a description of its values."""
        ...

    def new(self, settings: Mapping[str, str], rng: Random) -> S:
        """Return a first state; the rng draws what the settings leave open."""
        ...

    def replay(self, record: Record, rng: Random) -> Replay[S, M_co]:
        """Play a record through the rules; an error names the wrong line."""
        ...

    def record(
        self, seen: S | V_contra, tags: Iterable[tuple[str, str]] = (), *, deck: bool = False
    ) -> Record:
        """Write down a state or a view; a state's undrawn cards only with `deck`."""
        ...


AnyState: TypeAlias = State[AnyMove]
AnyView: TypeAlias = View[AnyMove]
AnyGame: TypeAlias = Game[AnyState, AnyView, AnyMove]
