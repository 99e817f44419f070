"""Python's garbage collector, which stops everybody while it looks: at little, or in quiet moments.

The data of matches holds no circles; connections do, and stay until a look at everything, which
takes 50 ms and more with hundreds of them. That one waits until nobody has moved for a moment.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable

# How often everything may be looked at, and how long that waits for a quiet moment, in seconds.
EVERY = 60.0
PATIENCE = 600
MOMENT = 1.0
# After so many new objects the young ones are looked at, which takes a few milliseconds. The moves
# that are under way at a time have fewer, and are gone before anybody looks. After so many such
# looks those that have stayed are looked at, 100 ms and more: that many come with thousands of
# connections, not with moves. By itself, Python never looks at everything.
_YOUNG, _STAYING, _NEVER = 8_000, 50, 1_000_000_000


def tune() -> None:
    """Have the collector look seldom and at little; what is there now, never again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(_YOUNG, _STAYING, _NEVER)


async def collect_when_idle(written: Callable[[], int]) -> None:
    """Look at everything now and then, when nothing is being written; `written` counts that."""
    while True:
        await asyncio.sleep(EVERY)
        if not any(gc.get_count()[1:]):
            continue  # hardly anything has come since the last time
        for _ in range(PATIENCE):
            before = written()
            await asyncio.sleep(MOMENT)
            if written() == before:
                break
        gc.collect()
