"""Decide about moves: of people, of bots, and for seats whose time is up."""

from __future__ import annotations

from kheper.server.match import commands, events
from kheper.server.match.clocks import Clocks
from kheper.server.match.decide.context import Context, check_playing, check_started
from kheper.server.match.events import Event
from kheper.server.match.state import MatchState
from kheper.server.refusals import refuse

Events = list[Event]

# A bot stands in when a seat's time runs out this many times in a row (TB-4).
MISSES = 2


def play(match: MatchState, command: commands.Play, context: Context) -> Events:
    """Play a guest's move; in an open round this marks the seat as ready."""
    check_started(match)
    state, seat = match.game_state, command.seat
    check_playing(match, context, seat)
    if command.seen < match.opened:
        _check_fresh(match, command.seen)
    if match.clocks is not None and seat in state.to_move:
        _check_time(match.clocks, seat, context.now)
    _, text = match.adapter.read_move(state, command.move)
    return [events.Played(at=context.now, by=context.who.id, id=context.id, seat=seat, move=text)]


def unready(match: MatchState, command: commands.Unready, context: Context) -> Events:
    """Let a guest pick up the tile of the open round, where the rules allow it (SY-B1)."""
    check_started(match)
    check_playing(match, context, command.seat)
    ply = next((ply for ply in reversed(match.plays) if ply.seat == command.seat), None)
    if ply is not None and ply.how == "clock" and ply.number > match.opened:
        raise refuse("time-up", "your time ran out: the move that was made for you stays")
    return [context.event(events.Unreadied, seat=command.seat)]


def bot_play(match: MatchState, command: commands.BotPlay, context: Context) -> Events:
    """Play a bot's move, unless the game has moved on since the bot chose it."""
    check_started(match)
    if not match.seat(command.seat).bot:
        raise refuse("not-a-bot", f"no bot plays at seat {command.seat}")
    _check_fresh(match, command.seen)
    _, text = match.adapter.read_move(match.game_state, command.move)
    return [context.event(events.Played, seat=command.seat, move=text)]


def expire(match: MatchState, command: commands.Expire, context: Context) -> Events:
    """Move for a seat whose time is up; after the second time in a row a bot stands in (TB-4)."""
    check_started(match)
    match.seat(command.seat)
    deadline = match.clocks.deadline(command.seat) if match.clocks is not None else None
    if deadline is None or context.now < deadline:
        raise refuse("not-due", f"seat {command.seat} still has time")
    _, text = match.adapter.read_move(match.game_state, command.move)
    found: Events = [context.event(events.Expired, seat=command.seat, move=text)]
    if match.missed[command.seat - 1] + 1 >= MISSES:
        level = match.terms.stand_in
        found.append(context.event(events.StoodIn, seat=command.seat, level=level))
    return found


def _check_fresh(match: MatchState, seen: int) -> None:
    if seen < match.opened:
        raise refuse("stale", f"the game has moved on with event {match.opened}")


def _check_time(clocks: Clocks, seat: int, now: int) -> None:
    deadline = clocks.deadline(seat)
    if deadline is not None and now >= deadline:
        raise refuse("time-up", "your time has run out: a move is being made for you")
