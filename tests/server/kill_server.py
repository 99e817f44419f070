"""Kills a whole server under load, again and again, and looks whether its word was kept.

`kheper serve` runs as people run it. Clients on real sockets play real games on it, with a move
id for everything they ask; whatever is not acknowledged they ask again, after connecting again.
The server is killed with SIGKILL at random moments, also while it starts: all of its processes,
or the first one alone, or one worker of several, or the one that writes to the file; PostgreSQL
is stopped and killed under it as well. Each time it must be back in service, on the same port,
within two seconds: health answers, and a socket says welcome. In the end the clients' own ledger
is compared with the logs: nothing that was acknowledged or told to others is missing, nothing is
there twice, and every log replays.

    python -m tests.server.kill_server --times 200 --store sqlite|postgres [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from msgspec.structs import replace

from kheper.server.http.sign_in import token_hash
from kheper.server.live.event_log import index_of
from kheper.server.match import events
from kheper.server.match.apply import state_of
from kheper.server.store import store_at
from kheper.server.store.base import MatchIndex, Store
from tests.server.kill_server_clients import Ledger, Pair, Person, TroubleError
from tests.server.postgres import Cluster, cluster
from tests.server.store.samples import clerks

SECONDS = 2.0
# On a busy machine: more than this, and something is stuck.
PATIENCE = 60.0
SIGNALS = (signal.SIGINT, signal.SIGQUIT, signal.SIGKILL)
# What a process for bots says whose server was killed while it started it: it finds less to read
# than it expects, before any line of ours has run.
_ORPHAN = re.compile(
    r"^Traceback \(most recent call last\):\n"
    r"(?:  .*\n)*?  File \".*multiprocessing/spawn\.py\".*\n(?:  .*\n)*"
    r"(?:EOFError: Ran out of input|_pickle\.UnpicklingError: pickle data was truncated)\n",
    re.MULTILINE,
)


@dataclass
class Trial:
    """A server that is killed, the clients who play on it, and what they were told."""

    database: str
    folder: Path
    rng: Random
    workers: int = 1
    postgres: Cluster | None = None
    pairs: int = 8
    kills: int = 0
    restarts: int = 0
    outages: list[float] = field(default_factory=list)
    ledger: Ledger = field(default_factory=Ledger)

    def __post_init__(self) -> None:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.groups: set[int] = set()
        self.probe = Person(self.port, "Probe")
        self.match: Pair | None = None

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.restarts} restarts of PostgreSQL, "
            f"{len(self.ledger.acknowledged)} commands acknowledged, none lost, none twice; "
            f"back in at most {max(self.outages):.2f} s, "
            f"{sum(self.outages) / len(self.outages):.2f} s on average"
        )

    async def run(self, times: int, tell: Callable[[str], None] = lambda _: None) -> None:
        """Kill the server so many times, and see what is left in the end."""
        self._start()
        await self._back()
        pairs = [
            Pair(self.port, self.ledger, Random(self.rng.random()), n) for n in range(self.pairs)
        ]
        self.match = pairs[0]
        players = [asyncio.create_task(pair.play()) for pair in pairs]
        try:
            while self.kills < times:
                await self._round(players)
                if self.kills % 20 == 0:
                    tell(str(self))
            # Let everybody hear of what they have asked for, and ask for no more.
            self.ledger.closing = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*players)
        finally:
            for player in players:
                player.cancel()
            await asyncio.gather(*players, return_exceptions=True)
            await self.probe.close()
            self._end()
        await self._see_nobody_left()
        await self.check()

    # --- the server

    def _start(self) -> None:
        place = ["--port", str(self.port), "--workers", str(self.workers)]
        command = ["serve", *place, "--database", self.database, "--no-open"]
        quotas = ("GUESTS", "MATCHES", "REQUESTS", "CONNECTIONS")
        with (self.folder / "log").open("ab") as log, (self.folder / "said").open("wb") as said:
            self.server = subprocess.Popen(
                [sys.executable, "-m", "kheper", *command],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=log,
                env=os.environ | {f"KHEPER_{name}": "1000000" for name in quotas},
                start_new_session=True,
            )
        self.groups.add(self.server.pid)

    async def _back(self) -> float:
        """Wait until the server serves, and return how long that took."""
        began = monotonic()
        while not await self._serves():
            assert self.server.poll() is None, f"it does not start: {self._log()[-1000:]}"
            assert monotonic() < began + PATIENCE, "it does not come back"
            await asyncio.sleep(0.02)
        return monotonic() - began

    async def _serves(self) -> bool:
        # Workers of a server that was killed may be there still, for a moment.
        if not (self.folder / "said").stat().st_size:
            return False
        try:
            await self.probe.ask("GET", "/healthz")
            return self.match is None or await self.match.is_welcome()
        except TroubleError:
            return False

    def _end(self) -> None:
        """End the server as people do."""
        self.server.terminate()
        try:
            assert self.server.wait(PATIENCE) == 0
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.server.pid, signal.SIGKILL)

    def _log(self) -> str:
        return (self.folder / "log").read_text()

    # --- killing it

    async def _round(self, players: list[asyncio.Task[None]]) -> None:
        # Mostly under load, now and then as soon as it is there.
        if self.rng.random() < 0.9:
            await self._hear_more(players)
        await asyncio.sleep(self.rng.uniform(0.0, 0.6))
        if self.postgres is not None and self.rng.random() < 0.2:
            await asyncio.to_thread(self.postgres.restart, self.rng.choice(SIGNALS))
            self.restarts += 1
            await self._hear_more(players)
        if self._kill():
            self._start()
        if self.rng.random() < 0.1:
            # While it starts, too.
            await asyncio.sleep(self.rng.uniform(0.0, 1.0))
            self._kill_all()
            self._start()
        self.outages.append(await self._back())

    async def _hear_more(self, players: list[asyncio.Task[None]]) -> None:
        """Wait until something more has been acknowledged."""
        before, deadline = len(self.ledger.acknowledged), monotonic() + PATIENCE
        while len(self.ledger.acknowledged) == before:
            assert monotonic() < deadline, "nothing is acknowledged any more"
            for player in players:
                if player.done():
                    player.result()
            await asyncio.sleep(0.01)

    def _kill(self) -> bool:
        """Kill the server, or a part of it; return whether it must be started again."""
        self.kills += 1
        pid = self.server.pid
        children = _children(pid) if self.workers > 1 else clerks(pid)
        how = self.rng.choice(("all", "first", "worker") if children else ("all", "first"))
        if how == "worker":
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.rng.choice(children), signal.SIGKILL)
            return False
        if how == "first":
            self.server.kill()
            self.server.wait()
        else:
            self._kill_all()
        return True

    def _kill_all(self) -> None:
        writers = clerks(self.server.pid)
        os.killpg(self.server.pid, signal.SIGKILL)
        for writer in writers:
            with contextlib.suppress(ProcessLookupError):
                os.kill(writer, signal.SIGKILL)
        self.server.wait()

    # --- the end

    async def _see_nobody_left(self) -> None:
        deadline = monotonic() + PATIENCE
        while left := sorted(_alive(self.groups, self.database)):
            assert monotonic() < deadline, f"processes of killed servers are left: {left}"
            await asyncio.sleep(0.1)

    async def check(self) -> None:
        """Compare the ledger with what is in the store."""
        self._check_log()
        store = store_at(self.database)
        await store.open()
        try:
            logs = await _logs(store)
            guests = await self._guests(store)
        finally:
            await store.close()
        if self.workers == 1:
            with contextlib.closing(sqlite3.connect(self.database)) as connection:
                assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        numbers = {match_id: _numbers(log) for match_id, log in logs.items()}
        for (token, match_id, id_), number in self.ledger.acknowledged.items():
            found = numbers[match_id].get((guests[token], id_))
            assert found == number, f"acknowledged as {number}, in the log as {found}"
        for (match_id, number), event in self.ledger.told.items():
            logged = json.loads(events.encode(logs[match_id][number - 1]))
            told = {name: event[name] for name in ("kind", "seat", "move") if name in event}
            assert told.items() <= logged.items(), f"{told} was told, and {logged} is in the log"

    def _check_log(self) -> None:
        """See that nothing was a fault of the server's; that something failed under it is none."""
        lines = _ORPHAN.sub("", self._log()).splitlines()
        faults = [line for line in lines if '"level":"error"' in line or line[:1] not in "{ "]
        assert not faults, "\n".join(faults[:20])

    async def _guests(self, store: Store) -> dict[str, str]:
        found = {}
        for token in {token for token, _, _ in self.ledger.acknowledged}:
            guest = await store.guest(token_hash(token))
            assert guest is not None, "a guest is lost"
            found[token] = guest.id
        return found


async def _logs(store: Store) -> dict[str, list[events.Event]]:
    """Return every log; each has no gap, replays, and agrees with what lists show of it."""
    found = {}
    for index in await store.matches(limit=10**6):
        rows = await store.read(index.match)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1)), "a gap"
        found[index.match] = log = [events.decode(row.body) for row in rows]
        assert _settled(index) == _settled(index_of(state_of(log))), "a list disagrees with its log"
    return found


def _settled(index: MatchIndex) -> MatchIndex:
    # When something last happened is known roughly, and until when there is time, at least.
    return replace(index, updated=0.0, due=None)


def _numbers(log: list[events.Event]) -> dict[tuple[str, str], int]:
    """Return the last number of each command; its events stand together, and nowhere else."""
    found: dict[tuple[str, str], int] = {}
    for number, event in enumerate(log, 1):
        if event.id:
            key = (event.by, event.id)
            assert found.get(key, number - 1) == number - 1, "a command is there twice"
            found[key] = number
    return found


def _children(pid: int) -> list[int]:
    """Return the workers of a server."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [int(child) for child in children if "resource_tracker" not in _command(child)]


def _command(pid: str) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def _alive(groups: set[int], database: str) -> Iterator[int]:
    """Yield the processes of some groups that still run, and those that write for them."""
    for status in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, _, group, *_ = status.read_text().rpartition(")")[2].split()
            pid = status.parent.name
            writes = f"kheper.server.store.sqlite.writer_process\0{database}\0" in _command(pid)
            if (int(group) in groups or writes) and state != "Z":
                yield int(pid)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=None)
    chosen = parser.parse_args()
    seed = chosen.seed if chosen.seed is not None else int.from_bytes(os.urandom(4))
    print(f"{chosen.store}, seed {seed}")
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kheper-kill-")))
        if chosen.store == "sqlite":
            trial = Trial(str(folder / "kheper.db"), folder, Random(seed))
        else:
            server = stack.enter_context(cluster(durable=True))
            trial = Trial(server.database(), folder, Random(seed), 2, server)
        asyncio.run(trial.run(chosen.times, print))
    print(trial)
    late = sum(outage > SECONDS for outage in trial.outages)
    if late:
        sys.exit(f"{late} times it took longer than {SECONDS} s")


if __name__ == "__main__":
    main()
