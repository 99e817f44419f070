"""A table: all that is known of a match, derived from its log and from nothing else.

>>> from random import Random
>>> from kheper.server.commands import Create, SeatWish, Play
>>> from kheper.server.seats import Who
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

from kheper.server import changing, duties
from kheper.server.clocks import Clocks
from kheper.server.commands import AnyCommand, Create, Start
from kheper.server.customs import mode_of
from kheper.server.deciding import decide
from kheper.server.deciding.creating import created
from kheper.server.entries import Created, Entry, Opening
from kheper.server.parts import (
    Answers,
    Arranger,
    Asked,
    ChatLine,
    Decided,
    Ply,
    SeatOffer,
    Step,
)
from kheper.server.refusals import refuse
from kheper.server.seats import Seat, Seats, Who, held
from kheper.server.terms import Terms


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
    # The number of the entry that opened this turn or round: who has not seen it is late.
    opened: int = 0
    clocks: Clocks | None = None
    # How often in a row each seat's time ran out.
    missed: tuple[int, ...] = ()
    asked: Asked | None = None
    # Who has asked for a take-back at this number of plays: nobody asks twice.
    nagged: tuple[int, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    # When each guest last spoke, for the limit.
    talk: dict[str, tuple[int, ...]] = {}
    # The numbers that answered the clients' ids, by guest: a resend gets the same answer.
    answers: Answers = {}
    offers: tuple[SeatOffer, ...] = ()

    @classmethod
    def of(cls, entries: Iterable[Entry]) -> Table:
        """Return the table of a log."""
        table = None
        for step in cls.steps(entries):
            table = step.after
        if table is None:
            raise refuse("no-match", "there is nothing in this log")
        return table

    @classmethod
    def steps(cls, entries: Iterable[Entry]) -> Iterator[Step]:
        """Yield the steps of a log from its beginning."""
        table: Table | None = None
        for entry in entries:
            step = cls.first_step(entry) if table is None else table.step(entry)
            yield step
            table = step.after

    @classmethod
    def first_step(cls, entry: Entry) -> Step:
        """Return the step of a log's first entry."""
        if not isinstance(entry, Created):
            raise refuse("bad-entry", "a log begins with the entry created")
        return Step(None, entry, cls(**changing.opened(entry)))

    @classmethod
    def create(cls, wish: Create, who: Who, now: int, rng: Random) -> Decided:
        """Set up a table, and start at once if that is wished."""
        step = cls.first_step(created(wish, who, now, rng))
        if not wish.start:
            return Decided((step,), step.number, step.after)
        started = step.after.decide(Start(id=""), who, now, rng)
        return replace(started, steps=(step, *started.steps))

    def after(self, entry: Entry) -> Self:
        """Return the table after an entry; one that the rules refuse raises their error."""
        return changing.after(self, entry)

    def step(self, entry: Entry) -> Step:
        """Return an entry with the table before and after it."""
        return Step(self, entry, changing.after(self, entry))

    def decide(self, command: AnyCommand, who: Who, now: int, rng: Random) -> Decided:
        """Return what a command comes to, or raise a KheperError; nothing is changed."""
        return decide(self, command, who, now, rng)

    def due(self, now: int) -> duties.Due:
        """Return what the house has to do now, and when to ask again."""
        return duties.due(self, now)

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
        return mode_of(self.game, self.settings)

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
