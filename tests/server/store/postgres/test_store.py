"""The store in PostgreSQL: broken sessions, restarts, notices, and several processes."""

from __future__ import annotations

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from time import monotonic

import asyncpg
import msgspec
import pytest

from kheper.server.store.base import (
    Conflict,
    Missing,
    Reminder,
    Store,
    StoredEvent,
    StoreError,
    TooNew,
    Unavailable,
    Unknown,
)
from kheper.server.store.migrations import migrations_from
from kheper.server.store.postgres import statements as sql
from kheper.server.store.postgres.store import PostgresStore
from tests.server.postgres import Cluster
from tests.server.store.samples import begin, bodies, opened, outcomes, sample_index

pytestmark = pytest.mark.anyio

WAIT_SECONDS = 20.0


async def _until(true: Callable[[], bool]) -> None:
    deadline = monotonic() + WAIT_SECONDS
    while not true():
        assert monotonic() < deadline, "waited in vain"
        await asyncio.sleep(0.01)


class Cable:
    """Stands between a store and its server, and is cut when a certain word passes through."""

    def __init__(self, server: Path) -> None:
        self._server = server
        self.word: bytes | None = None
        self.word_arrives = True
        self._deaf = False
        self._lines: list[asyncio.Future[tuple[None, None]]] = []

    @asynccontextmanager
    async def laid(self, socket: Path) -> AsyncIterator[None]:
        """While this lasts, who connects to the socket is connected to the server."""
        async with await asyncio.start_unix_server(self._connect, socket):
            yield
            await asyncio.gather(*self._lines)

    async def _connect(self, asking: asyncio.StreamReader, answered: asyncio.StreamWriter) -> None:
        answers, asked = await asyncio.open_unix_connection(self._server)
        there = _pass_on(asking, asked, self._cuts)
        # For all lines, and until the word is taken back: who listens may connect again meanwhile.
        back = _pass_on(answers, answered, lambda _: self._deaf and self.word is not None)
        self._lines.append(asyncio.gather(there, back))

    def _cuts(self, data: bytes) -> bool:
        if self.word is None or self.word not in data:
            return False
        self._deaf = True
        return not self.word_arrives


async def _pass_on(
    source: asyncio.StreamReader, target: asyncio.StreamWriter, cuts: Callable[[bytes], bool]
) -> None:
    with suppress(OSError):
        while (data := await source.read(65536)) and not cuts(data):
            target.write(data)
    target.close()
    with suppress(OSError):
        await target.wait_closed()


@pytest.mark.parametrize("arrives", [False, True])
@pytest.mark.parametrize("indexed", [False, True])
async def test_a_connection_that_breaks_during_the_commit(
    postgres: Cluster, tmp_path: Path, arrives: bool, indexed: bool
) -> None:
    """The store cannot know what became of it, and says so; the log knows."""
    address = postgres.database()
    cable = Cable(postgres.folder / ".s.PGSQL.5432")
    index = sample_index("m", updated=9.0) if indexed else None
    async with cable.laid(tmp_path / ".s.PGSQL.5432"):
        through = address.replace(str(postgres.folder), str(tmp_path))
        async with opened(PostgresStore(through)) as store:
            await begin(store, "m")
            # Now the statements are known to the server, and only their values are sent.
            await store.append("m", 2, [b"two"], index)
            cable.word, cable.word_arrives = b"COMMIT" if indexed else b"three", arrives
            attempts = [store.append("m", 3, [b"three"], index), store.append("n", 2, [b"x"])]
            assert await outcomes(attempts) == [Unknown, Unknown]
            cable.word = None
            log = await bodies(store, "m")
            assert log == [b"created", b"two", *([b"three"] if arrives else [])]
            await store.append("m", len(log) + 1, [b"next"], index)


class Player:
    """Appends to one match, keeping a ledger, and finds out what is unknown, as a hub does."""

    def __init__(self, store: Store, match: str) -> None:
        self.store = store
        self.match = match
        self.ledger = [b"created"]
        self.errors: set[type[StoreError]] = set()

    async def play(self, stopped: asyncio.Event) -> None:
        for turn in count():
            if stopped.is_set():
                return
            entry = b"%s %d" % (self.match.encode(), turn)
            while not await self._written(entry):
                await asyncio.sleep(0.005)

    async def _written(self, entry: bytes) -> bool:
        try:
            await self.store.append(self.match, len(self.ledger) + 1, [entry])
        except Unavailable:
            self.errors.add(Unavailable)
            return False
        except Unknown:
            self.errors.add(Unknown)
            return await self._turned_out(entry)
        except Conflict:
            # What is unknown may turn out late, when it is tried again.
            return Unknown in self.errors and await self._turned_out(entry)
        self.ledger.append(entry)
        return True

    async def _turned_out(self, entry: bytes) -> bool:
        """Read the log, when it can be read, to see whether the entry was written."""
        while True:
            try:
                found = await self.store.read(self.match, after=len(self.ledger))
            except Unavailable:
                await asyncio.sleep(0.01)
            else:
                assert [line.body for line in found] in ([], [entry])
                self.ledger += [line.body for line in found]
                return bool(found)


async def _all_get_on(players: list[Player]) -> None:
    before = [len(player.ledger) for player in players]
    await _until(lambda: all(len(p.ledger) > n + 3 for p, n in zip(players, before, strict=True)))


async def _play_through(
    address: str, disturb: Callable[[], None], *, times: int, matches: int = 20
) -> set[type[StoreError]]:
    """Play many matches while the database is disturbed: every log equals its ledger."""
    async with opened(PostgresStore(address)) as store:
        players = [Player(store, f"m{number}") for number in range(matches)]
        await begin(store, *(player.match for player in players))
        stopped = asyncio.Event()
        games = [asyncio.create_task(player.play(stopped)) for player in players]
        for _ in range(times):
            await _all_get_on(players)
            await asyncio.to_thread(disturb)
        await _all_get_on(players)
        stopped.set()
        await asyncio.gather(*games)
        for player in players:
            assert await bodies(store, player.match) == player.ledger
    async with opened(PostgresStore(address)) as store:
        for player in players:
            assert await bodies(store, player.match) == player.ledger
    return set().union(*(player.errors for player in players))


async def test_broken_sessions(postgres: Cluster) -> None:
    assert await _play_through(postgres.database(), postgres.break_sessions, times=10)


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT, signal.SIGKILL])
async def test_restarts(postgres: Cluster, how: signal.Signals) -> None:
    address = postgres.database()
    errors = await _play_through(address, lambda: postgres.restart(how), times=2)
    assert errors >= {Unavailable}


async def test_a_database_that_is_away(postgres: Cluster) -> None:
    address = postgres.database()
    async with opened(PostgresStore(address)) as store:
        await begin(store, "m")
        leaving = PostgresStore(address)
        await leaving.open()
        await leaving.append("m", 2, [b"two"])
        postgres.stop()
        try:
            await leaving.close()
            # The first may break off a connection that looked alive; after that it is certain.
            assert await outcomes([store.append("m", 3, [b"x"])]) in ([Unavailable], [Unknown])
            assert await outcomes([store.append("m", 3, [b"x"])]) == [Unavailable]
            with pytest.raises(Unavailable):
                await store.read("m")
            with pytest.raises(Unavailable):
                await PostgresStore(address).open()
        finally:
            postgres.start()
        await store.append("m", 3, [b"three"])
        assert await bodies(store, "m") == [b"created", b"two", b"three"]


async def test_an_error_of_the_server_undoes_the_whole_group(postgres: Cluster) -> None:
    address = postgres.database()
    name = address.partition("@/")[2].partition("?")[0]
    async with opened(PostgresStore(address)) as store:
        await begin(store, "m", "n")
        postgres.sql("ALTER TABLE entry ADD CHECK (body <> 'bad') NOT VALID", database=name)
        attempts = [store.append("m", 2, [b"good"]), store.append("n", 2, [b"bad"])]
        assert await outcomes(attempts) == [Unavailable, Unavailable]
        assert await store.last(["m", "n"]) == {"m": 1, "n": 1}
        await store.append("m", 2, [b"good"])


async def test_others_are_heard_and_oneself_is_not(postgres: Cluster) -> None:
    address = postgres.database()
    async with opened(PostgresStore(address)) as one, opened(PostgresStore(address)) as two:
        heard: list[tuple[str, int]] = []
        echoes: list[tuple[str, int]] = []
        two.subscribe(lambda match, last: heard.append((match, last)))
        one.subscribe(lambda match, last: echoes.append((match, last)))
        await begin(one, "m", "n")
        await one.append("m", 2, [b"x"])
        await one.append("n", 2, [b"x", b"y", b"z"], sample_index("n", state="over"))
        refused = [one.append("m", 2, [b"x"]), one.append("o", 2, [b"x"])]
        assert await outcomes(refused) == [Conflict, Missing]
        await one.append("m", 3, [b"end"])
        await _until(lambda: ("m", 3) in heard)
        assert heard == [("m", 2), ("n", 4), ("m", 3)]
        assert echoes == []


async def test_many_are_heard_at_once(postgres: Cluster) -> None:
    address = postgres.database()
    matches = [f"{'x' * 59}-{number:04}" for number in range(1_000)]
    async with opened(PostgresStore(address)) as one, opened(PostgresStore(address)) as two:
        heard: list[tuple[str, int]] = []
        two.subscribe(lambda match, last: heard.append((match, last)))
        await begin(one, *matches)
        assert await outcomes(one.append(m, 2, [b"x"]) for m in matches) == [None] * 1_000
        await _until(lambda: len(heard) >= 1_000)
        assert sorted(heard) == [(match, 2) for match in matches]


async def test_who_was_cut_off_is_told_and_hears_again(postgres: Cluster) -> None:
    address = postgres.database()
    async with opened(PostgresStore(address)) as one, opened(PostgresStore(address)) as two:
        heard: list[tuple[str, int]] = []
        gaps: list[int] = []
        two.subscribe(lambda match, last: heard.append((match, last)), lambda: gaps.append(1))
        await begin(one, "m")
        for turn in range(3):
            disturb = postgres.restart if turn == 1 else postgres.break_sessions
            await asyncio.to_thread(disturb)
            await _until(lambda: len(gaps) > turn)  # noqa: B023 - it is called before the next turn
            while await outcomes([one.append("m", 2 + turn, [b"x"])]) != [None]:
                assert await one.last(["m"]) == {"m": 1 + turn}
            await _until(lambda: ("m", 2 + turn) in heard)  # noqa: B023 - as above
        assert len(gaps) == 3


async def test_news_are_read_at_once_and_after_a_break(postgres: Cluster) -> None:
    async with opened(PostgresStore(postgres.database())) as store:
        await begin(store, "m", "n")
        read_new = {"m": [StoredEvent(1, b"created")], "n": [StoredEvent(1, b"created")]}
        for _ in range(3):
            # One of them has the connection that is kept for it, the others the pool's.
            assert await asyncio.gather(
                *(store.read_new({"m": 0, "n": 0}) for _ in range(9))
            ) == 9 * [read_new]
            await asyncio.to_thread(postgres.break_sessions)
            assert await store.read_new({"m": 0, "n": 1, "o": 0}) == {"m": read_new["m"]}


async def test_news_need_no_new_connection_while_logs_are_read(postgres: Cluster) -> None:
    address = postgres.database()
    asked = "SELECT sum(pid) FROM pg_stat_activity WHERE datname = current_database()"
    async with opened(PostgresStore(address)) as store:
        await begin(store, "m")
        reading = asyncio.gather(*(store.read("m") for _ in range(40)))
        await asyncio.sleep(0)
        while not reading.done():
            await store.read_new({"m": 0})
        watching = await sql.connect(address, 5)
        before = await watching.fetchval(asked)
        for _ in range(20):
            await store.read_new({"m": 0})
        assert await watching.fetchval(asked) == before
        await watching.close()


async def test_news_that_are_asked_for_while_the_store_closes(postgres: Cluster) -> None:
    address = postgres.database()
    left = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    for tenths in range(0, 60, 3):
        store = PostgresStore(address)
        await store.open()
        await asyncio.to_thread(postgres.break_sessions)
        asking = asyncio.ensure_future(store.read_new({"m": 0}))
        await asyncio.sleep(tenths / 10_000)
        await store.close()
        with suppress(StoreError):
            assert await asking == {}
    watching = await sql.connect(address, 5)
    deadline = monotonic() + WAIT_SECONDS
    while await watching.fetchval(left) > 1:
        assert monotonic() < deadline, "connections were left open"
        await asyncio.sleep(0.05)
    await watching.close()


async def test_a_connection_that_is_given_up_half_made_is_closed(postgres: Cluster) -> None:
    address = postgres.database()
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    gc.disable()  # it would close them some time
    try:
        for tenths in range(150):
            connecting = asyncio.ensure_future(sql.connect(address, 5))
            await asyncio.wait([connecting], timeout=tenths / 10_000)
            connecting.cancel()
            with suppress(asyncio.CancelledError):
                await (await connecting).close()
        left = await sql.connect(address, 5)
        deadline = monotonic() + 10
        while await left.fetchval(asked) > 1:
            assert monotonic() < deadline, "connections were left open"
            await asyncio.sleep(0.05)
        await left.close()
    finally:
        gc.enable()


async def test_strange_notices_are_passed_over(postgres: Cluster) -> None:
    address = postgres.database()
    name = address.partition("@/")[2].partition("?")[0]
    async with opened(PostgresStore(address)) as store:
        heard: list[tuple[str, int]] = []
        store.subscribe(lambda match, last: heard.append((match, last)))
        for notice in ("", "x", "x y", "x :1", "x m:", "x m:x m:-1", "x a:b:3 m:7"):
            postgres.sql(f"NOTIFY kheper, '{notice}'", database=name)
        await _until(lambda: bool(heard) and heard[-1] == ("m", 7))
        assert heard == [("a:b", 3), ("m", 7)]


async def test_what_is_said_is_heard_by_the_others(postgres: Cluster) -> None:
    address = postgres.database()
    async with opened(PostgresStore(address)) as one, opened(PostgresStore(address)) as two:
        heard: dict[str, list[str]] = {"one": [], "two": []}
        origins: set[str] = set()

        def listen(store: Store, name: str) -> None:
            def called(origin: str, text: str) -> None:
                origins.add(origin)
                heard[name].append(text)

            store.on_broadcast(called)

        listen(one, "one")
        listen(two, "two")
        assert one.shared
        for text in ("first", "two words\nand lines", "x" * 7_000, ""):
            await one.broadcast(text)
        await two.broadcast("back")
        await _until(lambda: len(heard["two"]) == 4 and len(heard["one"]) == 1)
        assert heard == {
            "one": ["back"],
            "two": ["first", "two words\nand lines", "x" * 7_000, ""],
        }
        assert len(origins) == 2
        await asyncio.to_thread(postgres.break_sessions)
        while "again" not in heard["two"]:
            with suppress(Unavailable):
                await one.broadcast("again")
            await asyncio.sleep(0.05)


async def test_several_processes_migrate_at_once(postgres: Cluster) -> None:
    address = postgres.database()
    stores = [PostgresStore(address) for _ in range(8)]
    await asyncio.gather(*(store.open() for store in stores))
    await asyncio.gather(*(begin(store, f"m{n}") for n, store in enumerate(stores)))
    assert len(await stores[0].matches()) == 8
    await asyncio.gather(*(store.close() for store in stores))


async def test_a_database_of_the_first_version_is_brought_to_the_present_one(
    postgres: Cluster,
) -> None:
    address = postgres.database()
    first = migrations_from(0, "postgres")[0]
    connection = await asyncpg.connect(address)
    await connection.execute(first.script)
    await connection.execute("CREATE TABLE kheper (version integer PRIMARY KEY)")
    await connection.execute("INSERT INTO kheper VALUES (1)")
    for number, state in enumerate(("running", "over", "open"), 1):
        index = sample_index(f"m{number}", state=state, updated=10.0 - number)
        new = "INSERT INTO match (id, open, summary) VALUES ($1, $2, $3) RETURNING key"
        body = msgspec.json.encode(index)
        key = await connection.fetchval(new, index.match, index.offered, body)
        await connection.execute("INSERT INTO entry VALUES ($1, 1, $2)", key, b"created")
        await connection.execute("INSERT INTO seat VALUES ('ptah', $1)", key)
    await connection.close()
    async with opened(PostgresStore(address)) as store:
        for guest in (None, "ptah"):
            assert [each.match for each in await store.matches(guest=guest)] == ["m1", "m2", "m3"]
        assert await store.due(1) == [Reminder("m1", 0)]
        await store.append("m2", 2, [b"two"], sample_index("m2", updated=20.0))
        assert (await store.matches(guest="ptah"))[0].match == "m2"


async def test_a_database_of_a_later_version_is_left_alone(postgres: Cluster) -> None:
    address = postgres.database()
    name = address.partition("@/")[2].partition("?")[0]
    async with opened(PostgresStore(address)):
        pass
    postgres.sql("INSERT INTO kheper VALUES (999)", database=name)
    with pytest.raises(TooNew, match="999"):
        await PostgresStore(address).open()


async def test_commits_wait_for_the_disk_whatever_the_database_s_default(
    postgres: Cluster,
) -> None:

    address = postgres.database()
    name = address.partition("@/")[2].partition("?")[0]
    for default, expected in (("off", "on"), ("on", "on"), ("remote_apply", "remote_apply")):
        postgres.sql(f"ALTER DATABASE {name} SET synchronous_commit = {default}")
        connection = await sql.connect(address, 5.0)
        assert await connection.fetchval("SHOW synchronous_commit") == expected
        await connection.close()


async def test_the_password_is_not_shown() -> None:
    store = PostgresStore("postgresql://ptah:secret@db.example:5432/kheper?password=secret")
    assert repr(store) == "PostgresStore('postgresql://ptah:***@db.example/kheper')"
