"""The state of a match, which follows from its log alone, and the parts it consists of."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from kheper.core.game import AnyMove, AnyState
from kheper.server.games import AnyAdapter, adapter_of
from kheper.server.match.clocks import Clocks
from kheper.server.match.events import Event, Opening
from kheper.server.match.seats import Seat, Seats, held
from kheper.server.match.terms import MatchTerms
from kheper.server.refusals import refuse

# For each guest, the number that answered each command's id.
Answers = dict[str, dict[str, int]]


class Ply(Struct, frozen=True):
    """A play that stands: its seat, its event's number, and the clocks before it."""

    seat: int
    move: AnyMove
    number: int
    # "" for a person, "bot", "clock" if time ran out, or "record" if it came with a record.
    how: str
    left: tuple[int, ...]
    # What had been revealed before it: cards drawn, and rounds closed.
    revealed: tuple[int, int] = (0, 0)


class TakeBackRequest(NamedTuple):
    """An open request for a take-back, and the guests who have not answered yet."""

    number: int
    at: int
    seat: int
    plays: int
    waiting: tuple[str, ...]


class Arranger(NamedTuple):
    """The guest who lays out boards or stones; seat 0 is a host without a seat."""

    guest: str
    seat: int


class ChatLine(NamedTuple):
    """A line of chat from a seat, or from a spectator (seat 0)."""

    number: int
    at: int
    seat: int
    name: str
    text: str
    phrase: str


class SeatOffer(NamedTuple):
    """A seat that can be claimed with a code until a time."""

    seat: int
    digest: str
    until: int


class MatchState(Struct, frozen=True, kw_only=True):
    """The state of a match; frozen, and equal for equal logs."""

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
    # The id of the rematch, if there is one.
    next: str = ""
    next_at: int = 0
    away: frozenset[str] = frozenset()
    closed: bool = False
    arranger: Arranger | None = None
    layout: str = ""
    # The game's first state, the plays that stand, and the state after them.
    first: AnyState | None = None
    state: AnyState | None = None
    plays: tuple[Ply, ...] = ()
    # The number of the event that opened this turn or round; a play must have seen it.
    opened: int = 0
    clocks: Clocks | None = None
    # How many times in a row each seat's time ran out.
    missed: tuple[int, ...] = ()
    asked: TakeBackRequest | None = None
    # The seats that have asked for a take-back of the last play: nobody may ask twice.
    nagged: tuple[int, ...] = ()
    chat: tuple[ChatLine, ...] = ()
    # When each guest last talked, for the rate limit.
    talk: dict[str, tuple[int, ...]] = {}
    # A command that is sent again gets the same answer.
    answers: Answers = {}
    offers: tuple[SeatOffer, ...] = ()

    @property
    def game_state(self) -> AnyState:
        """The state of the game, which must have begun."""
        assert self.state is not None
        return self.state

    @property
    def phase(self) -> str:
        """The phase: open, arranging, running, over or closed."""
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
    def adapter(self) -> AnyAdapter:
        """The adapter of the match's game."""
        return adapter_of(self.game)

    @property
    def guests(self) -> tuple[str, ...]:
        """The guests who hold seats, and the host."""
        holders = [seat.guest for seat in self.seats if seat.guest]
        return tuple(dict.fromkeys([*holders, *([self.host] if self.host else [])]))

    def seat(self, number: int) -> Seat:
        """Return a seat, or refuse one that does not exist."""
        if not 1 <= number <= len(self.seats):
            raise refuse("no-seat", f"there is no seat {number}: seats are 1 to {len(self.seats)}")
        return self.seats[number - 1]

    def answered(self, guest: str, id_: str) -> int:
        """Return the number that answered a guest's command, or 0 if the command is new."""
        return self.answers.get(guest, {}).get(id_, 0)

    def held(self, guest: str) -> tuple[int, ...]:
        """Return the seats that a guest holds."""
        return held(self.seats, guest)


class Step(Struct, frozen=True):
    """An event with the state before and after it; before the first event there is none."""

    before: MatchState | None
    event: Event
    after: MatchState

    @property
    def number(self) -> int:
        """The event's number."""
        return self.after.number


class Decision(Struct, frozen=True):
    """The outcome of a command: the events to append, and the state after them.

    `number` goes into the acknowledgement. Without steps there is nothing to append: the
    command was executed before, or changes nothing.
    """

    steps: tuple[Step, ...]
    number: int
    match: MatchState

    @property
    def events(self) -> tuple[Event, ...]:
        """The events to append."""
        return tuple(step.event for step in self.steps)
