"""Matches that are due though nobody has loaded them: clocks of days, and clocks after a restart.

The store knows when each match must be looked at; that may be too early, and is never too late.
Every process looks at what is overdue. Of several that find the same, the one that can put its
reminder off sees to it; should it die over that, the reminder comes again.
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

# How often to look, in seconds, and how soon again if there was more than is looked at at once.
EVERY = 10.0
SOON = 1.0
MOST = 100
# In milliseconds: how long a match is left to whoever has loaded it, how long seeing to it may
# take, and when to look again at a log that cannot be read.
LATE = 10_000
LEASE = 60_000
UNREADABLE = 3_600_000
# So many events are replayed before others get their turn.
STRETCH = 100


class Reminders:
    """Has what is due loaded."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    async def run(self) -> None:
        """Look at once, and then again and again."""
        while True:
            found = 0
            try:
                found = await self.look()
            except StoreError as error:
                _log.info("reminders cannot be read: %s", type(error).__name__)
            await asyncio.sleep(SOON if found == MOST else EVERY)

    async def look(self) -> int:
        """See to what is due now; return how many that was."""
        found = await self._store.due(self._registry.clock() - LATE, MOST)
        # In another order than other processes.
        self._registry.rng.shuffle(found)
        for reminder in found:
            try:
                await self._handle(reminder)
            except Conflict:
                continue  # another process does, or something has happened meanwhile
        return len(found)

    async def _handle(self, reminder: Reminder) -> None:
        now = self._registry.clock()
        try:
            deadline = await self._deadline(reminder.match)
        except KheperError as error:
            _log.error("a log cannot be read: %s", error.code)
            await self._store.postpone(reminder, now + UNREADABLE)
            return
        if deadline is None or deadline > now:
            await self._store.postpone(reminder, deadline)
            return
        await self._store.postpone(reminder, now + LEASE)
        try:
            await match_of(self._registry, reminder.match)
        except KheperError as error:
            _log.info("a match that is due cannot be loaded: %s", error.code)

    async def _deadline(self, match_id: str) -> int | None:
        """Return when a match is really due; it is not loaded, for then its guests were missed."""
        match: MatchState | None = None
        for row in await self._store.read(match_id):
            event = events.decode(row.body)
            match = next_step(match, event).after
            if row.number % STRETCH == 0:
                await asyncio.sleep(0)
        return None if match is None else due.deadline(match)
