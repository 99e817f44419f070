"""Kills a process that appends, again and again, and looks whether its word was kept.

The child plays turns in several matches at once and writes down each turn that the store has
acknowledged. It is killed with SIGKILL at random moments; of PostgreSQL, the server is stopped
and killed under it as well, and of a file, the process that writes to it. After each time the
parent opens the store and compares the logs with the ledger that it keeps itself: no acknowledged
turn lost, none twice, none half, and nothing that was never sent.

    python -m tests.server.kill --times 200 --store sqlite|postgres [--seed N]
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep

from kheper.server.store import store_at
from kheper.server.store.base import Conflict, MatchIndex, Store, StoredEvent, Unavailable, Unknown
from tests.server.postgres import Cluster, cluster
from tests.server.store.samples import clerks

ROOT = Path(__file__).resolve().parent.parent.parent
MATCHES = [f"match-{number}" for number in range(24)]
# A child on a busy machine: more than this, and it is stuck.
PATIENCE_SECONDS = 60.0


# A turn is 1 to 3 entries, appended together; every fifth one changes the lists as well.


def entries_of(turn: int) -> list[bytes]:
    """What is written for a turn: its number, and which part of how many this is."""
    length = 1 + turn % 3
    return [b"%d %d/%d" % (turn, part, length) for part in range(1, length + 1)]


def index_of(match: str, turn: int) -> MatchIndex:
    """What lists show after a turn."""
    last = turn - turn % 5
    return MatchIndex(match, "scarab", "solo", "running", "Ptah", ("ptah",), 0.0, float(last))


def turns_in(log: list[StoredEvent]) -> int:
    """How many whole turns a log holds; it must hold nothing else."""
    found = [entry.body for entry in log]
    turns = int(found[-1].split()[0]) if found else 0
    expected = [body for turn in range(1, turns + 1) for body in entries_of(turn)]
    assert found == expected, f"not the turns 1 to {turns}, each once and whole: {found[-9:]}"
    assert [entry.number for entry in log] == list(range(1, len(log) + 1)), "numbers with a gap"
    return turns


# The child.


async def play_all(address: str) -> None:
    """Open the store and play every match on from where it stands, until killed."""
    begun = monotonic()
    store = store_at(address, writer_process=True)
    while True:
        try:
            await store.open()
        except Unavailable:
            await asyncio.sleep(0.01)
        else:
            break
    _say(f"open {monotonic() - begun:.3f}")
    await asyncio.gather(*(_play(store, match) for match in MATCHES))


async def _play(store: Store, match: str) -> None:
    log = await _log(store, match)
    turn, number = turns_in(log), len(log) + 1
    # What the one before us sent last may still be on its way.
    doubtful = True
    while True:
        turn += 1
        await _write(store, match, turn, number, doubtful=doubtful)
        number += len(entries_of(turn))
        doubtful = False
        _say(f"{match} {turn}")


async def _write(store: Store, match: str, turn: int, first: int, *, doubtful: bool) -> None:
    """Write a turn, as a client who sends it again until it is acknowledged."""
    while True:
        try:
            if turn == 1:
                return await store.create(match, entries_of(turn), index_of(match, turn))
            index = None if turn % 5 else index_of(match, turn)
            return await store.append(match, first, entries_of(turn), index)
        except Conflict:
            # Nobody else writes here: it can only be our own turn, of which we did not hear.
            assert doubtful, "a conflict with nobody"
        except Unavailable:
            await asyncio.sleep(0.01)
        except Unknown:
            doubtful = True
        if doubtful and await _log(store, match, after=first - 1):
            return None


async def _log(store: Store, match: str, after: int = 0) -> list[StoredEvent]:
    while True:
        try:
            return await store.read(match, after)
        except Unavailable:
            await asyncio.sleep(0.01)


def _say(line: str) -> None:
    # At once and whole: what the system has taken, a kill does not take back.
    os.write(1, line.encode() + b"\n")


# The parent.


@dataclass
class Trial:
    """A store, the children that write to it, and the ledger of what was acknowledged."""

    address: str
    rng: Random
    folder: Path
    server: Cluster | None = None
    # The last turn of each match that was acknowledged or found in the log, and so must stay
    # there, and the last one that can have been sent.
    found: Counter[str] = field(default_factory=Counter)
    sent: Counter[str] = field(default_factory=Counter)
    kills: int = 0
    restarts: int = 0
    acknowledged: int = 0
    openings: list[float] = field(default_factory=list)

    def run(self, times: int, tell: Callable[[str], None] = lambda _: None) -> None:
        """Kill so many children, and check after each."""
        while self.kills < times:
            self._round()
            asyncio.run(self._check())
            if self.kills % 20 == 0:
                tell(str(self))
        sleep(0.5)  # for what was sent last to arrive
        asyncio.run(self._check())
        asyncio.run(self._check_lists())

    def __str__(self) -> str:
        return (
            f"{self.kills} kills, {self.restarts} of whoever writes for it, "
            f"{self.acknowledged} turns acknowledged, none lost, none twice, none half; "
            f"opened again in at most {max(self.openings, default=0.0):.2f} s"
        )

    def _round(self) -> None:
        said = self.folder / "said"
        with said.open("wb") as output:
            command = [sys.executable, "-m", "tests.server.kill", "--child", self.address]
            child = subprocess.Popen(command, stdout=output, cwd=ROOT)
        try:
            # Mostly under load, now and then while it starts.
            if self.rng.random() < 0.9:
                _await(lambda: b"match" in said.read_bytes(), child)
            sleep(self.rng.uniform(0.0, 0.3))
            if self.rng.random() < 0.2:
                self._trouble(child)
                before = said.stat().st_size
                if b"open" in said.read_bytes():
                    _await(lambda: said.stat().st_size > before, child)
        finally:
            # With whoever writes for it, or without.
            writers = clerks(child.pid) if self.rng.random() < 0.5 else []
            child.kill()
            _kill(writers)
            child.wait()
        assert child.returncode == -signal.SIGKILL, "the child ended by itself"
        self.kills += 1
        self._enter(said.read_bytes())

    def _trouble(self, child: subprocess.Popen[bytes]) -> None:
        """Kill whoever writes for the child."""
        if self.server:
            self.server.restart(self.rng.choice([signal.SIGINT, signal.SIGQUIT, signal.SIGKILL]))
            self.restarts += 1
        self.restarts += _kill(clerks(child.pid))

    def _enter(self, said: bytes) -> None:
        acknowledged: Counter[str] = Counter()
        for line in said.splitlines():
            name, value = line.decode().split()
            if name == "open":
                self.openings.append(float(value))
            else:
                # A child goes on from what it finds, which may be more than we found: PostgreSQL
                # finishes what a killed child has sent, and it may do so after we have looked.
                most = acknowledged[name] or self.sent[name]
                assert self.found[name] < int(value) <= most + 1, f"{line!r} after {most}"
                acknowledged[name] = self.found[name] = int(value)
                self.acknowledged += 1
        # Then it sent one more, of which it did not hear.
        for match in MATCHES:
            self.sent[match] = (acknowledged[match] or self.sent[match]) + 1

    async def _check(self) -> None:
        store = store_at(self.address)
        await store.open()
        for match in MATCHES:
            turns = turns_in(await store.read(match))
            bounds = (self.found[match], self.sent[match])
            assert bounds[0] <= turns <= bounds[1], f"{match}: {turns} turns, expected {bounds}"
            self.found[match] = turns
        await store.close()

    async def _check_lists(self) -> None:
        store = store_at(self.address)
        await store.open()
        listed = {index.match: index for index in await store.matches(guest="ptah")}
        expected = {match: index_of(match, turns) for match, turns in self.found.items() if turns}
        assert listed == expected, "a list does not show what its log says"
        await store.close()


def _kill(writers: list[int]) -> int:
    for writer in writers:
        with suppress(ProcessLookupError):
            os.kill(writer, signal.SIGKILL)
    return len(writers)


def _await(true: Callable[[], bool], child: subprocess.Popen[bytes]) -> None:
    deadline = monotonic() + PATIENCE_SECONDS
    while not true():
        assert child.poll() is None, "the child ended by itself"
        assert monotonic() < deadline, "the child does not get on"
        sleep(0.005)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--times", type=int, default=200)
    parser.add_argument("--store", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--child", metavar="ADDRESS", help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    if chosen.child:
        asyncio.run(play_all(chosen.child))
        return
    seed = chosen.seed if chosen.seed is not None else int.from_bytes(os.urandom(4))
    print(f"{chosen.store}, seed {seed}")
    with tempfile.TemporaryDirectory(prefix="kheper-kill-") as name:
        folder = Path(name)
        if chosen.store == "sqlite":
            trial = Trial(str(folder / "kheper.db"), Random(seed), folder)
            trial.run(chosen.times, print)
        else:
            with cluster(durable=True) as server:
                trial = Trial(server.database(), Random(seed), folder, server)
                trial.run(chosen.times, print)
    print(trial)


if __name__ == "__main__":
    main()
