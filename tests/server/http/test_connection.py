"""Limits that hold before a request reaches the application."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from kheper.server.config import Settings
from kheper.server.http import connection
from kheper.server.http.limits import RequestLimit
from kheper.server.metrics import Metrics
from tests.server.running_server import RunningServer, running

pytestmark = pytest.mark.anyio

BOTS = b"GET /api/bots HTTP/1.1\r\nHost: localhost\r\n\r\n"
GUEST = b"GET /api/guest HTTP/1.1\r\nHost: localhost\r\n\r\n"
UPGRADE = (
    b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


class Answer(NamedTuple):
    """What came back for one request."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def code(self) -> str:
        """The code of a refusal."""
        return str(json.loads(self.body).get("code", ""))


class Wire:
    """A connection on which requests are sent as bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    def send(self, data: bytes) -> None:
        """Send some bytes."""
        self.writer.write(data)

    async def answer(self, *, has_body: bool = True) -> Answer | None:
        """Return the next answer; nothing if the connection has been closed."""
        try:
            async with asyncio.timeout(30):
                lines = (await self.reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
                headers = dict(line.lower().split(": ", 1) for line in lines[1:] if line)
                size = int(headers["content-length"]) if has_body else 0
                body = await self.reader.readexactly(size)
        except (asyncio.IncompleteReadError, ConnectionError):
            return None
        return Answer(int(lines[0].split()[1]), headers, body)

    async def answers(self) -> list[Answer]:
        """Return all answers until the connection is closed."""
        found = []
        while answer := await self.answer():
            found.append(answer)
        return found


@asynccontextmanager
async def wire(server: RunningServer) -> AsyncIterator[Wire]:
    """Connect."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        yield Wire(reader, writer)
    finally:
        writer.transport.abort()


def counted(server: RunningServer, name: str) -> float:
    """Return a count, without a request that would be counted."""
    text = server.live.registry.metrics.text({}).decode()
    return float(
        next((line.split()[-1] for line in text.splitlines() if line.startswith(f"{name} ")), 0)
    )


# --- pipelining


async def test_a_few_requests_may_be_sent_at_once(tmp_path: Path) -> None:
    async with running(tmp_path) as server, wire(server) as line:
        for _ in range(2):
            line.send(BOTS + GUEST * connection.MOST_QUEUED)
            found = [await line.answer() for _ in range(1 + connection.MOST_QUEUED)]
            assert [each.status for each in found if each] == [200] + [401] * connection.MOST_QUEUED


async def test_of_many_requests_sent_at_once_few_are_served(tmp_path: Path) -> None:
    async with running(tmp_path) as server, wire(server) as line:
        line.send(GUEST * 2000)
        found = await line.answers()
        served = 1 + connection.MOST_QUEUED
        assert [each.status for each in found] == [401] * served + [400]
        assert found[-1].code == "pipelined"
        assert found[-1].headers["connection"] == "close"
        shown = 'kheper_requests_total{operation="show_guest",status="401"}'
        assert counted(server, shown) == served
        assert counted(server, 'kheper_refusals_total{code="pipelined"}') == 1


async def test_no_socket_is_opened_while_a_request_is_under_way(tmp_path: Path) -> None:
    async with running(tmp_path) as server, wire(server) as line:
        line.send(GUEST + UPGRADE)
        found = await line.answers()
        assert [(each.status, each.code) for each in found] == [
            (401, "no-guest"),
            (400, "pipelined"),
        ]


# --- what is not HTTP


@pytest.mark.parametrize(
    "request_",
    [
        b"nonsense\r\n\r\n",
        b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"A: b\r\n" * connection.MOST_HEADERS + b"\r\n",
        # A body of chunks of one byte each.
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n" + b"1\r\na\r\n" * (connection.MOST_CHUNKS + 1),
        # And one whose second chunk has no size.
        b"POST /api/guest HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n1\r\na\r\nx\r\n",
    ],
    ids=["line", "header", "headers", "chunks", "chunk"],
)
async def test_what_cannot_be_read_is_refused_and_not_logged(
    tmp_path: Path, request_: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as server, wire(server) as line:
        caplog.clear()
        line.send(request_)
        (answer,) = await line.answers()
        assert (answer.status, answer.code) == (400, "bad-request")
        assert counted(server, 'kheper_refusals_total{code="bad-request"}') == 1
        assert not [each for each in caplog.records if each.levelno >= logging.WARNING]


async def test_what_came_before_something_unreadable_is_answered_first(tmp_path: Path) -> None:
    async with running(tmp_path) as server, wire(server) as line:
        line.send(BOTS + GUEST + b"nonsense\r\n\r\n")
        assert [each.status for each in await line.answers()] == [200, 401, 400]


# --- the quota of requests


def settings(requests: int, **more: tuple[str, ...]) -> Settings:
    """Return settings with a quota."""
    return Settings(requests=requests, **more)  # type: ignore[arg-type]


async def test_a_request_over_the_quota_never_reaches_the_application(tmp_path: Path) -> None:
    async with running(tmp_path, settings(5)) as server:
        statuses = []
        async with httpx.AsyncClient(base_url=server.address) as http:
            for _ in range(12):
                answer = await http.get("/api/bots")
                statuses.append(answer.status_code)
        assert statuses == [200] * 5 + [429] * 7
        assert answer.json() == {
            "code": "too-many",
            "sentence": "too many requests from this address",
        }
        # One comes back every 12 seconds.
        assert answer.headers["retry-after"] == "13"
        assert answer.headers["connection"] == "close"
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        name = 'kheper_requests_total{operation="list_bots",status="200"}'
        assert counted(server, name) == 5
        assert counted(server, 'kheper_requests_total{operation="other",status="429"}') == 7
        assert counted(server, 'kheper_refusals_total{code="too-many"}') == 7


async def test_an_answer_to_head_has_no_body(tmp_path: Path) -> None:
    async with running(tmp_path, settings(1)) as server:
        for status in (200, 429):
            async with wire(server) as line:
                line.send(b"HEAD / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answer = await line.answer(has_body=False)
                assert answer is not None
                assert answer.status == status
                assert await line.reader.read() == b""


async def test_what_is_within_the_quota_is_answered_before_the_refusal(tmp_path: Path) -> None:
    async with running(tmp_path, settings(3)) as server, wire(server) as line:
        line.send(BOTS * 6)
        found = await line.answers()
        assert [each.status for each in found] == [200, 200, 200, 429]


async def test_sockets_are_requests_too(tmp_path: Path) -> None:
    async with running(tmp_path, settings(3)) as server:
        statuses = []
        for _ in range(5):
            async with wire(server) as line:
                line.send(UPGRADE)
                answer = await line.answer()
                assert answer is not None
                statuses.append(answer.status)
        # Nobody has a cookie: those within the quota are told so.
        assert statuses == [401, 401, 401, 429, 429]


async def test_behind_a_trusted_proxy_each_client_has_a_quota(tmp_path: Path) -> None:
    given = settings(4, proxies=("127.0.0.1",))
    async with running(tmp_path, given) as server:
        async with httpx.AsyncClient(base_url=server.address) as http:
            for client in ("192.0.2.7", "192.0.2.8"):
                headers = {"X-Forwarded-For": client}
                found = [
                    (await http.get("/api/bots", headers=headers)).status_code for _ in range(6)
                ]
                # Each is counted once, whoever counts it.
                assert found == [200] * 4 + [429] * 2
        assert counted(server, 'kheper_refusals_total{code="too-many"}') == 4


async def test_a_network_of_proxies_is_trusted_as_a_whole(tmp_path: Path) -> None:
    given = settings(2, proxies=("127.0.0.0/8",))
    async with (
        running(tmp_path, given) as server,
        httpx.AsyncClient(base_url=server.address) as http,
    ):
        for client in ("192.0.2.7", "192.0.2.8"):
            headers = {"X-Forwarded-For": client}
            answers = [await http.get("/api/bots", headers=headers) for _ in range(3)]
            assert [each.status_code for each in answers] == [200, 200, 429]


async def test_refused_requests_are_logged_once_a_minute(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with (
        running(tmp_path, settings(2)) as server,
        httpx.AsyncClient(base_url=server.address) as http,
    ):
        with caplog.at_level(logging.DEBUG, "kheper"):
            caplog.clear()
            for _ in range(20):
                await http.get("/api/bots")
            told = [each for each in caplog.records if each.levelno > logging.DEBUG]
    assert [each.message for each in told] == [
        "request",
        "request",
        "refusing requests over the quota",
    ]


def test_a_later_warning_says_how_many_were_refused(caplog: pytest.LogCaptureFixture) -> None:
    now = [0.0]
    limit = RequestLimit(1, Metrics(), lambda: now[0])
    assert limit.longest_wait == 60
    for _ in range(11):
        limit.wait("a")
    now[0] = 59.0
    limit.wait("a")
    now[0] = 61.0
    limit.wait("b")
    limit.wait("b")
    assert [vars(each)["refused"] for each in caplog.records] == [1, 11]
