"""The same tests for both stores, and for both ways to write to a file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from kheper.server.store.base import Store
from kheper.server.store.postgres.store import PostgresStore
from kheper.server.store.sqlite.store import SqliteStore

NewStore = Callable[[], Store]


@pytest.fixture(params=["sqlite", "writer_process", "postgres"])
def new_store(request: pytest.FixtureRequest, tmp_path: Path) -> NewStore:
    """Makes stores, not yet opened, on one and the same new database."""
    if request.param != "postgres":
        writer_process = request.param == "writer_process"
        return lambda: SqliteStore(tmp_path / "kheper.db", writer_process=writer_process)
    address = request.getfixturevalue("postgres").database()
    return lambda: PostgresStore(address)
