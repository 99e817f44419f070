"""Clients that play games which were played before, and measure how long moves take."""

from __future__ import annotations

import asyncio
import re
import socket
import struct
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from itertools import accumulate
from math import ceil
from time import perf_counter
from typing import Literal, cast

Follow = Literal["facts", "moves"]
# What clients do: nothing, play one match after the other, or play the one that they have begun.
Phase = Literal["rest", "play", "finish"]
# The moves of a round by seat: one where seats move in turn, one of each seat in an expedition.
Round = Mapping[int, str]

_UPDATE = b'{"type":"update","number":'
_COUNTED = (b'{"type":"ack"', b'{"type":"preview"')
_FAULTS = (b'{"type":"refused"', b'{"type":"bye"')
_SEAT = b'"seat":'
_SEATS = re.compile(rb'"kind":"played","at":\d+,"seat":(\d)')


def hello(match: str, last: int = 0, follow: Follow = "facts") -> bytes:
    """Return the first message on a socket, as the page sends it."""
    return b'{"type":"hello","version":1,"match":"%s","last":%d,"follow":"%s"}' % (
        match.encode(),
        last,
        follow.encode(),
    )


class Match:
    """A match to be played once: its rounds, and the moves that are under way."""

    __slots__ = ("_under_way", "ends", "id", "rounds")

    def __init__(self, id_: str, rounds: Sequence[Round], first: int) -> None:
        """Begin behind the entry numbered `first`, that of the start."""
        self.id = id_
        self.rounds = rounds
        # The number of the entry that closes each round.
        self.ends = tuple(accumulate(map(len, rounds), initial=first))[1:]
        # When a seat's move of a round was sent, and how many players have not been told of it.
        self._under_way: dict[tuple[int, int], tuple[float, int]] = {}

    def sent(self, n: int, seat: int, others: int) -> None:
        """Note that a seat's move of the round is being sent."""
        self._under_way[n, seat] = (perf_counter(), others)

    def told(self, n: int, seat: int) -> float | None:
        """Return how long a seat's move of the round took, once the last player is told of it."""
        at, others = self._under_way[n, seat]
        self._under_way[n, seat] = (at, others - 1)
        return None if others > 1 else perf_counter() - at


class Bench:
    """One run: how clients follow and how often they move, and what they have measured."""

    def __init__(self, follow: Follow = "facts", gap: float = 0.0, phase: Phase = "play") -> None:
        self.follow = follow
        # Seconds between two moves of a match; 0: everybody moves as soon as they may.
        self.gap = gap
        self.phase = phase
        self.ran_out = False
        self.failures: list[str] = []
        # Seconds from sending each move to the last player's being told of it.
        self.times: list[float] = []
        # Bytes that a client was sent from one move of its match to the next: the update, the
        # acknowledgement of its own moves, and previews; not presence, and no whole views.
        self.sizes: list[int] = []
        # Of these, the ones to clients that were to move: they come with the legal moves.
        self.sizes_to_move: list[int] = []


class Group:
    """The players of the same matches, one match after the other."""

    def __init__(self, matches: Sequence[Match], seats: int, first_moment: float = 0.0) -> None:
        self.matches = matches
        self.seats = seats
        # How many of the matches somebody has joined.
        self.begun = 0
        self._moment = first_moment

    def next_moment(self, now: float, gap: float) -> float:
        """Return when the next move may be made; a moment that was missed is not made up for.

        Clients that moved at once would do so together with all others that waited as long.
        """
        self._moment += max(1, ceil((now - self._moment) / gap)) * gap
        return self._moment


class Client(asyncio.Protocol):
    """A WebSocket client that parses no more of the protocol than it needs, to be fast.

    At seat 0 it watches.
    """

    def __init__(self, token: str, seat: int, group: Group, bench: Bench) -> None:
        self.token = token
        self.seat = seat
        self.group = group
        self.bench = bench
        self.opened = asyncio.get_running_loop().create_future()
        # Whether it has been sent the view of a match.
        self.has_joined = False
        # The match it plays, the last number it was told, and the round that is open.
        self.number = 0
        self.round = 0
        self._match: Match = group.matches[0]
        self._begun = 0
        # The first round in which it has not moved yet.
        self._unmoved = 0
        # Bytes since the last move, and whether the client is to move since then.
        self._size = 0
        self._is_to_move = False
        self._head = True
        self._data = b""
        self._id = 0

    @property
    def is_done(self) -> bool:
        """Whether it has been told of every move of its match."""
        return self.number == self._match.ends[-1]

    # --- WebSocket

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
        elif self.bench.phase != "rest":
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
            if size >= 126:
                head_size = 4 if size == 126 else 10
                if len(data) - start < head_size:
                    break
                size = int.from_bytes(data[start + 2 : start + head_size], "big")
            end = start + head_size + size
            if len(data) < end:
                break
            if data[start] == 0x81:
                self._hear(data[start + head_size : end])
            elif data[start] == 0x89:
                self._send(0x8A, data[start + head_size : end])
            start = end
        self._data = data[start:]

    def _send(self, opcode: int, payload: bytes) -> None:
        size = len(payload)
        # A mask of zeros is a mask: the clients' work is not what is measured.
        if size < 126:
            head = struct.pack("!BBI", opcode, 0x80 | size, 0)
        else:
            head = struct.pack("!BBHI", opcode, 0x80 | 126, size, 0)
        self.transport.write(head + payload)

    # --- the protocol

    def hello(self) -> None:
        """Join the next match."""
        if self._begun == len(self.group.matches):
            self.bench.ran_out = True
            return
        self._match = self.group.matches[self._begun]
        self._begun += 1
        self.group.begun = max(self.group.begun, self._begun)
        self.number = self.round = self._unmoved = 0
        self._send(0x81, hello(self._match.id, 0, self.bench.follow))

    def _hear(self, frame: bytes) -> None:
        if frame.startswith(_UPDATE):
            number = int(frame[26 : frame.index(b",", 26)])
            self._count()
            if self.number:
                self._size = len(frame)
                self._follow(frame, number)
            else:
                # The first update behind a hello is the whole view.
                self._size, self.number, self.has_joined = 0, number, True
                self.round = bisect_right(self._match.ends, number)
            if self.seat and self.bench.phase != "rest":
                self.go_on()
        elif frame.startswith(_COUNTED):
            self._size += len(frame)
        elif frame.startswith(_FAULTS):
            self.bench.failures.append(frame[:200].decode())

    def _count(self) -> None:
        """Note how many bytes came since the last move."""
        if self._size:
            self.bench.sizes.append(self._size)
            if self._is_to_move:
                self.bench.sizes_to_move.append(self._size)
        self._is_to_move = False

    def _follow(self, frame: bytes, number: int) -> None:
        """Take note of the moves that an update tells of: one, or several that came together."""
        if not self.seat:
            self.number = number
            return
        if number == self.number + 1:
            seats = [frame[frame.index(_SEAT, 26) + len(_SEAT)] - ord("0")]
        else:
            seats = [int(seat) for seat in _SEATS.findall(frame)]
        for seat in seats:
            if seat != self.seat:
                took = self._match.told(self.round, seat)
                if took is not None:
                    self.bench.times.append(took)
            self.number += 1
            self.round += self.number == self._match.ends[self.round]

    def go_on(self) -> None:
        """Move, if the seat may; after the last move, go to the next match."""
        rounds, n = self._match.rounds, self.round
        if n == len(rounds):
            # Nobody is left alone in a match that others have begun.
            if self.bench.phase == "play" or self._begun < self.group.begun:
                self.hello()
        elif n >= self._unmoved and self.seat in rounds[n]:
            self._unmoved = n + 1
            self._is_to_move = True
            if not self.bench.gap:
                self._move()
                return
            loop = asyncio.get_running_loop()
            loop.call_at(self.group.next_moment(loop.time(), self.bench.gap), self._move)

    def _move(self) -> None:
        self._id += 1
        move = self._match.rounds[self.round][self.seat].encode()
        message = b'{"type":"play","id":"%d-%d","seat":%d,"move":"%s","seen":%d}'
        self._match.sent(self.round, self.seat, self.group.seats - 1)
        self._send(0x81, message % (self._id, self.seat, self.seat, move, self.number))


async def connected(
    bench: Bench, port: int, groups: Sequence[Group], watchers: int = 0
) -> list[Client]:
    """Connect the players of all groups, guests 0, 1, 2, … in order, and those who watch the first.

    The token of guest n is `tn`.
    """
    places = [(group, seat) for group in groups for seat in range(1, group.seats + 1)]
    places += [(groups[0], 0)] * watchers
    loop = asyncio.get_running_loop()
    clients = []
    for n, (group, seat) in enumerate(places):
        client = Client(f"t{n}", seat, group, bench)
        await loop.create_connection(lambda client=client: client, "127.0.0.1", port)  # type: ignore[misc]
        await client.opened
        clients.append(client)
    return clients
