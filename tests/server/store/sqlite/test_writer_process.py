"""The process that writes to the file: what it is told and says, and how it ends."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from pathlib import Path
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kheper.server.store.base import (
    Conflict,
    Guest,
    Missing,
    Outcomes,
    Reminder,
    Unavailable,
    Unknown,
)
from kheper.server.store.sqlite import statements as sql
from kheper.server.store.sqlite.group_commit import CreateMatch, InsertEvents, Write
from kheper.server.store.sqlite.store import SqliteStore
from kheper.server.store.sqlite.writer_client import _started
from kheper.server.store.sqlite.writer_process import (
    FrameBuffer,
    decode_outcomes,
    encode_outcomes,
    encode_writes,
)
from tests.server.store.samples import begin, bodies, clerks, opened, outcomes, sample_index

pytestmark = pytest.mark.anyio


@given(st.lists(st.binary(max_size=300)), st.lists(st.integers(1, 400)))
def test_messages_are_whole_whatever_pieces_they_come_in(
    messages: list[bytes], sizes: list[int]
) -> None:
    stream = b"".join(len(each).to_bytes(4, "big") + each for each in messages)
    frames, found = FrameBuffer(), list[bytes]()
    for size in sizes:
        found += frames.of(stream[:size])
        stream = stream[size:]
    assert found == messages[: len(found)]
    assert found + list(frames.of(stream)) == messages


_FLAWS = st.one_of(
    st.none(),
    st.builds(Unavailable, st.text()),
    st.builds(Conflict, st.text(), st.integers(1, 2**31 - 1)),
    st.builds(Missing, st.text()),
)


@given(st.lists(_FLAWS))
def test_answers_say_what_came_of_each_work(outcomes: Outcomes) -> None:
    (message,) = FrameBuffer().of(encode_outcomes(outcomes))
    found = decode_outcomes(message)
    assert list(map(repr, found)) == list(map(repr, outcomes))


async def test_everything_that_can_be_written_goes_over(tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        assert len(clerks()) == 1
        await store.add_guest(Guest("ptah", "Ptah"), b"\x00\xff")
        await store.add_token("ptah", b"two")
        await store.rename("ptah", "Ptaḥ")
        await store.remove_token(b"two")
        assert (await store.guest(b"\x00\xff"), await store.guest(b"two")) == (
            Guest("ptah", "Ptaḥ"),
            None,
        )
        index = sample_index("m", due=5)
        await store.create("m", [b"one", bytes(range(256))], index)
        assert await store.due(9) == [Reminder("m", 5)]
        await store.postpone(Reminder("m", 5), 50)
        assert await store.due(9) == []
        await store.append("m", 3, [b"x" * 500_000], sample_index("m", updated=9.0))
        assert [each.updated for each in await store.matches()] == [9.0]
        refused = await outcomes([store.append("m", 3, [b"late"]), store.append("none", 2, [b"?"])])
        assert refused == [Conflict, Missing]
        with pytest.raises(Conflict, match="'m'"):
            await store.append("m", 3, [b"late"])
    assert clerks() == []


async def test_a_process_that_dies_is_replaced_and_nobody_is_told_what_is_not_so(
    tmp_path: Path,
) -> None:
    logs = {f"m{number}": [b"created"] for number in range(20)}
    unknown = 0

    async def append(body: bytes, wait: float | None = None, *, stop: bool = False) -> None:
        """Append to all, and see that what is in the logs is what was said, or was left open."""
        nonlocal unknown
        (clerk,) = clerks() or [0]
        if stop:
            os.kill(clerk, signal.SIGSTOP)
        writing = [
            asyncio.ensure_future(store.append(match, len(log) + 1, [body]))
            for match, log in logs.items()
        ]
        if wait is not None:
            await asyncio.sleep(wait)
            os.kill(clerk, signal.SIGKILL)
        for (match, log), error in zip(logs.items(), await outcomes(writing), strict=True):
            assert error in (None, Unknown)
            unknown += error is not None
            now = await bodies(store, match)
            assert now == [*log, body] or (error and now == log)
            logs[match] = now

    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        await begin(store, *logs)
        for turn in range(12):
            await append(b"killed", 0.0003 * turn, stop=turn == 0)
            # Who died after the last answer is missed with this one at the latest.
            await append(b"missed")
            before = unknown
            await append(b"as ever")
            assert unknown == before
    assert unknown >= len(logs)


async def test_who_stops_the_server_does_not_stop_what_it_writes(tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        await begin(store, "m")
        before = clerks()
        for number, each in enumerate((signal.SIGTERM, signal.SIGINT), 2):
            os.kill(before[0], each)
            await store.append("m", number, [b"after"])
        assert clerks() == before


async def test_what_was_asked_for_is_written_when_the_store_is_closed(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "kheper.db", writer_process=True)
    await store.open()
    await begin(store, "m")
    writing = [asyncio.ensure_future(store.append("m", n, [b"%d" % n])) for n in range(2, 60)]
    await asyncio.sleep(0)
    await store.close()
    assert not any(await outcomes(writing))
    with pytest.raises(Unavailable, match="not open"):
        await store.append("m", 60, [b"late"])
    async with opened(SqliteStore(tmp_path / "kheper.db")) as other:
        assert len(await bodies(other, "m")) == 59


async def test_without_a_process_nothing_is_written_and_everybody_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        await begin(store, "m")
        monkeypatch.setattr(sys, "executable", str(tmp_path / "none"))
        os.kill(clerks()[0], signal.SIGKILL)
        while clerks():
            await asyncio.sleep(0.01)
        assert set(await outcomes([store.append("m", 2, [b"two"])])) <= {Unavailable, Unknown}
        with pytest.raises(Unavailable, match="none"):
            await store.append("m", 2, [b"two"])
        with pytest.raises(Unavailable, match="cannot start the writer process"):
            await SqliteStore(tmp_path / "kheper.db", writer_process=True).open()
        monkeypatch.undo()
        await store.append("m", 2, [b"two"])
        assert await bodies(store, "m") == [b"created", b"two"]


async def test_what_cannot_be_said_is_refused_and_the_others_get_their_own_answers(
    tmp_path: Path,
) -> None:
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        await begin(store, "m")
        await store.add_guest(Guest("ptah", "Ptah"), b"hash")
        with pytest.raises(Unavailable, match="surrogates"):
            await store.rename("ptah", "\ud800")
        await store.append("m", 2, [b"two"])
        assert await outcomes([store.append("m", 2, [b"late"])]) == [Conflict]
        assert await store.guest(b"hash") == Guest("ptah", "Ptah")


@pytest.mark.parametrize("cancelled", [False, True])
async def test_a_process_that_is_stuck_keeps_nobody_waiting_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cancelled: bool
) -> None:
    monkeypatch.setattr("kheper.server.store.sqlite.writer_client._PATIENCE", 0.2)
    store = SqliteStore(tmp_path / "kheper.db", patience=0.1, writer_process=True)
    await store.open()
    await begin(store, "m")
    (clerk,) = clerks()
    os.kill(clerk, signal.SIGSTOP)
    writing = asyncio.ensure_future(store.append("m", 2, [b"two"]))
    await asyncio.sleep(0)
    closing = asyncio.ensure_future(store.close())
    if cancelled:
        await asyncio.sleep(0.05)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        os.kill(clerk, signal.SIGKILL)
    else:
        await closing
    async with asyncio.timeout(10):
        assert await outcomes([writing]) == [Unknown]
        while Path(f"/proc/{clerk}").exists():
            await asyncio.sleep(0.01)


async def test_a_process_that_never_begins_has_written_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "python"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o700)
    monkeypatch.setattr(sys, "executable", str(broken))
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        made = store.create("m", [b"created"], sample_index("m"))
        assert await outcomes([made]) == [Unavailable]
        monkeypatch.undo()
        await begin(store, "m")


async def test_of_a_process_that_was_killed_nothing_stays(tmp_path: Path) -> None:
    async with opened(SqliteStore(tmp_path / "kheper.db", writer_process=True)) as store:
        await begin(store, "m")
        (clerk,) = clerks()
        os.kill(clerk, signal.SIGSTOP)
        writing = asyncio.ensure_future(store.append("m", 2, [b"two"]))
        await asyncio.sleep(0)
        os.kill(clerk, signal.SIGKILL)
        assert await outcomes([writing]) == [Unknown]
        deadline = monotonic() + 10
        while Path(f"/proc/{clerk}").exists():
            assert monotonic() < deadline, "it is a zombie"
            await asyncio.sleep(0.01)
        await store.append("m", 2, [b"two"])


def test_when_the_server_is_gone_what_it_was_at_is_written(tmp_path: Path) -> None:
    path = tmp_path / "kheper.db"
    sql.prepare(path, 1.0)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = _started(theirs, path, 1.0)
        theirs.close()
        assert ours.recv(100) == encode_outcomes([]), "it does not say that it has begun"
        writes: list[Write] = [
            CreateMatch("m", [("m", 1, b"created")], sample_index("m")),
            InsertEvents([("m", 2, b"two")]),
        ]
        half = encode_writes([InsertEvents([("m", 3, b"half")])])[:-1]
        ours.sendall(encode_writes(writes) + half)
    # Nobody hears the answer any more.
    assert process.wait(60) == 0
    connection = sql.connect(path, 1.0)
    assert connection.execute("SELECT number FROM entry ORDER BY number").fetchall() == [(1,), (2,)]
    connection.close()
