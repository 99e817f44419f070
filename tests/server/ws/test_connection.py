"""A real socket and its limits: frames, fragments, floods, slow readers, and the last message."""

from __future__ import annotations

import asyncio
import os
import struct
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from kheper.server.config import Settings
from kheper.server.ws.connection import BACKLOG, SLICE
from tests.server.running_server import Person, RunningServer, running

pytestmark = pytest.mark.anyio

TEXT, CONT, PING, FINAL = 0x1, 0x0, 0x9, 0x80
# A ping of the protocol, which is answered with a pong of the protocol.
ASKED = b'{"type":"ping","id":"p"}'


def frame(payload: bytes, opcode: int = TEXT, final: int = FINAL) -> bytes:
    """Return a client's frame."""
    mask = os.urandom(4)
    size = len(payload)
    head = struct.pack("!BB", opcode | final, 0x80 | (size if size < 126 else 126))
    if size >= 126:
        head += struct.pack("!H", size)
    return head + mask + bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))


class Raw:
    """A WebSocket whose frames a test writes itself."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def message(self) -> dict[str, Any] | None:
        """Return the next text, passing over control frames; None at the end."""
        while True:
            try:
                async with asyncio.timeout(10):
                    first, size = await self.reader.readexactly(2)
                    if size == 126:
                        (size,) = struct.unpack("!H", await self.reader.readexactly(2))
                    payload = await self.reader.readexactly(size)
            except (asyncio.IncompleteReadError, ConnectionError):
                return None
            if first & 0xF == TEXT:
                message: dict[str, Any] = msgspec.json.decode(payload)
                return message

    async def last(self) -> dict[str, Any]:
        """Return the last message before the end."""
        found: dict[str, Any] = {}
        while (message := await self.message()) is not None:
            found = message
        return found


@asynccontextmanager
async def raw(server: RunningServer, person: Person) -> AsyncIterator[Raw]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(
        f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: {person.cookie}\r\n\r\n".encode()
    )
    assert b" 101 " in await reader.readuntil(b"\r\n\r\n")
    try:
        yield Raw(reader, writer)
    finally:
        writer.close()


@asynccontextmanager
async def connected(
    folder: Path, **settings: Any
) -> AsyncIterator[tuple[RunningServer, Person, Raw]]:
    async with (
        running(folder, Settings(**settings)) as server,
        server.person() as anna,
        raw(server, anna) as link,
    ):
        yield server, anna, link


async def test_a_message_may_come_in_pieces_and_with_others(tmp_path: Path) -> None:
    async with connected(tmp_path) as (_, _, link):
        view_update = frame(ASKED)
        for byte in view_update:
            link.writer.write(bytes([byte]))
            await asyncio.sleep(0)
        link.writer.write(view_update * 3)
        for _ in range(4):
            assert (await link.message() or {})["type"] == "pong"


async def test_fragments_make_a_message(tmp_path: Path) -> None:
    async with connected(tmp_path) as (_, _, link):
        link.writer.write(frame(ASKED[:5], TEXT, 0) + frame(b"", PING) + frame(ASKED[5:9], CONT, 0))
        link.writer.write(frame(ASKED[9:], CONT))
        assert (await link.message() or {})["type"] == "pong"


@pytest.mark.parametrize(
    "flood",
    [
        pytest.param(frame(ASKED), id="messages"),
        pytest.param(frame(b"", PING), id="pings"),
        pytest.param(frame(b"", CONT, 0), id="fragments"),
    ],
)
async def test_every_frame_counts_and_too_many_end_a_connection(
    tmp_path: Path, flood: bytes
) -> None:
    async with connected(tmp_path, messages=20) as (server, _, link):
        # A message of fragments has a beginning.
        link.writer.write(frame(b" ", TEXT, 0) if flood[0] == CONT else b"")
        link.writer.write(flood * 2000)
        assert (await link.last())["code"] == "too-many"
        assert server.live.figures()["connections"] == 0


async def test_as_many_frames_as_are_allowed_are_answered(tmp_path: Path) -> None:
    async with connected(tmp_path, messages=60) as (_, _, link):
        link.writer.write(frame(ASKED) * 60)
        for _ in range(60):
            assert (await link.message() or {})["type"] == "pong"


@pytest.mark.parametrize("pieces", [1, 10])
async def test_a_message_that_is_too_long_ends_a_connection(tmp_path: Path, pieces: int) -> None:
    async with connected(tmp_path) as (_, _, link):
        text = b'{"type":"ping","id":"' + b"x" * 8192 + b'"}'
        size = len(text) // pieces + 1
        parts = [text[n : n + size] for n in range(0, len(text), size)]
        for n, part in enumerate(parts):
            final = FINAL if n == len(parts) - 1 else 0
            link.writer.write(frame(part, CONT if n else TEXT, final))
        assert (await link.last())["code"] == "too-long"


async def test_after_bye_nothing_is_read_and_the_connection_ends_within_a_second(
    tmp_path: Path,
) -> None:
    async with connected(tmp_path, messages=5) as (_, _, link):
        link.writer.write(frame(ASKED) * 10)
        loop = asyncio.get_running_loop()
        began = loop.time()
        while (message := await link.message()) is not None and message["type"] != "bye":
            pass
        link.writer.write(frame(ASKED) * 1000)
        assert await link.message() is None
        assert loop.time() - began < 5, "on a busy machine a second may take longer"


async def test_a_read_is_parsed_in_slices_while_others_are_served(tmp_path: Path) -> None:
    async with connected(tmp_path, messages=100_000) as (server, anna, link):
        link.writer.write(frame(b"", PING) * 20_000)
        async with raw(server, anna) as other:
            other.writer.write(frame(ASKED))
            assert (await other.message() or {})["type"] == "pong"
        assert SLICE // 6 < 100, "of the shortest frames, fewer than a hundred in one iteration"


async def test_who_does_not_read_is_disconnected_and_others_play_on(tmp_path: Path) -> None:
    async with connected(tmp_path, messages=100_000) as (server, anna, link):
        made = await anna.post("/api/matches", game="scarab", seats=[{"occupant": "here"}, {}])
        match = made["match"]
        link.writer.write(
            frame(msgspec.json.encode({"type": "hello", "version": 1, "match": match}))
        )
        while server.live.figures()["connections"] != 1:
            await asyncio.sleep(0.01)
        look = frame(b'{"type":"look","id":"l"}')
        for _ in range(10 * BACKLOG // 500):
            link.writer.write(look * 8)
            await link.writer.drain()
            await asyncio.sleep(0)
            if not server.live.figures()["connections"]:
                break
        assert server.live.figures()["connections"] == 0
        assert (await anna.get(f"/api/matches/{match}"))["phase"] == "open"
