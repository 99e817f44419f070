"""The solo solver on random games: how many it decides, and how long it takes on one core.

Every line it finds is played through the rules, outside the measured time.

    python benchmarks/solvers_solo.py [games] [first seed]

The solver was tuned on seeds from 1,000,000 on; the seeds measured by default are others.
"""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

import numpy as np

from kheper.core.grid import Square, mask_of
from kheper.scarabya import Arrangement, Options, Site, Solo
from kheper.search.scarabya.solo.solver import SoloSolution, Verdict, solve
from kheper.search.scarabya.tables import TILES

MEDIAN_BAR, LONGEST_BAR = 0.005, 5.0


def boards(seed: int, flip: str = "on") -> Solo:
    """Arrange our boards and shuffle the cards."""
    rng = Random(seed)
    site = Arrangement.draw(rng).site()
    return Solo.start(site, tuple(rng.sample(TILES, 12)), Options(flip=flip))


def scattered(seed: int, scarabs: int, rocks: int) -> Solo:
    """Scatter symbols and rocks over the site, which makes for more games that cannot be won."""
    rng = Random(seed)
    squares = [Square(row, column) for row in range(10) for column in range(10)]
    rng.shuffle(squares)
    site = Site(mask_of(squares[:scarabs]), mask_of(squares[scarabs : scarabs + rocks]))
    return Solo.start(site, tuple(rng.sample(TILES, 12)))


def begun(seed: int, laid: int) -> Solo:
    """Lay some tiles, each the best of twelve random placements: many games are lost by then."""
    state, rng = boards(seed), Random(seed)
    while not state.over and len(state.dig.entries) < laid:
        tried = [rng.choice(state.legal_moves(1)) for _ in range(12)]
        scarabs = state.dig.site.scarabs
        state = state.play(1, max(tried, key=lambda p: (p.mask & scarabs).bit_count()))
    return state


def wins(state: Solo, solution: SoloSolution) -> bool:
    """Play a solution through the rules."""
    for _, placement in solution.line:
        if placement is not None:
            state = state.play(1, placement)
    return state.outcome is not None and bool(state.outcome.winners)


def measure(name: str, states: Iterator[Solo]) -> tuple[float, float, int]:
    took, verdicts = [], Counter[Verdict]()
    for state in states:
        start = time.perf_counter()
        solution = solve(state, seconds=60)
        took.append(time.perf_counter() - start)
        verdicts[solution.verdict] += 1
        assert solution.verdict is not Verdict.SOLVED or wins(state, solution), "a wrong line"
    median, p99, longest = np.percentile(took, (50, 99, 100)) * 1e3
    counts = " ".join(f"{verdicts[verdict]:7}" for verdict in Verdict)
    print(f"{name:<34} {len(took):6} {counts} {median:9.2f} {p99:8.1f} {longest:8.1f}")
    return median / 1e3, longest / 1e3, verdicts[Verdict.UNKNOWN]


def main(games: int, seed: int) -> None:
    solve(boards(0))  # compiles
    print(f"{'times in ms':<34}  games  solved  imposs unknown    median      p99  longest")
    median, longest, unknown = measure("our boards", (boards(seed + n) for n in range(games)))
    less = games // 5
    measure("our boards, flip off", (boards(seed + n, "off") for n in range(less)))
    measure("24 symbols, 8 rocks scattered", (scattered(seed + n, 24, 8) for n in range(less)))
    measure("24 symbols, 14 rocks scattered", (scattered(seed + n, 24, 14) for n in range(less)))
    measure("30 symbols, 8 rocks scattered", (scattered(seed + n, 30, 8) for n in range(less)))
    for laid in (2, 4, 6):
        measure(f"our boards, {laid} tiles laid", (begun(seed + n, laid) for n in range(less)))
    print(
        f"bars: all decided: {'yes' if not unknown else 'no'}; "
        f"median ≤ {MEDIAN_BAR * 1e3:.0f} ms: {'yes' if median <= MEDIAN_BAR else 'no'}; "
        f"none over {LONGEST_BAR:.0f} s: {'yes' if longest <= LONGEST_BAR else 'no'}"
    )


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    main(*(numbers + [2000, 50_000_000][len(numbers) :]))
