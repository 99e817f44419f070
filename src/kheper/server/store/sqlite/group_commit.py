"""The writes to a file, and how a group of them becomes one commit.

Writes are plain values, which can be sent to a thread or to another process.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path

import msgspec

from kheper.server.store.base import (
    Guest,
    MatchIndex,
    Outcomes,
    Reminder,
    StoreError,
    Unavailable,
)
from kheper.server.store.sqlite import statements as sql


class InsertEvents(msgspec.Struct, frozen=True, tag=0, array_like=True):
    """The next events of a match alone; those of many matches share one statement."""

    rows: Sequence[sql.Row]

    def do(self, connection: sqlite3.Connection) -> None:
        """Write them alone."""
        sql.append(connection, self.rows[0][0], self.rows, None)


class AppendEvents(msgspec.Struct, frozen=True, tag=1, array_like=True):
    """The next events of a match, and its new index entry."""

    match: str
    rows: Sequence[sql.Row]
    index: MatchIndex

    def do(self, connection: sqlite3.Connection) -> None:
        """Write them."""
        sql.append(connection, self.match, self.rows, self.index)


class CreateMatch(msgspec.Struct, frozen=True, tag=2, array_like=True):
    """A new match."""

    match: str
    rows: Sequence[sql.Row]
    index: MatchIndex

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        sql.create(connection, self.match, self.rows, self.index)


class AddGuest(msgspec.Struct, frozen=True, tag=3, array_like=True):
    """A new guest."""

    guest: Guest
    token_hash: bytes

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        sql.add_guest(connection, self.guest, self.token_hash)


class AddToken(msgspec.Struct, frozen=True, tag=4, array_like=True):
    """A token for another device of a guest."""

    guest_id: str
    token_hash: bytes

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        sql.add_token(connection, self.guest_id, self.token_hash)


class RemoveToken(msgspec.Struct, frozen=True, tag=5, array_like=True):
    """The removal of a token."""

    token_hash: bytes

    def do(self, connection: sqlite3.Connection) -> None:
        """Remove it."""
        sql.remove_token(connection, self.token_hash)


class RenameGuest(msgspec.Struct, frozen=True, tag=6, array_like=True):
    """A new name of a guest."""

    guest_id: str
    name: str

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        sql.rename(connection, self.guest_id, self.name)


class Postpone(msgspec.Struct, frozen=True, tag=7, array_like=True):
    """A new time of a reminder."""

    reminder: Reminder
    until: int | None

    def do(self, connection: sqlite3.Connection) -> None:
        """Write it."""
        sql.postpone(connection, self.reminder, self.until)


class ProbeWrite(msgspec.Struct, frozen=True, tag=8, array_like=True):
    """A write of a counter, which shows whether writes become durable."""

    def do(self, connection: sqlite3.Connection) -> None:
        """Increment the counter."""
        try:
            sql.probe(connection)
        except sqlite3.Error as error:
            # A failed probe must not fail the moves in its group.
            raise Unavailable(str(error)) from error


# Each is written as a whole, or not at all.
Write = (
    InsertEvents
    | AppendEvents
    | CreateMatch
    | AddGuest
    | AddToken
    | RemoveToken
    | RenameGuest
    | Postpone
    | ProbeWrite
)


class GroupCommitter:
    """Commits groups of writes in the calling thread; checkpoints run in another one."""

    def __init__(self, path: Path, patience: float) -> None:
        self._link = sql.LazyConnection(path, patience)
        self._checkpointer = sql.Checkpointer(path, patience)

    def commit(self, writes: Sequence[Write]) -> Outcomes:
        """Write a group in one transaction, and return the outcome of each write."""
        try:
            outcomes = _written(self._link.connection, writes)
        except Exception as error:
            # Later groups get a new connection, which has no open transaction.
            self._link.drop()
            return [Unavailable(str(error)) for _ in writes]
        self._checkpointer.count()
        return outcomes

    def close(self) -> None:
        """Close the file."""
        self._link.drop()
        self._checkpointer.close()


def _written(connection: sqlite3.Connection, writes: Sequence[Write]) -> Outcomes:
    if _at_a_stroke(connection, writes):
        return [None] * len(writes)
    connection.execute("BEGIN IMMEDIATE")
    outcomes = _together(connection, writes)
    connection.execute("COMMIT")
    return outcomes


def _at_a_stroke(connection: sqlite3.Connection, writes: Sequence[Write]) -> bool:
    """Try to write a group that consists of a few events in one statement.

    A single statement is its own transaction, and releases the interpreter's lock only once.
    """
    rows: list[sql.Row] = []
    for write in writes:
        if type(write) is not InsertEvents:
            return False
        rows += write.rows
    if len(rows) > sql.ROWS_AT_ONCE:
        return False
    try:
        sql.insert(connection, rows)
    except sqlite3.IntegrityError:
        return False
    return True


def _together(connection: sqlite3.Connection, writes: Sequence[Write]) -> Outcomes:
    outcomes: list[StoreError | None] = []
    try:
        # In order; consecutive writes that are only events share statements.
        for plain, some in groupby(writes, lambda write: type(write) is InsertEvents):
            if plain:
                rows = [write.rows for write in some if isinstance(write, InsertEvents)]
                sql.insert(connection, [row for each in rows for row in each])
                outcomes += [None] * len(rows)
            else:
                outcomes += [_alone(connection, write) for write in some]
    except sqlite3.IntegrityError:
        # One of them failed: start again, one by one.
        connection.execute("ROLLBACK")
        connection.execute("BEGIN IMMEDIATE")
        return [_alone(connection, write) for write in writes]
    return outcomes


def _alone(connection: sqlite3.Connection, write: Write) -> StoreError | None:
    connection.execute("SAVEPOINT one")
    outcome = None
    try:
        write.do(connection)
    except StoreError as error:
        connection.execute("ROLLBACK TO one")
        outcome = error
    connection.execute("RELEASE one")
    return outcome
