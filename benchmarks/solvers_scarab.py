"""SCARAB: how far the exact solver sees in a second, and how strong the search plays.

    python benchmarks/solvers_scarab.py            the table of exact endgames
    python benchmarks/solvers_scarab.py --play     games against greedy and alpha-beta of depth 4

Times are the process's own (one core), so that what else runs on the machine does not count.
"""

from __future__ import annotations

import argparse
import math
import statistics
import time
from collections.abc import Callable
from random import Random

import numpy as np

from kheper.games import SCARAB
from kheper.scarab import Move, ScarabState
from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab import board
from kheper.search.scarab import moves as kernels
from kheper.search.scarab.moves import landings, make, unmake, with_return
from kheper.search.scarab.search import worth
from kheper.search.scarab.solver import Searcher

SEED = 77_000  # the weights of the leaves were fitted to games from other seeds
BUFFER = np.empty(1 << 16, dtype=np.int64)
Player = Callable[[ScarabState], Move]


def greedy(rng: Random) -> Player:
    def choose(state: ScarabState) -> Move:
        seed = rng.getrandbits(30) + 1
        return board.move_of(int(kernels.greedy(board.board_of(state), BUFFER, 0, seed)))

    return choose


def endgame(stones: int, ankhs: int, rng: Random) -> ScarabState:
    """Play greedily from 10×10 starts until a position has so many stones and ankhs."""
    player = greedy(rng)
    while True:
        state: ScarabState = SCARAB.new({}, rng)
        while not state.over and state.left > stones:
            state = state.play(state.to_move[0], player(state))
        if not state.over and str(state.position).count("A") == ankhs:
            return state


def endgames(positions: int, limit: float) -> None:
    searcher = Searcher(bits=22)
    searcher.solve(endgame(8, 0, Random(1)))
    print(f"exact endgames after greedy play on 10x10, {positions} positions each, {limit:g} s")
    print("ankhs  stones  solved  median s")
    for ankhs, sizes in ((0, range(28, 53, 4)), (1, range(20, 41, 4)), (2, range(8, 21, 4))):
        for stones in sizes:
            rng = Random(SEED + 100 * stones + ankhs)
            times = []
            for _ in range(positions):
                state = endgame(stones, ankhs, rng)
                searcher.clear()
                times.append(_seconds(searcher, state, limit))
            solved = sum(t <= limit for t in times) / positions
            median = statistics.median(times)
            shown = f"{median:8.3f}" if median <= limit else f"  > {limit:g}"
            print(f"{ankhs:5}  {stones:6}  {solved:6.0%}  {shown}", flush=True)


def _seconds(searcher: Searcher, state: ScarabState, limit: float) -> float:
    """Return the time that a solution takes on one core, or more than the limit."""
    started = time.process_time()
    # On a busy machine the clock runs faster than the process, so it gets a multiple.
    solution = searcher.solve(state, seconds=4 * limit)
    used = time.process_time() - started
    return used if solution is not None else math.inf


@lazy_kernel
def alpha_beta(w: Numbers, moves: Numbers, start: int, depth: int, alpha: int, beta: int) -> int:
    """Search for two players to a depth and count the points: the yardstick, nothing clever."""
    if depth == 0:
        return 0
    end = landings(w, moves, start)
    best = -1000 if end > start else 0
    for n in range(start, end):
        move = with_return(w, moves[n])
        won = worth(w, move)
        undo = make(w, move)
        got = won - alpha_beta(w, moves, end, depth - 1, won - beta, won - alpha)
        unmake(w, move, undo)
        best = max(best, got)
        alpha = max(alpha, got)
        if alpha >= beta:
            break
    return best


def plain_search(depth: int, rng: Random) -> Player:
    def choose(state: ScarabState) -> Move:
        w = board.board_of(state)
        end = landings(w, BUFFER, 0)
        best = []
        for landing in BUFFER[:end].tolist():
            move = int(with_return(w, landing))
            won = int(worth(w, move))
            undo = make(w, move)
            got = won - int(alpha_beta(w, BUFFER, end, depth - 1, -1000, 1000))
            unmake(w, move, undo)
            best.append((got, rng.random(), move))
        return board.move_of(max(best)[2])

    return choose


def search(seconds: float) -> Player:
    searcher = Searcher()
    return lambda state: searcher.search(state, seconds=seconds).moves[0].move


def match(one: Player, others: Player, settings: dict[str, str], games: int) -> str:
    """Play every start once from each seat; return the share of wins and its standard error."""
    points: list[float] = []
    start = 0
    while len(points) < games:
        first = SCARAB.new(settings, Random(SEED + start))
        start += 1
        for seat in range(1, first.seats + 1, 2 if first.start.teams else 1):
            mine = {seat, seat + 1} if first.start.teams else {seat}
            state = first
            while not state.over:
                player = one if state.to_move[0] in mine else others
                state = state.play(state.to_move[0], player(state))
            assert state.outcome is not None
            points.append(len(mine & set(state.outcome.winners)) / len(state.outcome.winners))
    error = statistics.stdev(points) / math.sqrt(len(points))
    return f"{statistics.mean(points):6.1%} ± {error:.1%} of {len(points)} games"


def play(games: int, seconds: float) -> None:
    rng = Random(SEED)
    me = search(seconds)
    print(f"{seconds:g} s a move, seats swapped; fair is 50% (3 seats 33%, 4 seats 25%)")
    for name, settings in (
        ("two players", {}),
        ("turning", {"turning": "yes"}),
        ("three players", {"seats": "3"}),
        ("four players", {"seats": "4"}),
        ("teams", {"teams": "yes"}),
    ):
        print(
            f"{name:14} against greedy       {match(me, greedy(rng), settings, games)}", flush=True
        )
        if name == "two players":
            result = match(me, plain_search(4, rng), settings, games)
            print(f"{name:14} against alpha-beta 4 {result}", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--play", action="store_true", help="games instead of endgames")
    parser.add_argument("--positions", type=int, default=15)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=None)
    given = parser.parse_args()
    if given.play:
        play(given.games, given.seconds or 0.05)
    else:
        endgames(given.positions, given.seconds or 1.0)
