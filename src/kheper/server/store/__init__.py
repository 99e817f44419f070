"""Stores for the logs of matches: a file (SQLite) or a database (PostgreSQL)."""

from __future__ import annotations

from pathlib import Path

from kheper.server.store.base import Store
from kheper.server.store.sqlite.folder import data_folder


def store_at(address: str | None = None, *, writer_process: bool = False) -> Store:
    """Return the store at a PostgreSQL address or a file's path, or the user's own file.

    With `apart` a process of its own writes to the file: that is for servers.

    >>> store_at("matches.db")
    SqliteStore('matches.db')
    >>> store_at("postgresql://ankh:secret@db.example/kheper")
    PostgresStore('postgresql://ankh:***@db.example/kheper')
    """
    if address and address.startswith(("postgresql://", "postgres://")):
        # Imported here, so that the driver takes no memory where it is not used.
        from kheper.server.store.postgres.store import PostgresStore  # noqa: PLC0415

        return PostgresStore(address)
    from kheper.server.store.sqlite.store import SqliteStore  # noqa: PLC0415

    return SqliteStore(
        Path(address) if address else data_folder() / "kheper.db", writer_process=writer_process
    )
