"""Writing in groups: whatever waits when a commit begins is in that commit."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Generic, TypeVar

from kheper.server.store.base import Outcomes, Unavailable, Written, failed

Work = TypeVar("Work")

# Works, and what those who wait for them have.
Group = Sequence[tuple[Work, Written]]


class Gatherer(ABC, Generic[Work]):
    """Takes works from an event loop, and passes on at once all that one turn of it brings.

    Under load that makes large groups, and nobody waits for it when there is little to do.
    """

    def __init__(self) -> None:
        self._gathered: list[tuple[Work, Written]] = []
        self._loop = asyncio.get_running_loop()
        self._closed = False

    def submit(self, work: Work) -> Written:
        """Put a work into the next group."""
        if self._closed:
            return failed(Unavailable("the store is closed"))
        written = Written()
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append((work, written))
        return written

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._pass_on(gathered)

    @abstractmethod
    def _pass_on(self, group: Group[Work]) -> None:
        """Have a group written and answered."""

    @abstractmethod
    async def close(self) -> None:
        """Write what waits, and take no more."""


class GroupWriter(Gatherer[Work]):
    """Commits works in a thread, and answers each."""

    def __init__(
        self, commit: Callable[[list[Work]], Outcomes], release: Callable[[], None]
    ) -> None:
        super().__init__()
        self._commit = commit
        self._release = release
        self._queue: SimpleQueue[Group[Work] | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name="store-writer", daemon=True)
        self._thread.start()

    def _pass_on(self, group: Group[Work]) -> None:
        self._queue.put(group)

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

    def _waiting(self) -> list[Group[Work] | None]:
        found = [self._queue.get()]
        with suppress(Empty):
            while True:
                found.append(self._queue.get_nowait())
        return found


def answer(group: Sequence[tuple[Any, Written]], outcomes: Outcomes) -> None:
    """Tell each who waits how it went."""
    for (_, written), error in zip(group, outcomes, strict=True):
        written.settle(error)
