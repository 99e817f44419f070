"""A server that checks nothing: it writes a move down, durably, and passes it on.

It speaks as much of the protocol as the clients of `benchmarks/server.py` need, straight on
uvloop, without ASGI, rules, views, limits or clocks: about as little as Python can do between a
client's move and the other one's. What the real server does beside is seen against it.
"""

from __future__ import annotations

import asyncio
import sqlite3
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha1
from pathlib import Path
from typing import cast

import msgspec
import uvloop
from websockets.utils import apply_mask

from kheper.server.store.base import StoreError
from kheper.server.store.writer import GroupWriter

KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
BASE = 3  # as many entries has a match of the benchmark before its first move

Row = tuple[str, int, bytes]


class Asked(msgspec.Struct):
    """A hello or a move."""

    type: str
    match: str = ""
    id: str = ""
    move: str = ""
    seen: int = 0


_read = msgspec.json.Decoder(Asked).decode


class Room:
    """The two who play a match."""

    def __init__(self) -> None:
        self.number = BASE
        self.relays: list[Relay] = []


class Relay(asyncio.Protocol):
    """A client's connection."""

    def __init__(self, rooms: dict[str, Room], writer: GroupWriter[Row]) -> None:
        self._rooms = rooms
        self._writer = writer
        self._is_open = False
        self._match = ""
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take note of the way back."""
        self.transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """Read the handshake, then whole frames."""
        data = self._data + data
        if not self._is_open:
            self._data = data
            if not data.endswith(b"\r\n\r\n"):
                return
            _, _, rest = data.partition(b"Sec-WebSocket-Key: ")
            accepted = b64encode(sha1(rest[:24] + KEY).digest())  # noqa: S324 - of RFC 6455
            self.transport.write(
                b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                b"Connection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n" % accepted
            )
            self._is_open, self._data = True, b""
            return
        start = 0
        while len(data) - start >= 6:
            at = start + 2 + 2 * (data[start + 1] == 0xFE)
            length = (
                int.from_bytes(data[start + 2 : at]) if at > start + 2 else data[start + 1] - 0x80
            )
            end = at + 4 + length
            if end > len(data):
                break
            self._heard(_read(apply_mask(data[at + 4 : end], data[at : at + 4])))
            start = end
        self._data = data[start:]

    def _heard(self, asked: Asked) -> None:
        if asked.type == "hello":
            self._match = asked.match
            room = self._rooms.setdefault(asked.match, Room())
            room.relays.append(self)
            self._send(b'{"type":"update","number":%d,"view":{}}' % room.number)
            return
        row = self._match, asked.seen + 1, asked.move.encode()
        self._writer.submit(row).tell(partial(self._written, row, asked.id))

    def _written(self, row: Row, id_: str, _: StoreError | None) -> None:
        match, number, move = row
        room = self._rooms[match]
        room.number = number
        news = b'{"type":"update","number":%d,"move":"%s"}' % (number, move)
        for relay in room.relays:
            if relay is self:
                relay._send(b'{"type":"ack","id":"%s","number":%d}' % (id_.encode(), number), news)
            else:
                relay._send(news)

    def _send(self, *messages: bytes) -> None:
        self.transport.write(b"".join(b"\x81%c%s" % (len(text), text) for text in messages))


def _committed(link: sqlite3.Connection, rows: list[Row]) -> list[StoreError | None]:
    link.execute(
        f"INSERT INTO entry VALUES {','.join(['(?,?,?)'] * len(rows))}",  # noqa: S608 - no words of others
        [value for row in rows for value in row],
    )
    return [None] * len(rows)


async def _serve(port: int, path: Path, ready: Callable[[], None]) -> None:
    link = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    link.execute("PRAGMA journal_mode = WAL")
    link.execute("PRAGMA synchronous = FULL")
    link.execute(
        "CREATE TABLE entry (match TEXT, number INT, body BLOB, PRIMARY KEY (match, number))"
    )
    rooms: dict[str, Room] = {}
    writer: GroupWriter[Row] = GroupWriter(partial(_committed, link), link.close)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Relay(rooms, writer), "127.0.0.1", port)
    ready()
    await server.serve_forever()


def serve(port: int, path: Path, ready: Callable[[], None]) -> None:
    """Serve until killed."""
    uvloop.run(_serve(port, path, ready))
