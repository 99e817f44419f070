"""The parts that a table is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import Struct

if TYPE_CHECKING:
    from kheper.server.match.events import Event
    from kheper.server.match.table import Table

# The numbers that answered a guest's ids, by guest.
Answers = dict[str, dict[str, int]]


class Ply(Struct, frozen=True):
    """A move that stands: who made it, the event that tells it, and the clocks before it."""

    seat: int
    move: Any
    number: int
    # "" for a person, "bot", "clock" for a default move, "record" for one that came with a record.
    how: str
    left: tuple[int, ...]
    # What had been revealed before it: cards drawn, and rounds closed.
    revealed: tuple[int, int] = (0, 0)


class TakeBackRequest(NamedTuple):
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


class Step(Struct, frozen=True):
    """An event, and the table before and after it; before the first event there is none."""

    before: Table | None
    event: Event
    after: Table

    @property
    def number(self) -> int:
        """The entry's number."""
        return self.after.number


class Decided(Struct, frozen=True):
    """What a command comes to: the events to append, and the table once they are in the log.

    `number` goes into the acknowledgement. Without steps there is nothing to append: the
    command was carried out before, or changes nothing.
    """

    steps: tuple[Step, ...]
    number: int
    table: Table

    @property
    def events(self) -> tuple[Event, ...]:
        """The events to append."""
        return tuple(step.event for step in self.steps)
