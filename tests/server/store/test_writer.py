"""The thread that writes in groups."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from kheper.server.store.base import Conflict, Outcomes, StoreError, Unavailable, Written
from kheper.server.store.writer import GroupWriter, answer

pytestmark = pytest.mark.anyio


async def test_what_waits_goes_into_one_commit() -> None:
    groups: list[list[int]] = []
    begun, go_on, released = Event(), Event(), Event()

    def commit(works: list[int]) -> Outcomes:
        groups.append(works)
        begun.set()
        assert go_on.wait(10)
        return [Conflict(work) if work % 10 == 3 else None for work in works]

    writer = GroupWriter(commit, released.set)
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


async def test_what_is_written_can_be_heard_of_or_awaited_before_and_after() -> None:
    heard: list[StoreError | None] = []
    early, late, refused = Written(), Written(), Written()
    conflict = Conflict("m", 2)
    early.tell(heard.append)
    early.settle()
    late.settle()
    late.tell(heard.append)
    refused.settle(conflict)
    refused.tell(heard.append)
    assert heard == [None, None, conflict]
    await early
    with pytest.raises(Conflict):
        await refused
    waited = Written()
    one = asyncio.ensure_future(waited)
    await asyncio.sleep(0)
    waited.settle(conflict)
    with pytest.raises(Conflict):
        await one


async def test_one_who_was_cancelled_or_fails_keeps_nothing_from_the_others(
    caplog: pytest.LogCaptureFixture,
) -> None:
    heard: list[StoreError | None] = []
    gone, failing, good = Written(), Written(), Written()
    waiting = asyncio.ensure_future(gone)
    await asyncio.sleep(0)
    waiting.cancel()
    failing.tell(lambda _: 1 // 0)  # type: ignore[arg-type] # it fails
    good.tell(heard.append)
    answer([(0, gone), (1, failing), (2, good)], [None, None, None])
    assert heard == [None]
    assert "could not be told" in caplog.text
    with pytest.raises(asyncio.CancelledError):
        await waiting
