"""A store in memory, that several lives share, with all the trouble that a store can have."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from kheper.server.store.base import (
    Conflict,
    Guest,
    MatchIndex,
    Missing,
    OnAppend,
    OnBroadcast,
    OnGap,
    PendingWrite,
    Reminder,
    StoredEvent,
    StoreError,
    Unavailable,
    Unknown,
    append_error,
    check_create,
    failed_write,
)


class Trouble(NamedTuple):
    """How often, of all times, something goes wrong; and how slow things are, in seconds."""

    fails: float = 0.0  # nothing is written or read: disk full, I/O error, busy
    unknown: float = 0.0  # the connection breaks during the commit
    lost: float = 0.0  # a notice does not come
    twice: float = 0.0  # it comes twice
    early: float = 0.0  # it comes before the commit, which may then fail
    deaf: float = 0.0  # the bus says that something was missed
    slow: float = 0.01

    @property
    def calm(self) -> Trouble:
        """The same store on a good day."""
        return Trouble(slow=self.slow)


class Disk:
    """What is durable, and who listens to whom."""

    def __init__(self) -> None:
        self.logs: dict[str, list[bytes]] = {}
        self.indexes: dict[str, MatchIndex] = {}
        self.due: dict[str, int] = {}
        self.stores: list[MemoryStore] = []

    def keep(self, match_id: str, index: MatchIndex) -> None:
        """Keep what lists show of a match, and when it is due."""
        self.indexes[match_id] = index
        self.put_off(match_id, index.due)

    def put_off(self, match_id: str, until: int | None) -> None:
        """Have a match due at another time, or never."""
        self.due.pop(match_id, None)
        if until is not None:
            self.due[match_id] = until


class MemoryStore:
    """One process's way to the disk."""

    def __init__(self, disk: Disk, rng: Random, trouble: Trouble = Trouble()) -> None:  # noqa: B008
        self.disk = disk
        self.trouble = trouble
        self.calls = 0
        # The calls that fail, by their numbers from 1: for tests that go through them all.
        self.failing: dict[int, str] = {}
        self._rng = rng
        self.called: OnBroadcast | None = None
        self._on_append: OnAppend | None = None
        self._on_gap: OnGap | None = None
        disk.stores.append(self)

    shared = True

    async def open(self) -> None: ...

    async def close(self) -> None: ...

    def unplug(self) -> None:
        """The process is dead: it hears nothing any more."""
        self.disk.stores.remove(self)

    def create(self, match_id: str, events: Sequence[bytes], index: MatchIndex) -> PendingWrite:
        check_create(match_id, events)

        def write() -> None:
            if match_id in self.disk.logs:
                raise Conflict(match_id)
            self.disk.logs[match_id] = list(events)
            self.disk.keep(match_id, index)

        return self._write(write, match_id, len(events))

    def append(
        self, match_id: str, first: int, events: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        if error := append_error(match_id, first, events):
            return failed_write(error)

        def write() -> None:
            log = self.disk.logs.get(match_id)
            if log is None:
                raise Missing(match_id)
            if first != len(log) + 1:
                raise Conflict(match_id, first)
            log.extend(events)
            if index is not None:
                self.disk.keep(match_id, index)

        return self._write(write, match_id, first + len(events) - 1)

    async def read(self, match_id: str, after: int = 0) -> list[StoredEvent]:
        await self._ask()
        log = self.disk.logs.get(match_id, [])
        return [StoredEvent(n, body) for n, body in enumerate(log[after:], after + 1)]

    async def read_new(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        await self._ask()
        return {
            match_id: [StoredEvent(n, body) for n, body in enumerate(log[number:], number + 1)]
            for match_id, number in after.items()
            if len(log := self.disk.logs.get(match_id, [])) > number
        }

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        await self._ask()
        return {
            match_id: len(self.disk.logs[match_id])
            for match_id in matches
            if match_id in self.disk.logs
        }

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        await self._ask()
        found = [
            index
            for index in reversed(self.disk.indexes.values())
            if guest is None or guest in index.guests
        ]
        return found[:limit]

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        await self._ask()
        found = [Reminder(match_id, due) for match_id, due in self.disk.due.items() if due < before]
        return sorted(found, key=lambda reminder: reminder.due)[:limit]

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        await self._ask()
        if self.disk.due.get(reminder.match) != reminder.due:
            raise Conflict(reminder.match)
        self.disk.put_off(reminder.match, until)

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None: ...

    async def add_token(self, guest_id: str, token_hash: bytes) -> None: ...

    async def remove_token(self, token_hash: bytes) -> None: ...

    async def guest(self, token_hash: bytes) -> Guest | None:
        return None

    async def rename(self, guest_id: str, name: str) -> None: ...

    async def probe(self) -> None:
        await self._ask()

    def subscribe(self, heard: OnAppend, missed: OnGap | None = None) -> None:
        self._on_append, self._on_gap = heard, missed

    async def broadcast(self, text: str) -> None:
        await self._ask()
        loop = asyncio.get_running_loop()
        for store in self.disk.stores:
            if store is not self and store.called and not store._happens(store.trouble.lost):
                loop.call_later(store._some_time(), store.called, str(id(self)), text)

    def on_broadcast(self, called: OnBroadcast) -> None:
        self.called = called

    # --- trouble

    def _happens(self, chance: float) -> bool:
        return chance > 0 and self._rng.random() < chance

    def _some_time(self) -> float:
        slow = self.trouble.slow
        return self._rng.choice((0.0, slow, slow, 10 * slow)) * self._rng.random()

    def _fault(self) -> str:
        """Say what goes wrong with this call: nothing, mostly."""
        self.calls += 1
        if fault := self.failing.get(self.calls):
            return fault
        if self._happens(self.trouble.fails):
            return "fails"
        if self._happens(self.trouble.unknown):
            return self._rng.choice(("unknown", "unknown-written", "unknown-late"))
        return ""

    async def _ask(self) -> None:
        fault = self._fault()
        await asyncio.sleep(self._some_time())
        if fault:
            raise Unavailable("simulated")

    def _write(self, write: Callable[[], None], match_id: str, last: int) -> PendingWrite:
        """Write, whatever becomes of the caller meanwhile, and tell the others."""
        fault = self._fault()
        later = asyncio.get_running_loop().call_later
        written = PendingWrite()
        if self._happens(self.trouble.early):
            self._tell(match_id, last)

        def commit() -> None:
            error: StoreError | None = None
            try:
                write()
            except (Conflict, Missing) as refusal:
                error = refusal
            else:
                self._tell(match_id, last)
            if fault == "unknown-written":
                error = Unknown("simulated")
            if fault != "unknown-late":
                written.settle(error)

        if fault == "fails":
            later(self._some_time(), written.settle, Unavailable("simulated"))
        elif fault == "unknown":
            later(self._some_time(), written.settle, Unknown("simulated"))
        else:
            later(self._some_time(), commit)
            if fault == "unknown-late":
                written.settle(Unknown("simulated"))
        return written

    def _tell(self, match_id: str, last: int) -> None:
        for store in self.disk.stores:
            if store is not self:
                store.notice(match_id, last)

    def notice(self, match_id: str, last: int) -> None:
        """Have a notice come, some time, or not, or twice."""
        loop = asyncio.get_running_loop()
        heard, missed = self._on_append, self._on_gap
        if heard is None:
            return
        if missed is not None and self._happens(self.trouble.deaf):
            loop.call_later(self._some_time(), missed)
        times = 0 if self._happens(self.trouble.lost) else 1 + self._happens(self.trouble.twice)
        for _ in range(times):
            loop.call_later(self._some_time(), heard, match_id, last)
