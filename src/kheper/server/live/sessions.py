"""What sessions ask of live matches: joining, leaving, views, logs, hints."""

from __future__ import annotations

from collections.abc import Sequence

from kheper.server.live.event_log import steps_after
from kheper.server.live.match import LiveMatch, Session
from kheper.server.live.messages import Hints, Update, Welcome, encode
from kheper.server.live.publish import schedule_previews
from kheper.server.live.registry import SHORT_LOG, Registry
from kheper.server.live.scheduler import come_back
from kheper.server.live.submit import refresh
from kheper.server.live.updates import Effects, permissions_update, update, view_update
from kheper.server.match.permissions import check_hint, check_watch
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import Audience
from kheper.server.refusals import refuse

# Events in one update.
PAGE = 500
# A session that has missed more events than this gets the whole view instead.
MOST_APPLIED = 50


async def match_of(registry: Registry, match_id: str, seen: int = 0) -> MatchState:
    """Return the state of a match now; the caller knows that number `seen` is in its log."""
    async with registry.hold(match_id) as live:
        await refresh(registry, live, seen)
        return live.match


async def attach(registry: Registry, match_id: str, session: Session, last: int = 0) -> None:
    """Subscribe a session to a match: a welcome, the events after `last`, then what is new."""
    detach(registry, session)
    async with registry.hold(match_id) as live:
        await refresh(registry, live, last)
        _check_welcome(registry, live, session.who, last)
        if not _is_gone(live.match, session.who.id):
            return await _welcome(registry, live, session, last)
    await come_back(registry, match_id, session.who)
    async with registry.hold(match_id) as live:
        await refresh(registry, live)
        _check_welcome(registry, live, session.who, last)
        await _welcome(registry, live, session, last)


def detach(registry: Registry, session: Session) -> None:
    """End a session's subscription; a guest without sessions is marked as away after a while."""
    live = registry.followed.pop(session, None)
    if live is None:
        return
    if session in live.sessions:
        live.sessions.remove(session)
    live.used_at = registry.clock()
    if registry.is_stopping:
        return
    registry.presence_changed.add(live.id)
    registry.schedule_presence(live)
    if live.is_over and live.match.number <= SHORT_LOG and not live.is_busy:
        registry.forget(live)
    else:
        registry.schedule(live)


async def look(registry: Registry, session: Session) -> None:
    """Send a session the whole view."""
    async with registry.hold(registry.followed_by(session).id) as live:
        await refresh(registry, live)
        session.send(view_update(live.match, session.audience))
        if live.match.state is not None:
            to_move = set(live.match.state.to_move)
            schedule_previews(registry, live, set(session.audience.seats) & to_move)


async def send_log(registry: Registry, session: Session, after: int) -> None:
    """Send a session a page of the events after a number."""
    async with registry.hold(registry.followed_by(session).id) as live:
        await refresh(registry, live)
        steps = (await steps_after(registry.store, live, after))[:PAGE]
        if steps:
            session.send(_events_update(steps, session))
        else:
            session.send(encode(Update(number=live.match.number)))


async def hint(registry: Registry, match_id: str, who: Actor, seat: int, id_: str = "") -> Hints:
    """Return good moves for a seat, where no other person plays."""
    match = await match_of(registry, match_id)
    check_hint(match, who, seat)
    view, seed = match.game_state.view(seat), registry.rng.getrandbits(32)
    registry.metrics.bot_job("hint")
    return Hints(id=id_, seat=seat, moves=await registry.bots.hint(view, seed, who.id))


def number_of(registry: Registry, session: Session) -> int:
    """Return the number of the last event of the match that a session follows, or 0."""
    live = registry.followed.get(session)
    return 0 if live is None or live.loaded is None else live.match.number


def _check_welcome(registry: Registry, live: LiveMatch, who: Actor, last: int) -> None:
    check_watch(live.match, who.id)
    if last > live.match.number:
        raise refuse("ahead")
    if len(live.sessions) >= registry.limits.sessions:
        raise refuse("too-many", "too many clients are connected to this match")


def _is_gone(match: MatchState, guest: str) -> bool:
    """Say whether a guest is marked as away, or a bot stands in for them."""
    return guest in match.away or any(
        seat.guest == guest and (seat.left or seat.stand_in) for seat in match.seats
    )


async def _welcome(registry: Registry, live: LiveMatch, session: Session, last: int) -> None:
    lacking = await steps_after(registry.store, live, last) if last else ()
    match = live.match
    session.audience = Audience.of(match, session.who.id)
    seats = session.audience.seats
    session.send(encode(Welcome(match=match.id, number=match.number, you=seats)))
    if not last or (session.follow == "facts" and len(lacking) > MOST_APPLIED):
        session.send(view_update(match, session.audience))
    else:
        for start in range(0, len(lacking), PAGE):
            session.send(_events_update(lacking[start : start + PAGE], session))
        if session.follow == "facts":
            session.send(permissions_update(match, session.audience))
    live.sessions.append(session)
    registry.followed[session] = live
    if match.state is not None and session.follow == "facts":
        schedule_previews(registry, live, set(seats) & set(match.state.to_move))
    live.cancel_absence(session.who.id)
    registry.presence_changed.add(live.id)
    registry.schedule_presence(live)


def _events_update(steps: Sequence[Step], session: Session) -> bytes:
    news = encode(visible_events(steps, session.audience, session.follow))
    return update(Effects.of(steps), session.audience, session.follow, news)
