"""A thread that writes in groups: whatever waits when a commit begins is in that commit."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from kheper.server.store.base import StoreError, Unavailable, Written, failed

Work = TypeVar("Work")

# For each work of a group: nothing if it is written and durable, or why it is not written.
Outcomes = Sequence[StoreError | None]


_log = logging.getLogger("kheper.store")


class GroupWriter(Generic[Work]):
    """Takes works from an event loop, commits them in a thread, and answers each."""

    def __init__(
        self, commit: Callable[[list[Work]], Outcomes], release: Callable[[], None]
    ) -> None:
        self._commit = commit
        self._release = release
        # What this turn of the loop has brought so far, and what the thread has to take.
        self._gathered: list[tuple[Work, Written]] = []
        self._queue: SimpleQueue[list[tuple[Work, Written]] | None] = SimpleQueue()
        self._loop = asyncio.get_running_loop()
        self._closed = False
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work) -> Written:
        """Put a work into the next group."""
        if self._closed:
            return failed(Unavailable("the store is closed"))
        written = Written()
        if not self._gathered:
            # All that one turn of the loop brings goes over at once: under load that makes large
            # groups, and nobody waits for it when there is little to do.
            self._loop.call_soon(self._hand_over)
        self._gathered.append((work, written))
        return written

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._queue.put(gathered)

    async def close(self) -> None:
        """Write what waits, and end the thread."""
        if not self._closed:
            self._closed = True
            self._hand_over()
            self._queue.put(None)
        await asyncio.to_thread(self._thread.join)

    def _run(self) -> None:
        going = True
        while going:
            group: list[tuple[Work, Written]] = []
            for gathered in self._waiting():
                if gathered is None:
                    going = False
                else:
                    group += gathered
            if group:
                outcomes = self._commit([work for work, _ in group])
                # A loop that has been closed has nobody left to hear it.
                with suppress(RuntimeError):
                    self._loop.call_soon_threadsafe(answer, group, outcomes)
        self._release()

    def _waiting(self) -> list[list[tuple[Work, Written]] | None]:
        found = [self._queue.get()]
        with suppress(Empty):
            while True:
                found.append(self._queue.get_nowait())
        return found


def answer(group: Sequence[tuple[Any, Written]], outcomes: Outcomes) -> None:
    """Tell each who waits how it went."""
    for (_, written), error in zip(group, outcomes, strict=True):
        try:
            written.settle(error)
        except Exception:
            # One who fails to hear it is no reason not to tell the others.
            _log.exception("what has been written could not be told")
