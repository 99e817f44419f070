"""Group commit: all writes that wait when a commit begins are part of it."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from kheper.server.store.base import Outcomes, PendingWrite, Unavailable, failed_write

Write = TypeVar("Write")

# Writes, and the futures that their callers await.
Group = Sequence[tuple[Write, PendingWrite]]


class WriteBatcher(ABC, Generic[Write]):
    """Collects the writes of one iteration of the event loop, and passes them on together.

    Groups are large under load, and a write waits for nothing when there is little to do.
    """

    def __init__(self) -> None:
        self._batch: list[tuple[Write, PendingWrite]] = []
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def submit(self, write: Write) -> PendingWrite:
        """Add a write to the next group."""
        if self._closed:
            return failed_write(Unavailable("the store is closed"))
        written = PendingWrite()
        if not self._batch:
            self._loop.call_soon(self._flush)
        self._batch.append((write, written))
        return written

    def _flush(self) -> None:
        batch, self._batch = self._batch, []
        if batch:
            self._write_group(batch)

    @abstractmethod
    def _write_group(self, group: Group[Write]) -> None:
        """Write a group, and answer each write."""

    @abstractmethod
    async def close(self) -> None:
        """Finish pending writes, and accept no more."""


class ThreadWriter(WriteBatcher[Write]):
    """Commits writes in a thread, and answers each."""

    def __init__(
        self, commit: Callable[[list[Write]], Outcomes], release: Callable[[], None]
    ) -> None:
        super().__init__()
        self._commit = commit
        self._release = release
        self._queue: SimpleQueue[Group[Write] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def _write_group(self, group: Group[Write]) -> None:
        self._queue.put(group)

    async def close(self) -> None:
        """Finish pending writes, and end the thread."""
        if not self._closed:
            self._closed = True
            self._flush()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            group: list[tuple[Write, PendingWrite]] = []
            for batch in self._waiting():
                if batch is None:
                    going = False
                else:
                    group += batch
            if group:
                outcomes = self._commit([write for write, _ in group])
                # If the loop is closed, nobody waits for the answer.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(answer, group, outcomes)
        self._release()

    def _waiting(self) -> list[Group[Write] | None]:
        found = [self._queue.get()]
        with suppress(Empty):
            while True:
                found.append(self._queue.get_nowait())
        return found


def answer(group: Sequence[tuple[Any, PendingWrite]], outcomes: Outcomes) -> None:
    """Set the result of each write."""
    for (_, written), error in zip(group, outcomes, strict=True):
        written.settle(error)
