"""The parts that a table is made of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from kheper.server.entries import Entry
    from kheper.server.table import Table

# What is made for each move is a struct: that takes a third of the time of a named tuple. None of
# them can be part of a circle, so the garbage collector need not look at them: a look at all that
# has been made since the last one took it 20 to 100 ms.


# What grows with each move is kept in pieces of so many: only the newest one is copied then.
PIECE = 16


class Answered(Struct, frozen=True, gc=False):
    """What answered a guest's ids: the newest of them with their numbers, and the older ones."""

    ids: tuple[str, ...]
    numbers: tuple[int, ...]
    older: tuple[dict[str, int], ...]


NO_ANSWERS = Answered((), (), ())

# By guest.
Answers = dict[str, Answered]


class Ply(Struct, frozen=True, gc=False):
    """A move that stands: who made it, the entry that tells it, and the clocks before it."""

    seat: int
    move: Any
    number: int
    # "" for a person, "bot", "clock" for a default move, "record" for one that came with a record.
    how: str
    left: tuple[int, ...]


class Plays(Struct, frozen=True, gc=False):
    """The moves that stand, in pieces: of a long game only the newest one is copied for a move."""

    older: tuple[tuple[Ply, ...], ...] = ()
    newest: tuple[Ply, ...] = ()

    @classmethod
    def of(cls, plays: Sequence[Ply]) -> Plays:
        """Return the same moves in pieces."""
        whole = len(plays) - len(plays) % PIECE
        pieces = [tuple(plays[n : n + PIECE]) for n in range(0, whole, PIECE)]
        return cls(tuple(pieces), tuple(plays[whole:]))

    def added(self, ply: Ply) -> Plays:
        """Return them with one more."""
        newest = (*self.newest, ply)
        if len(newest) < PIECE:
            return Plays(self.older, newest)
        return Plays((*self.older, newest))

    def all(self) -> tuple[Ply, ...]:
        """Return them in one."""
        return (*chain.from_iterable(self.older), *self.newest)


class Asked(NamedTuple):
    """A take-back that was asked for, and the guests who have not answered yet."""

    number: int
    at: int
    seat: int
    plays: int
    waiting: tuple[str, ...]


class Arranger(NamedTuple):
    """Who lays out boards or stones; seat 0 is a host who holds none."""

    guest: str
    seat: int


class ChatLine(NamedTuple):
    """A line of chat, from one of the seats or from somebody who watches."""

    number: int
    at: int
    seat: int
    name: str
    text: str
    phrase: str


class SeatOffer(NamedTuple):
    """A seat that can be claimed with a code, until some time."""

    seat: int
    digest: str
    until: int


class Step(Struct, frozen=True, gc=False):
    """An entry, and the table before and after it; before the first entry there is none."""

    before: Table | None
    entry: Entry
    after: Table

    @property
    def number(self) -> int:
        """The entry's number."""
        return self.after.number


class Decided(Struct, frozen=True, gc=False):
    """What a command comes to: the entries to append, and the table once they are in the log.

    `number` goes into the acknowledgement. Without steps there is nothing to append: the
    command was carried out before, or changes nothing.
    """

    steps: tuple[Step, ...]
    number: int
    table: Table

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries to append."""
        return tuple(step.entry for step in self.steps)
