"""The store in one file: SQLite with a write-ahead log.

A thread commits writes in groups; for a busy server the writer process does. Another thread reads.
Several processes may open the file safely, but are not notified of each other's events.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec

from kheper.server.store.base import (
    Guest,
    MatchIndex,
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
from kheper.server.store.group_writer import ThreadWriter, WriteBatcher
from kheper.server.store.listing import list_matches
from kheper.server.store.sqlite import group_commit
from kheper.server.store.sqlite import statements as sql
from kheper.server.store.sqlite.writer_client import ProcessWriter


class SqliteStore:
    """Logs in a file.

    `patience` is how many seconds to wait for a lock. With `writer_process` a process writes, which
    is faster where this one is busy; on Windows a thread does.
    """

    def __init__(
        self, path: Path | str, *, patience: float = 5.0, writer_process: bool = False
    ) -> None:
        self.path = Path(path)
        self.patience = patience
        self.writer_process = writer_process and os.name == "posix" and bool(sys.executable)
        self._reading = sql.LazyConnection(self.path, patience)
        self._writer: WriteBatcher[group_commit.Write] | None = None
        self._write = _refuse
        self._reader: ThreadPoolExecutor | None = None
        # The identity of the opened file, and the running check of it.
        self._file: sql.FileId | None = None
        self._checking: asyncio.Future[None] | None = None

    def __repr__(self) -> str:
        return f"SqliteStore({str(self.path)!r})"

    @property
    def shared(self) -> bool:
        """Whether other processes announce what they write: they do not."""
        return False

    async def open(self) -> None:
        """Create the file, or migrate it to the present version."""
        try:
            await asyncio.to_thread(sql.prepare, self.path, self.patience)
            self._file = sql.file_id(self.path)
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(f"{self.path}: {error}") from error
        self._writer = self._new_writer()
        self._write = self._writer.submit
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        try:
            # An open connection can read even while the disk is full.
            await self.last([])
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Finish pending writes, and close the file."""
        reader, self._reader = self._reader, None
        if reader:
            # SQLite requires that the thread that opened a connection closes it.
            reader.submit(self._reading.drop)
            await asyncio.to_thread(reader.shutdown)
        self._write = _refuse
        writer, self._writer = self._writer, None
        if writer:
            await writer.close()

    def create(self, match_id: str, events: Sequence[bytes], index: MatchIndex) -> PendingWrite:
        """Create a match with its first events."""
        check_create(match_id, events)
        rows = _rows(match_id, 1, events)
        return self._write(group_commit.CreateMatch(match_id, rows, index))

    def append(
        self, match_id: str, first: int, events: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        """Write the events `first` and following, all or none; once awaited, they are durable."""
        if error := append_error(match_id, first, events):
            return failed_write(error)
        rows = (
            [(match_id, first, events[0])] if len(events) == 1 else _rows(match_id, first, events)
        )
        if index is None:
            return self._write(group_commit.InsertEvents(rows))
        return self._write(group_commit.AppendEvents(match_id, rows, index))

    async def read(self, match_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events with a number above `after`."""
        rows = await self._ask(sql.READ, match_id, after) if is_id(match_id) else []
        return [StoredEvent(*row) for row in rows]

    async def read_new(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """Return the events above a number for each match that has any."""
        known = {match_id: number for match_id, number in after.items() if is_id(match_id)}
        return by_match(await self._ask(sql.READ_NEW, msgspec.json.encode(known).decode()))

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each match that exists."""
        ids = msgspec.json.encode([match_id for match_id in matches if is_id(match_id)])
        return dict(await self._ask(sql.LAST, ids.decode()))

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Add a guest."""
        check_guest(guest.id, guest.name)
        await self._write(group_commit.AddGuest(guest, token_hash))

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Add a token for another device of a guest."""
        check_guest(guest_id)
        await self._write(group_commit.AddToken(guest_id, token_hash))

    async def remove_token(self, token_hash: bytes) -> None:
        """Remove a token, if it exists."""
        await self._write(group_commit.RemoveToken(token_hash))

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""
        rows = await self._ask(sql.GUEST, token_hash)
        return Guest(*rows[0]) if rows else None

    async def rename(self, guest_id: str, name: str) -> None:
        """Rename a guest."""
        check_guest(guest_id, name)
        await self._write(group_commit.RenameGuest(guest_id, name))

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        """List matches, with the latest activity first."""
        marks = "???"
        return await list_matches(
            self._ask, marks, guest=guest, open_only=open_only, limit=limit, before=before
        )

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        """Return the matches that were due before a time, the earliest first."""
        return [Reminder(*row) for row in await self._ask(sql.DUE, before, limit)]

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        """Move a reminder to a later time, or delete it."""
        await self._write(group_commit.Postpone(reminder, until))

    async def probe(self) -> None:
        """Read the file over a new connection, and write to it through the writer."""
        await probe_both(self._check(), self._write(group_commit.ProbeWrite()))

    def subscribe(self, heard: OnAppend, missed: OnGap | None = None) -> None:
        """Do nothing: other processes announce nothing."""

    async def broadcast(self, text: str) -> None:
        """Do nothing: there are no listeners."""

    def on_broadcast(self, called: OnBroadcast) -> None:
        """Do nothing: there are no broadcasts."""

    def _new_writer(self) -> WriteBatcher[group_commit.Write]:
        if not self.writer_process:
            file = group_commit.GroupCommitter(self.path, self.patience)
            return ThreadWriter(file.commit, file.close)
        try:
            return ProcessWriter(self.path, self.patience)
        except OSError as error:
            raise Unavailable(f"cannot start the writer process: {error}") from error

    async def _check(self) -> None:
        if not self._reader or self._file is None:
            raise Unavailable("the store is not open")
        if self._checking is None or self._checking.done():
            # One at a time: a disk that hangs must not block all threads.
            loop = asyncio.get_running_loop()
            self._checking = loop.run_in_executor(None, sql.check, self.path, self._file)
            self._checking.add_done_callback(lambda check: check.cancelled() or check.exception())
        await asyncio.shield(self._checking)

    async def _ask(self, question: str, *values: str | int | bytes) -> list[Any]:
        if not self._reader:
            raise Unavailable("the store is not open")
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._reader, self._rows, question, values)

    def _rows(self, question: str, values: Sequence[str | int | bytes]) -> list[Any]:
        try:
            return self._reading.connection.execute(question, values).fetchall()
        except sqlite3.Error as error:
            self._reading.drop()
            raise Unavailable(str(error)) from error


def _refuse(write: group_commit.Write) -> PendingWrite:
    return failed_write(Unavailable("the store is not open"))


def _rows(match_id: str, first: int, events: Sequence[bytes]) -> list[sql.Row]:
    return [(match_id, number, body) for number, body in enumerate(events, first)]
