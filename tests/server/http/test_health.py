"""Health, readiness and metrics: what they say, and to whom."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import httpx
import pytest

from kheper.server.config import Settings
from kheper.server.http import health
from kheper.server.http.health import Readiness
from kheper.server.store import base
from kheper.server.store.base import Unwritable
from kheper.server.store.sqlite.store import SqliteStore
from tests.server.running_server import RunningServer, running
from tests.server.store.test_probe import (
    Trouble,
    damaged_pages,
    emptied,
    full_disk,
    locked,
    removed,
    replaced,
)

pytestmark = pytest.mark.anyio

OK = (200, {"status": "ok"})


@asynccontextmanager
async def asking(server: RunningServer) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody who runs the server, and is no guest."""
    async with httpx.AsyncClient(base_url=server.address, timeout=30) as http:
        yield http


async def answer(http: httpx.AsyncClient, path: str) -> tuple[int, dict[str, str]]:
    """Return the status and the body of an answer."""
    given = await http.get(path)
    return given.status_code, given.json()


# --- health and readiness


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Probes that end soon, and are not kept."""
    monkeypatch.setattr(base, "PROBE_SECONDS", 0.5)
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("trouble", "sentence"),
    [
        (full_disk, "the store cannot be written"),
        (locked, "the store cannot be written"),
        (damaged_pages, "the store cannot be read"),
        (emptied, "the store cannot be read"),
        (replaced, "the store cannot be read"),
        (removed, "the store cannot be read"),
    ],
)
async def test_a_store_in_trouble_is_not_ready_and_the_process_is_alive(
    tmp_path: Path, trouble: Trouble, sentence: str
) -> None:
    async with running(tmp_path) as server, server.person() as anna, asking(server) as http:
        await anna.post("/api/matches", game="scarab")
        assert await answer(http, "/readyz") == OK
        with trouble(tmp_path / "kheper.db"):
            assert await answer(http, "/readyz") == (
                503,
                {"code": "unavailable", "sentence": sentence},
            )
            assert await answer(http, "/healthz") == OK
        if trouble in (full_disk, locked):
            async with asyncio.timeout(30):
                while await answer(http, "/readyz") != OK:
                    await asyncio.sleep(0.05)


@pytest.mark.usefixtures("impatient")
async def test_a_disk_that_is_really_full_is_not_ready(tmp_path: Path) -> None:
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    if subprocess.run(mount, check=False, capture_output=True).returncode:
        pytest.skip("only root can make a small disk")
    try:
        async with running(tmp_path) as server, asking(server) as http:
            assert await answer(http, "/readyz") == OK
            ballast = tmp_path / "ballast"
            with ballast.open("wb", buffering=0) as file, suppress(OSError):
                while file.write(bytes(4096)):
                    pass
            status, told = await answer(http, "/readyz")
            assert (status, told["sentence"]) == (503, "the store cannot be written")
            assert await answer(http, "/healthz") == OK
            ballast.unlink()
            assert await answer(http, "/readyz") == OK
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


async def test_health_does_not_touch_the_store(tmp_path: Path) -> None:
    async with running(tmp_path) as server, asking(server) as http:
        await server.store.close()
        assert await answer(http, "/healthz") == OK
        assert (await answer(http, "/readyz"))[0] == 503


class Probed(SqliteStore):
    """A store that only counts its probes, and answers when it is told to."""

    def __init__(self) -> None:
        super().__init__("nowhere")
        self.probes = 0
        self.answers = asyncio.Event()
        self.fails = False

    async def probe(self) -> None:
        self.probes += 1
        await self.answers.wait()
        if self.fails:
            raise Unwritable("simulated")


async def test_requests_share_a_probe_whose_result_is_kept_for_a_second() -> None:
    now, store = [10.0], Probed()
    readiness = Readiness(store, lambda: now[0])
    asked = [asyncio.create_task(readiness.fault()) for _ in range(100)]
    await asyncio.sleep(0)
    asked.pop().cancel()  # one who leaves takes the probe from nobody
    store.answers.set()
    assert set(await asyncio.gather(*asked)) == {""}
    assert store.probes == 1
    store.fails = True
    now[0] += 0.9
    assert (await readiness.fault(), store.probes) == ("", 1)
    now[0] += 0.2
    assert (await readiness.fault(), store.probes) == ("the store cannot be written", 2)


async def test_a_probe_without_an_answer_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert health.READY_SECONDS == 3
    monkeypatch.setattr(health, "READY_SECONDS", 0.01)
    store = Probed()
    readiness = Readiness(store)
    for _ in range(3):
        assert await readiness.fault() == "the store did not answer in time"
    assert store.probes == 1
    store.answers.set()
    await asyncio.sleep(0.01)
    assert await readiness.fault() == ""


async def test_only_a_change_of_readiness_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    now, store = [0.0], Probed()
    store.answers.set()
    readiness = Readiness(store, lambda: now[0])
    for fails in (False, False, True, True, False):
        store.fails = fails
        now[0] += 2
        await readiness.fault()
    assert [record.message for record in caplog.records] == [
        "the store cannot be written",
        "the store can be read and written again",
    ]


# --- metrics


async def figure(http: httpx.AsyncClient, name: str) -> float:
    """Return a figure among the metrics."""
    lines = (await http.get("/metrics")).text.splitlines()
    return float(next((line.split()[-1] for line in lines if line.startswith(f"{name} ")), 0))


async def test_metrics_are_for_this_machine_unless_there_is_a_token(tmp_path: Path) -> None:
    async with running(tmp_path) as server, asking(server) as http:
        assert (await http.get("/metrics")).status_code == 200
        for name in ("X-Forwarded-For", "Forwarded", "X-Real-IP"):
            refused = await http.get("/metrics", headers={name: "127.0.0.1"})
            assert (refused.status_code, refused.json()["code"]) == (403, "not-local")


async def test_a_trusted_proxy_says_who_asks_for_metrics(tmp_path: Path) -> None:
    settings = Settings(proxies=("127.0.0.1",))
    async with running(tmp_path, settings) as server, asking(server) as http:
        for headers, status in (
            ({"X-Forwarded-For": "192.0.2.7"}, 403),
            # What the client says comes first, what the proxy has seen last.
            ({"X-Forwarded-For": "127.0.0.2, 192.0.2.7"}, 403),
            ({"X-Real-IP": "192.0.2.7"}, 403),
            ({}, 403),
            ({"X-Forwarded-For": "127.0.0.2"}, 200),
        ):
            assert (await http.get("/metrics", headers=headers)).status_code == status, headers


async def test_with_a_token_metrics_are_for_whoever_has_it(tmp_path: Path) -> None:
    settings = Settings(metrics_token="a token: änkh")
    async with running(tmp_path, settings) as server, asking(server) as http:
        for given in (None, "", "Bearer", "Bearer a token", "Basic a token: änkh", "Bearer ä"):
            headers = {b"Authorization": given.encode()} if given is not None else {}
            refused = await http.get("/metrics", headers=headers)
            assert (refused.status_code, refused.json()["code"]) == (401, "no-token")
            assert refused.headers["www-authenticate"] == "Bearer"
        headers = {
            b"Authorization": "Bearer a token: änkh".encode(),
            b"X-Forwarded-For": b"192.0.2.7",
        }
        assert (await http.get("/metrics", headers=headers)).status_code == 200


async def test_requests_sockets_and_refusals_are_counted(tmp_path: Path) -> None:
    async with running(tmp_path) as server, server.person() as anna, asking(server) as http:
        match = (await anna.post("/api/matches", game="scarab"))["match"]
        await anna.ask("POST", "/api/matches", json={"game": "chess"})
        await anna.ask("GET", "/api/guest", headers={"Host": "evil.example"})
        async with anna.at(match) as chair:
            await chair.until(1)
            for name, value in (
                ('kheper_requests_total{operation="make_guest",status="201"}', 1),
                ('kheper_requests_total{operation="create_match",status="400"}', 1),
                ('kheper_refusals_total{code="no-game"}', 1),
                ('kheper_refusals_total{code="other-host"}', 1),
                ("kheper_sockets_total", 1),
                ("kheper_sockets_refused_total", 0),
                ("kheper_matches", 1),
                ("kheper_connections", 1),
            ):
                assert await figure(http, name) == value, name
        async with asyncio.timeout(10):
            while not await figure(http, "kheper_event_loop_lag_seconds_count"):
                await asyncio.sleep(0.05)
        assert await figure(http, "process_open_fds") > 0


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.7", False),
        ("::ffff:192.0.2.7", False),
        ("2001:db8::1", False),
        ("localhost", False),
        ("", False),
    ],
)
def test_which_addresses_are_of_this_machine(host: str, local: bool) -> None:
    assert health._is_loopback(host) == local
