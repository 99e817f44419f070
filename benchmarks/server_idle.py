"""What a server takes that has nothing to do: memory, and the time that it needs to start.

    python -m benchmarks.server_idle [--matches 10000] [--clients 2000] [--stored 100000]
        [--database URL]

`kheper serve` starts on a database with matches in the middle of their games. Clients connect,
two to a match, and do nothing; then every match is looked at once, and so is in memory. Last, the
whole server starts on a database with many more matches. A start is over when health answers and
a socket says welcome to one of them.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

import httpx
import uvloop
from websockets.asyncio.client import ClientConnection, connect

from benchmarks.yardstick.clients import hello
from benchmarks.yardstick.games import KINDS, begun, write
from kheper.server.match.setup import match_id

GAMES, MOVES = 20, 10
QUOTAS = {f"KHEPER_{name}": "10000000" for name in ("REQUESTS", "CONNECTIONS")}


async def filled(database: str, count: int, guests: int, prefix: str) -> list[str]:
    """Write guests and matches into a database; the guests 2n and 2n+1 play the match n."""
    rng = Random(prefix)
    games = [begun(KINDS["scarab"], rng, MOVES) for _ in range(GAMES)]
    matches = [match_id(rng) for _ in range(count)]
    players = [f"{prefix}{n}" for n in range(guests)]

    def seats(n: int) -> list[str]:
        return [f"g{players[(2 * n + seat) % guests]}" for seat in (0, 1)]

    parts = (games[n % GAMES].at(match, seats(n)) for n, match in enumerate(matches))
    await write(database, players, parts)
    return matches


# --- the server


class Server(NamedTuple):
    """A running server: its process, its address, and how long it took to start."""

    process: asyncio.subprocess.Process
    address: str
    health: float
    welcome: float

    def __str__(self) -> str:
        return (
            f"health after {self.health:.2f} s, a socket is welcome after {self.welcome:.2f} s, "
            f"{self.memory:.0f} MB"
        )

    @property
    def memory(self) -> float:
        """Return its resident memory, in MB."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


@asynccontextmanager
async def started(database: str, guest: str, match: str) -> AsyncIterator[Server]:
    """Start a server, and see whether it knows a guest and a match."""
    began = perf_counter()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kheper", "serve", "--no-open", "--port", "0"),
        *("--database", database),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=os.environ | QUOTAS,
    )
    try:
        assert process.stdout is not None
        found = re.search(r"http://\S+/", (await process.stdout.readline()).decode())
        assert found, "the server does not start"
        async with httpx.AsyncClient(base_url=found[0], timeout=60) as http:
            (await http.get("/healthz")).raise_for_status()
        health = perf_counter() - began
        link = await seated(found[0], guest, match)
        yield Server(process, found[0], health, perf_counter() - began)
        await link.close()
    finally:
        process.terminate()
        await process.wait()


async def seated(address: str, guest: str, match: str) -> ClientConnection:
    """Connect a guest to a match, and wait for its view."""
    link = await connect(
        address.replace("http", "ws") + "api/socket",
        additional_headers={"Cookie": f"kheper={guest}"},
        compression=None,
        proxy=None,
        open_timeout=60,
    )
    await link.send(hello(match).decode())
    for kind in ("welcome", "update"):
        assert json.loads(await link.recv())["type"] == kind
    return link


async def figure(http: httpx.AsyncClient, name: str) -> int:
    found = re.search(rf"^kheper_{name} (\d+)", (await http.get("/metrics")).text, re.MULTILINE)
    return int(found[1]) if found else 0


# --- what is measured


async def idle(database: str, count: int, clients: int) -> None:
    """Tell what clients and matches take that do nothing."""
    matches = await filled(database, count, clients, "idle")
    async with started(database, "idle0", matches[0]) as server, AsyncExitStack() as stack:
        print(f"{count:,} matches stored\n  {server}")
        http = await stack.enter_async_context(
            httpx.AsyncClient(base_url=server.address, timeout=60)
        )
        before = server.memory
        for first in range(0, clients, 50):
            some = range(first, min(clients, first + 50))
            for link in await asyncio.gather(
                *(seated(server.address, f"idle{n}", matches[n // 2 % count]) for n in some)
            ):
                stack.push_async_callback(link.close)
        await asyncio.sleep(1)
        each = (server.memory - before) / clients * 1024
        live = await figure(http, "matches")
        print(
            f"  {clients:,} clients at {live:,} matches: {server.memory:.0f} MB, {each:.1f} kB each"
        )
        before = server.memory
        queue = list(matches)

        async def look() -> None:
            while queue:
                match = queue.pop()
                try:
                    (await http.get(f"/api/matches/{match}")).raise_for_status()
                except httpx.RemoteProtocolError:
                    queue.append(match)  # the connection had been idle for too long

        await asyncio.gather(*(look() for _ in range(8)))
        more = await figure(http, "matches") - live
        each = (server.memory - before) / max(1, more) * 1024
        print(f"  {more:,} more matches in memory: {server.memory:.0f} MB, {each:.1f} kB each")


async def restart(database: str, count: int) -> None:
    """Tell how long a server takes to start with many matches, and to list a guest's."""
    began = perf_counter()
    matches = await filled(database, count, 2000, "stored")
    print(f"{count:,} matches stored (in {perf_counter() - began:.0f} s)")
    for _ in range(3):
        async with started(database, "stored0", matches[0]) as server:
            headers = {"Cookie": "kheper=stored0"}
            async with httpx.AsyncClient(base_url=server.address, headers=headers) as http:
                began = perf_counter()
                listed = (await http.get("/api/guest/matches")).json()["matches"]
                took = perf_counter() - began
            print(f"  {server}; a list of {len(listed)} matches in {took * 1000:.0f} ms")


async def measure(asked: argparse.Namespace, folder: Path) -> None:
    if asked.matches:
        await idle(asked.database or str(folder / "idle.db"), asked.matches, asked.clients)
    if asked.stored:
        await restart(asked.database or str(folder / "stored.db"), asked.stored)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--matches", type=int, default=10_000)
    parser.add_argument("--clients", type=int, default=2_000)
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--database", default="", help="an empty PostgreSQL database")
    asked = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder:
        uvloop.run(measure(asked, Path(folder)))


if __name__ == "__main__":
    main()
