"""Matches that are due and that no process has loaded, such as those with clocks of days.

The store has a deadline for each match; it may be too early, and is never too late. Every process
polls for overdue matches. Postponing a reminder takes a lease on it: of several processes, the
one that succeeds handles the match, and if it dies, the reminder returns.
"""

from __future__ import annotations

import asyncio
import logging

from kheper.core.errors import KheperError
from kheper.server.live.registry import Registry
from kheper.server.live.sessions import match_of
from kheper.server.match import due, events
from kheper.server.match.apply import next_step
from kheper.server.match.state import MatchState
from kheper.server.store.base import Conflict, Reminder, StoreError

_log = logging.getLogger("kheper.reminders")

# Seconds between polls, and seconds after a poll that was full; the most reminders in one poll.
EVERY = 10.0
SOON = 1.0
MOST = 100
# In milliseconds: how long a match is left to a process that has loaded it, how long a lease
# lasts, and when to retry a log that cannot be read.
LATE = 10_000
LEASE = 60_000
UNREADABLE = 3_600_000
# Events replayed before other tasks run.
STRETCH = 100


class Reminders:
    """Loads the matches that are due."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    async def run(self) -> None:
        """Poll at once, and then at intervals."""
        while True:
            found = 0
            try:
                found = await self.look()
            except StoreError as error:
                _log.info("cannot read reminders: %s", type(error).__name__)
            await asyncio.sleep(SOON if found == MOST else EVERY)

    async def look(self) -> int:
        """Handle what is due now, and return the number of reminders."""
        found = await self._store.due(self._registry.clock() - LATE, MOST)
        # Shuffled, so that processes do not compete for the same ones.
        self._registry.rng.shuffle(found)
        for reminder in found:
            try:
                await self._handle(reminder)
            except Conflict:
                continue  # another process has the lease, or the match has changed
        return len(found)

    async def _handle(self, reminder: Reminder) -> None:
        now = self._registry.clock()
        try:
            deadline = await self._deadline(reminder.match)
        except KheperError as error:
            _log.error("cannot read a log: %s", error.code)
            await self._store.postpone(reminder, now + UNREADABLE)
            return
        if deadline is None or deadline > now:
            await self._store.postpone(reminder, deadline)
            return
        await self._store.postpone(reminder, now + LEASE)
        try:
            await match_of(self._registry, reminder.match)
        except KheperError as error:
            _log.info("cannot load a match that is due: %s", error.code)

    async def _deadline(self, match_id: str) -> int | None:
        """Return when a match is due; it is not loaded, or its guests would be marked as away."""
        match: MatchState | None = None
        for row in await self._store.read(match_id):
            event = events.decode(row.body)
            match = next_step(match, event).after
            if row.number % STRETCH == 0:
                await asyncio.sleep(0)
        return None if match is None else due.deadline(match)
