"""Other processes on the same store: the events they write, and who is connected to them.

A notice only says that there is something to read, and notices may come late, twice or never.
Logs that are announced during a read are read next, all in one query. Connections are not in
any log: each process broadcasts its own, on every change and at intervals.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator, Sequence

from kheper.core.errors import KheperError
from kheper.server.live.event_log import STRETCH, create_rematch, replay_at_once
from kheper.server.live.match import LiveMatch
from kheper.server.live.registry import Registry
from kheper.server.live.submit import apply_and_publish, refresh
from kheper.server.store.base import StoredEvent, StoreError, is_id

_log = logging.getLogger("kheper.live")

# Pauses, in seconds, before reading again an announced event that is not visible yet.
PAUSES = (0.01, 0.03, 0.1, 0.3, 1.0)
# Matches in one query.
ASKED_AT_ONCE = 250
# In seconds: how long changes of presence are collected, how often everything is broadcast
# again, and after how long a silent process is considered dead.
PRESENCE_DELAY, PRESENCE_EVERY, SILENCE = 0.1, 10.0, 35.0
# Characters in one broadcast.
LONGEST_CALL = 7_000


class Processes:
    """Follows what other processes write and broadcast."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._store = registry.store

    def start(self) -> None:
        """Subscribe, and start the tasks that read, poll and broadcast."""
        registry = self._registry
        self._store.subscribe(self._on_append, self._on_gap)
        self._store.on_broadcast(self._on_broadcast)
        registry.spawn(self._read_announced())
        registry.spawn(self._poll_always())
        if self._store.shared:
            registry.spawn(self._broadcast_changes())
            registry.spawn(self._broadcast_all())

    # --- events

    def _on_append(self, match_id: str, number: int) -> None:
        """Note that a log is known to have events up to a number."""
        live = self._registry.matches.get(match_id)
        if live is None or (live.loaded is not None and number <= live.match.number):
            return
        live.announced = max(live.announced, number)
        # A task that is loading the match checks `announced` afterwards.
        if live.loaded is not None:
            live.stale = True
            if not live.holders:
                self._registry.catch_up(live)

    def _on_gap(self) -> None:
        if not self._registry.is_stopping:
            self._registry.spawn(self._poll())

    async def _read_announced(self) -> None:
        """Read the logs that were announced, many in one query."""
        queue = self._registry.to_catch_up
        while True:
            lives = [await queue.get()]
            while not queue.empty():
                lives.append(queue.get_nowait())
            if late := await self._read(lives):
                self._registry.spawn(self._read_again(late))

    async def _read_again(self, lives: Sequence[LiveMatch]) -> None:
        """Read logs until they hold what was announced, or give up: the notice was wrong."""
        try:
            for pause in PAUSES:
                await asyncio.sleep(pause)
                lives = await self._read(lives)
                if not lives:
                    return
        finally:
            for live in lives:
                live.announced = 0
                live.is_catching_up = False

    async def _read(self, lives: Sequence[LiveMatch]) -> list[LiveMatch]:
        """Apply what is new in some logs; return the matches that have not caught up."""
        try:
            read_new = await self._store.read_new({live.id: live.match.number for live in lives})
        except StoreError:
            return list(lives)
        late = []
        for live in lives:
            try:
                followed = self._follow(live, read_new.get(live.id, ()))
            except Exception as error:
                followed = True
                if not isinstance(error, KheperError):
                    _log.exception("cannot apply what another process has written")
            if not followed:
                # In a task of its own, because it may take long.
                self._registry.spawn(self._refresh(live))
            if live.announced > live.match.number:
                late.append(live)
            else:
                live.is_catching_up = False
        return late

    def _follow(self, live: LiveMatch, rows: Sequence[StoredEvent]) -> bool:
        """Apply what others have written, and say whether that was possible at once.

        It is not if a task holds the match or if there is much to replay; the match stays stale.
        """
        match = live.match
        rows = [row for row in rows if row.number > match.number]
        if live.holders or len(rows) > STRETCH:
            return False
        if rows:
            if rows[0].number != match.number + 1:
                return False
            steps = replay_at_once(rows, match)
            if steps[-1].after.next and not live.rematch_exists:
                return False
            apply_and_publish(self._registry, live, steps)
        live.stale = live.announced > live.match.number
        return True

    async def _refresh(self, live: LiveMatch) -> None:
        async with self._registry.hold(live.id) as held:
            await refresh(self._registry, held)

    async def _poll_always(self) -> None:
        """Poll at intervals for events that were not announced, and forget idle matches."""
        registry = self._registry
        while True:
            await asyncio.sleep(registry.limits.poll / 1000)
            for live in tuple(registry.idle()):
                registry.forget(live)
            await self._poll()

    async def _poll(self) -> None:
        """Ask the store what other processes have written, and create missing rematches."""
        registry = self._registry
        loaded = [live for live in registry.matches.values() if live.loaded is not None]
        for start in range(0, len(loaded), ASKED_AT_ONCE):
            lives = loaded[start : start + ASKED_AT_ONCE]
            try:
                numbers = await self._store.last([live.id for live in lives])
            except StoreError:
                return
            for match_id, number in numbers.items():
                self._on_append(match_id, number)
            for live in lives:
                if registry.matches.get(live.id) is not live:
                    continue  # it was removed from memory meanwhile
                if live.match.next and not live.rematch_exists:
                    async with registry.hold(live.id):
                        await create_rematch(self._store, live, live.match)
                if live.stale and not live.holders:
                    registry.catch_up(live)

    # --- presence

    def _on_broadcast(self, origin: str, text: str) -> None:
        """Note who is connected to another process: `match guest guest …`, a line each."""
        now = asyncio.get_running_loop().time()
        for line in text.splitlines():
            match_id, *guests = line.split(" ")
            live = self._registry.matches.get(match_id)
            if live is not None and all(map(is_id, guests)):
                self._note(live, origin, frozenset(guests), now)

    def _note(self, live: LiveMatch, origin: str, guests: frozenset[str], now: float) -> None:
        known = live.elsewhere.get(origin)
        before: frozenset[str] = known[0] if known else frozenset()
        if guests:
            live.elsewhere[origin] = (guests, now)
        elif known is not None:
            del live.elsewhere[origin]
        if known is None and live.sessions:
            # A new process does not know yet who is connected here.
            self._registry.presence_changed.add(live.id)
        for guest in guests:
            live.cancel_absence(guest)
        if before != guests:
            self._changed(live)

    def _changed(self, live: LiveMatch) -> None:
        """Publish who is connected, and start timers for those who are not."""
        self._registry.schedule_presence(live)
        if live.loaded is not None:
            self._registry.schedule(live)

    async def _broadcast_changes(self) -> None:
        registry = self._registry
        while True:
            await asyncio.sleep(PRESENCE_DELAY)
            if registry.presence_changed:
                matches, registry.presence_changed = list(registry.presence_changed), set()
                await self._call(matches)

    async def _broadcast_all(self) -> None:
        """Broadcast everything at intervals, and forget silent processes."""
        matches = self._registry.matches
        while True:
            await asyncio.sleep(PRESENCE_EVERY)
            for live in tuple(matches.values()):
                self._forget_silent_processes(live)
            await self._call([live.id for live in matches.values() if live.sessions])

    def _forget_silent_processes(self, live: LiveMatch) -> None:
        before = asyncio.get_running_loop().time() - SILENCE
        gone = [origin for origin, (_, at) in live.elsewhere.items() if at < before]
        for origin in gone:
            del live.elsewhere[origin]
        if gone:
            self._changed(live)

    async def _call(self, matches: Sequence[str]) -> None:
        try:
            for text in _texts([self._line(match_id) for match_id in matches]):
                await self._store.broadcast(text)
        except StoreError:
            return  # the next broadcast repeats it

    def _line(self, match_id: str) -> str:
        live = self._registry.matches.get(match_id)
        guests = {session.who.id for session in live.sessions} if live else ()
        return " ".join([match_id, *sorted(guests)])


def _texts(lines: Sequence[str]) -> Iterator[str]:
    """Join lines, as many as fit into one broadcast.

    >>> list(_texts(["a" * 4000, "b" * 2000, "c" * 2000]))[1][:3]
    'ccc'
    """
    text = ""
    for line in lines:
        if text and len(text) + len(line) >= LONGEST_CALL:
            yield text
            text = ""
        text = f"{text}\n{line}" if text else line
    if text:
        yield text
