"""A table: all that is known of a match, derived from its log and from nothing else.

>>> from random import Random
>>> from kheper.server.match.commands import Create, SeatWish, Play
>>> from kheper.server.match.seats import Who
>>> anna = Who("guest-1", "Anna")
>>> bot = SeatWish("bot", level=2)
>>> wish = Create(game="scarab", seats=(SeatWish("here"), bot), start=True)
>>> table = Table.create(wish, anna, now=0, rng=Random(7)).table
>>> table.phase, table.number, table.state.to_move
('running', 2, (1,))
>>> move = str(table.state.legal_moves(1)[0])
>>> decided = table.decide(Play(id="1", seat=1, move=move, seen=2), anna, now=5, rng=Random(8))
>>> decided.number, decided.table.state.to_move, decided.table.due(5).bots
(3, (2,), ((2, 2),))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from kheper.server.games import GameAdapter, adapter_of
from kheper.server.match import apply, due
from kheper.server.match.clocks import Clocks
from kheper.server.match.commands import AnyCommand, Create, Start
from kheper.server.match.decide import decide
from kheper.server.match.decide.create import created
from kheper.server.match.events import Created, Event, Opening
from kheper.server.match.model import (
    Answers,
    Arranger,
    ChatLine,
    Decided,
    Ply,
    SeatOffer,
    Step,
    TakeBackRequest,
)
from kheper.server.match.seats import Seat, Seats, Who, held
from kheper.server.match.terms import Terms
from kheper.server.refusals import refuse


class Table(Struct, frozen=True, kw_only=True):
    """A match as its log tells it; frozen, and equal to any other table of the same log."""

    number: int
    at: int
    created: int
    match: str
    game: str
    settings: dict[str, str]
    terms: Terms
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

    @classmethod
    def of(cls, events: Iterable[Event]) -> Table:
        """Return the table of a log."""
        table = None
        for step in cls.steps(events):
            table = step.after
        if table is None:
            raise refuse("no-match", "there is nothing in this log")
        return table

    @classmethod
    def steps(cls, events: Iterable[Event]) -> Iterator[Step]:
        """Yield the steps of a log from its beginning."""
        table: Table | None = None
        for event in events:
            step = cls.first_step(event) if table is None else table.step(event)
            yield step
            table = step.after

    @classmethod
    def first_step(cls, event: Event) -> Step:
        """Return the step of a log's first event."""
        if not isinstance(event, Created):
            raise refuse("bad-entry", "a log begins with the event created")
        return Step(None, event, cls(**apply.opened(event)))

    @classmethod
    def create(cls, wish: Create, who: Who, now: int, rng: Random) -> Decided:
        """Set up a table, and start at once if that is wished."""
        step = cls.first_step(created(wish, who, now, rng))
        if not wish.start:
            return Decided((step,), step.number, step.after)
        started = step.after.decide(Start(id=""), who, now, rng)
        return replace(started, steps=(step, *started.steps))

    def after(self, event: Event) -> Self:
        """Return the table after an event; one that the rules refuse raises their error."""
        return apply.after(self, event)

    def step(self, event: Event) -> Step:
        """Return an event with the table before and after it."""
        return Step(self, event, apply.after(self, event))

    def decide(self, command: AnyCommand, who: Who, now: int, rng: Random) -> Decided:
        """Return what a command comes to, or raise a KheperError; nothing is changed."""
        return decide(self, command, who, now, rng)

    def due(self, now: int) -> due.Due:
        """Return what the house has to do now, and when to ask again."""
        return due.due(self, now)

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
