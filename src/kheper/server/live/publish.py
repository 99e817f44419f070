"""From steps of a match to the frames of its sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from kheper.core.errors import KheperError
from kheper.server.deciding.possible import check_watch
from kheper.server.live.match import LiveMatch
from kheper.server.messages import Previewed, encode
from kheper.server.parts import Step
from kheper.server.views import (
    Audience,
    Change,
    events,
    hidden_seats,
    preview_at,
    update,
)

# Previews take longer than all the rest, and nobody looks at them sooner, in seconds.
PREVIEW_DELAY = 0.05


def publish(live: LiveMatch, steps: Sequence[Step]) -> None:
    """Send each session what it may see of some steps; encoded once for all who see the same."""
    if not live.sessions:
        return
    change = Change.of(steps)
    if change.is_reseated:
        _seat_again(live)
    hidden = hidden_seats(steps)
    news: dict[tuple[object, ...], bytes] = {}
    frames: dict[tuple[object, ...], bytes] = {}
    for session in tuple(live.sessions):
        audience, follow = session.audience, session.follow
        key = (follow, audience.seats, audience.hosting)
        if key not in frames:
            sees = (follow, *[seat in audience.seats for seat in hidden])
            if sees not in news:
                news[sees] = encode(events(steps, audience, follow))
            frames[key] = update(change, audience, follow, news[sees])
        session.send(frames[key])
    _schedule_previews(live, change)


def _seat_again(live: LiveMatch) -> None:
    """Work out who holds which seats now, and end the sessions of those who may not watch."""
    for session in tuple(live.sessions):
        session.audience = Audience.of(live.table, session.who.id)
        try:
            check_watch(live.table, session.who.id)
        except KheperError as error:
            live.sessions.remove(session)
            session.end(error.code, error.sentence)


def _schedule_previews(live: LiveMatch, change: Change) -> None:
    if change.dealt:
        loop = asyncio.get_running_loop()
        live.unpreviewed |= change.dealt
        live.dealt_at = loop.time()
        if live.preview_timer is None:
            live.preview_timer = loop.call_later(PREVIEW_DELAY, _send_previews, live)


def _send_previews(live: LiveMatch) -> None:
    """Send previews to the seats that have not moved, once nobody has for a moment."""
    loop = asyncio.get_running_loop()
    remaining = live.dealt_at + PREVIEW_DELAY - loop.time()
    if remaining > 0.001:
        live.preview_timer = loop.call_later(remaining, _send_previews, live)
        return
    live.preview_timer = None
    seats, live.unpreviewed = live.unpreviewed, set()
    for seat in sorted(seats):
        sessions = [
            session
            for session in live.sessions
            if seat in session.audience.seats and session.follow == "facts"
        ]
        preview = preview_at(live.table, seat) if sessions else None
        if preview is not None:
            message = Previewed(number=live.table.number, seat=seat, preview=preview)
            frame = encode(message)
            for session in sessions:
                session.send(frame)
