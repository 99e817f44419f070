"""The store in one file: SQLite with a write-ahead log.

One thread writes, in groups; another one reads. Several processes may open the file and none
will harm it, but they do not hear of each other's entries.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec

from kheper.server.store import _sqlite as sql
from kheper.server.store.base import (
    Called,
    Entry,
    Guest,
    Heard,
    MatchIndex,
    Missed,
    Reminder,
    StoreError,
    Unavailable,
    Written,
    by_match,
    check_create,
    check_guest,
    failed,
    flaw,
    is_id,
)
from kheper.server.store.listing import SUMMARIES, listing
from kheper.server.store.writer import GroupWriter, Outcomes


class _Work(msgspec.Struct, frozen=True, gc=False):
    """Something to be written: all of it or nothing."""

    run: Callable[[sqlite3.Connection], None] | None
    # Entries and nothing else: those of all such works go into one statement.
    rows: Sequence[sql.Row] = ()

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it, with no other work."""
        if self.run is not None:
            self.run(connection)
        else:
            sql.append(connection, self.rows[0][0], self.rows, None)


class SqliteStore:
    """Logs in a file; `patience` is how many seconds to wait for a process that locks it."""

    def __init__(self, path: Path | str, *, patience: float = 5.0) -> None:
        self.path = Path(path)
        self.patience = patience
        self._writing = sql.Link(self.path, patience)
        self._reading = sql.Link(self.path, patience)
        self._writer: GroupWriter[_Work] | None = None
        self._write = _refuse
        self._reader: ThreadPoolExecutor | None = None
        self._tidier: sql.Tidier | None = None

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
        except (sqlite3.Error, OSError) as error:
            raise Unavailable(f"{self.path}: {error}") from error
        self._tidier = sql.Tidier(self.path, self.patience)
        self._writer = GroupWriter(self._commit, self._writing.drop)
        self._write = self._writer.submit
        self._reader = ThreadPoolExecutor(1, thread_name_prefix="store-reader")
        try:
            # The reader holds the file open, so that it can be read even while the disk is full.
            await self.last([])
        except Unavailable:
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
        tidier, self._tidier = self._tidier, None
        if tidier:
            await asyncio.to_thread(tidier.close)

    def create(self, match: str, entries: Sequence[bytes], index: MatchIndex) -> Written:
        """Begin a match with its first entries."""
        check_create(match, entries)
        rows = _rows(match, 1, entries)
        return self._write(_Work(partial(sql.create, match=match, rows=rows, index=index)))

    def append(
        self, match: str, first: int, entries: Sequence[bytes], index: MatchIndex | None = None
    ) -> Written:
        """Write entries `first` and following, all or none; once awaited, they are durable."""
        if error := flaw(match, first, entries):
            return failed(error)
        rows = [(match, first, entries[0])] if len(entries) == 1 else _rows(match, first, entries)
        if index is None:
            return self._write(_Work(None, rows))
        return self._write(_Work(partial(sql.append, match=match, rows=rows, index=index)))

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
        await self._write(_Work(partial(sql.add_guest, guest=guest, token_hash=token_hash)))

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Let a guest be known by one more token."""
        check_guest(guest_id)
        await self._write(_Work(partial(sql.add_token, guest_id=guest_id, token_hash=token_hash)))

    async def remove_token(self, token_hash: bytes) -> None:
        """Forget a token, if it is there."""
        await self._write(_Work(partial(sql.remove_token, token_hash=token_hash)))

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""
        rows = await self._ask(sql.GUEST, token_hash)
        return Guest(*rows[0]) if rows else None

    async def rename(self, guest_id: str, name: str) -> None:
        """Give a guest another name."""
        check_guest(guest_id, name)
        await self._write(_Work(partial(sql.rename, guest_id=guest_id, name=name)))

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
        await self._write(_Work(partial(sql.postpone, reminder=reminder, until=until)))

    def subscribe(self, heard: Heard, missed: Missed | None = None) -> None:
        """Take note of nobody, for there is no other process to hear of."""

    async def call(self, text: str) -> None:
        """Say something to nobody."""

    def overhear(self, called: Called) -> None:
        """Take note of nobody."""

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

    def _commit(self, works: list[_Work]) -> Outcomes:
        """Write a group of works in one transaction; runs in the writer's thread."""
        try:
            outcomes = _written(self._writing.connection, works)
        except Exception as error:
            # Whatever it was, the thread goes on. A new connection begins with nothing half done.
            self._writing.drop()
            return [Unavailable(str(error)) for _ in works]
        if self._tidier:
            self._tidier.count()
        return outcomes


def _refuse(work: _Work) -> Written:
    return failed(Unavailable("the store is not open"))


def _rows(match: str, first: int, entries: Sequence[bytes]) -> list[sql.Row]:
    return [(match, number, body) for number, body in enumerate(entries, first)]


def _written(connection: sqlite3.Connection, works: list[_Work]) -> Outcomes:
    if _at_a_stroke(connection, works):
        return [None] * len(works)
    connection.execute("BEGIN IMMEDIATE")
    outcomes = _together(connection, works)
    connection.execute("COMMIT")
    return outcomes


def _at_a_stroke(connection: sqlite3.Connection, works: list[_Work]) -> bool:
    """Write works that are a few entries and nothing else, if nothing is wrong with them.

    One statement is a transaction of its own, and the lock of the interpreter changes hands once.
    """
    rows = [row for work in works for row in work.rows]
    if len(rows) > sql.ROWS_AT_ONCE or not all(work.rows for work in works):
        return False
    try:
        sql.insert(connection, rows)
    except sqlite3.IntegrityError:
        return False
    return True


def _together(connection: sqlite3.Connection, works: list[_Work]) -> Outcomes:
    outcomes: list[StoreError | None] = []
    try:
        # In the order in which they came; neighbours that are entries and nothing else, at once.
        for plain, some in groupby(works, lambda work: bool(work.rows)):
            if plain:
                rows = [work.rows for work in some]
                sql.insert(connection, [row for each in rows for row in each])
                outcomes += [None] * len(rows)
            else:
                outcomes += [_alone(connection, work) for work in some]
    except sqlite3.IntegrityError:
        # One of them is at fault: begin again, and see which.
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [_alone(connection, work) for work in works]
    return outcomes


def _alone(connection: sqlite3.Connection, work: _Work) -> StoreError | None:
    connection.execute("SAVEPOINT work")
    outcome = None
    try:
        work.do(connection)
    except StoreError as error:
        connection.execute("ROLLBACK TO work")
        outcome = error
    connection.execute("RELEASE work")
    return outcome
