"""Trying again, playing again, and ending a match."""

from __future__ import annotations

from kheper.core.errors import RuleError
from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context, check_host, check_playing, check_started
from kheper.server.match.events import Event
from kheper.server.match.seats import people
from kheper.server.match.setup import match_id
from kheper.server.match.state import Table
from kheper.server.refusals import refuse

Found = list[Event]


def retry(table: Table, command: commands.Retry, context: Context) -> Found:
    """Begin a solo game again with the same cards; giving up is a failure too (SY-O3, KH-5)."""
    check_started(table)
    table.adapter.retry(table.state)
    check_playing(table, context, 1)
    return [context.event(events.Retried)]


def rematch(table: Table, command: commands.Rematch, context: Context) -> Found:
    """Link the next match of the same people; the first who asks makes it (SY-D6)."""
    check_started(table)
    if table.phase != "over":
        raise RuleError("SY-D6", "a rematch follows a finished game", code="not-over")
    guest = context.who.id
    if guest != table.host and not any(
        seat.guest == guest and not seat.left for seat in table.seats
    ):
        raise refuse("watching", "only those who played can ask for a rematch")
    if table.next:
        return []
    return [context.event(events.Linked, match=match_id(context.rng))]


def close(table: Table, command: commands.Close, context: Context) -> Found:
    """End a match without a result, if nobody else plays in it (TB-5)."""
    guest = context.who.id
    if table.phase == "over":
        raise refuse("over", "the game is over: there is nothing to end")
    if table.state is None:
        check_host(table, context)
    else:
        if guest != table.host and not table.held(guest):
            raise refuse("not-your-seat", "only those who play can end the match")
        if any(other != guest for other in people(table.seats)):
            raise refuse("others-play", "others play here: you can leave, and a bot goes on")
    return [context.event(events.Closed)]
