"""Publish the steps of a match to its sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from kheper.core.errors import KheperError
from kheper.server.live.match import LiveMatch
from kheper.server.live.messages import PreviewMessage, encode
from kheper.server.live.registry import Registry, Unpreviewed
from kheper.server.live.updates import Effects, update
from kheper.server.match.permissions import check_watch
from kheper.server.match.state import Step
from kheper.server.match.view_events import hidden_seats, visible_events
from kheper.server.match.view_match import Audience, preview_at

# Seconds before a preview is computed: it costs more than the rest, and nobody needs it sooner.
PREVIEW_DELAY = 0.05


def publish(registry: Registry, live: LiveMatch, steps: Sequence[Step]) -> None:
    """Send each session what it may see of some steps, encoded once for equal audiences."""
    if not live.sessions:
        return
    change = Effects.of(steps)
    if change.is_reseated:
        _refresh_audiences(live)
    hidden = hidden_seats(steps)
    news: dict[tuple[object, ...], bytes] = {}
    frames: dict[tuple[object, ...], bytes] = {}
    for session in tuple(live.sessions):
        audience, follow = session.audience, session.follow
        key = (follow, audience.seats, audience.hosting)
        if key not in frames:
            sees = (follow, *[seat in audience.seats for seat in hidden])
            if sees not in news:
                news[sees] = encode(visible_events(steps, audience, follow))
            frames[key] = update(change, audience, follow, news[sees])
        session.send(frames[key])
    schedule_previews(registry, live, change.dealt)


def _refresh_audiences(live: LiveMatch) -> None:
    """Update each session's audience, and end the sessions of guests who may not watch."""
    for session in tuple(live.sessions):
        session.audience = Audience.of(live.match, session.who.id)
        try:
            check_watch(live.match, session.who.id)
        except KheperError as error:
            live.sessions.remove(session)
            session.end(error.code, error.sentence)


def schedule_previews(registry: Registry, live: LiveMatch, seats: Collection[int]) -> None:
    """Schedule previews of their moves for some seats."""
    if not seats:
        return
    number, due = live.match.number, asyncio.get_running_loop().time() + PREVIEW_DELAY
    for seat in seats:
        live.dealt[seat] = number
        registry.unpreviewed.put_nowait(Unpreviewed(live, seat, number, due))


async def send_previews(registry: Registry) -> None:
    """Send previews, one for each iteration of the event loop, so that they delay nothing else."""
    loop = asyncio.get_running_loop()
    while True:
        # All have the same delay, so the first in the queue is due first.
        live, seat, number, due = await registry.unpreviewed.get()
        if (wait := due - loop.time()) > 0:
            await asyncio.sleep(wait)
        if live.dealt[seat] == number:
            _send_preview(live, seat)
            await asyncio.sleep(0)


def _send_preview(live: LiveMatch, seat: int) -> None:
    """Send the preview of a seat to the sessions that hold it."""
    sessions = [
        session
        for session in live.sessions
        if seat in session.audience.seats and session.follow == "facts"
    ]
    preview = preview_at(live.match, seat) if sessions else None
    if preview is not None:
        frame = encode(PreviewMessage(number=live.match.number, seat=seat, preview=preview))
        for session in sessions:
            session.send(frame)
