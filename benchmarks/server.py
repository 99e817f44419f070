"""Moves a second, and how long they take, with real clients on the server that people start.

    python -m benchmarks.server [--games scarab duel expedition] [--follow facts moves]
                                [--clients 500] [--turns 3] [--seconds 5] [--pace 1000]
                                [--spectators 190] [--workers 2 --postgres] [--busy]

`kheper serve` runs on a database with matches that have just started; only its quotas are raised.
Clients that send the page's own hello play games that were played in advance; each move is checked
by the rules, and durable before it is told. A move takes from a client's sending it until the last
of the other players is told of it. In turns with the server, the same clients play the same games
on a bare relay (benchmarks/yardstick/relay.py), which writes every move down and passes it on, and
does nothing else.

Flat out, every client moves as soon as it may; at a pace, every match has its own moments to move
in. Bytes are those of all messages that one page is sent from one move of its match to the next
(updates, previews, acknowledgements; not presence). They are measured at a person's pace, because
previews are sent only to those who have not moved for a moment; the bar is for the page that is to
move, which is sent the legal moves. "Elsewhere" is the part of the processors' time that other
processes had, or the host kept.

With `--workers 2 --postgres`, two processes share a port and a PostgreSQL of their own; the players
of a match are connected to either. With `--busy`, SCARAB is played at a pace, in turns on a server
whose bots rest and on one whose bots think all the time.
"""

from __future__ import annotations

import argparse
import resource
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from itertools import count
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple, get_args

import httpx
import uvloop

from benchmarks.yardstick.clients import Bench, Follow, Match
from benchmarks.yardstick.games import KINDS, Kind, Supply
from benchmarks.yardstick.processes import Process, bare_relay, product
from benchmarks.yardstick.runs import WARM_UP, Run, memory, run, spectators
from tests.server.postgres import cluster

FOLLOWS: tuple[Follow, ...] = get_args(Follow)
RELAY = "bare relay"
# Moves a second for which there are matches enough, flat out.
MOST, MOST_ON_RELAY = 10_000, 20_000
# Bytes are measured in so many matches, with so many seconds between two moves: long enough for
# previews to be sent.
SLOW_MATCHES, SLOW_GAP = 40, 0.15
SPECTATED_MOVES = 300
# Matches between bots that think all the time, and their level.
THINKING_MATCHES, LEVEL = 2, 8


class Bar(NamedTuple):
    """What is asked of a kind of game, and how fast it is played at a pace."""

    # At least this part of the relay's moves, flat out.
    moves: float
    # At most so many bytes to one page for one move.
    size: int
    # Moves a second, of all clients together.
    pace: float


BARS = {
    "scarab": Bar(0.33, 700, 2_000),
    "duel": Bar(0.20, 1_500, 500),
    "expedition": Bar(0.12, 1_500, 500),
}
# At most so many times the processor time a move, by facts instead of moves.
COST_BAR = 1.5
# At most so many milliseconds of processor time a command, with spectators.
SPECTATORS_BAR = 4.0

# Of each group of clients.
Matches = list[list[Match]]


class Plan(NamedTuple):
    """What is run on a kind of game: each group's matches, flat out and at a pace."""

    kind: Kind
    paces: dict[str, float]
    # By turn, load and how clients follow.
    played: dict[tuple[int, str, Follow], Matches]
    resting: Matches
    slow: Matches
    spectated: list[Match]
    # For the relay, at a pace.
    bare: Callable[[float], Matches]


def planned(name: str, asked: argparse.Namespace, database: str) -> Plan:
    """Draw all matches that will be played, and write them into a database."""
    kind = KINDS[name]
    paces = {"flat out": 0.0, "paced": asked.pace or BARS[name].pace}
    whole = asked.seconds + 2 * WARM_UP
    supply = Supply(kind, asked.clients // kind.seats, Random(7))
    plan = Plan(
        kind,
        paces,
        {
            (turn, load, follow): supply.stored((pace or MOST) * whole)
            for turn in range(asked.turns)
            for load, pace in paces.items()
            for follow in asked.follow
        },
        supply.stored(0),
        supply.stored(SLOW_MATCHES / SLOW_GAP * whole, SLOW_MATCHES),
        supply.stored(SPECTATED_MOVES, 1)[0],
        lambda pace: supply.bare((pace or MOST_ON_RELAY) * whole),
    )
    guests = max(asked.clients, SLOW_MATCHES * kind.seats, kind.seats + asked.spectators)
    uvloop.run(supply.write(database, guests))
    return plan


# --- what is measured

# By load, and by how clients follow or where they play.
Runs = dict[tuple[str, str], list[Run]]


class Verdict(NamedTuple):
    """A figure, and the bar that it is measured by."""

    title: str
    value: str
    bar: str
    holds: bool

    def __str__(self) -> str:
        return f"{self.title:58}{self.value:>9}   {self.bar:8} {'' if self.holds else 'missed'}"


def compare(name: str, asked: argparse.Namespace, database: str, folder: Path) -> list[Verdict]:
    """Measure a kind of game on the server and on the relay, print a table, and judge it."""
    plan, seats = planned(name, asked, database), KINDS[name].seats
    print(f"\n{plan.kind.title}, {asked.clients} clients")
    if asked.workers == 1:
        with product(database, folder / f"{name}-resting.log") as server:
            server.settle()
            each = uvloop.run(memory(server, seats, plan.resting))
            print(f"memory of a connection that does nothing: {each / 1024:.1f} kB")
    with (
        product(database, folder / f"{name}.log", asked.workers) as server,
        bare_relay(folder / f"{name}-relay.db", folder / f"{name}-relay.log") as relay,
    ):
        server.settle()
        runs = in_turns(plan, asked, server, relay)
        print_table(runs)
        verdicts = [*judged(name, runs)]
        if "facts" in asked.follow:
            bench = Bench("facts", SLOW_GAP)
            slow = uvloop.run(run(server, bench, seats, plan.slow, asked.seconds))
            verdicts.append(judged_sizes(name, slow))
        if name == "scarab" and asked.spectators:
            each = uvloop.run(spectators(server, seats, plan.spectated, asked.spectators)) * 1000
            title = f"{name}: ms of CPU a command, {asked.spectators} spectators"
            verdicts.append(at_most(title, each, SPECTATORS_BAR))
    return verdicts


def in_turns(plan: Plan, asked: argparse.Namespace, server: Process, relay: Process) -> Runs:
    runs: Runs = {}

    def measure(load: str, side: str, where: Process, follow: Follow, matches: Matches) -> None:
        pace = plan.paces[load]
        bench = Bench(follow, len(matches) / pace if pace else 0.0)
        found = uvloop.run(run(where, bench, plan.kind.seats, matches, asked.seconds))
        print(f"  {load:9}{row(side, [found])}", file=sys.stderr, flush=True)
        runs.setdefault((load, side), []).append(found)

    for turn in range(asked.turns):
        for load, pace in plan.paces.items():
            for follow in asked.follow:
                measure(load, follow, server, follow, plan.played[turn, load, follow])
            measure(load, RELAY, relay, "facts", plan.bare(pace))
    return runs


def judged(name: str, runs: Runs) -> Iterator[Verdict]:
    """Compare the runs of each turn with each other, and their medians with the bars."""

    def ratio(one: tuple[str, str], other: tuple[str, str], of: Callable[[Run], float]) -> float:
        pairs = zip(runs[one], runs[other], strict=True)
        return median(of(mine) / of(others) for mine, others in pairs)

    best = "facts" if ("flat out", "facts") in runs else "moves"
    part = ratio(("flat out", best), ("flat out", RELAY), lambda run: run.rate)
    title = f"{name}: moves flat out, by {best} ÷ bare relay"
    yield at_least(title, part, BARS[name].moves)
    if all(("paced", follow) in runs for follow in FOLLOWS):
        for load in ("flat out", "paced"):
            cost = ratio((load, "facts"), (load, "moves"), lambda run: run.used)
            yield at_most(f"{name}: CPU a move {load}, by facts ÷ by moves", cost, COST_BAR)


def judged_sizes(name: str, slow: Run) -> Verdict:
    """Print how many bytes one page is sent for one move, and judge those of who is to move."""
    for title, sizes in (("all pages", slow.sizes), ("who is to move", slow.sizes_to_move)):
        print(
            f"bytes to one page for one move, {title}: median {median(sizes):,.0f}, "
            f"mean {mean(sizes):,.0f}, most {max(sizes):,}"
        )
    title = f"{name}: bytes a move to who is to move next"
    return at_most(title, median(slow.sizes_to_move), BARS[name].size, ",.0f")


def at_least(title: str, value: float, bar: float, form: str = ".2f") -> Verdict:
    return Verdict(title, f"{value:{form}}", f"≥ {bar:{form}}", value >= bar)


def at_most(title: str, value: float, bar: float, form: str = ".2f") -> Verdict:
    return Verdict(title, f"{value:{form}}", f"≤ {bar:{form}}", value <= bar)


def print_table(runs: Runs) -> None:
    head = ("moves/s", "p50 ms", "p99 ms", "CPU µs/move", "elsewhere")
    print(" " * 30, "".join(f"{title:>13}" for title in head), sep="")
    for (load, side), turns in runs.items():
        print(f"{load:10}{row(side, turns)}")
    sys.stdout.flush()


def row(side: str, turns: list[Run]) -> str:
    """Return the medians of some runs as a row of the table."""
    name = side if side == RELAY else f"server, {side}"
    figures = (
        f"{median(turn.rate for turn in turns):,.0f}",
        f"{median(turn.p50 for turn in turns):.2f}",
        f"{median(turn.p99 for turn in turns):.2f}",
        f"{median(turn.used for turn in turns) * 1e6:.0f}",
        f"{median(turn.elsewhere for turn in turns):.1%}",
    )
    return f"{name:20}" + "".join(f"{figure:>13}" for figure in figures)


# --- thinking bots


def compare_busy(asked: argparse.Namespace, databases: Iterator[str], folder: Path) -> None:
    """Measure SCARAB at a pace, in turns with resting and with thinking bots."""
    kind, pace = KINDS["scarab"], asked.pace or BARS["scarab"].pace
    groups = asked.clients // kind.seats
    slowest: dict[str, list[float]] = {"bots rest": [], "bots think": []}
    for turn in range(2 * asked.turns):
        name, database = ("bots rest", "bots think")[turn % 2], next(databases)
        supply = Supply(kind, groups, Random(turn))
        matches = supply.stored(pace * (asked.seconds + 2 * WARM_UP))
        uvloop.run(supply.write(database, asked.clients))
        with product(database, folder / f"busy-{turn}.log") as server:
            server.settle()
            if name == "bots think":
                let_bots_think(server)
            bench = Bench(asked.follow[0], groups / pace)
            found = uvloop.run(run(server, bench, kind.seats, matches, asked.seconds))
        slowest[name].append(found.p99)
        print(f"{name:12}{row(bench.follow, [found])}   bots: {found.bots:.0%} of a processor")
    rest, think = (median(times) for times in slowest.values())
    print(f"p99 with thinking bots ÷ with resting ones: {think / rest:.2f}")


def let_bots_think(server: Process) -> None:
    """Set up matches of strong bots, as a host would."""
    bot = {"occupant": "bot", "level": LEVEL}
    wish = {"game": "scarab", "seats": [bot, bot], "start": True}
    with httpx.Client(base_url=f"http://127.0.0.1:{server.port}", cookies={"kheper": "t0"}) as http:
        for _ in range(THINKING_MATCHES):
            http.post("/api/matches", json=wish).raise_for_status()


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", nargs="+", choices=KINDS, default=list(KINDS))
    parser.add_argument("--follow", nargs="+", choices=FOLLOWS, default=list(FOLLOWS))
    parser.add_argument("--clients", type=int, default=500)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=5, help="of each run")
    parser.add_argument("--pace", type=float, help="moves a second of all clients together")
    parser.add_argument("--spectators", type=int, default=190, help="of a match of SCARAB")
    parser.add_argument("--postgres", action="store_true", help="start a PostgreSQL for this")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--busy", action="store_true", help="let bots think all the time")
    asked = parser.parse_args()
    # So that servers end with the benchmark, and do not disturb the next one.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminated"))
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with (
        tempfile.TemporaryDirectory() as name,
        cluster(durable=True) if asked.postgres else nullcontext() as postgres,
    ):
        folder = Path(name)
        files = (str(folder / f"{n}.db") for n in count())
        databases = files if postgres is None else iter(postgres.database, "")
        if asked.busy:
            compare_busy(asked, databases, folder)
            return
        verdicts: list[Verdict] = []
        try:
            for game in asked.games:
                verdicts += compare(game, asked, next(databases), folder)
        finally:
            print("", *verdicts, sep="\n")


if __name__ == "__main__":
    main()
