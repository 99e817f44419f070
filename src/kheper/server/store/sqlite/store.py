"""The store in one file: SQLite with a write-ahead log.

A thread writes, in groups, or for a server that has much to do a process of its own; another
thread reads. Several processes may open the file and none will harm it, but they do not hear of
each other's entries.
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
    Called,
    Entry,
    Guest,
    Heard,
    MatchIndex,
    Missed,
    Reminder,
    Unavailable,
    Written,
    by_match,
    check_create,
    check_guest,
    failed,
    flaw,
    is_id,
    probe_both,
)
from kheper.server.store.group_writer import Gatherer, GroupWriter
from kheper.server.store.listing import SUMMARIES, listing
from kheper.server.store.sqlite import group_commit
from kheper.server.store.sqlite import statements as sql
from kheper.server.store.sqlite.writer_client import ProcessWriter


class SqliteStore:
    """Logs in a file.

    `patience` is how many seconds to wait for a process that locks it; `apart` is whether a process
    of its own shall write, which is quicker where this one is busy; on Windows a thread does.
    """

    def __init__(self, path: Path | str, *, patience: float = 5.0, apart: bool = False) -> None:
        self.path = Path(path)
        self.patience = patience
        self.apart = apart and os.name == "posix" and bool(sys.executable)
        self._reading = sql.Link(self.path, patience)
        self._writer: Gatherer[group_commit.Work] | None = None
        self._write = _refuse
        self._reader: ThreadPoolExecutor | None = None
        # Which file was opened, and the check of it that is under way.
        self._file: sql.FileId | None = None
        self._checking: asyncio.Future[None] | None = None

    def __repr__(self) -> str:
        return f"SqliteStore({str(self.path)!r})"

    @property
    def shared(self) -> bool:
        """Whether other processes can be heard: they cannot."""
        return False

    async def open(self) -> None:
        """Make the file, or bring it to the present version."""
        try:
            await asyncio.to_thread(sql.prepare, self.path, self.patience)
            self._file = sql.file_id(self.path)
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(f"{self.path}: {error}") from error
        self._writer = self._new_writer()
        self._write = self._writer.submit
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        try:
            # The reader holds the file open, so that it can be read even while the disk is full.
            await self.last([])
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        """Write what waits, and close the file."""
        reader, self._reader = self._reader, None
        if reader:
            # SQLite wants a connection closed by the thread that made it.
            reader.submit(self._reading.drop)
            await asyncio.to_thread(reader.shutdown)
        self._write = _refuse
        writer, self._writer = self._writer, None
        if writer:
            await writer.close()

    def create(self, match: str, entries: Sequence[bytes], index: MatchIndex) -> Written:
        """Begin a match with its first entries."""
        check_create(match, entries)
        rows = _rows(match, 1, entries)
        return self._write(group_commit.Create(match, rows, index))

    def append(
        self, match: str, first: int, entries: Sequence[bytes], index: MatchIndex | None = None
    ) -> Written:
        """Write entries `first` and following, all or none; once awaited, they are durable."""
        if error := flaw(match, first, entries):
            return failed(error)
        rows = [(match, first, entries[0])] if len(entries) == 1 else _rows(match, first, entries)
        if index is None:
            return self._write(group_commit.Rows(rows))
        return self._write(group_commit.Append(match, rows, index))

    async def read(self, match: str, after: int = 0) -> list[Entry]:
        """Return the entries with a number above `after`."""
        rows = await self._ask(sql.READ, match, after) if is_id(match) else []
        return [Entry(*row) for row in rows]

    async def news(self, after: Mapping[str, int]) -> dict[str, list[Entry]]:
        """Return the entries above a number of each match, where there are any."""
        known = {match: number for match, number in after.items() if is_id(match)}
        return by_match(await self._ask(sql.NEWS, msgspec.json.encode(known).decode()))

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last entry of each match that is there."""
        ids = msgspec.json.encode([match for match in matches if is_id(match)])
        return dict(await self._ask(sql.LAST, ids.decode()))

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Keep a new guest."""
        check_guest(guest.id, guest.name)
        await self._write(group_commit.AddGuest(guest, token_hash))

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Let a guest be known by one more token."""
        check_guest(guest_id)
        await self._write(group_commit.AddToken(guest_id, token_hash))

    async def remove_token(self, token_hash: bytes) -> None:
        """Forget a token, if it is there."""
        await self._write(group_commit.RemoveToken(token_hash))

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""
        rows = await self._ask(sql.GUEST, token_hash)
        return Guest(*rows[0]) if rows else None

    async def rename(self, guest_id: str, name: str) -> None:
        """Give a guest another name."""
        check_guest(guest_id, name)
        await self._write(group_commit.Rename(guest_id, name))

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        """List matches, those where something happened last first."""
        chosen = [text for text in (guest, before) if text is not None]
        if not all(map(is_id, chosen)):
            return []
        statement = listing(
            *"?" * (len(chosen) + 1),
            by_guest=guest is not None,
            open_only=open_only,
            onward=before is not None,
        )
        return [SUMMARIES.decode(row[0]) for row in await self._ask(statement, *chosen, limit)]

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        """Return the matches that were due before a time, the first of them first."""
        return [Reminder(*row) for row in await self._ask(sql.DUE, before, limit)]

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        """Have a match looked at later, or never."""
        await self._write(group_commit.Postpone(reminder, until))

    async def probe(self) -> None:
        """Read the file over a new connection, and have the writer write to it."""
        await probe_both(self._check(), self._write(group_commit.Probe()))

    def subscribe(self, heard: Heard, missed: Missed | None = None) -> None:
        """Take note of nobody, for there is no other process to hear of."""

    async def call(self, text: str) -> None:
        """Say something to nobody."""

    def overhear(self, called: Called) -> None:
        """Take note of nobody."""

    def _new_writer(self) -> Gatherer[group_commit.Work]:
        if not self.apart:
            file = group_commit.Filing(self.path, self.patience)
            return GroupWriter(file.commit, file.close)
        try:
            return ProcessWriter(self.path, self.patience)
        except OSError as error:
            raise Unavailable(f"no process can be started to write: {error}") from error

    async def _check(self) -> None:
        if not self._reader or self._file is None:
            raise Unavailable("the store is not open")
        if self._checking is None or self._checking.done():
            # One at a time: a disk that does not answer is not to take all threads.
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


def _refuse(work: group_commit.Work) -> Written:
    return failed(Unavailable("the store is not open"))


def _rows(match: str, first: int, entries: Sequence[bytes]) -> list[sql.Row]:
    return [(match, number, body) for number, body in enumerate(entries, first)]
