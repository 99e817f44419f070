"""The state of a match, which follows from its log alone, and the parts it consists of."""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec import Struct

from kheper.server.games import GameAdapter, adapter_of
from kheper.server.match.clocks import Clocks
from kheper.server.match.events import Event, Opening
from kheper.server.match.seats import Seat, Seats, held
from kheper.server.match.terms import MatchTerms
from kheper.server.refusals import refuse

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


class MatchState(Struct, frozen=True, kw_only=True):
    """A match as its log tells it; frozen, and equal to any other table of the same log."""

    number: int
    at: int
    created: int
    id: str
    game: str
    settings: dict[str, str]
    terms: MatchTerms
    seats: Seats
    host: str
    host_name: str
    fixed: dict[str, str] = {}
    opening: tuple[Opening, ...] = ()
    previous: str = ""
    # The rematch, once there is one.
    next: str = ""
    next_at: int = 0
    away: frozenset[str] = frozenset()
    closed: bool = False
    arranger: Arranger | None = None
    layout: str = ""
    # The game: its first state, the plays that stand, and the state they lead to.
    first: Any = None
    state: Any = None
    plays: tuple[Ply, ...] = ()
    # The number of the event that opened this turn or round: who has not seen it is late.
    opened: int = 0
    clocks: Clocks | None = None
    # How often in a row each seat's time ran out.
    missed: tuple[int, ...] = ()
    asked: TakeBackRequest | None = None
    # Who has asked for a take-back at this number of plays: nobody asks twice.
    nagged: tuple[int, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    # When each guest last spoke, for the limit.
    talk: dict[str, tuple[int, ...]] = {}
    # The numbers that answered the clients' ids, by guest: a resend gets the same answer.
    answers: Answers = {}
    offers: tuple[SeatOffer, ...] = ()

    @property
    def phase(self) -> str:
        """Where the match is: open, arranging, running, over or closed."""
        if self.closed:
            return "closed"
        if self.state is None:
            return "arranging" if self.arranger else "open"
        return "running" if self.state.to_move else "over"

    @property
    def mode(self) -> str:
        """The mode, for lists."""
        return self.adapter.mode(self.settings)

    @property
    def adapter(self) -> GameAdapter[Any, Any]:
        """What the match must know of its game beyond the shared protocol."""
        return adapter_of(self.game)

    @property
    def guests(self) -> tuple[str, ...]:
        """The guests who hold seats, or are host."""
        holders = [seat.guest for seat in self.seats if seat.guest]
        return tuple(dict.fromkeys([*holders, *([self.host] if self.host else [])]))

    def seat(self, number: int) -> Seat:
        """Return a seat, or refuse one that does not exist."""
        if not 1 <= number <= len(self.seats):
            raise refuse("no-seat", f"there is no seat {number}: seats are 1 to {len(self.seats)}")
        return self.seats[number - 1]

    def answered(self, guest: str, id_: str) -> int:
        """Return the number that answered a guest's id, or 0 if it has not been asked yet."""
        return self.answers.get(guest, {}).get(id_, 0)

    def held(self, guest: str) -> tuple[int, ...]:
        """Return the seats that a guest holds."""
        return held(self.seats, guest)


class Step(Struct, frozen=True):
    """An event, and the table before and after it; before the first event there is none."""

    before: MatchState | None
    event: Event
    after: MatchState

    @property
    def number(self) -> int:
        """The entry's number."""
        return self.after.number


class Decision(Struct, frozen=True):
    """What a command comes to: the events to append, and the table once they are in the log.

    `number` goes into the acknowledgement. Without steps there is nothing to append: the
    command was carried out before, or changes nothing.
    """

    steps: tuple[Step, ...]
    number: int
    match: MatchState

    @property
    def events(self) -> tuple[Event, ...]:
        """The events to append."""
        return tuple(step.event for step in self.steps)
