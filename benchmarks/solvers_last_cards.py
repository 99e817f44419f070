"""How long it takes to prove the last cards of expeditions and duels, by the number of cards.

    python -m benchmarks.solvers_last_cards [--games 20] [--cards 4 5 6 7] [--seconds 10]

The positions are those that come up in games of levels 5 and 8; nothing was tuned on these
deals. A row tells the processor seconds of one core for a solution (its value, all best moves and
a line), how many were proved within the limit, and how many positions each looked at. The last
column is the time for the values of all first moves. Processor seconds are what a busy machine
does not change much; a search that takes ten times the limit by the clock is given up.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from statistics import median, quantiles
from time import process_time

from kheper import bots
from kheper.games import SCARABYA
from kheper.scarabya import Solo
from kheper.search.jit import warmup
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.solver import Budget, solve, values

FIRST_SEED = 3_180_000
LEVELS = (5, 8)
PATIENCE = 10
SETTINGS = {"expedition": {"mode": "expedition", "seats": "1"}, "duel": {"mode": "duel"}}


def positions_of(mode: str, level: int, seed: int) -> Iterator[LastCards]:
    """Yield the positions of a game that a level plays with itself."""
    state, rng = SCARABYA.new(SETTINGS[mode], Random(seed)), Random(seed)
    while not state.over:
        assert not isinstance(state, Solo)
        yield LastCards.of_state(state, 1)
        seat = state.to_move[0]
        state = state.play(seat, bots.level(level).choose(state.view(seat), rng))


def row(positions: list[LastCards], seconds: float) -> str:
    """Solve positions and describe how long it took."""
    times, looked_at, every = [], [], []
    limits = Budget(seconds=PATIENCE * seconds)
    for position in positions:
        began = process_time()
        found = solve(position, limits)
        times.append(process_time() - began if found else float("inf"))
        looked_at.append(found.positions if found else float("inf"))
        began = process_time()
        values(position, limits)
        every.append(process_time() - began)
    proved = sum(time <= seconds for time in times)
    return (
        f"{len(positions)} | {proved} | {median(times):.3f} | {most(times):.3f} |"
        f" {max(times):.3f} | {median(looked_at):,.0f} | {median(every):.3f} |"
    )


def most(times: list[float]) -> float:
    """Return the time that nine of ten stay below."""
    return quantiles(times, n=10)[-1] if len(times) > 1 else times[0]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--cards", type=int, nargs="*", default=[4, 5, 6, 7])
    parser.add_argument("--seconds", type=float, default=10.0)
    arguments = parser.parse_args()
    warmup.wait()
    print("| mode | level | cards | positions | proved | median s | 90 % | longest |", end="")
    print(" looked at | all moves |\n|---|---|---|---|---|---|---|---|---|---|")
    for mode in SETTINGS:
        for level in LEVELS:
            seeds = range(FIRST_SEED, FIRST_SEED + arguments.games)
            games = [list(positions_of(mode, level, seed)) for seed in seeds]
            for cards in arguments.cards:
                found = [one for game in games for one in game if len(one.cards) == cards]
                if found:
                    cells = row(found, arguments.seconds)
                    print(f"| {mode} | {level} | {cards} | {cells}", flush=True)


if __name__ == "__main__":
    main()
