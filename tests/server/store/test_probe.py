"""A probe tells whether a store can really be read and written."""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from kheper.server.store import base
from kheper.server.store.base import Store, StoreError, Unreadable, Unwritable
from kheper.server.store.postgres.store import PostgresStore
from kheper.server.store.sqlite import statements
from kheper.server.store.sqlite.store import SqliteStore
from tests.server.postgres import Cluster
from tests.server.store.conftest import NewStore
from tests.server.store.samples import begin, bodies, clerks, opened

pytestmark = pytest.mark.anyio

Trouble = Callable[[Path], AbstractContextManager[None]]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PROBE_SECONDS", 0.5)


async def test_a_probe_leaves_matches_alone(new_store: NewStore) -> None:
    async with opened(new_store()) as store:
        await store.probe()
        await begin(store, "m")
        await asyncio.gather(store.probe(), store.append("m", 2, [b"two"]), store.probe())
        assert await bodies(store, "m") == [b"created", b"two"]
        await store.probe()


async def test_a_store_that_is_not_open_fails_its_probe(new_store: NewStore) -> None:
    store = new_store()
    with pytest.raises(Unreadable):
        await store.probe()
    async with opened(store):
        await store.probe()
    with pytest.raises(Unreadable):
        await store.probe()


async def test_several_processes_may_probe_at_once(new_store: NewStore) -> None:
    async with opened(new_store()) as one, opened(new_store()) as other:
        await asyncio.gather(*(store.probe() for store in (one, other) for _ in range(5)))


async def _until(store: Store, reason: str | None) -> StoreError | None:
    """Probe until it fails for a reason, or until it does not fail."""
    async with asyncio.timeout(30):
        while True:
            try:
                await store.probe()
                error = None
            except StoreError as found:
                error = found
            if (error is None) == (reason is None) and (not reason or reason in str(error)):
                return error
            await asyncio.sleep(0.05)


# --- what can happen to a file


@contextmanager
def full_disk(_path: Path) -> Iterator[None]:
    """No file can grow, of the process that writes."""
    (writer,) = clerks() or [os.getpid()]
    before = resource.prlimit(writer, resource.RLIMIT_FSIZE)
    resource.prlimit(writer, resource.RLIMIT_FSIZE, (1, before[1]))
    try:
        yield
    finally:
        resource.prlimit(writer, resource.RLIMIT_FSIZE, before)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Another connection is in the middle of writing."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        yield
    finally:
        other.close()


@contextmanager
def damaged_header(path: Path) -> Iterator[None]:
    """The first page is overwritten; the write-ahead log has a copy of it."""
    _overwrite(path, first=0, count=1)
    yield


@contextmanager
def damaged_pages(path: Path) -> Iterator[None]:
    """All pages but the first are overwritten, and there are no others."""
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    _overwrite(path, first=1, count=path.stat().st_size // 4096 - 1)
    yield


@contextmanager
def emptied(path: Path) -> Iterator[None]:
    os.truncate(path, 0)
    yield


@contextmanager
def replaced(path: Path) -> Iterator[None]:
    """Another database, and a good one, is at the path."""
    other = path.with_name("other.db")
    with sqlite3.connect(path) as source, sqlite3.connect(other) as target:
        source.backup(target)
    source.close()
    target.close()
    other.replace(path)
    yield


@contextmanager
def removed(path: Path) -> Iterator[None]:
    path.unlink()
    yield


def _overwrite(path: Path, *, first: int, count: int) -> None:
    # By another process: to close the file here would drop the locks that SQLite has on it.
    program = shutil.which("dd")
    assert program
    pages = [f"seek={first}", f"count={count}", "bs=4096", "conv=notrunc", "status=none"]
    subprocess.run([program, "if=/dev/urandom", f"of={path}", *pages], check=True)


@pytest.mark.parametrize("writer_process", [False, True])
@pytest.mark.parametrize(
    ("trouble", "error"),
    [
        (full_disk, Unwritable),
        (locked, Unwritable),
        (damaged_header, Unreadable),
        (damaged_pages, Unreadable),
        (emptied, Unreadable),
        (replaced, Unreadable),
        (removed, Unreadable),
    ],
)
async def test_a_probe_notices_what_has_happened_to_the_file(
    tmp_path: Path, trouble: Trouble, error: type[StoreError], writer_process: bool
) -> None:
    path = tmp_path / "kheper.db"
    async with opened(SqliteStore(path, writer_process=writer_process)) as store:
        await begin(store, "m")
        await store.append("m", 2, [b"two"])
        await store.probe()
        with trouble(path), pytest.raises(error):
            await store.probe()
        if error is Unwritable:
            # That can pass by itself, and once it has, all is well.
            await _until(store, None)
            assert await bodies(store, "m") == [b"created", b"two"]


async def test_a_probe_that_fails_leaves_the_moves_of_its_group_alone(tmp_path: Path) -> None:
    path = tmp_path / "kheper.db"
    async with opened(SqliteStore(path)) as store:
        await begin(store, "m")
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE probe")
        other.close()
        probe = asyncio.create_task(store.probe())
        await asyncio.sleep(0)
        await store.append("m", 2, [b"two"])
        with pytest.raises(Unwritable):
            await probe
        assert await bodies(store, "m") == [b"created", b"two"]


async def test_a_file_that_does_not_answer_takes_one_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hangs, calls = threading.Event(), []

    def check(*given: object) -> None:
        calls.append(given)
        hangs.wait(30)

    monkeypatch.setattr(base, "PROBE_SECONDS", 0.05)
    monkeypatch.setattr(statements, "check", check)
    async with opened(SqliteStore(tmp_path / "kheper.db")) as store:
        for _ in range(5):
            with pytest.raises(Unreadable):
                await store.probe()
        hangs.set()
    assert len(calls) == 1


async def test_a_postgres_that_is_away_or_read_only(postgres: Cluster) -> None:
    address = postgres.database()
    name = address.partition("@/")[2].partition("?")[0]
    async with opened(PostgresStore(address)) as store:
        await store.probe()
        assert postgres.sql("SELECT count(*) FROM probe", database=name) == "0"
        postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        postgres.break_sessions()
        error = await _until(store, "read-only")
        assert isinstance(error, Unwritable)
        postgres.sql(f"ALTER DATABASE {name} RESET default_transaction_read_only")
        postgres.stop()
        try:
            with pytest.raises(Unreadable):
                await store.probe()
        finally:
            postgres.start()
        await _until(store, None)
