"""The thread that writes in groups."""

from __future__ import annotations

import asyncio
from threading import Event

import pytest

from kheper.server.store.base import Conflict, Unavailable
from kheper.server.store.writer import GroupWriter, Outcomes

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
    first = writer.submit(0)
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
