"""Group commits in PostgreSQL: writes that come during a commit are part of the next one."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import asyncpg
import msgspec

from kheper.server.store.base import (
    Conflict,
    MatchIndex,
    Missing,
    Outcomes,
    PendingWrite,
    StoreError,
    Unavailable,
    Unknown,
)
from kheper.server.store.group_writer import answer
from kheper.server.store.postgres import statements as sql

# Attempts when several processes append to the same match at the same time.
_ATTEMPTS = 10


@dataclass(frozen=True, slots=True)
class AppendWrite:
    """The next events of a match."""

    match: str
    first: int
    events: Sequence[bytes]
    index: MatchIndex | None


@dataclass(frozen=True, slots=True)
class OtherWrite:
    """Any other write, all or nothing."""

    run: Callable[[sql.Connection], Awaitable[None]]
    match: str | None = None


Write = AppendWrite | OtherWrite
# A write, and the future that its caller awaits.
Waiting = tuple[Write, PendingWrite]


class PostgresWriter:
    """Commits writes in groups, through a connection of its own."""

    def __init__(self, connect: Callable[[], Awaitable[sql.Connection]], origin: str) -> None:
        self._connect = connect
        self._origin = origin
        self._connection: sql.Connection | None = None
        self._waiting: list[Waiting] = []
        self._flushing: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Connect, and append nothing once, because the first run takes 20 ms longer."""
        connection = await self._connected()
        await connection.fetch(sql.APPEND_SINGLES, [], [], [], [], self._origin)

    def submit(self, write: Write) -> PendingWrite:
        """Add a write to the next group."""
        written = PendingWrite()
        self._waiting.append((write, written))
        if not self._flushing:
            self._flushing = asyncio.create_task(self._flush())
        return written

    async def close(self) -> None:
        """Finish pending writes, and disconnect."""
        if self._flushing:
            await self._flushing
        if self._connection:
            with suppress(*sql.BROKEN):
                await self._connection.close()

    async def _flush(self) -> None:
        while group := self._group():
            answer(group, await self._commit([write for write, _ in group]))
        self._flushing = None

    def _group(self) -> list[Waiting]:
        """Take the waiting writes, one for each match: the next depends on its outcome."""
        group: list[Waiting] = []
        rest: list[Waiting] = []
        busy: set[str] = set()
        for waiting in self._waiting:
            match_id = waiting[0].match
            (rest if match_id in busy else group).append(waiting)
            if match_id:
                busy.add(match_id)
        self._waiting = rest
        return group

    async def _commit(self, writes: list[Write]) -> Outcomes:
        try:
            connection = await self._connected()
        except Exception as error:
            return [Unavailable(str(error)) for _ in writes]
        try:
            return await self._write_patiently(connection, writes)
        except Exception as error:
            # A new connection has no open transaction.
            self._connection = None
            connection.terminate()
            # With severity ERROR the server has rolled everything back. Any other failure may
            # have come after the commit.
            undone = isinstance(error, asyncpg.PostgresError) and error.severity_en == "ERROR"
            return [(Unavailable if undone else Unknown)(str(error)) for _ in writes]

    async def _connected(self) -> sql.Connection:
        if self._connection is None or self._connection.is_closed():
            self._connection = await self._connect()
        return self._connection

    async def _write_patiently(self, connection: sql.Connection, writes: list[Write]) -> Outcomes:
        for _ in range(_ATTEMPTS):
            # Another process was first: try again, and see what it wrote.
            with suppress(asyncpg.UniqueViolationError):
                return await self._write(connection, writes)
        return [Unavailable("other processes keep writing to the same matches") for _ in writes]

    async def _write(self, connection: sql.Connection, writes: list[Write]) -> Outcomes:
        appends = [write for write in writes if isinstance(write, AppendWrite)]
        if len(appends) == len(writes) and not any(write.index for write in appends):
            # A single statement is its own transaction.
            refusals = await self._append(connection, appends)
            return [refusals.get(write.match) for write in appends]
        async with connection.transaction():
            refusals = await self._append(connection, appends)
            await _index(connection, [write for write in appends if write.match not in refusals])
            return [
                refusals.get(write.match)
                if isinstance(write, AppendWrite)
                else await _alone(connection, write)
                for write in writes
            ]

    async def _append(
        self, connection: sql.Connection, appends: list[AppendWrite]
    ) -> dict[str, StoreError]:
        if not appends:
            return {}
        rows = [
            (write.match, write.first, number, body)
            for write in appends
            for number, body in enumerate(write.events, write.first)
        ]
        statement = sql.APPEND_SINGLES if len(rows) == len(appends) else sql.APPEND_SEVERAL
        refused = await connection.fetch(statement, *zip(*rows, strict=True), self._origin)
        return {
            match_id: (Missing if missing else Conflict)(match_id) for match_id, missing in refused
        }


async def _index(connection: sql.Connection, appends: list[AppendWrite]) -> None:
    rows = [(write.match, *summary(write.index)) for write in appends if write.index]
    await connection.executemany(sql.INDEX, rows)


def summary(index: MatchIndex) -> tuple[bool, bytes, int, int | None, list[str]]:
    """Return the columns that lists use."""
    encoded = msgspec.json.encode(index)
    return index.offered, encoded, index.activity, index.due, index.guests


async def _alone(connection: sql.Connection, write: OtherWrite) -> StoreError | None:
    try:
        async with connection.transaction():
            await write.run(connection)
    except StoreError as error:
        return error
    except asyncpg.UniqueViolationError as error:
        return Conflict(str(error))
    return None
