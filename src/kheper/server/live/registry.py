"""The registry of the matches that a process has in memory."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from kheper.core.errors import KheperError
from kheper.server.live.bot_pool import Bots
from kheper.server.live.match import LiveMatch, Session
from kheper.server.metrics import Metrics
from kheper.server.refusals import SENTENCES, refuse
from kheper.server.store.base import Store

_log = logging.getLogger("kheper.live")

# Seconds for which changes of presence are collected before they are sent.
PRESENCE_DELAY = 0.2
# A finished match with at most this many events leaves memory with its last session: its log
# is quickly read again.
SHORT_LOG = 200


class LiveLimits(Struct, frozen=True):
    """Limits of one process; times are milliseconds."""

    # Sessions of one match.
    sessions: int = 200
    # How long a guest may be disconnected before they are marked as away.
    away: int = 45_000
    # How long a match stays in memory after the last session.
    idle: int = 60_000
    # How often the store is asked whether other processes have written.
    poll: int = 5_000


class Unpreviewed(NamedTuple):
    """A seat that was sent its legal moves at a number, and when their preview is due."""

    live: LiveMatch
    seat: int
    number: int
    due: float


class Registry:
    """Live matches, their sessions, and the queues of matches that need work."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        clock: Callable[[], int],
        rng: Random,
        limits: LiveLimits = LiveLimits(),  # noqa: B008 - it is frozen
        metrics: Metrics | None = None,
    ) -> None:
        self.store = store
        self.bots = bots
        self.clock = clock
        self.rng = rng
        self.limits = limits
        self.metrics = metrics or Metrics()
        self.matches: dict[str, LiveMatch] = {}
        self.followed: dict[Session, LiveMatch] = {}
        # Matches in which something may be due, and matches whose logs hold more events.
        self.to_schedule: asyncio.Queue[LiveMatch] = asyncio.Queue()
        self.to_catch_up: asyncio.Queue[LiveMatch] = asyncio.Queue()
        # Seats that wait for previews of their moves.
        self.unpreviewed: asyncio.Queue[Unpreviewed] = asyncio.Queue()
        # Matches whose presence has changed since the last broadcast.
        self.presence_changed: set[str] = set()
        self.is_stopping = False
        # Counts for metrics: events written, conflicts, and appends with unknown outcome.
        self.events = self.conflicts = self.unknown = 0
        self._tasks: set[asyncio.Task[None]] = set()

    def hold(self, match_id: str) -> HeldMatch:
        """Return a context manager that holds the lock of a match."""
        if self.is_stopping:
            raise refuse("shutdown")
        live = self.matches.get(match_id)
        if live is None:
            live = self.matches[match_id] = LiveMatch(match_id)
        return HeldMatch(self, live)

    def followed_by(self, session: Session) -> LiveMatch:
        """Return the match that a session follows."""
        live = self.followed.get(session)
        if live is None:
            raise refuse("hello-first")
        return live

    def schedule(self, live: LiveMatch) -> None:
        """Queue a match for the scheduler."""
        if not live.is_scheduled and not self.is_stopping:
            live.is_scheduled = True
            self.to_schedule.put_nowait(live)

    def catch_up(self, live: LiveMatch) -> None:
        """Queue a match whose log is to be read."""
        if not live.is_catching_up and not self.is_stopping:
            live.is_catching_up = True
            self.to_catch_up.put_nowait(live)

    def schedule_presence(self, live: LiveMatch) -> None:
        """Schedule a presence message to the sessions of a match."""
        if live.presence_timer is None and live.sessions:
            loop = asyncio.get_running_loop()
            live.presence_timer = loop.call_later(PRESENCE_DELAY, live.send_presence)

    def forget(self, live: LiveMatch) -> None:
        """Remove a match from memory."""
        self.matches.pop(live.id, None)
        for timer in live.timers():
            timer.cancel()

    def idle(self) -> Iterator[LiveMatch]:
        """Yield the matches that have been unused for a while."""
        before = self.clock() - self.limits.idle
        for live in self.matches.values():
            # A running clock keeps no match in memory: the store has its deadline.
            if live.used_at < before and not live.is_busy:
                yield live

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that ends with the registry."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    async def stop(self) -> None:
        """Finish pending writes, then end all sessions and all tasks."""
        self.is_stopping = True
        for live in tuple(self.matches.values()):
            async with HeldMatch(self, live):
                for session in tuple(live.sessions):
                    session.end("shutdown", SENTENCES["shutdown"])
            for timer in live.timers():
                timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, KheperError):
            _log.error("a background task failed", exc_info=error)


class HeldMatch:
    """Holds the lock of a match; a class, because a generator would be slower for each command."""

    __slots__ = ("live", "registry")

    def __init__(self, registry: Registry, live: LiveMatch) -> None:
        self.registry = registry
        self.live = live

    async def __aenter__(self) -> LiveMatch:
        live = self.live
        live.holders += 1
        try:
            await live.lock.acquire()
        except BaseException:
            live.holders -= 1
            raise
        return live

    async def __aexit__(self, *_: object) -> None:
        live, registry = self.live, self.registry
        live.lock.release()
        live.holders -= 1
        if not live.sessions:
            live.used_at = registry.clock()
            if live.loaded is None:
                # The match does not exist, or the store failed.
                if not live.holders:
                    registry.matches.pop(live.id, None)
                return
        if live.stale:
            registry.catch_up(live)
