"""An event loop whose time is its own: it jumps to whatever is due next."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
EPOCH = 1_700_000_000_000


class StallError(AssertionError):
    """Nothing will ever happen again."""


class _Selector:
    """Waits for no socket: waiting is moving the clock on."""

    def __init__(self, loop: FakeLoop) -> None:
        self._loop = loop

    def select(self, timeout: float | None) -> list[object]:
        if timeout is None:
            raise StallError("nothing is ready and nothing is due")
        self._loop.now += timeout
        return []

    def close(self) -> None:
        pass


class FakeLoop(asyncio.BaseEventLoop):
    """A loop for one thread and no sockets, that runs the same whenever it is run."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._selector = _Selector(self)
        self.faults: list[dict[str, Any]] = []
        self.set_exception_handler(lambda _, context: self.faults.append(context))

    def time(self) -> float:
        return self.now

    def clock(self) -> int:
        """Return the time of the loop as the live reads it."""
        return EPOCH + round(self.now * 1000)

    def _process_events(self, event_list: object) -> None:
        pass

    def _write_to_self(self) -> None:
        pass


def run(loop: FakeLoop, work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine to its end, and whatever it leaves behind to its cancellation."""
    asyncio.set_event_loop(loop)
    try:
        return loop.run_until_complete(work)
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        asyncio.set_event_loop(None)
        loop.close()
