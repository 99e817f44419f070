"""Decide about retries, rematches, and closing a match."""

from __future__ import annotations

from kheper.core.errors import RuleError
from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context, check_host, check_playing, check_started
from kheper.server.match.events import Event
from kheper.server.match.seats import people
from kheper.server.match.setup import match_id
from kheper.server.match.state import MatchState
from kheper.server.refusals import refuse

Events = list[Event]


def retry(match: MatchState, command: commands.Retry, context: Context) -> Events:
    """Begin a solo game again with the same cards; giving up is a failure too (SY-O3, KH-5)."""
    check_started(match)
    match.adapter.retry(match.game_state)
    check_playing(match, context, 1)
    return [context.event(events.Retried)]


def rematch(match: MatchState, command: commands.Rematch, context: Context) -> Events:
    """Link the next match of the same people, once (SY-D6)."""
    check_started(match)
    if match.phase != "over":
        raise RuleError("SY-D6", "a rematch needs a finished game", code="not-over")
    guest = context.who.id
    if guest != match.host and not any(
        seat.guest == guest and not seat.left for seat in match.seats
    ):
        raise refuse("watching", "only players can ask for a rematch")
    if match.next:
        return []
    return [context.event(events.Linked, match=match_id(context.rng))]


def close(match: MatchState, command: commands.Close, context: Context) -> Events:
    """End a match without a result, if nobody else plays in it (TB-5)."""
    guest = context.who.id
    if match.phase == "over":
        raise refuse("over", "the game is over and cannot be closed")
    if match.state is None:
        check_host(match, context)
    else:
        if guest != match.host and not match.held(guest):
            raise refuse("not-your-seat", "only players can close the match")
        if any(other != guest for other in people(match.seats)):
            raise refuse("others-play", "other people play: leave, and a bot stands in for you")
    return [context.event(events.Closed)]
