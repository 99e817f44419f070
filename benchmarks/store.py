"""Durable appends a second: a commit each beside commits in groups, on SQLite and PostgreSQL.

Each client appends one entry of 90 bytes after the other to a match of its own, and goes on when
it is durable. "Busy" clients compute for 60 µs before each append, on the event loop's core, as
the server does. "Paced" clients send 2,000 entries a second between them. Rows are measured in
short turns, so that a noisy machine disturbs all of them alike. Then the store is filled with
finished matches, and opened again.

    python benchmarks/store.py [--seconds 20] [--stored 100000] [--only sqlite|postgres]
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from os import urandom
from pathlib import Path
from statistics import median
from time import perf_counter

import uvloop

from kheper.server.store.base import MatchIndex, Store
from kheper.server.store.postgres.store import PostgresStore
from kheper.server.store.sqlite.store import SqliteStore

TURNS = 4
BODY = urandom(90)
BARS = {("sqlite", "500 clients"): 8_000}


@dataclass
class Row:
    """A number of clients, and how they append."""

    name: str
    clients: int
    work: float = 0.0  # seconds of computing before each append
    pace: float = 0.0  # appends a second of all clients together
    speeds: list[float] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)

    async def turn(self, store: Store, seconds: float) -> None:
        matches = [urandom(12).hex() for _ in range(self.clients)]
        await asyncio.gather(*(store.create(m, [BODY], index(m)) for m in matches))
        begun = perf_counter()
        clients = [self._client(store, match, begun + seconds) for match in matches]
        counts = await asyncio.gather(*clients)
        self.speeds.append(sum(counts) / (perf_counter() - begun))

    async def _client(self, store: Store, match: str, end: float) -> int:
        number = 1
        due = perf_counter() + (self.clients / self.pace * urandom(1)[0] / 256 if self.pace else 0)
        while (now := perf_counter()) < end:
            if self.pace:
                await asyncio.sleep(max(0.0, due - now))
                due += self.clients / self.pace
            begun = perf_counter()
            while perf_counter() < begun + self.work:
                pass
            number += 1
            await store.append(match, number, [BODY])
            self.waits.append(perf_counter() - begun)
        return number - 1

    def report(self, kind: str) -> None:
        waits = sorted(self.waits)
        p50, p99 = (1_000 * waits[int(len(waits) * part)] for part in (0.5, 0.99))
        bar = BARS.get((kind, self.name))
        verdict = f"  (bar: {bar:,})" if bar else ""
        speed = f"{median(self.speeds):9,.0f}/s"
        print(f"  {self.name:24} {speed}   p50 {p50:6.2f} ms   p99 {p99:6.2f} ms{verdict}")


def index(match: str, number: int = 0) -> MatchIndex:
    seats = (f"guest-{number % 1_000}", f"guest-{number // 1_000}")
    return MatchIndex(match, "scarabya", "duel", "over", "Ptah", seats, 0.0, 0.0)


async def appends(kind: str, store: Store, seconds: float) -> None:
    rows = [
        Row("a commit each", 1),
        Row("16 clients", 16),
        Row("100 clients", 100),
        Row("500 clients", 500),
        Row("500 busy clients", 500, work=60e-6),
        Row("500 paced clients", 500, pace=2_000.0),
    ]
    for _ in range(TURNS):
        for row in rows:
            await row.turn(store, seconds / TURNS / len(rows))
    for row in rows:
        row.report(kind)
    alone, together = (median(rows[number].speeds) for number in (0, 3))
    print(f"  in groups: {together / alone:.1f} times as many as with a commit each")


async def fill(store: Store, stored: int) -> None:
    for start in range(0, stored, 1_000):
        numbers = range(start, min(start + 1_000, stored))
        await asyncio.gather(
            *(store.create(f"stored-{n}", [BODY] * 20, index(f"stored-{n}", n)) for n in numbers)
        )


async def opening(store: Store, stored: int) -> None:
    begun = perf_counter()
    await store.open()
    opened = perf_counter()
    await store.matches(limit=50)
    await store.matches(guest="guest-7", limit=50)
    listed = perf_counter()
    entries = await store.read(f"stored-{stored // 2}")
    read = perf_counter()
    assert len(entries) == 20
    times = [1_000 * (b - a) for a, b in ((begun, opened), (opened, listed), (listed, read))]
    print(
        f"  {stored:,} stored matches: opened in {times[0]:.1f} ms, "
        f"two lists in {times[1]:.1f} ms, one match read in {times[2]:.1f} ms"
    )
    await store.close()


async def measure(kind: str, address: str, seconds: float, stored: int) -> None:
    make = SqliteStore if kind == "sqlite" else PostgresStore
    store: Store = make(address)
    print(kind)
    await store.open()
    await appends(kind, store, seconds)
    await fill(store, stored)
    await store.close()
    if stored:
        await opening(make(address), stored)


@contextmanager
def place(kind: str) -> Iterator[str]:
    """Where a new store may be."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
            yield f"{folder}/kheper.db"
        return
    sys.path.append(str(Path(__file__).resolve().parent.parent))
    from tests.server.postgres import cluster  # noqa: PLC0415 - found through the line above

    with cluster(durable=True) as server:
        yield server.database()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--stored", type=int, default=100_000)
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    chosen = parser.parse_args()
    for kind in [chosen.only] if chosen.only else ["sqlite", "postgres"]:
        with place(kind) as address, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(measure(kind, address, chosen.seconds, chosen.stored))


if __name__ == "__main__":
    main()
