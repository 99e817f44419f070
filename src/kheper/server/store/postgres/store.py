"""The store in PostgreSQL, for any number of processes.

Each process writes through one connection, listens for notices on another one, and reads other
processes' events through a third; a pool serves all other reads. Broken connections are renewed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from secrets import token_hex
from typing import Any
from urllib.parse import urlsplit

import asyncpg

from kheper.server.store.base import (
    PROBED_EVENTS,
    Conflict,
    Guest,
    MatchIndex,
    Missing,
    OnAppend,
    OnBroadcast,
    OnGap,
    PendingWrite,
    Reminder,
    StoredEvent,
    Unavailable,
    append_error,
    by_match,
    check_create,
    check_guest,
    failed_write,
    is_id,
    probe_both,
)
from kheper.server.store.listing import list_matches
from kheper.server.store.postgres import statements as sql
from kheper.server.store.postgres.listener import Listener
from kheper.server.store.postgres.reserved import ReservedConnection
from kheper.server.store.postgres.writer import (
    AppendWrite,
    OtherWrite,
    PostgresWriter,
    Write,
    summary,
)


class PostgresStore:
    """Logs in a database, which must answer within `patience` seconds."""

    def __init__(self, address: str, *, patience: float = 10.0) -> None:
        self.address = address
        self.patience = patience
        connect = partial(sql.connect, address, patience)
        # To recognize our own notices.
        self._origin = origin = token_hex(8)
        self._listener = Listener(connect, origin)
        self._writer = PostgresWriter(connect, origin)
        # Reserved, because connecting takes 20 ms, for which players would wait.
        self._news = ReservedConnection(connect, sql.READ_NEW)
        self._pool: asyncpg.Pool[asyncpg.Record] | None = None

    def __repr__(self) -> str:
        parts = urlsplit(self.address)
        secret = ":***" if parts.password else ""
        user = f"{parts.username}{secret}@" if parts.username else ""
        return f"PostgresStore('{parts.scheme}://{user}{parts.hostname or ''}{parts.path}')"

    @property
    def shared(self) -> bool:
        """Whether other processes announce what they write: they do."""
        return True

    async def open(self) -> None:
        """Connect, and migrate the database to the present version."""
        try:
            await sql.prepare(self.address, self.patience)
            await self._listener.start()
            await self._news.start([], [])
            await self._writer.start()
            self._pool = await asyncpg.create_pool(
                self.address,
                min_size=1,
                max_size=4,
                reset=_skip_reset,
                connection_class=_Reader,
                **sql.options(self.patience),
            )
        except sql.BROKEN as error:
            await self._listener.stop()
            await self._news.stop()
            await self._writer.close()
            raise Unavailable(f"{self!r}: {error}") from error

    async def close(self) -> None:
        """Finish pending writes, and disconnect."""
        pool, self._pool = self._pool, None
        await self._writer.close()
        await self._listener.stop()
        await self._news.stop()
        if pool:
            with suppress(*sql.BROKEN):
                await pool.close()

    def create(self, match_id: str, events: Sequence[bytes], index: MatchIndex) -> PendingWrite:
        """Create a match with its first events."""
        check_create(match_id, events)
        run = partial(_create, match_id=match_id, events=events, index=index)
        return self._write(OtherWrite(run, match_id))

    def append(
        self, match_id: str, first: int, events: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        """Write the events `first` and following, all or none; once awaited, they are durable."""
        if error := append_error(match_id, first, events):
            return failed_write(error)
        return self._write(AppendWrite(match_id, first, events, index))

    async def read(self, match_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events with a number above `after`."""
        rows = await self._ask(sql.READ, match_id, after) if is_id(match_id) else []
        return [StoredEvent(*row) for row in rows]

    async def read_new(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """Return the events above a number for each match that has any."""
        known = {match_id: number for match_id, number in after.items() if is_id(match_id)}
        values = list(known), list(known.values())
        rows = await self._news.fetch(*values) if self._pool else None
        return by_match(await self._ask(sql.READ_NEW, *values) if rows is None else rows)

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each match that exists."""
        rows = await self._ask(sql.LAST, [match_id for match_id in matches if is_id(match_id)])
        return {row["id"]: row["last"] for row in rows}

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Add a guest."""
        check_guest(guest.id, guest.name)
        await self._write(OtherWrite(partial(_add_guest, guest=guest, token_hash=token_hash)))

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Add a token for another device of a guest."""
        check_guest(guest_id)
        run = partial(_change, statement=sql.NEW_TOKEN, guest_id=guest_id, value=token_hash)
        await self._write(OtherWrite(run))

    async def remove_token(self, token_hash: bytes) -> None:
        """Remove a token, if it exists."""
        await self._write(OtherWrite(partial(_remove_token, token_hash=token_hash)))

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""
        rows = await self._ask(sql.GUEST, token_hash)
        return Guest(*rows[0]) if rows else None

    async def rename(self, guest_id: str, name: str) -> None:
        """Rename a guest."""
        check_guest(guest_id, name)
        await self._write(
            OtherWrite(partial(_change, statement=sql.RENAME, guest_id=guest_id, value=name))
        )

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        """List matches, with the latest activity first."""
        marks = ("$1", "$2", "$3")
        return await list_matches(
            self._ask, marks, guest=guest, open_only=open_only, limit=limit, before=before
        )

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        """Return the matches that were due before a time, the earliest first."""
        return [Reminder(*row) for row in await self._ask(sql.DUE, before, limit)]

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        """Move a reminder to a later time, or delete it."""
        # Outside the groups: a transaction of one row cannot deadlock.
        if not await self._ask(sql.POSTPONE, *reminder, until):
            raise Conflict(reminder.match)

    async def probe(self) -> None:
        """Read the newest log through the pool, and write through the writer's connection."""
        await probe_both(self._read_newest(), self._write(OtherWrite(_probe)))

    def subscribe(self, heard: OnAppend, missed: OnGap | None = None) -> None:
        """Set the callbacks for what other processes write."""
        self._listener.subscribe(heard, missed)

    async def broadcast(self, text: str) -> None:
        """Send a text to the other processes."""
        await self._ask(sql.BROADCAST, f"{self._origin} {text}")

    def on_broadcast(self, called: OnBroadcast) -> None:
        """Set the callback for broadcasts."""
        self._listener.on_broadcast(called)

    async def _read_newest(self) -> None:
        await self._ask(sql.NEWEST, PROBED_EVENTS)

    def _write(self, write: Write) -> PendingWrite:
        if not self._pool:
            return failed_write(Unavailable("the store is not open"))
        return self._writer.submit(write)

    async def _ask(self, question: str, *values: Any) -> list[asyncpg.Record]:
        pool = self._pool  # the store may be closed during the query
        if not pool:
            raise Unavailable("the store is not open")
        try:
            return await pool.fetch(question, *values)
        except sql.BROKEN:
            # The connection may have broken while it was idle, and the others of the pool too.
            await pool.expire_connections()
        try:
            return await pool.fetch(question, *values)
        except sql.BROKEN as error:
            raise Unavailable(str(error)) from error


class _Reader(asyncpg.Connection):
    """A connection of the pool, whose tasks close outdated connections."""

    async def close(self, *, timeout: float | None = None) -> None:
        """Close it; errors of a broken connection are ignored."""
        with suppress(*sql.BROKEN):
            await super().close(timeout=timeout)


async def _skip_reset(_connection: object) -> None:
    """Skip the reset of a connection: reads leave no state behind."""


async def _create(
    connection: sql.Connection, match_id: str, events: Sequence[bytes], index: MatchIndex
) -> None:
    await connection.execute(sql.CREATE, match_id, *summary(index), events)


async def _add_guest(connection: sql.Connection, guest: Guest, token_hash: bytes) -> None:
    await connection.execute(sql.NEW_GUEST, guest.id, guest.name)
    await connection.execute(sql.NEW_TOKEN, guest.id, token_hash)


async def _remove_token(connection: sql.Connection, token_hash: bytes) -> None:
    await connection.execute(sql.OLD_TOKEN, token_hash)


async def _probe(connection: sql.Connection) -> None:
    insert, delete = sql.PROBE
    await connection.execute(delete, await connection.fetchval(insert))


async def _change(
    connection: sql.Connection, statement: str, guest_id: str, value: str | bytes
) -> None:
    if await connection.fetchval(statement, guest_id, value) is None:
        raise Missing(guest_id)
