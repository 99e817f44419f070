"""What nobody asks for: bots' moves, moves of clocks that ran out, guests who are away."""

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

# How long to wait, in seconds, when what was submitted was refused.
PAUSE = 0.5
# Timers are not set further ahead than this many seconds; the match is looked at again then.
FURTHEST = 3600.0


async def run(registry: Registry) -> None:
    """Attend to every match in which something may be due."""
    while True:
        live = await registry.to_schedule.get()
        live.is_scheduled = False
        if live.loaded is not None and registry.matches.get(live.id) is live:
            schedule_due(registry, live)


def schedule_due(registry: Registry, live: LiveMatch) -> None:
    """See who is away, who is back, and what is due."""
    match = live.match
    if match.phase not in ("over", "closed"):
        for guest in match.guests:
            if not live.is_present(guest):
                _start_absence_timer(registry, live, guest, registry.limits.away)
    for session in live.sessions:
        # Another process has marked somebody as away who is connected here.
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
    """Look again at some time; a timer that goes off before then will do."""
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
    """Make the moves that are due, one after the other, until none is."""
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
    """Return a bot's move; whatever is wrong with the bots, the game goes on."""
    view = match.state.view(seat)
    registry.metrics.bot_job("move")
    try:
        return await registry.bots.choose(view, level, registry.rng.getrandbits(32), match.host)
    except Exception:
        _log.exception("a bot of level %d found no move", level)
        return str(view.legal_moves()[0])


async def _submit_move(
    registry: Registry, live: LiveMatch, match: MatchState, command: AnyCommand
) -> None:
    try:
        await submit(registry, live.id, command, SYSTEM)
    except KheperError:
        # The game has gone on, which is fine, or nothing can be written.
        if live.match.number == match.number:
            await asyncio.sleep(PAUSE)


# --- away and back


def _start_absence_timer(registry: Registry, live: LiveMatch, guest: str, patience: int) -> None:
    """Mark a guest as away who is not connected before so many milliseconds are over."""
    if guest not in live.absence_timers and guest not in live.match.away:
        loop = asyncio.get_running_loop()
        since = registry.clock()
        live.absence_timers[guest] = loop.call_later(
            patience / 1000, _absence_elapsed, registry, live, guest, since
        )


def _absence_elapsed(registry: Registry, live: LiveMatch, guest: str, since: int) -> None:
    live.absence_timers.pop(guest, None)
    # Who has done something meanwhile is connected to another process.
    heard = any(step.event.by == guest and step.event.at > since for step in live.recent)
    if not heard and not live.is_present(guest):
        registry.spawn(_mark_away(registry, live, guest))


async def _mark_away(registry: Registry, live: LiveMatch, guest: str) -> None:
    try:
        await submit(registry, live.id, Away(guest=guest), SYSTEM)
    except KheperError:
        # Nothing can be written: they are as gone in a while.
        if not live.is_present(guest):
            _start_absence_timer(registry, live, guest, round(PAUSE * 10_000))


async def come_back(registry: Registry, match_id: str, who: Actor) -> None:
    """Give a guest who was away their seats again; if that cannot be written, they ask for it."""
    try:
        await submit(registry, match_id, Back(id=""), who)
    except KheperError as error:
        _log.info("a guest is not back yet: %s", error.code)
