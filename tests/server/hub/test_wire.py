"""The short way of WebSocket frames, tried on a real port with a real client."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from kheper.server.wire import AT_ONCE, WIRE, Turn, WireProtocol

Test = Callable[[str, int], Awaitable[None]]


async def _echo(scope: Any, receive: Any, send: Any) -> None:
    """Send every text back, the short way, and what is binary by the long one."""
    if scope["type"] != "websocket":
        return
    await receive()
    if scope["path"] == "/slow":
        await asyncio.sleep(0.5)
    await send({"type": "websocket.accept"})
    wire = scope["extensions"][WIRE]
    while (event := await receive())["type"] == "websocket.receive":
        if (text := event.get("text")) is None:
            await send({"type": "websocket.send", "bytes": event["bytes"]})
        elif not wire.write(text.encode()):
            await send({"type": "websocket.send", "text": text})


def _with_server(test: Test) -> None:
    async def whole() -> None:
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        config = uvicorn.Config(
            _echo,
            ws=WireProtocol,
            ws_max_size=65_536,
            ws_per_message_deflate=False,
            lifespan="off",
            log_config=None,
        )
        server = uvicorn.Server(config)
        serving = asyncio.ensure_future(server.serve(sockets=[listener]))
        try:
            async with asyncio.timeout(30):
                while not server.started:
                    await asyncio.sleep(0.01)
                await test(f"ws://127.0.0.1:{port}/", port)
        finally:
            server.should_exit = True
            await serving
            listener.close()

    asyncio.run(whole())


async def _back(client: ClientConnection, message: str | bytes) -> None:
    await client.send(message)
    assert await client.recv() == message


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 8192, 60_000])
def test_texts_of_all_lengths_go_to_and_fro(size: int) -> None:
    async def test(url: str, _: int) -> None:
        async with connect(url) as client:
            await _back(client, "é" * (size // 2) + "x" * (size % 2))

    _with_server(test)


def test_what_is_no_plain_text_goes_the_long_way() -> None:
    async def test(url: str, _: int) -> None:
        async with connect(url) as client:
            await _back(client, "before")
            await _back(client, b"\x00\xff")
            await client.send(["in ", "several ", "frames"])
            assert await client.recv() == "in several frames"
            await (await client.ping())
            await _back(client, "after")

    _with_server(test)


def test_many_messages_at_once_keep_their_order() -> None:
    async def test(url: str, _: int) -> None:
        async with connect(url) as client:
            for n in range(500):
                await client.send(str(n))
            assert [await client.recv() for _ in range(500)] == [str(n) for n in range(500)]

    _with_server(test)


def test_what_is_much_is_seen_to_in_several_turns() -> None:
    read: list[int] = []

    class Counted:
        def __init__(self, n: int) -> None:
            self.n = n

        def read(self, data: bytes) -> None:
            assert data == b"%d" % self.n
            read.append(self.n)

    async def whole() -> None:
        turn = Turn(asyncio.get_running_loop())
        count = 2 * AT_ONCE + 10
        for n in range(count):
            turn.receive(cast(WireProtocol, Counted(n)), b"%d" % n)
        seen = []
        for extra in (count, count + 1, count + 2):
            await asyncio.sleep(0)
            seen.append(len(read))
            # What comes meanwhile waits behind what was there.
            turn.receive(cast(WireProtocol, Counted(extra)), b"%d" % extra)
        await asyncio.sleep(0)
        assert seen == [AT_ONCE, 2 * AT_ONCE, count + 2]
        assert read == list(range(count + 3))

    asyncio.run(whole())


def _frame(payload: bytes, first: int = 0x81, mask: bytes = b"\x01\x02\x03\x04") -> bytes:
    masked = bytes(byte ^ mask[n % 4] for n, byte in enumerate(payload))
    return struct.pack("!BB", first, 0x80 | len(payload)) + mask + masked


_HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def _shaken(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(_HANDSHAKE)
    await reader.readuntil(b"\r\n\r\n")
    return reader, writer


def test_frames_may_come_byte_by_byte() -> None:
    async def test(_: str, port: int) -> None:
        reader, writer = await _shaken(port)
        for byte in _frame(b"slow") + _frame(b"and") + _frame(b"steady"):
            writer.write(bytes((byte,)))
            await asyncio.sleep(0.001)
        assert await reader.readexactly(6 + 5 + 8) == b"\x81\x04slow\x81\x03and\x81\x06steady"
        writer.close()

    _with_server(test)


def test_what_comes_before_the_handshake_is_done_is_not_lost() -> None:
    async def test(_: str, port: int) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        early = _frame(b"early")
        writer.write(_HANDSHAKE.replace(b" / ", b" /slow "))
        await asyncio.sleep(0.2)
        writer.write(early[:3])
        await reader.readuntil(b"\r\n\r\n")
        writer.write(early[3:] + _frame(b"late"))
        assert await reader.readexactly(7 + 6) == b"\x81\x05early\x81\x04late"
        writer.close()

    _with_server(test)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (b"\x81\x01x", 1002),  # not masked
        (_frame(b"x", first=0xF1), 1002),  # reserved bits
        (_frame(b"\xff\xfe"), 1007),  # no UTF-8
        (b"\x81\xff" + (1 << 40).to_bytes(8, "big") + b"\0\0\0\0", 1009),  # too long
        (_frame(b"a", first=0x01) + _frame(b"b"), 1002),  # a text in the middle of another
    ],
)
def test_who_breaks_the_rules_is_told_and_closed(sent: bytes, code: int) -> None:
    async def test(_: str, port: int) -> None:
        reader, writer = await _shaken(port)
        writer.write(sent)
        closing = await reader.read(4)
        assert (closing[0], int.from_bytes(closing[2:4], "big")) == (0x88, code)
        await reader.read()
        writer.close()

    _with_server(test)


def test_closing_is_answered() -> None:
    async def test(url: str, _: int) -> None:
        async with connect(url) as client:
            await _back(client, "x")
            await client.close(1000)
            assert client.close_code == 1000
            with pytest.raises(ConnectionClosed):
                await client.recv()

    _with_server(test)
