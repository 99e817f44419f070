"""Moves a second, and how long they take, with real clients on a real server.

    python -m benchmarks.server [--clients 500] [--turns 3] [--seconds 5] [--pace 2000]
                                [--workers 2 --postgres] [--busy]

A server runs in a process of its own, with a database that is made for it. Clients in pairs play
games of SCARAB over WebSockets, each move checked by the rules and durable before it is told.
What is measured is the time from a client's sending a move to the other client's receiving it:
flat out, where every client moves as soon as it may, and at a pace, where every pair has its own
moments to move in; and the memory that a connection takes. With `--workers 2 --postgres`, two
processes serve on a PostgreSQL of their own, the players of a match apart. In turns with that, the
same clients play on a bare relay (benchmarks/yardstick), which writes every move down and passes it
on, and does nothing else: how fast that is, is this machine. "Stolen" is the part of the
processors' time that the host kept for others. With `--busy`, clients at a pace play in turns on a
server whose bots rest and on one whose bots think all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import NamedTuple

import uvloop
from msgspec.structs import replace

from benchmarks.yardstick import relay
from benchmarks.yardstick.clients import Bench, Match, connected
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
from tests.server.postgres import cluster

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


# --- a run


class Run(NamedTuple):
    """What a turn gave: how long moves took, how many a second, and what they cost."""

    times: list[float]
    rate: float
    # Seconds of the servers' processor time a move.
    used: float
    # The part of the processors' time that the host kept.
    stolen: float

    @property
    def p50(self) -> float:
        return quantiles(self.times, n=100)[49] * 1000

    @property
    def p99(self) -> float:
        return quantiles(self.times, n=100)[98] * 1000


async def run(
    ports: list[int],
    servers: list[subprocess.Popen[bytes]],
    matches: list[list[Match]],
    seconds: float,
    pace: float,
) -> Run:
    """Play for so long."""
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
    began, used, ticks = perf_counter(), sum(map(cpu, servers)), processors()
    await asyncio.sleep(seconds)
    took, used = perf_counter() - began, sum(map(cpu, servers)) - used
    stolen, whole = (after - before for before, after in zip(ticks, processors(), strict=True))
    count = len(bench.times)
    bench.running = False
    await asyncio.sleep(0.5)
    for client in clients:
        client.transport.abort()
    if bench.ran_out:
        print("  (matches ran out: the figures are of a part of the time)")
    if bench.failures:
        raise SystemExit(f"{len(bench.failures)} failures, such as: {bench.failures[0]}")
    return Run(bench.times, count / took, used / max(1, count), stolen / max(1, whole))


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


def processors() -> tuple[int, int]:
    """Return the time that the host has kept from this machine, and all there was."""
    ticks = [int(field) for field in Path("/proc/stat").read_text().split("\n")[0].split()[1:9]]
    return ticks[7], sum(ticks)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def measured(
    name: str,
    ports: list[int],
    servers: list[subprocess.Popen[bytes]],
    matches: list[list[Match]],
    seconds: float,
    pace: float,
) -> Run:
    """Play, and tell how it went."""
    found = uvloop.run(run(ports, servers, matches, seconds, pace))
    print(
        f"{name:22}{found.rate:8,.0f} moves/s   p50 {found.p50:6.2f} ms   "
        f"p99 {found.p99:6.2f} ms   worst {max(found.times) * 1000:6.1f} ms   "
        f"{found.used * 1e6:4.0f} µs of CPU a move   stolen {found.stolen:5.1%}",
        flush=True,
    )
    return found


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
    print(f"{'memory':22}{each:8.1f} kB a connection, of {len(clients)}, two to a match")
    for client in clients:
        client.transport.abort()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of each turn")
    parser.add_argument("--pace", type=float, default=2000)
    parser.add_argument("--database", default="", help="a new one, if not told")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for this")
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
    with (
        tempfile.TemporaryDirectory() as folder,
        cluster(durable=True) if asked.postgres else nullcontext() as postgres,
    ):
        database = asked.database or str(Path(folder) / "bench.db")
        if postgres is not None:
            database = postgres.database()
        compare_busy(asked, database) if asked.busy else compare(asked, database, folder)


def compare(asked: argparse.Namespace, database: str, folder: str) -> None:
    """Measure the server and the bare relay in turns, flat out and at a pace."""
    pairs = asked.clients // 2
    # A game has 20 moves and more.
    many = 2 + int(asked.seconds * 15_000 / pairs / 20)
    few = 2 + int(asked.seconds * asked.pace / pairs / 20)
    matches = uvloop.run(prepared(database, pairs, asked.turns * (many + few) + 1, Random(7)))
    ports, bare_port = [free_port() for _ in range(asked.workers)], free_port()
    runs: dict[str, list[Run]] = {}
    with (
        running([start(port, database) for port in ports]) as servers,
        running([start(bare_port, folder, "--bare")]) as relays,
    ):
        if len(servers) == 1:
            uvloop.run(idle(ports[0], servers[0], [[row.pop()] for row in matches]))
        for _ in range(asked.turns):
            for kind, pace, count in (("flat out", 0.0, many), ("paced", asked.pace, few)):
                some = [[row.pop() for _ in range(count)] for row in matches]
                for name, at, those in (
                    (kind, ports, servers),
                    (f"{kind}, bare relay", [bare_port], relays),
                ):
                    found = measured(name, at, those, some, asked.seconds, pace)
                    runs.setdefault(name, []).append(found)
    for name, turns in runs.items():
        print(
            f"median of {name}: {median(turn.rate for turn in turns):,.0f} moves/s,"
            f" p50 {median(turn.p50 for turn in turns):.2f} ms,"
            f" p99 {median(turn.p99 for turn in turns):.2f} ms"
        )
    ours, bare = runs["flat out"], runs["flat out, bare relay"]
    part = median(one.rate / other.rate for one, other in zip(ours, bare, strict=True))
    ours, bare = runs["paced"], runs["paced, bare relay"]
    slower = median(one.p99 / other.p99 for one, other in zip(ours, bare, strict=True))
    print(f"÷ bare relay: {part:.2f} of the moves, {slower:.2f} of the p99 at a pace")


def compare_busy(asked: argparse.Namespace, database: str) -> None:
    """Measure the server at a pace, in turns with resting and with thinking bots."""
    pairs = asked.clients // 2
    few = 2 + int(asked.seconds * asked.pace / pairs / 20)
    matches = uvloop.run(prepared(database, pairs, 2 * asked.turns * few, Random(7)))
    slow: dict[str, list[float]] = {"bots rest": [], "bots think": []}
    for turn in range(2 * asked.turns):
        name, options = (("bots rest", []), ("bots think", ["--busy"]))[turn % 2]
        some = [[row.pop() for _ in range(few)] for row in matches]
        port = free_port()
        with running([start(port, database, *options)]) as servers:
            found = measured(name, [port], servers, some, asked.seconds, asked.pace)
        slow[name].append(found.p99)
    rest, think = (median(times) for times in slow.values())
    print(f"p99 with thinking bots ÷ with resting ones: {think / rest:.2f}")


if __name__ == "__main__":
    main()
