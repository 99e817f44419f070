"""Runs of clients on a server: moves, the memory of connections, spectators."""

from __future__ import annotations

import asyncio
import gc
import os
import sys
from collections.abc import Callable, Sequence
from random import Random
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from benchmarks.yardstick.clients import Bench, Client, Group, Match, connected
from benchmarks.yardstick.processes import Process, machine

# Seconds before a run is measured, and those after which something has gone wrong.
WARM_UP = 1.0
PATIENCE = 120.0
# Seconds between two moves that spectators see: previews are sent in between.
SPECTATED_GAP = 0.06


class Run(NamedTuple):
    """What a run gave: how long moves took, how many there were, and what they cost."""

    times: list[float]
    rate: float
    # Seconds of the server's processor time a move, and the part of a processor that bots had.
    used: float
    bots: float
    # The part of the processors' time that other processes had, or the host kept.
    elsewhere: float
    # Bytes that a client was sent from one move to the next: all clients, and those to move.
    sizes: list[int]
    sizes_to_move: list[int]

    @property
    def p50(self) -> float:
        return quantiles(self.times, n=100)[49] * 1000

    @property
    def p99(self) -> float:
        return quantiles(self.times, n=100)[98] * 1000


async def run(
    server: Process, bench: Bench, seats: int, matches: Sequence[list[Match]], seconds: float
) -> Run:
    """Let groups of clients play for so long."""
    rng, now = Random(1), asyncio.get_running_loop().time()
    groups = [Group(row, seats, now + rng.random() * bench.gap) for row in matches]
    clients = await _joined(bench, server, groups)
    await asyncio.sleep(WARM_UP)
    bench.times.clear()
    bench.sizes.clear()
    bench.sizes_to_move.clear()
    before = _figures(server)
    await asyncio.sleep(seconds)
    took, by_server, by_bots, by_clients, by_all, whole = (
        b - a for a, b in zip(before, _figures(server), strict=True)
    )
    times, sizes = bench.times.copy(), (bench.sizes.copy(), bench.sizes_to_move.copy())
    if bench.ran_out:
        print("matches ran out: the figures are of a part of the time", file=sys.stderr)
    await _finished(bench, clients)
    moves = len(times)
    elsewhere = max(0.0, by_all - by_server - by_bots - by_clients) / whole
    return Run(times, moves / took, by_server / moves, by_bots / took, elsewhere, *sizes)


def _figures(server: Process) -> tuple[float, ...]:
    """Return the time, and the processor time of the server, its bots, the clients and all."""
    clients = os.times()
    return (perf_counter(), *server.used(), clients.user + clients.system, *machine())


async def memory(server: Process, seats: int, matches: Sequence[list[Match]]) -> float:
    """Return the bytes that a connection takes which does nothing."""
    bench = Bench(phase="rest")
    before = server.memory
    clients = await _joined(bench, server, [Group(row, seats) for row in matches])
    await asyncio.sleep(2)
    each = (server.memory - before) / len(clients)
    _disconnect(clients)
    return each


async def spectators(server: Process, seats: int, matches: Sequence[Match], count: int) -> float:
    """Return the seconds of processor time a move, with so many who watch every match."""
    used = 0.0
    for match in matches:
        bench = Bench(gap=SPECTATED_GAP, phase="rest")
        clients = await _joined(bench, server, [Group([match], seats)], count)
        await asyncio.sleep(WARM_UP)  # until nobody is told any more who has come
        before = server.used().server
        bench.phase = "finish"
        for client in clients[:seats]:
            client.go_on()
        await _until(bench, lambda clients=clients: all(client.is_done for client in clients))  # type: ignore[misc]
        used += server.used().server - before
        bench.phase = "rest"
        _disconnect(clients)
    return used / sum(len(row) for match in matches for row in match.rounds)


async def _joined(
    bench: Bench, server: Process, groups: Sequence[Group], watchers: int = 0
) -> list[Client]:
    """Connect clients, let them join their first match, and wait until all have its view."""
    clients = await connected(bench, server.port, groups, watchers)
    gc.freeze()
    for client in clients:
        client.hello()
    await _until(bench, lambda: all(client.has_joined for client in clients))
    return clients


async def _finished(bench: Bench, clients: Sequence[Client]) -> None:
    """Play the matches that were begun to their end, and disconnect.

    Players who vanished from running matches would be marked as away in the middle of a later run.
    """
    bench.phase, bench.gap = "finish", 0.0
    await _until(bench, lambda: all(client.is_done for client in clients))
    bench.phase = "rest"
    await asyncio.sleep(0.3)
    _disconnect(clients)
    await asyncio.sleep(0.3)


def _disconnect(clients: Sequence[Client]) -> None:
    for client in clients:
        client.transport.abort()


async def _until(bench: Bench, is_so: Callable[[], bool]) -> None:
    deadline = perf_counter() + PATIENCE
    while not is_so():
        if bench.failures:
            raise SystemExit(f"{len(bench.failures)} failures, such as: {bench.failures[0]}")
        if perf_counter() > deadline:
            raise SystemExit("the clients wait for something that does not come")
        await asyncio.sleep(0.05)
