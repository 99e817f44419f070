"""Live matches of a process: commands, sessions, bots, clocks, and other processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kheper.server.live import scheduler, sessions, submit
from kheper.server.live.event_log import steps_after
from kheper.server.live.match import Session
from kheper.server.live.messages import Hints
from kheper.server.live.other_processes import Processes
from kheper.server.live.publish import send_previews
from kheper.server.live.registry import LiveLimits, Registry
from kheper.server.live.reminders import Reminders
from kheper.server.live.submit import UnsureError, refresh
from kheper.server.match.commands import AnyCommand, Create
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step

__all__ = ["LiveLimits", "LiveMatches", "Registry", "Session", "UnsureError"]


class LiveMatches:
    """The live matches of a process, for routes and sessions; the store is open while it runs."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry
        self.reminders = Reminders(registry)

    async def start(self, *, reminders: bool = True) -> None:
        """Start the bots and the background tasks."""
        self.registry.bots.start()
        Processes(self.registry).start()
        self.registry.spawn(scheduler.run(self.registry))
        self.registry.spawn(send_previews(self.registry))
        if reminders:
            self.registry.spawn(self.reminders.run())

    async def stop(self) -> None:
        """Finish pending writes, then end all sessions and all tasks."""
        await self.registry.stop()
        await self.registry.bots.close()

    def figures(self) -> Mapping[str, float]:
        """Return the present values of metrics; none of them is secret."""
        return {
            "matches": len(self.registry.matches),
            "connections": len(self.registry.followed),
            "bots_waiting": self.registry.bots.waiting(),
            **{f"queue_length/{lane}": n for lane, n in self.registry.bots.queues().items()},
            "events_total": self.registry.events,
            "conflicts_total": self.registry.conflicts,
            "unknown_total": self.registry.unknown,
        }

    async def create(self, wish: Create, who: Actor) -> MatchState:
        """Set up a match; it is in the store when this returns."""
        return await submit.create(self.registry, wish, who)

    async def submit(self, match_id: str, command: AnyCommand, who: Actor) -> int:
        """Execute a command; when this returns, it is in the log up to the returned number."""
        return await submit.submit(self.registry, match_id, command, who)

    async def match(self, match_id: str, seen: int = 0) -> MatchState:
        """Return the state of a match now, or refuse if it does not exist."""
        return await sessions.match_of(self.registry, match_id, seen)

    async def steps(self, match_id: str) -> Sequence[Step]:
        """Return all steps of a match; they contain secrets."""
        async with self.registry.hold(match_id) as live:
            await refresh(self.registry, live)
            return await steps_after(self.registry.store, live, 0)

    async def hint(self, match_id: str, who: Actor, seat: int, id_: str = "") -> Hints:
        """Return good moves for a seat, where no other person plays."""
        return await sessions.hint(self.registry, match_id, who, seat, id_)

    async def attach(self, match_id: str, session: Session, last: int = 0) -> None:
        """Subscribe a session to a match."""
        await sessions.attach(self.registry, match_id, session, last)

    def detach(self, session: Session) -> None:
        """End a session's subscription to its match."""
        sessions.detach(self.registry, session)

    async def look(self, session: Session) -> None:
        """Send a session the whole view."""
        await sessions.look(self.registry, session)

    async def log(self, session: Session, after: int) -> None:
        """Send a session a page of the events after a number."""
        await sessions.send_log(self.registry, session, after)

    def number(self, session: Session) -> int:
        """Return the number of the last event of the match that a session follows, or 0."""
        return sessions.number_of(self.registry, session)

    def match_id(self, session: Session) -> str:
        """Return the id of the match that a session follows."""
        return self.registry.followed_by(session).id
