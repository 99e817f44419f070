"""Nothing that is sent brings the server down, or a traceback into its log."""

from __future__ import annotations

import asyncio
import logging
import socket
import struct
from pathlib import Path
from random import Random

import pytest

from tests.server.malformed import GOOD, Ledger, malformed, run
from tests.server.running_server import running

pytestmark = pytest.mark.anyio


async def test_malformed_messages_are_answered_and_leave_no_trace(tmp_path: Path) -> None:
    answers, faults = await run(5_000, 11, tmp_path)
    assert not faults
    assert answers["refused unreadable"] > 2_000
    assert answers["ack "] + answers["update "] > 20  # some were good, after all


async def test_every_kind_of_bad_frame_is_among_them() -> None:
    rng = Random(1)
    frames = [malformed(rng) for _ in range(2_000)]
    assert sum(isinstance(frame, bytes) for frame in frames) > 100
    assert len(set(frames) - set(GOOD)) > 1_000


async def test_bytes_that_are_no_http_harm_nobody(tmp_path: Path) -> None:
    ledger, rng = Ledger(), Random(5)
    logging.getLogger().addHandler(ledger)
    heads = (
        b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /api/records HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"GET /api/matches/%00%ff?limit=%zz HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /../../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\r\n",
        b"GET /api/guest HTTP/1.1\r\nHost: localhost\r\nCookie: kheper=\xff\xfe;;=;\r\n\r\n",
    )
    try:
        async with running(tmp_path) as server:
            for number in range(300):
                head = heads[number % len(heads)] if number % 2 else rng.randbytes(200)
                reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
                writer.write(head)
                writer.write_eof()
                async with asyncio.timeout(20):
                    answer = await reader.read(65_536)
                assert not answer.startswith(b"HTTP/1.1 5"), head
                writer.close()
    finally:
        logging.getLogger().removeHandler(ledger)
    assert not ledger.faults


async def test_clients_who_are_gone_before_their_socket_is_open_leave_no_trace(
    tmp_path: Path,
) -> None:
    ledger = Ledger()
    logging.getLogger().addHandler(ledger)
    try:
        async with running(tmp_path) as server, server.person() as anna:
            head = (
                "GET /api/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                f"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: {anna.cookie}\r\n\r\n"
            )
            for _ in range(50):
                with socket.create_connection(("127.0.0.1", server.port)) as link:
                    # Closing resets the connection, so that nothing can be written to it.
                    link.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                    link.sendall(head.encode())
                await asyncio.sleep(0.001)
            assert await anna.get("/healthz") == {"status": "ok"}
    finally:
        logging.getLogger().removeHandler(ledger)
    assert not ledger.faults
