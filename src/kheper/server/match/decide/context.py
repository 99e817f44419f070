"""The context of a decision, and the checks that several decisions share."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from msgspec import Struct

from kheper.server.match.events import Event
from kheper.server.match.seats import Actor, Seat
from kheper.server.match.state import MatchState
from kheper.server.refusals import refuse

E = TypeVar("E", bound=Event)


class Context(Struct, frozen=True):
    """Who submitted a command and when, the rng to draw from, and the command's id."""

    who: Actor
    now: int
    rng: Random
    id: str

    def event(self, kind: type[E], **fields: Any) -> E:
        """Return an event with the time, guest and id of this command."""
        return kind(at=self.now, by=self.who.id, id=self.id, **fields)


def check_host(match: MatchState, context: Context) -> None:
    """Refuse everybody but the host."""
    if context.who.id != match.host:
        raise refuse("not-host", "only the host may do that")


def check_open(match: MatchState) -> None:
    """Refuse what can only be done before the start."""
    if match.phase not in ("open", "arranging"):
        raise refuse("started", "the game has begun: this is only possible before the start")


def check_started(match: MatchState) -> None:
    """Refuse what can only be done in a game."""
    if match.state is None:
        raise refuse("not-started", "the game has not begun yet")


def check_own(match: MatchState, context: Context, number: int) -> Seat:
    """Return a seat, or refuse it to everybody but the guest who holds it."""
    seats = match.seats
    seat = seats[number - 1] if 0 < number <= len(seats) else match.seat(number)
    if not seat.guest or seat.guest != context.who.id:
        raise refuse("not-your-seat", f"seat {number} is not yours")
    return seat


def check_playing(match: MatchState, context: Context, number: int) -> None:
    """Refuse a seat to everybody but the guest who plays there."""
    if check_own(match, context, number).stand_in:
        raise refuse("bot-plays", f"a bot plays for seat {number} until you return")
