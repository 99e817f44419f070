"""Moves a second, and how long they take, with real clients on a real server.

    python -m benchmarks.server [--clients 500] [--seconds 10] [--pace 2000] [--database URL]
                                [--workers 2] [--busy]

A server runs in a process of its own, with a database that is made for it. Clients in pairs play
games of SCARAB over WebSockets, each move checked by the rules and durable before it is told.
What is measured is the time from a client's sending a move to the other client's receiving it:
flat out, where every client moves as soon as it may, and at a pace. Last comes the memory that a
connection takes. With `--workers 2` and PostgreSQL, two processes serve, the players of a match
apart. In the same run, the same clients play on a bare relay (benchmarks/yardstick), which writes
every move down and passes it on, and does nothing else: how fast that is, is this machine. With
`--busy`, clients at a pace play in turns on a server whose bots rest and on one whose bots think
all the time, three times each.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple, cast

import uvloop
from msgspec.structs import replace

from benchmarks.yardstick import relay
from kheper.games import SCARAB
from kheper.server import collector, entries
from kheper.server import commands as ask
from kheper.server.app import app, milliseconds
from kheper.server.botpool import BotPool
from kheper.server.commands import Create, SeatWish
from kheper.server.hub import Hub, Limits
from kheper.server.live import index_of
from kheper.server.seats import Seat, Who
from kheper.server.security import token_hash
from kheper.server.serving import Server, configured
from kheper.server.settings import Settings
from kheper.server.setup import match_id
from kheper.server.store import store_at
from kheper.server.store.base import Guest
from kheper.server.table import Table

BASE = 3  # created, sat, started: the first move is entry 4
ANNA, BEN = Who("anna", "Anna"), Who("ben", "Ben")


class Game(NamedTuple):
    """A game that is played as it was played before: its first entries and all its moves."""

    first: tuple[entries.Entry, ...]
    moves: tuple[tuple[int, str], ...]


def games(count: int, rng: Random) -> Iterator[Game]:
    wish = Create(game="scarab", seats=(SeatWish("here"), SeatWish()))
    for _ in range(count):
        made = Table.create(wish, ANNA, milliseconds(), rng)
        table, first = made.table, list(made.entries)
        for who, command in ((BEN, ask.Sit(id="s", seat=2)), (ANNA, ask.Start(id="s"))):
            decided = table.decide(command, who, milliseconds(), rng)
            table, first = decided.table, [*first, *decided.entries]
        moves, state = [], table.state
        while state.to_move:
            seat = state.to_move[0]
            move = rng.choice(state.legal_moves(seat))
            moves.append((seat, str(move)))
            state = state.play(seat, move)
        yield Game(tuple(first), tuple(moves))


class Match(NamedTuple):
    id: str
    moves: tuple[tuple[int, str], ...]


async def prepared(database: str, pairs: int, rounds: int, rng: Random) -> list[list[Match]]:
    """Write guests and matches into the database, and return each pair's matches."""
    store = store_at(database)
    await store.open()
    for n in range(2 * pairs):
        await store.add_guest(Guest(f"g{n}", f"Guest {n}"), token_hash(f"t{n}"))
    known = list(games(40, rng))
    found: list[list[Match]] = []
    for pair in range(pairs):
        row = []
        for _ in range(rounds):
            game, match = rng.choice(known), match_id(rng)
            first = _seated(game.first, match, f"g{2 * pair}", f"g{2 * pair + 1}")
            bodies = [entries.encode(entry) for entry in first]
            row.append(store.create(match, bodies, index_of(Table.of(first))))
            found.append([]) if len(found) <= pair else None
            found[pair].append(Match(match, game.moves))
        await asyncio.gather(*row)
    await store.close()
    return found


def _seated(
    first: tuple[entries.Entry, ...], match: str, anna: str, ben: str
) -> list[entries.Entry]:
    created, sat, started = first
    assert isinstance(created, entries.Created)
    seats = tuple(replace(seat, guest=anna) if seat.guest else seat for seat in created.seats)
    assert all(isinstance(seat, Seat) for seat in seats)
    return [
        replace(created, match=match, by=anna, seats=seats),
        replace(sat, by=ben),
        replace(started, by=anna),
    ]


# --- clients


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
            # The two of a pair take turns; who is late does not hurry after.
            loop = asyncio.get_running_loop()
            self.due = max(self.due, self.other.due, loop.time() - pace) + pace
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


async def run(
    ports: list[int],
    servers: list[subprocess.Popen[bytes]],
    matches: list[list[Match]],
    seconds: float,
    pace: float,
) -> tuple[list[float], float, float]:
    """Play for so long, and return how long moves took, how many a second, and their CPU time."""
    bench = Bench(len(matches) / pace if pace else 0.0)
    clients = await connected(bench, ports, matches)
    loop = asyncio.get_running_loop()
    rng = Random(1)
    gc.freeze()
    for anna in clients[::2]:
        anna.due = loop.time() + 1 + rng.random() * bench.pace
        anna.hello()
        anna.other.hello()
    while not all(client.seated for client in clients):
        await asyncio.sleep(0.1)  # until all have sat down
    await asyncio.sleep(1)
    bench.times.clear()
    began, used = perf_counter(), sum(map(cpu, servers))
    await asyncio.sleep(seconds)
    took, used = perf_counter() - began, sum(map(cpu, servers)) - used
    count = len(bench.times)
    bench.running = False
    await asyncio.sleep(0.5)
    times = list(bench.times)
    for client in clients:
        client.transport.abort()
    if bench.ran_out:
        print("  (matches ran out: the figures are of a part of the time)")
    if bench.failures:
        raise SystemExit(f"{len(bench.failures)} failures, such as: {bench.failures[0]}")
    return times, count / took, used / max(1, count)


# --- the server


async def think_always(bots: BotPool, rng: Random) -> None:
    """Let a strong bot think, again and again, in every process there is."""
    state = SCARAB.new({}, rng)
    while True:
        await asyncio.gather(
            *(bots.choose(state.view(1), 8, n, f"c{n}") for n in range(bots.workers))
        )


def serve_bare(port: int, folder: str) -> None:
    """Pass moves on; runs in a process of its own."""

    def ready() -> None:
        gc.freeze()
        print("ready", flush=True)

    relay.serve(port, Path(folder) / "relay.db", ready)


def serve(port: int, database: str, *, busy: bool) -> None:
    """Serve, with limits that let a benchmark through; runs in a process of its own."""
    settings = Settings(
        port=port, database=database, connections=100_000, requests=10_000_000, bots=1
    )
    store = store_at(database, apart=True)
    limits = Limits(messages=50, window=0)
    bots = BotPool(1)
    hub = Hub(store, bots, milliseconds, Random(), limits)
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))

    def ready() -> None:
        collector.spare()
        hub.spawn(collector.look_through(lambda: hub.figures()["entries_total"]))
        if busy:
            hub.spawn(think_always(bots, Random(1)))
        print("ready", flush=True)

    Server(configured(app(store, hub, settings), settings), hub, ready).run(sockets=[listener])


def start(port: int, database: str, *options: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "benchmarks.server", "--serve", str(port)]
    process = subprocess.Popen(  # noqa: S603 - ourselves
        [*command, "--database", database, *options], stdout=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n", "the server does not start"
    return process


@contextmanager
def running(servers: list[subprocess.Popen[bytes]]) -> Iterator[list[subprocess.Popen[bytes]]]:
    try:
        yield servers
    finally:
        for server in servers:
            server.terminate()
            server.wait(10)


def memory(process: subprocess.Popen[bytes]) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def cpu(process: subprocess.Popen[bytes]) -> float:
    """Return the seconds of processor time that a process and its children have had."""
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    ticks = 0
    for pid in (process.pid, *children):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def told(name: str, times: list[float], rate: float, used: float) -> None:
    cuts = quantiles(times, n=100)
    print(
        f"{name:16} {rate:8,.0f} moves/s   p50 {cuts[49] * 1000:6.2f} ms   "
        f"p99 {cuts[98] * 1000:6.2f} ms   worst {max(times) * 1000:6.1f} ms   "
        f"{used * 1e6:4.0f} µs of CPU a move"
    )


def measured(
    name: str,
    ports: list[int],
    servers: list[subprocess.Popen[bytes]],
    matches: list[list[Match]],
    seconds: float,
    pace: float,
) -> tuple[float, float]:
    """Play, tell how it went, and return how many moves a second there were, and their p99."""
    times, rate, used = uvloop.run(run(ports, servers, matches, seconds, pace))
    told(name, times, rate, used)
    return rate, quantiles(times, n=100)[98]


async def idle(port: int, server: subprocess.Popen[bytes], matches: list[list[Match]]) -> None:
    """Connect clients that do nothing, and tell what they take."""
    bench = Bench(0.0)
    bench.running = False
    before = memory(server)
    clients = await connected(bench, [port], matches)
    for client in clients:
        client.hello()
    await asyncio.sleep(2)
    each = (memory(server) - before) / len(clients) / 1024
    print(f"{'memory':16} {each:8.1f} kB a connection, of {len(clients)}, two to a match")
    for client in clients:
        client.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--pace", type=float, default=2000)
    parser.add_argument("--database", default="")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--busy", action="store_true", help="let bots think all the time")
    parser.add_argument("--serve", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--bare", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        if asked.bare:
            serve_bare(asked.serve, asked.database)
        else:
            serve(asked.serve, asked.database, busy=asked.busy)
        return
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or str(Path(folder) / "bench.db")
        compare_busy(asked, database) if asked.busy else compare(asked, database, folder)


def compare(asked: argparse.Namespace, database: str, folder: str) -> None:
    """Measure the server, flat out and at a pace, and the bare relay."""
    pairs = asked.clients // 2
    rounds = 2 + int(asked.seconds * 12_000 / pairs / 20)
    matches = uvloop.run(prepared(database, pairs, 2 * rounds + 1, Random(7)))
    flat_out = [row[:rounds] for row in matches]
    paced = [row[rounds : 2 * rounds] for row in matches]
    ports = [free_port() for _ in range(asked.workers)]
    with running([start(port, database) for port in ports]) as servers:
        if len(servers) == 1:
            uvloop.run(idle(ports[0], servers[0], [row[-1:] for row in matches]))
        rate, _ = measured("flat out", ports, servers, flat_out, asked.seconds, 0.0)
        _, slow = measured("paced", ports, servers, paced, asked.seconds, asked.pace)
    port = free_port()
    with running([start(port, folder, "--bare")]) as servers:
        bare, _ = measured("bare relay", [port], servers, flat_out, asked.seconds, 0.0)
        _, least = measured("the same, paced", [port], servers, paced, asked.seconds, asked.pace)
    print(f"÷ bare relay: {rate / bare:.2f} of the moves, {slow / least:.2f} of the p99 at a pace")


def compare_busy(asked: argparse.Namespace, database: str) -> None:
    """Measure the server at a pace, in turns with resting and with thinking bots."""
    pairs = asked.clients // 2
    rounds = 2 + int(asked.seconds * asked.pace / pairs / 20)
    matches = uvloop.run(prepared(database, pairs, 6 * rounds, Random(7)))
    slow: dict[str, list[float]] = {"bots rest": [], "bots think": []}
    for turn in range(6):
        name, options = (("bots rest", []), ("bots think", ["--busy"]))[turn % 2]
        some = [row[turn * rounds : (turn + 1) * rounds] for row in matches]
        port = free_port()
        with running([start(port, database, *options)]) as servers:
            _, p99 = measured(name, [port], servers, some, asked.seconds, asked.pace)
        slow[name].append(p99)
    rest, think = (median(times) for times in slow.values())
    print(f"p99 with thinking bots ÷ with resting ones: {think / rest:.2f}")


if __name__ == "__main__":
    main()
