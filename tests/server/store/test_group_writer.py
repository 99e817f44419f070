"""The thread that writes in groups."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from kheper.server.store.base import Conflict, Outcomes, PendingWrite, Unavailable
from kheper.server.store.group_writer import ThreadWriter, answer

pytestmark = pytest.mark.anyio


async def test_what_waits_goes_into_one_commit() -> None:
    groups: list[list[int]] = []
    begun, go_on, released = Event(), Event(), Event()

    def commit(works: list[int]) -> Outcomes:
        groups.append(works)
        begun.set()
        assert go_on.wait(10)
        return [Conflict(work) if work % 10 == 3 else None for work in works]

    writer = ThreadWriter(commit, released.set)
    first = asyncio.ensure_future(writer.submit(0))
    assert await asyncio.to_thread(begun.wait, 10)
    rest = [writer.submit(number) for number in range(1, 30)]
    assert not first.done(), "answered before it was committed"
    go_on.set()
    found = await asyncio.gather(first, *rest, return_exceptions=True)
    assert groups == [[0], list(range(1, 30))]
    refused = [number for number, result in enumerate(found) if isinstance(result, Conflict)]
    assert refused == [3, 13, 23]
    await writer.close()
    assert released.is_set()
    with pytest.raises(Unavailable, match="closed"):
        await writer.submit(1)
    await writer.close()


async def test_what_is_settled_can_be_awaited_before_and_after() -> None:
    early, late, refused = PendingWrite(), PendingWrite(), PendingWrite()
    waiting = asyncio.gather(early)
    await asyncio.sleep(0)
    early.settle()
    await waiting
    late.settle()
    await late
    refused.settle(Conflict("m", 2))
    with pytest.raises(Conflict):
        await refused


async def test_one_who_was_cancelled_keeps_nothing_from_the_others() -> None:
    gone, good = PendingWrite(), PendingWrite()

    async def wait() -> None:
        await gone

    waiting = asyncio.ensure_future(wait())
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    answer([(0, gone), (1, good)], [None, None])
    await good
