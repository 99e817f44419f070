"""People play while others do what they can to stop the server.

`kheper serve` runs as people run it, with its own limits. Pairs play from one loopback address;
from others come sockets that ping, send JSON and send fragments flat out and connect again when
they are disconnected, connections that pipeline GETs, guests who ask for hints, and matches of
bots that think as hard as they can. The pairs' moves are timed before that and meanwhile.

    python -m tests.server.flood [--seconds 20] [--pairs 4]

Attackers run in a process of low priority: on one machine they would otherwise take the server's
processors, which real ones cannot.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import socket
import struct
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import quantiles
from time import monotonic, perf_counter
from typing import Any, NamedTuple

import httpx
from websockets.asyncio.client import ClientConnection, connect

PEOPLE, PINGS, JSON, FRAGMENTS, REQUESTS, GUESTS = (f"127.0.0.{n}" for n in range(1, 7))
BOTS = ("127.0.0.7", "127.0.0.8")
PATIENCE = 30.0
# Seconds between two moves of a pair: each of the two sends fewer messages than the limit.
PACE = 0.25
# What the quiet p99 may become: three times as much, and so many seconds.
FACTOR, MORE = 3.0, 0.020
MOST_MEMORY = 100 * 2**20


class Attack(NamedTuple):
    """How many of each kind attack at once."""

    pings: int = 8
    json: int = 8
    fragments: int = 8
    requests: int = 64
    hints: int = 24
    bots: int = 240


class Events(NamedTuple):
    """What came of a flood."""

    quiet: list[float]
    flooded: list[float]
    refusals: list[str]
    hints: int
    memory: int
    metrics: str

    @property
    def quiet_p99(self) -> float:
        return quantiles(self.quiet, n=100)[98]

    @property
    def flooded_p99(self) -> float:
        return quantiles(self.flooded, n=100)[98]

    def metric(self, metric: str) -> float:
        """Return a metric of the server, or 0."""
        found = re.search(rf"^{re.escape(metric)} (\S+)$", self.metrics, re.MULTILINE)
        return float(found[1]) if found else 0.0


# --- the server, and guests


@contextmanager
def serving(folder: Path) -> Iterator[tuple[int, subprocess.Popen[bytes]]]:
    """Run the product, on a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "kheper", "serve", "--no-open"]
    options = ["--port", str(port), "--database", str(folder / "kheper.db")]
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([*command, *options], stdout=log, stderr=log)
        try:
            deadline = monotonic() + PATIENCE
            while monotonic() < deadline:
                with suppress(httpx.HTTPError):
                    httpx.get(f"http://127.0.0.1:{port}/healthz").raise_for_status()
                    break
            yield port, process
        finally:
            process.terminate()
            process.wait(PATIENCE)


def client(port: int, address: str) -> httpx.AsyncClient:
    """Return an HTTP client that comes from an address."""
    transport = httpx.AsyncHTTPTransport(local_address=address)
    return httpx.AsyncClient(
        base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=PATIENCE
    )


async def guest(port: int, address: str, name: str) -> tuple[httpx.AsyncClient, str]:
    """Become a guest, and return the client and its cookie."""
    http = client(port, address)
    (await http.post("/api/guest", json={"name": name})).raise_for_status()
    return http, f"kheper={http.cookies['kheper']}"


@asynccontextmanager
async def closing(http: httpx.AsyncClient) -> AsyncIterator[None]:
    """Close a client in the end that is open already."""
    try:
        yield
    finally:
        await http.aclose()


def socket_of(port: int, address: str, cookie: str) -> connect:
    return connect(
        f"ws://127.0.0.1:{port}/api/socket",
        additional_headers={"Cookie": cookie},
        local_addr=(address, 0),
        max_size=None,
        compression=None,
        proxy=None,
    )


# --- people who play


class Player:
    """One of a pair, who plays what the server offers."""

    def __init__(self, link: ClientConnection, pair: Pair) -> None:
        self.link = link
        self.pair = pair
        self.number = 0
        self.you: list[int] = []
        self.legal: dict[int, list[str]] = {}
        self.sent: dict[str, float] = {}

    async def send(self, **message: Any) -> None:
        await self.link.send(json.dumps(message))

    async def listen(self) -> None:
        """Hear everything; note how long moves took to get to the other one."""
        async for frame in self.link:
            message = json.loads(frame)
            if message["type"] in ("refused", "bye"):
                self.pair.refusals.append(f"{message['code']}: {message['sentence']}")
            elif message["type"] == "update":
                self._update(message)

    def _update(self, message: dict[str, Any]) -> None:
        self.number = message["number"]
        shown = message.get("view", message)
        self.you = shown.get("you", self.you)
        for own in shown.get("own", ()):
            self.legal[own["seat"]] = own.get("legal", {}).get("moves", [])
        for event in message.get("news", ()):
            if event["kind"] == "played" and event["seat"] not in self.you:
                self.pair.times.append(perf_counter() - self.pair.sent_at)
            if event.get("phase") == "over":
                self.pair.is_over = True
        self.pair.to_schedule.set()


class Pair:
    """Two who play one match of SCARAB after another."""

    def __init__(self, port: int, number: int) -> None:
        self.port = port
        self.number = number
        self.times: list[float] = []
        self.refusals: list[str] = []
        self.sent_at = 0.0
        self.is_over = False
        self.to_schedule = asyncio.Event()
        self.moves = 0

    async def play(self) -> None:
        """Play until cancelled."""
        rng = Random(self.number)
        http, anna = await guest(self.port, PEOPLE, f"Anna {self.number}")
        other, ben = await guest(self.port, PEOPLE, f"Ben {self.number}")
        async with closing(http), closing(other):
            while True:
                wish = {"game": "scarab", "seats": [{"occupant": "here"}, {}]}
                made = (await http.post("/api/matches", json=wish)).raise_for_status().json()
                await self._match(made["match"], (anna, ben), rng)

    async def _match(self, match: str, cookies: tuple[str, str], rng: Random) -> None:
        self.is_over = False
        async with (
            socket_of(self.port, PEOPLE, cookies[0]) as one,
            socket_of(self.port, PEOPLE, cookies[1]) as two,
        ):
            players = [Player(link, self) for link in (one, two)]
            ears = [asyncio.create_task(player.listen()) for player in players]
            try:
                await self._play_out(match, players, rng)
            finally:
                for ear in ears:
                    ear.cancel()
                await asyncio.gather(*ears, return_exceptions=True)

    async def _play_out(self, match: str, players: list[Player], rng: Random) -> None:
        for player in players:
            hello = {"version": 1, "match": match, "last": 0, "follow": "facts"}
            await player.send(type="hello", **hello)
        await players[1].send(type="sit", id="sit", seat=2)
        await self._until(lambda: players[0].number >= 2)
        await players[0].send(type="start", id="start", seen=players[0].number)
        await self._until(lambda: players[1].number >= 3)
        while not self.is_over:
            await self._move(players, rng)

    async def _move(self, players: list[Player], rng: Random) -> None:
        await self._until(lambda: self.is_over or any(map(_moves, players)))
        mover = next((player for player in players if _moves(player)), None)
        if self.is_over or mover is None:
            return
        seat, move = mover.you[0], rng.choice(_moves(mover))
        mover.legal.clear()
        before = len(self.times)
        self.moves += 1
        self.sent_at = perf_counter()
        play = {"seat": seat, "move": move, "seen": mover.number}
        await mover.send(type="play", id=f"m{self.moves}", **play)
        await self._until(lambda: len(self.times) > before)
        await asyncio.sleep(PACE)

    async def _until(self, met: Any) -> None:
        async with asyncio.timeout(PATIENCE):
            while not met():
                self.to_schedule.clear()
                await self.to_schedule.wait()


def _moves(player: Player) -> list[str]:
    return [move for seat in player.you for move in player.legal.get(seat, ())]


# --- attackers


def frame(payload: bytes, opcode: int, final: int = 0x80) -> bytes:
    """Return a client's frame, with a mask of zeros."""
    return struct.pack("!BBI", opcode | final, 0x80 | len(payload), 0) + payload


FLOODS = {
    PINGS: frame(b"", 0x9) * 5000,
    JSON: frame(b'{"type":"say","id":"1","text":"hello"}', 0x1) * 1000,
    FRAGMENTS: frame(b"{", 0x1, 0) + frame(b"", 0x0, 0) * 5000,
}


async def flood_socket(port: int, address: str, cookie: str) -> None:
    """Send frames as fast as they are taken, and connect again when disconnected."""
    while True:
        with suppress(OSError, asyncio.IncompleteReadError, TimeoutError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(address, 0)
            )
            writer.write(
                f"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
                f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n".encode()
            )
            async with asyncio.timeout(PATIENCE):
                head = await reader.readuntil(b"\r\n\r\n")
            while b" 101 " in head:
                writer.write(FLOODS[address])
                await writer.drain()
                await asyncio.sleep(0)
            writer.close()
        await asyncio.sleep(0.01)


async def flood_requests(port: int) -> None:
    """Pipeline requests without a cookie."""
    request = f"GET /api/guest HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode()
    while True:
        with suppress(OSError, TimeoutError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(REQUESTS, 0)
            )
            async with asyncio.timeout(PATIENCE):
                while not reader.at_eof():
                    writer.write(request * 300)
                    await writer.drain()
                    await reader.read(65_536)
            writer.close()
        await asyncio.sleep(0.01)


async def ask_for_hints(port: int, number: int) -> None:
    """Ask for a hint, again and again, and print one line for each."""
    http, cookie = await guest(port, GUESTS, f"Guest {number}")
    wish = {"game": "scarab", "seats": [{"occupant": "here"}, {"occupant": "bot", "level": 1}]}
    made = (await http.post("/api/matches", json={**wish, "start": True})).json()
    async with closing(http), socket_of(port, GUESTS, cookie) as link:
        await link.send(json.dumps({"type": "hello", "version": 1, "match": made["match"]}))
        for n in range(1_000):
            await link.send(json.dumps({"type": "hint", "id": str(n), "seat": 1}))
            while (message := json.loads(await link.recv())).get("id") != str(n):
                pass
            print("hint", message["type"], message.get("code", ""), flush=True)
            await asyncio.sleep(1)


async def let_bots_think(port: int, address: str, matches: int) -> None:
    """Set up matches of two bots of the highest level."""
    http, _ = await guest(port, address, "Host")
    bots = [{"occupant": "bot", "level": 8}] * 2
    async with closing(http):
        for _ in range(matches):
            wish = {"game": "scarab", "seats": bots, "start": True}
            (await http.post("/api/matches", json=wish)).raise_for_status()
        print("bots", flush=True)


async def attack(port: int, sizes: Attack) -> None:
    """Attack until killed; runs in a process of low priority."""
    os.nice(19)
    work: list[Any] = []
    for address, count in (
        (PINGS, sizes.pings),
        (JSON, sizes.json),
        (FRAGMENTS, sizes.fragments),
    ):
        for n in range(count):
            _, cookie = await guest(port, address, f"Guest {n}")
            work.append(flood_socket(port, address, cookie))
    work += [flood_requests(port) for _ in range(sizes.requests)]
    work += [ask_for_hints(port, n) for n in range(sizes.hints)]
    work += [let_bots_think(port, address, sizes.bots // 4) for address in BOTS]
    print("ready", flush=True)
    await asyncio.gather(*work)


@asynccontextmanager
async def attacked(port: int, sizes: Attack, lines: list[str]) -> AsyncIterator[None]:
    """Let attackers attack meanwhile; what they print is kept."""
    command = [sys.executable, "-m", "tests.server.flood", "--attack", str(port), *map(str, sizes)]
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    output = process.stdout
    assert output is not None

    async def read() -> None:
        while line := await output.readline():
            lines.append(line.decode().strip())

    assert await output.readline() == b"ready\n"
    reading = asyncio.create_task(read())
    try:
        yield
        assert process.returncode is None, "the attackers have ended"
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await reading


# --- a run


def memory(process: subprocess.Popen[bytes]) -> int:
    """Return the resident memory of a process, in bytes."""
    pages = int(Path(f"/proc/{process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def flood(
    port: int, process: subprocess.Popen[bytes], pairs: int, seconds: float, sizes: Attack
) -> Events:
    """Time moves in quiet, and then in the flood."""
    playing = [Pair(port, number) for number in range(pairs)]
    tasks = [asyncio.create_task(pair.play()) for pair in playing]

    async def timed() -> list[float]:
        for pair in playing:
            pair.times.clear()
        await asyncio.wait(tasks, timeout=seconds, return_when=asyncio.FIRST_EXCEPTION)
        for task in tasks:
            if task.done():
                task.result()
        return [time for pair in playing for time in pair.times]

    await asyncio.sleep(3)
    quiet = await timed()
    before = memory(process)
    lines: list[str] = []
    async with attacked(port, sizes, lines), client(port, PEOPLE) as http:
        await asyncio.sleep(1)
        flooded = await timed()
        grown = memory(process) - before
        metrics = (await http.get("/metrics")).text
    refusals = [refusal for pair in playing for refusal in pair.refusals]
    refusals += [line for line in lines if line.startswith("hint refused")]
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    hints = sum(line.startswith("hint hints") for line in lines)
    return Events(quiet, flooded, refusals, hints, grown, metrics)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pairs", type=int, default=4)
    parser.add_argument("--attack", type=int, nargs="+", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.attack:
        port, *sizes = asked.attack
        asyncio.run(attack(port, Attack(*sizes)))
        return
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as (port, process):
        found = asyncio.run(flood(port, process, asked.pairs, asked.seconds, Attack()))
    allowed = FACTOR * found.quiet_p99 + MORE
    print(
        f"quiet:   {len(found.quiet)} moves, p99 {found.quiet_p99 * 1000:.1f} ms\n"
        f"flooded: {len(found.flooded)} moves, p99 {found.flooded_p99 * 1000:.1f} ms"
        f" (at most {allowed * 1000:.1f} ms), worst {max(found.flooded) * 1000:.1f} ms\n"
        f"memory:  {found.memory / 2**20:+.1f} MB (at most {MOST_MEMORY / 2**20:.0f} MB)\n"
        f"hints:   {found.hints} answered\n"
        f"refused: {found.refusals or 'nobody who is honest'}"
    )
    for line in found.metrics.splitlines():
        if line.startswith(("kheper_refusals", "kheper_sockets", "kheper_queue", "kheper_req")):
            print(f"  {line}")
    is_good = found.flooded_p99 <= allowed and found.memory <= MOST_MEMORY and not found.refusals
    raise SystemExit(0 if is_good else 1)


if __name__ == "__main__":
    main()
