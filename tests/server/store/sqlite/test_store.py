"""The store in a file: full disks, errors, locks, and what it asks of SQLite."""

from __future__ import annotations

import asyncio
import os
import resource
import sqlite3
import stat
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec
import pytest

from kheper.server.store.base import Reminder, Store, TooNew, Unavailable
from kheper.server.store.listing import listing
from kheper.server.store.migrations import migrations_from
from kheper.server.store.sqlite import statements as sql
from kheper.server.store.sqlite.store import SqliteStore
from tests.server.store.samples import begin, bodies, clerks, opened, outcomes, sample_index

pytestmark = pytest.mark.anyio


@contextmanager
def _largest_file(size: int) -> Iterator[None]:
    (writer,) = clerks() or [os.getpid()]
    soft, hard = resource.prlimit(writer, resource.RLIMIT_FSIZE)
    resource.prlimit(writer, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.prlimit(writer, resource.RLIMIT_FSIZE, (soft, hard))


@contextmanager
def torn_writes(path: Path) -> Iterator[None]:
    """Sooner or later a write ends half way."""
    log = path.with_name(path.name + "-wal")
    with _largest_file(log.stat().st_size + 100_000):
        yield


@contextmanager
def broken_disk(_path: Path) -> Iterator[None]:
    """Every write is an error."""
    with _largest_file(1):
        yield


@contextmanager
def another_writer(path: Path) -> Iterator[None]:
    """Another process is in the middle of writing."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


Trouble = Callable[[Path], AbstractContextManager[None]]
Ledger = dict[str, list[bytes]]


async def _append_everywhere(store: Store, ledger: Ledger) -> list[type[Exception] | None]:
    """Append to all matches at once, and enter what was acknowledged."""
    entries = {match: os.urandom(5_000) for match in ledger}
    found = await outcomes(
        store.append(match, len(log) + 1, [entries[match]]) for match, log in ledger.items()
    )
    for (match, log), error in zip(ledger.items(), found, strict=True):
        if not error:
            log.append(entries[match])
    return list(found)


async def _append_until_it_fails(store: Store, ledger: Ledger) -> None:
    while Unavailable not in await _append_everywhere(store, ledger):
        pass


async def _logs(store: Store, ledger: Ledger) -> Ledger:
    return {match: await bodies(store, match) for match in ledger}


@pytest.mark.parametrize("writer_process", [False, True])
@pytest.mark.parametrize(
    ("trouble", "reason"),
    [(torn_writes, "I/O"), (broken_disk, "I/O"), (another_writer, "locked")],
)
async def test_nothing_is_acknowledged_in_trouble_and_all_is_well_after(
    tmp_path: Path, trouble: Trouble, reason: str, writer_process: bool
) -> None:
    path = tmp_path / "kheper.db"
    ledger: Ledger = {f"m{number}": [b"created"] for number in range(8)}
    async with opened(SqliteStore(path, patience=0.05, writer_process=writer_process)) as store:
        await begin(store, *ledger)
        for _ in range(2):
            assert await _append_everywhere(store, ledger) == [None] * 8
            with trouble(path):
                # Of a commit that fails, nobody is told that it was written.
                await _append_until_it_fails(store, ledger)
                assert await _append_everywhere(store, ledger) == [Unavailable] * 8
                with pytest.raises(Unavailable, match=reason):
                    await store.append("m0", len(ledger["m0"]) + 1, [os.urandom(200_000)])
                assert await _logs(store, ledger) == ledger
            assert await _append_everywhere(store, ledger) == [None] * 8
            assert await _logs(store, ledger) == ledger
    async with opened(SqliteStore(path)) as store:
        assert await _logs(store, ledger) == ledger


async def test_a_file_that_may_not_grow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SQLite's own limit: it says that the disk is full, and that works everywhere."""
    connect = sql.connect

    def limited(path: Path, patience: float) -> sqlite3.Connection:
        connection = connect(path, patience)
        connection.execute("PRAGMA max_page_count = 100")
        return connection

    monkeypatch.setattr(sql, "connect", limited)
    ledger: Ledger = {f"m{number}": [b"created"] for number in range(8)}
    async with opened(SqliteStore(tmp_path / "kheper.db")) as store:
        await begin(store, *ledger)
        await _append_until_it_fails(store, ledger)
        with pytest.raises(Unavailable, match="full"):
            await store.append("m0", len(ledger["m0"]) + 1, [bytes(1_000_000)])
        monkeypatch.undo()
        # A connection that failed is not used again, so this one knows no limit.
        assert await _append_everywhere(store, ledger) == [None] * 8
        assert await _logs(store, ledger) == ledger


@pytest.mark.parametrize("writer_process", [False, True])
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a small disk")
async def test_a_disk_that_is_really_full(tmp_path: Path, writer_process: bool) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(disk)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("this root may not mount")
    try:
        ledger: Ledger = {f"m{number}": [b"created"] for number in range(8)}
        async with opened(SqliteStore(disk / "kheper.db", writer_process=writer_process)) as store:
            await begin(store, *ledger)
            ballast = disk / "ballast"
            ballast.write_bytes(bytes(300_000))
            await _append_until_it_fails(store, ledger)
            with pytest.raises(Unavailable, match="full"):
                await store.append("m0", len(ledger["m0"]) + 1, [bytes(1_000_000)])
            assert await _logs(store, ledger) == ledger
            ballast.unlink()
            assert await _append_everywhere(store, ledger) == [None] * 8
            assert await _logs(store, ledger) == ledger
    finally:
        subprocess.run(["umount", str(disk)], check=True)


async def test_files_that_cannot_be_opened(tmp_path: Path) -> None:
    (tmp_path / "text.db").write_text("This is no database. " * 100)
    for path in (tmp_path, tmp_path / "text.db", tmp_path / "text.db" / "kheper.db"):
        with pytest.raises(Unavailable, match=str(path)):
            await SqliteStore(path).open()


async def test_a_file_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "kheper.db"
    async with opened(SqliteStore(path)):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    with pytest.raises(TooNew, match="999"):
        await SqliteStore(path).open()


async def test_several_processes_may_make_the_same_file(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "deep" / "down" / "kheper.db") for _ in range(12)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(begin(store, f"m{n}") for n, store in enumerate(stores)))
    assert len(await stores[0].matches()) == 12
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_new_file_that_another_process_is_writing(tmp_path: Path) -> None:
    """SQLite will not wait for that lock when it switches a file to a write-ahead log."""
    path = tmp_path / "kheper.db"
    with another_writer(path):
        opening = asyncio.create_task(SqliteStore(path, patience=0.1).open())
        with pytest.raises(Unavailable, match="locked"):
            await opening
        store = SqliteStore(path)
        opening = asyncio.create_task(store.open())
        await asyncio.sleep(0.1)
        assert not opening.done()
    await opening
    await begin(store, "m")
    await store.close()


async def test_only_its_owner_reads_the_file(tmp_path: Path) -> None:
    folder = tmp_path / "kheper"
    async with opened(SqliteStore(folder / "kheper.db")) as store:
        await begin(store, "m")
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
    assert modes == dict.fromkeys(("kheper.db", "kheper.db-wal", "kheper.db-shm"), 0o600)


def test_commits_wait_for_the_disk(tmp_path: Path) -> None:
    sql.prepare(tmp_path / "kheper.db", 1.0)
    connection = sql.connect(tmp_path / "kheper.db", 1.0)
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)  # FULL
    connection.close()


@pytest.mark.parametrize("by_guest", [False, True])
@pytest.mark.parametrize("open_only", [False, True])
@pytest.mark.parametrize("onward", [False, True])
def test_no_list_reads_more_than_it_shows(
    tmp_path: Path, by_guest: bool, open_only: bool, onward: bool
) -> None:
    sql.prepare(tmp_path / "kheper.db", 1.0)
    connection = sql.connect(tmp_path / "kheper.db", 1.0)
    marks = ["?"] * (1 + by_guest + onward)
    statement = listing(*marks, by_guest=by_guest, open_only=open_only, onward=onward)
    rows = connection.execute(f"EXPLAIN QUERY PLAN {statement}", ["m"] * (len(marks) - 1) + [9])
    plan = [row[3] for row in rows]
    connection.close()
    assert not any("TEMP B-TREE" in step for step in plan), plan
    if by_guest:
        assert any("seat_updated (guest=?" in step for step in plan), plan
    elif open_only:
        assert any("match_open" in step for step in plan), plan
    else:
        assert any("match_updated" in step for step in plan), plan
        assert sum("SCAN match" in step for step in plan) == (not onward), plan


def test_what_is_due_is_found_by_an_index(tmp_path: Path) -> None:
    sql.prepare(tmp_path / "kheper.db", 1.0)
    connection = sql.connect(tmp_path / "kheper.db", 1.0)
    plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {sql.DUE}", (9, 9))]
    connection.close()
    assert plan == ["SEARCH match USING INDEX match_due (due<?)"]


async def test_a_file_of_the_first_version_is_brought_to_the_present_one(tmp_path: Path) -> None:
    path = tmp_path / "kheper.db"
    first = migrations_from(0, "sqlite")[0]
    with sqlite3.connect(path) as connection:
        connection.executescript(f"{first.script} PRAGMA user_version = 1")
        for key, state in enumerate(("running", "over", "open"), 1):
            index = sample_index(f"m{key}", state=state, updated=10.0 - key)
            row = (key, index.match, index.offered, msgspec.json.encode(index))
            connection.execute("INSERT INTO match VALUES (?, ?, ?, ?)", row)
            connection.execute("INSERT INTO entry VALUES (?, 1, ?)", (key, b"created"))
            connection.execute("INSERT INTO seat VALUES ('ptah', ?)", (key,))
    connection.close()
    async with opened(SqliteStore(path)) as store:
        for guest in (None, "ptah"):
            assert [each.match for each in await store.matches(guest=guest)] == ["m1", "m2", "m3"]
        assert await store.due(1) == [Reminder("m1", 0)]
        await store.append("m2", 2, [b"two"], sample_index("m2", updated=20.0))
        assert (await store.matches(guest="ptah"))[0].match == "m2"
