"""Garbage collection: small collections under load, full ones in quiet moments.

A full collection stops the process for 50 ms and more with hundreds of connections. Matches have
no reference cycles; connections do, and are freed by the next full collection, which waits until
nobody has moved for a moment.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

# Seconds between full collections, seconds they wait for a quiet moment, and its length.
EVERY = 60.0
PATIENCE = 600
MOMENT = 1.0
# Thresholds of the three generations. A young collection takes a few milliseconds; the moves
# that are in progress at a time allocate fewer objects, which die before it. A middle one takes
# 100 ms and more; thousands of new connections cause one, moves do not. Python never starts a
# full collection by itself.
_YOUNG, _STAYING, _NEVER = 8_000, 50, 1_000_000_000


def tune() -> None:
    """Set the thresholds, and exclude all present objects from collection."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _STAYING, _NEVER)


async def collect_when_idle(written: Callable[[], int]) -> None:
    """Run full collections at intervals, when no events are written; `written` counts events."""
    while True:
        await asyncio.sleep(EVERY)
        if not any(gc.get_count()[1:]):
            continue  # little was allocated since the last time
        for _ in range(PATIENCE):
            before = written()
            await asyncio.sleep(MOMENT)
            if written() == before:
                break
        gc.collect()
