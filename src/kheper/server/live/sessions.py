"""Sessions of a match: joining, leaving, looking, and context for a hint."""

from __future__ import annotations

from collections.abc import Sequence

from kheper.server.live.event_log import behind
from kheper.server.live.match import LiveMatch, Session
from kheper.server.live.messages import CONNECTION, Hints, Update, Welcome, encode
from kheper.server.live.publish import schedule_previews
from kheper.server.live.registry import SHORT_LOG, Registry
from kheper.server.live.scheduler import come_back
from kheper.server.live.submit import refresh
from kheper.server.live.updates import Change, standing, update, whole
from kheper.server.match.permissions import check_hint, check_watch
from kheper.server.match.seats import Who
from kheper.server.match.state import Step, Table
from kheper.server.match.view_events import shown
from kheper.server.match.view_match import Audience
from kheper.server.refusals import refuse

# Events in one update.
PAGE = 500
# A session that lacks more events than this is sent the whole view instead.
MOST_APPLIED = 50


async def table_of(registry: Registry, match: str, seen: int = 0) -> Table:
    """Return a match as it is now; `seen` is a number that the asker knows to be in its log."""
    async with registry.hold(match) as live:
        await refresh(registry, live, seen)
        return live.table


async def attach(registry: Registry, match: str, session: Session, last: int = 0) -> None:
    """Let a session follow a match: welcome, what it lacks behind a number, then what is new."""
    detach(registry, session)
    async with registry.hold(match) as live:
        await refresh(registry, live, last)
        _check_welcome(registry, live, session.who, last)
        if not _is_gone(live.table, session.who.id):
            return await _welcome(registry, live, session, last)
    await come_back(registry, match, session.who)
    async with registry.hold(match) as live:
        await refresh(registry, live)
        _check_welcome(registry, live, session.who, last)
        await _welcome(registry, live, session, last)


def detach(registry: Registry, session: Session) -> None:
    """Let a session go; after a while without any, its guest is away."""
    live = registry.followed.pop(session, None)
    if live is None:
        return
    if session in live.sessions:
        live.sessions.remove(session)
    live.touched = registry.clock()
    if registry.is_stopping:
        return
    registry.moved.add(live.id)
    registry.show_presence(live)
    if live.is_over and live.table.number <= SHORT_LOG and not live.is_busy:
        registry.forget(live)
    else:
        registry.touch(live)


async def look(registry: Registry, session: Session) -> None:
    """Send a session the whole view."""
    async with registry.hold(registry.followed_by(session).id) as live:
        await refresh(registry, live)
        session.send(whole(live.table, session.audience))
        if live.table.state is not None:
            to_move = set(live.table.state.to_move)
            schedule_previews(registry, live, set(session.audience.seats) & to_move)


async def send_log(registry: Registry, session: Session, after: int) -> None:
    """Send a session a page of the events behind a number."""
    async with registry.hold(registry.followed_by(session).id) as live:
        await refresh(registry, live)
        steps = (await behind(registry.store, live, after))[:PAGE]
        if steps:
            session.send(_told(steps, session))
        else:
            session.send(encode(Update(number=live.table.number)))


async def hint(registry: Registry, match: str, who: Who, seat: int, id_: str = "") -> Hints:
    """Return good moves for a seat, where no other person plays."""
    table = await table_of(registry, match)
    check_hint(table, who, seat)
    view, seed = table.state.view(seat), registry.rng.getrandbits(32)
    registry.metrics.bot_job("hint")
    return Hints(id=id_, seat=seat, moves=await registry.bots.hint(view, seed, who.id))


def number_of(registry: Registry, session: Session) -> int:
    """Return the last number of the match that a session follows; 0 if it follows none."""
    live = registry.followed.get(session)
    return 0 if live is None or live.loaded is None else live.table.number


def _check_welcome(registry: Registry, live: LiveMatch, who: Who, last: int) -> None:
    check_watch(live.table, who.id)
    if last > live.table.number:
        raise refuse("ahead", CONNECTION["ahead"])
    if len(live.sessions) >= registry.limits.sessions:
        raise refuse("too-many", "too many are connected to this match")


def _is_gone(table: Table, guest: str) -> bool:
    """Say whether a guest is marked as away, or others play for them."""
    return guest in table.away or any(
        seat.guest == guest and (seat.left or seat.stand_in) for seat in table.seats
    )


async def _welcome(registry: Registry, live: LiveMatch, session: Session, last: int) -> None:
    lacking = await behind(registry.store, live, last) if last else ()
    table = live.table
    session.audience = Audience.of(table, session.who.id)
    seats = session.audience.seats
    session.send(encode(Welcome(match=table.match, number=table.number, you=seats)))
    if not last or (session.follow == "facts" and len(lacking) > MOST_APPLIED):
        session.send(whole(table, session.audience))
    else:
        for start in range(0, len(lacking), PAGE):
            session.send(_told(lacking[start : start + PAGE], session))
        if session.follow == "facts":
            session.send(standing(table, session.audience))
    live.sessions.append(session)
    registry.followed[session] = live
    if table.state is not None and session.follow == "facts":
        schedule_previews(registry, live, set(seats) & set(table.state.to_move))
    live.stop_expecting(session.who.id)
    registry.moved.add(live.id)
    registry.show_presence(live)


def _told(steps: Sequence[Step], session: Session) -> bytes:
    news = encode(shown(steps, session.audience, session.follow))
    return update(Change.of(steps), session.audience, session.follow, news)
