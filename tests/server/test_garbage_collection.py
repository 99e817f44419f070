"""The garbage collector waits for a quiet moment, and not for ever."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator
from itertools import count

import pytest

from kheper.server import garbage_collection

pytestmark = pytest.mark.anyio


class Circle:
    """Something that only the collector can free."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    thresholds = gc.get_threshold()
    monkeypatch.setattr(garbage_collection, "EVERY", 0.01)
    monkeypatch.setattr(garbage_collection, "MOMENT", 0.01)
    gc.set_threshold(100_000, 5, 1_000_000_000)
    yield
    gc.set_threshold(*thresholds)


def old_garbage(generation: int = 1) -> weakref.ref[Circle]:
    """Return a look at garbage that has stayed for long, after one more look at some."""
    circle = Circle()
    gc.collect()
    gc.collect(generation)
    return weakref.ref(circle)


async def gone(found: weakref.ref[Circle], seconds: float) -> bool:
    for _ in range(round(seconds * 100)):
        await asyncio.sleep(0.01)
        if found() is None:
            return True
    return False


@pytest.mark.parametrize("generation", [0, 1])
async def test_everything_is_looked_at_in_a_quiet_moment(generation: int) -> None:
    found = old_garbage(generation)
    looking = asyncio.ensure_future(garbage_collection.collect_when_idle(lambda: 7))
    assert await gone(found, 5)
    looking.cancel()


async def test_while_moves_come_it_waits_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    moves = count()
    found = old_garbage()
    looking = asyncio.ensure_future(garbage_collection.collect_when_idle(lambda: next(moves)))
    assert not await gone(found, 0.3)
    looking.cancel()
    monkeypatch.setattr(garbage_collection, "PATIENCE", 3)
    found = old_garbage()
    looking = asyncio.ensure_future(garbage_collection.collect_when_idle(lambda: next(moves)))
    assert await gone(found, 5)
    looking.cancel()


def test_sparing_leaves_what_is_there_alone() -> None:
    try:
        garbage_collection.tune()
        assert gc.get_freeze_count() > 1000
        assert gc.get_threshold()[2] > 1_000_000
    finally:
        gc.unfreeze()
