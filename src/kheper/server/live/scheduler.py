"""Schedule what no client asks for: bots' moves, moves on timeout, guests who are away."""

from __future__ import annotations

import asyncio
import logging

from kheper.core.errors import KheperError
from kheper.server.live.match import LiveMatch
from kheper.server.live.registry import Registry
from kheper.server.live.submit import submit
from kheper.server.match import due
from kheper.server.match.commands import AnyCommand, Away, Back, BotPlay, Expire
from kheper.server.match.seats import SYSTEM, Actor
from kheper.server.match.state import MatchState

_log = logging.getLogger("kheper.live")

# Seconds to wait after a command of the system was refused.
PAUSE = 0.5
# The longest timer, in seconds; the match is checked again then.
FURTHEST = 3600.0


async def run(registry: Registry) -> None:
    """Schedule what is due in every match of the queue."""
    while True:
        live = await registry.to_schedule.get()
        live.is_scheduled = False
        if live.loaded is not None and registry.matches.get(live.id) is live:
            schedule_due(registry, live)


def schedule_due(registry: Registry, live: LiveMatch) -> None:
    """Start timers for absent guests, return those who are back, and schedule due moves."""
    match = live.match
    if match.phase not in ("over", "closed"):
        for guest in match.guests:
            if not live.is_present(guest):
                _start_absence_timer(registry, live, guest, registry.limits.away)
    for session in live.sessions:
        # Another process has marked a guest as away who is connected here.
        if session.who.id in match.away:
            registry.spawn(come_back(registry, live.id, session.who))
    _schedule_moves(registry, live)


def _schedule_moves(registry: Registry, live: LiveMatch) -> None:
    if live.bots is not None:
        return
    found = due.due_at(live.match, registry.clock())
    if found.bots or found.expired:
        live.bots = registry.spawn(_play_on(registry, live))
    elif found.wake is not None:
        _wake_at(registry, live, found.wake)


# --- bots and clocks


def _wake_at(registry: Registry, live: LiveMatch, at: int) -> None:
    """Set a timer, unless one is set that elapses before."""
    if live.wake_timer is not None:
        if live.wake_at <= at:
            return
        live.wake_timer.cancel()
    live.wake_at = at
    seconds = min(max(0.0, (at - registry.clock()) / 1000), FURTHEST)
    live.wake_timer = asyncio.get_running_loop().call_later(seconds, _woken, registry, live)


def _woken(registry: Registry, live: LiveMatch) -> None:
    live.wake_timer = None
    registry.schedule(live)


async def _play_on(registry: Registry, live: LiveMatch) -> None:
    """Submit the moves that are due, one after the other."""
    try:
        while True:
            match = live.match
            found = due.due_at(match, registry.clock())
            if found.expired:
                seat = found.expired[0]
                move = await _chosen(registry, match, seat, due.TIMEOUT_LEVEL)
                await _submit_move(registry, live, match, Expire(seat=seat, move=move))
            elif found.bots:
                seat, level = found.bots[0]
                move = await _chosen(registry, match, seat, level)
                command = BotPlay(seat=seat, move=move, seen=match.number)
                await _submit_move(registry, live, match, command)
            else:
                break
    finally:
        live.bots = None
    registry.schedule(live)


async def _chosen(registry: Registry, match: MatchState, seat: int, level: int) -> str:
    """Return a bot's move, or any legal move if the bots fail."""
    view = match.game_state.view(seat)
    registry.metrics.bot_job("move")
    try:
        return await registry.bots.choose(view, level, registry.rng.getrandbits(32), match.host)
    except Exception:
        _log.exception("a bot of level %d failed to move", level)
        return str(view.legal_moves()[0])


async def _submit_move(
    registry: Registry, live: LiveMatch, match: MatchState, command: AnyCommand
) -> None:
    try:
        await submit(registry, live.id, command, SYSTEM)
    except KheperError:
        # Either the game has moved on, or the store failed.
        if live.match.number == match.number:
            await asyncio.sleep(PAUSE)


# --- away and back


def _start_absence_timer(registry: Registry, live: LiveMatch, guest: str, patience: int) -> None:
    """Mark a guest as away after some milliseconds, unless they connect before."""
    if guest not in live.absence_timers and guest not in live.match.away:
        loop = asyncio.get_running_loop()
        since = registry.clock()
        live.absence_timers[guest] = loop.call_later(
            patience / 1000, _absence_elapsed, registry, live, guest, since
        )


def _absence_elapsed(registry: Registry, live: LiveMatch, guest: str, since: int) -> None:
    live.absence_timers.pop(guest, None)
    # A guest who has acted meanwhile is connected to another process.
    heard = any(step.event.by == guest and step.event.at > since for step in live.recent)
    if not heard and not live.is_present(guest):
        registry.spawn(_mark_away(registry, live, guest))


async def _mark_away(registry: Registry, live: LiveMatch, guest: str) -> None:
    try:
        await submit(registry, live.id, Away(guest=guest), SYSTEM)
    except KheperError:
        # The store failed: try again later.
        if not live.is_present(guest):
            _start_absence_timer(registry, live, guest, round(PAUSE * 10_000))


async def come_back(registry: Registry, match_id: str, who: Actor) -> None:
    """Submit that a guest has returned; if that fails, the guest can do it by a command."""
    try:
        await submit(registry, match_id, Back(id=""), who)
    except KheperError as error:
        _log.info("cannot mark a guest as returned: %s", error.code)
