"""Clients in pairs that play games of SCARAB as they were played before, and take the time."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Callable
from math import ceil
from time import perf_counter
from typing import NamedTuple, cast

BASE = 3  # created, sat, started: the first move is entry 4


class Match(NamedTuple):
    id: str
    moves: tuple[tuple[int, str], ...]


class Client(asyncio.Protocol):
    """A WebSocket client that knows no more of the protocol than it needs, to be quick."""

    def __init__(self, token: str, seat: int, bench: Bench) -> None:
        self.token = token
        self.seat = seat
        self.bench = bench
        self.other: Client = self
        self.matches: list[Match] = []
        self.plies: tuple[tuple[int, str], ...] = ()
        self.opened = asyncio.get_running_loop().create_future()
        self.at = 0.0
        self.due = 0.0
        self.number = 0
        self.seated = False
        self._head = True
        self._data = b""
        self._id = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        sock = transport.get_extra_info("socket")
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.transport.write(
            "GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            f"Sec-WebSocket-Version: 13\r\nCookie: kheper={self.token}\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(self._data[:200].decode()))
        elif self.bench.running:
            self.bench.failures.append("a connection was lost")

    def data_received(self, data: bytes) -> None:
        data = self._data = self._data + data
        if self._head:
            head, found, rest = data.partition(b"\r\n\r\n")
            if not found or b" 101 " not in head[:20]:
                return
            self._head, data = False, rest
            self.opened.set_result(None)
        start = 0
        while len(data) - start >= 2:
            size, head_size = data[start + 1], 2
            if size == 126:
                if len(data) - start < 4:
                    break
                size, head_size = int.from_bytes(data[start + 2 : start + 4], "big"), 4
            end = start + head_size + size
            if len(data) < end:
                break
            if data[start] == 0x81:
                self.heard(data[start + head_size : end])
            elif data[start] == 0x89:
                self._frame(0x8A, data[start + head_size : end])
            start = end
        self._data = data[start:]

    def heard(self, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update","number":'):
            number = int(frame[26 : frame.index(b",", 26)])
            if b'"view":' in frame:
                self.number, self.seated = number, True
            elif number > self.number:
                self.told(number)
            self.go_on()
        elif frame.startswith((b'{"type":"refused"', b'{"type":"bye"')):
            self.bench.failures.append(frame[:200].decode())

    def told(self, number: int) -> None:
        self.number = number
        seat, _ = self.plies[number - BASE - 1]
        if seat != self.seat:
            self.bench.took(perf_counter() - self.other.at)

    def go_on(self) -> None:
        """Move, if it is this client's turn; after the last move, go to the next match."""
        ply = self.number - BASE
        if ply == len(self.plies):
            self.hello()
        elif self.plies[ply][0] == self.seat and self.bench.running:
            pace = self.bench.pace
            if not pace:
                self.move(ply)
                return
            # The two of a pair take turns, at moments of their own: who has missed one takes the
            # next. (Who went on at once would do so together with all who waited for the same.)
            loop = asyncio.get_running_loop()
            last = max(self.due, self.other.due)
            self.due = last + max(1, ceil((loop.time() - last) / pace)) * pace
            loop.call_at(self.due, self.move, ply)

    def move(self, ply: int) -> None:
        self._id += 1
        text = self.plies[ply][1]
        self.at = perf_counter()
        self._frame(
            0x81,
            b'{"type":"play","id":"%d-%d","seat":%d,"move":"%s","seen":%d}'
            % (self._id, self.seat, self.seat, text.encode(), self.number),
        )

    def hello(self) -> None:
        if not self.matches:
            self.bench.ran_out = True
            return
        match = self.matches.pop()
        self.plies, self.number = match.moves, 0
        self._frame(0x81, b'{"type":"hello","version":1,"match":"%s"}' % match.id.encode())

    def _frame(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        # A mask of zeros is a mask: the load is not what is measured.
        if size < 126:
            head = struct.pack("!BBI", opcode, 0x80 | size, 0)
        else:
            head = struct.pack("!BBHI", opcode, 0x80 | 126, size, 0)
        self.transport.write(head + payload)


class Bench:
    """The clients of one run, and what they measured."""

    def __init__(self, pace: float) -> None:
        self.pace = pace
        self.running = True
        self.ran_out = False
        self.failures: list[str] = []
        self.times: list[float] = []
        self.took: Callable[[float], None] = self.times.append


async def connected(bench: Bench, ports: list[int], matches: list[list[Match]]) -> list[Client]:
    loop = asyncio.get_running_loop()
    clients: list[Client] = []
    for n in range(2 * len(matches)):
        port = ports[n % len(ports)]
        _, client = await loop.create_connection(
            lambda n=n: Client(f"t{n}", n % 2 + 1, bench),  # type: ignore[misc]
            "127.0.0.1",
            port,
        )
        await client.opened
        client.matches = list(matches[n // 2])
        clients.append(client)
    for anna, ben in zip(clients[::2], clients[1::2], strict=True):
        anna.other, ben.other = ben, anna
    return clients
