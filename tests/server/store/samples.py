"""Matches and stores for tests."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from kheper.server.store.base import MatchIndex, Store, StoreError
from kheper.server.store.sqlite.writer_process import PROGRAM


def sample_index(match: str, **changes: Any) -> MatchIndex:
    index = MatchIndex(
        match=match,
        game="scarabya",
        mode="duel",
        state="running",
        host="Ptah",
        seats=("ptah", None),
        created=1.5,
        updated=2.5,
        listed=True,
    )
    return msgspec.structs.replace(index, **changes)


@asynccontextmanager
async def opened(store: Store) -> AsyncIterator[Store]:
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def begin(store: Store, *matches: str) -> None:
    """Begin matches with one entry each."""
    await asyncio.gather(*(store.create(m, [b"created"], sample_index(m)) for m in matches))


async def bodies(store: Store, match: str) -> list[bytes]:
    """What the log holds, after seeing that it is numbered from 1 without a gap."""
    entries = await store.read(match)
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    return [entry.body for entry in entries]


async def outcomes(
    attempts: Iterable[Awaitable[None]],
) -> list[type[StoreError] | None]:
    """Begin everything at once; how each of them went."""
    results = await asyncio.gather(*attempts, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, StoreError):
            raise result
    return [type(result) if isinstance(result, StoreError) else None for result in results]


def clerks(parent: int | None = None) -> list[int]:
    """Return the processes that write for this one, or for another one."""
    found = []
    for task in Path(f"/proc/{parent or os.getpid()}/task").glob("*/children"):
        # Whoever ends meanwhile is not looked at.
        with suppress(OSError):
            for child in task.read_text().split():
                if PROGRAM in Path(f"/proc/{child}/cmdline").read_text():
                    found.append(int(child))
    return found
