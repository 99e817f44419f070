"""SQLite: connections, migrations, and the SQL statements."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import msgspec

from kheper.server.store.base import (
    PROBE_SECONDS,
    PROBED_EVENTS,
    Conflict,
    Guest,
    MatchIndex,
    Missing,
    Reminder,
    Unreadable,
)
from kheper.server.store.migrations import migrations_from

Row = tuple[str, int, bytes]  # a match's id, an event's number and body

# More rows in one statement are hardly faster.
ROWS_AT_ONCE = 256
# A thread checkpoints the write-ahead log after this many groups; only if it falls behind, a
# commit does it, at this many pages of four kilobytes.
GROUPS_BETWEEN_CHECKPOINTS, MOST_PAGES = 1000, 16_000

READ = """
SELECT entry.number, entry.body FROM match JOIN entry ON entry.match = match.key
WHERE match.id = ? AND entry.number > ? ORDER BY entry.number
"""
READ_NEW = """
SELECT match.id, entry.number, entry.body
FROM json_each(?) AS given
JOIN match ON match.id = given.key
JOIN entry ON entry.match = match.key AND entry.number > given.value
ORDER BY match.id, entry.number
"""
LAST = """
SELECT match.id, (SELECT max(number) FROM entry WHERE entry.match = match.key)
FROM json_each(?) JOIN match ON match.id = json_each.value
"""
DUE = "SELECT id, due FROM match WHERE due < ? ORDER BY due LIMIT ?"
NEWEST = """
SELECT number, body FROM entry WHERE match = (SELECT max(key) FROM match)
ORDER BY number DESC LIMIT ?
"""
GUEST = "SELECT guest.id, guest.name FROM token JOIN guest ON guest.id = token.guest WHERE hash = ?"


# Device and inode, which identify a file.
FileId = tuple[int, int]


class LazyConnection:
    """A connection for one thread, opened on demand, and again after an error."""

    def __init__(self, path: Path, patience: float) -> None:
        self.path = path
        self.patience = patience
        self._connection: sqlite3.Connection | None = None

    @property
    def connection(self) -> sqlite3.Connection:
        """The open connection."""
        if self._connection is None:
            self._connection = connect(self.path, self.patience)
        return self._connection

    def drop(self) -> None:
        """Close the connection, which rolls back an open transaction."""
        if self._connection is not None:
            with suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None


def connect(path: Path, patience: float) -> sqlite3.Connection:
    """Open the file so that commits are durable when they return."""
    connection = sqlite3.connect(path, timeout=patience, isolation_level=None)
    try:
        # fullfsync, because on macOS fsync does not flush the disk's cache.
        for setting in (
            "synchronous = FULL",
            "fullfsync = ON",
            "checkpoint_fullfsync = ON",
            f"wal_autocheckpoint = {MOST_PAGES}",
        ):
            connection.execute(f"PRAGMA {setting}")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


class Checkpointer:
    """Checkpoints the write-ahead log in a thread."""

    def __init__(self, path: Path, patience: float) -> None:
        self._link = LazyConnection(path, patience)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store-tidier")
        self._groups = 0
        self._running: Future[None] | None = None

    def count(self) -> None:
        """Count a written group, and start a checkpoint if one is due."""
        self._groups += 1
        if self._groups >= GROUPS_BETWEEN_CHECKPOINTS and (
            self._running is None or self._running.done()
        ):
            self._groups = 0
            with suppress(RuntimeError):  # no thread can be started now
                self._running = self._thread.submit(self._checkpoint)

    def close(self) -> None:
        """End the thread."""
        self._thread.submit(self._link.drop)
        self._thread.shutdown()

    def _checkpoint(self) -> None:
        try:
            self._link.connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
        except sqlite3.Error:
            # Nothing is lost: a later commit does it.
            self._link.drop()


def prepare(path: Path, patience: float) -> None:
    """Create the file, readable only by its owner, or migrate it to the present version."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
    connection = connect(path, patience)
    try:
        _log_ahead(connection, monotonic() + patience)
        _migrate(connection)
    finally:
        connection.close()


def _log_ahead(connection: sqlite3.Connection, deadline: float) -> None:
    # If two processes set the mode of a new file at once, SQLite fails one without waiting.
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError:
            if monotonic() > deadline:
                raise
            sleep(0.01)
        else:
            return


def _migrate(connection: sqlite3.Connection) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if not migrations_from(version, "sqlite"):
        return
    connection.execute("BEGIN IMMEDIATE")
    # Read again under the lock: another process may have migrated it.
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in migrations_from(version, "sqlite"):
        for statement in _statements(step.script):
            connection.execute(statement)
        connection.execute(f"PRAGMA user_version = {step.version}")
    connection.execute("COMMIT")


def _statements(script: str) -> Iterator[str]:
    # Not `executescript`, which would commit first.
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def file_id(path: Path) -> FileId:
    """Return the identity of the file at a path."""
    # By stat: closing a second descriptor of the file would drop SQLite's locks.
    found = path.stat()
    return found.st_dev, found.st_ino


def check(path: Path, opened: FileId) -> None:
    """Read the file over a new connection; Unreadable if it is damaged or was replaced."""
    try:
        if file_id(path) != opened:
            raise Unreadable(f"{path} has been replaced by another file")
        if not path.stat().st_size:
            raise Unreadable(f"{path} is empty")
        # First without the write-ahead log, which may hide damage in the file.
        _asked(path, "immutable=1", "PRAGMA schema_version")
        numbers = [number for number, _ in _asked(path, "mode=rw", NEWEST, PROBED_EVENTS)]
    except (sqlite3.Error, OSError) as error:
        raise Unreadable(f"{path}: {error}") from error
    last = numbers[0] if numbers else 0
    if numbers != list(range(last, last - len(numbers), -1)):
        raise Unreadable(f"{path} lacks events of the newest match")


def _asked(path: Path, how: str, question: str, *values: int) -> list[Any]:
    """Return the rows of a query over a new connection, which reads the schema."""
    address = f"{path.absolute().as_uri()}?{how}"
    connection = sqlite3.connect(address, timeout=PROBE_SECONDS, uri=True)
    try:
        return connection.execute(question, values).fetchall()
    finally:
        connection.close()


def probe(connection: sqlite3.Connection) -> None:
    """Increment a counter, because SQLite does not write unchanged pages."""
    change = "ON CONFLICT (id) DO UPDATE SET count = count + 1"
    connection.execute(f"INSERT INTO probe (id, count) VALUES (1, 1) {change}")


def insert(connection: sqlite3.Connection, rows: Sequence[Row]) -> None:
    """Write events; IntegrityError if one is not the next of its match.

    Each statement releases the interpreter's lock, and then waits for a busy event loop. So one
    statement inserts many rows, in a few sizes that are prepared once.
    """
    for start in range(0, len(rows), ROWS_AT_ONCE):
        some = rows[start : start + ROWS_AT_ONCE]
        size = 1 << (len(some) - 1).bit_length()
        values = [value for row in some for value in row]
        connection.execute(_insertion(size), values + [None] * (3 * (size - len(some))))


@cache
def _insertion(size: int) -> str:
    # A missing match gives a NULL key, which the column refuses.
    return f"""
    INSERT INTO entry (match, number, body)
    SELECT match.key, given.column2, given.column3
    FROM (VALUES {", ".join(["(?, ?, ?)"] * size)}) AS given
    LEFT JOIN match ON match.id = given.column1
    WHERE given.column1 IS NOT NULL
    """


def append(
    connection: sqlite3.Connection, match_id: str, rows: Sequence[Row], index: MatchIndex | None
) -> None:
    """Write the next events of a match, and its index entry."""
    try:
        insert(connection, rows)
    except sqlite3.IntegrityError:
        found = connection.execute("SELECT 1 FROM match WHERE id = ?", (match_id,)).fetchone()
        raise (Conflict if found else Missing)(match_id, rows[0][1]) from None
    if index:
        change = """
        UPDATE match SET open = ?, summary = ?, updated = ?, due = ? WHERE id = ? RETURNING key
        """
        (key,) = connection.execute(change, (*_summary(index), match_id)).fetchone()
        connection.execute("DELETE FROM seat WHERE match = ?", (key,))
        _seat(connection, key, index)


def create(
    connection: sqlite3.Connection, match_id: str, rows: Sequence[Row], index: MatchIndex
) -> None:
    """Write a new match."""
    new = """
    INSERT INTO match (open, summary, updated, due, id) VALUES (?, ?, ?, ?, ?) RETURNING key
    """
    try:
        (key,) = connection.execute(new, (*_summary(index), match_id)).fetchone()
    except sqlite3.IntegrityError:
        raise Conflict(match_id) from None
    insert(connection, rows)
    _seat(connection, key, index)


def _summary(index: MatchIndex) -> tuple[bool, bytes, int, int | None]:
    return index.offered, msgspec.json.encode(index), index.activity, index.due


def _seat(connection: sqlite3.Connection, key: int, index: MatchIndex) -> None:
    rows = [(guest, key, index.activity) for guest in index.guests]
    connection.executemany("INSERT INTO seat (guest, match, updated) VALUES (?, ?, ?)", rows)


def postpone(connection: sqlite3.Connection, reminder: Reminder, until: int | None) -> None:
    """Move a reminder to a later time."""
    change = "UPDATE match SET due = ? WHERE id = ? AND due = ?"
    if not connection.execute(change, (until, *reminder)).rowcount:
        raise Conflict(reminder.match)


def add_guest(connection: sqlite3.Connection, guest: Guest, token_hash: bytes) -> None:
    """Write a new guest."""
    try:
        new = "INSERT INTO guest (id, name) VALUES (?, ?)"
        connection.execute(new, (guest.id, guest.name))
    except sqlite3.IntegrityError:
        raise Conflict(guest.id) from None
    add_token(connection, guest.id, token_hash)


def add_token(connection: sqlite3.Connection, guest_id: str, token_hash: bytes) -> None:
    """Write a token of an existing guest."""
    try:
        new = "INSERT INTO token (hash, guest) SELECT ?, id FROM guest WHERE id = ?"
        done = connection.execute(new, (token_hash, guest_id)).rowcount
    except sqlite3.IntegrityError:
        raise Conflict(guest_id) from None
    if not done:
        raise Missing(guest_id)


def remove_token(connection: sqlite3.Connection, token_hash: bytes) -> None:
    """Remove a token."""
    connection.execute("DELETE FROM token WHERE hash = ?", (token_hash,))


def rename(connection: sqlite3.Connection, guest_id: str, name: str) -> None:
    """Rename an existing guest."""
    change = "UPDATE guest SET name = ? WHERE id = ?"
    if not connection.execute(change, (name, guest_id)).rowcount:
        raise Missing(guest_id)
