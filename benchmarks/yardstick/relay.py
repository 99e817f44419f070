"""A server that checks nothing: it writes a move down, durably, and passes it on.

    python -m benchmarks.yardstick.relay PORT FILE

It speaks as much of the protocol as the clients of `benchmarks/server.py` need, straight on
uvloop, without ASGI, rules, views, limits or clocks: about as little as Python can do between a
client's move and the others'. Nothing here is imported from `kheper`, so that it stays the same
while the server changes, and ratios of different versions can be compared.
"""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import sys
from base64 import b64encode
from contextlib import suppress
from functools import partial
from hashlib import sha1
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import NamedTuple, cast

import msgspec
import uvloop
from websockets.utils import apply_mask

KEY = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # of RFC 6455
BASE = 3  # the number of the last entry before a match's first move


class Asked(msgspec.Struct):
    """A hello or a move."""

    type: str
    match: str = ""
    id: str = ""
    seat: int = 0
    move: str = ""


_read = msgspec.json.Decoder(Asked).decode


class Row(NamedTuple):
    """A move, as it is stored."""

    match: str
    number: int
    body: bytes


class Writing(NamedTuple):
    """A move to be written, and whose it is."""

    row: Row
    asked: Asked
    relay: Relay


class GroupWriter:
    """Commits in a thread; whatever waits when a commit begins is in that commit."""

    def __init__(self, path: Path) -> None:
        self._link = link = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        link.execute("PRAGMA journal_mode = WAL")
        link.execute("PRAGMA synchronous = FULL")
        link.execute(
            "CREATE TABLE entry (match TEXT, number INT, body BLOB, PRIMARY KEY (match, number))"
        )
        self._loop = asyncio.get_running_loop()
        self._gathered: list[Writing] = []
        self._queue: SimpleQueue[list[Writing]] = SimpleQueue()
        Thread(target=self._run, daemon=True).start()

    def submit(self, writing: Writing) -> None:
        """Put a row into the next group."""
        if not self._gathered:
            self._loop.call_soon(self._hand_over)
        self._gathered.append(writing)

    def _hand_over(self) -> None:
        gathered, self._gathered = self._gathered, []
        self._queue.put(gathered)

    def _run(self) -> None:
        while True:
            group = self._queue.get()
            with suppress(Empty):
                while True:
                    group = group + self._queue.get_nowait()
            self._commit([writing.row for writing in group])
            self._loop.call_soon_threadsafe(partial(_tell, group))

    def _commit(self, rows: list[Row]) -> None:
        """Write rows in one statement, which is one transaction."""
        self._link.execute(
            f"INSERT INTO entry VALUES {','.join(['(?,?,?)'] * len(rows))}",  # noqa: S608 - no words of others
            [value for row in rows for value in row],
        )


def _tell(group: list[Writing]) -> None:
    for writing in group:
        writing.relay.written(writing)


class Room:
    """Those who play a match."""

    def __init__(self) -> None:
        # The last number that was given to a move, and the last that is durable.
        self.number = self.written = BASE
        self.relays: list[Relay] = []


class Relay(asyncio.Protocol):
    """A client's connection."""

    def __init__(self, rooms: dict[str, Room], writer: GroupWriter) -> None:
        self._rooms = rooms
        self._writer = writer
        self._is_open = False
        self._match = ""
        self._data = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the transport."""
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
            self._send(b'{"type":"update","number":%d,"view":{}}' % room.written)
            return
        room = self._rooms[self._match]
        room.number += 1
        row = Row(self._match, room.number, asked.move.encode())
        self._writer.submit(Writing(row, asked, self))

    def written(self, writing: Writing) -> None:
        """Acknowledge a move to its client, and pass it on to everybody in the room."""
        (match, number, move), asked, _ = writing
        news = b'{"type":"update","number":%d,"seat":%d,"move":"%s"}' % (number, asked.seat, move)
        room = self._rooms[match]
        room.written = number
        for relay in room.relays:
            if relay is self:
                ack = b'{"type":"ack","id":"%s","number":%d}' % (asked.id.encode(), number)
                relay._send(ack, news)
            else:
                relay._send(news)

    def _send(self, *messages: bytes) -> None:
        self.transport.write(b"".join(b"\x81%c%s" % (len(text), text) for text in messages))


async def _serve(port: int, path: Path) -> None:
    rooms: dict[str, Room] = {}
    writer = GroupWriter(path)
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Relay(rooms, writer), "127.0.0.1", port)
    gc.freeze()
    await server.serve_forever()


if __name__ == "__main__":
    uvloop.run(_serve(int(sys.argv[1]), Path(sys.argv[2])))
