"""Learn what open ground is worth, for one mode, and write the worths that the bots use.

    python scripts/train_ground.py expedition [--games 3000000] [--seed 1]

It prints the mean result of playing by the worths alone every so often: points in an
expedition. In a duel it is the first player's lead, which says little; what the worths are good
for shows in play.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random
from time import perf_counter

import numpy as np

from kheper.scarabya import Arrangement, Dig
from kheper.search import ground
from kheper.search.ground_learning import Lessons, learn
from kheper.search.scarabya_tables import ground_of, scarabs_of
from kheper.search.windows import classes

WEIGHTS = Path(ground.__file__).parent / "weights"
CHUNK = 500
REPORT = 50_000
# How much of an error is put right, by the part of the games that have been played.
RATES = ((0.1, 0.3), (0.5, 0.15), (0.75, 0.07), (0.9, 0.03), (1.01, 0.01))
# One move in so many is made at random.
STRAY = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=ground.GOALS)
    parser.add_argument("--games", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    goal, rng = ground.GOALS[arguments.mode], Random(arguments.seed)
    digs = [Dig.on(Arrangement.draw(rng).site()) for _ in range(3000)]
    sites = np.stack([ground_of(dig) for dig in digs]), np.stack([scarabs_of(dig) for dig in digs])
    lessons, began = Lessons.none(), perf_counter()

    def play(games: int, rate: float, stray: int, seed: int) -> float:
        worth = ground.Worth.of_classes(*lessons.whole())
        kinds = classes(3, 3), classes(3, 4)
        return learn(*sites, games, goal, *lessons, *worth, *kinds, rate, stray, seed)

    for played in range(0, arguments.games, CHUNK):
        rate = next(rate for part, rate in RATES if played < part * arguments.games)
        play(CHUNK, rate, STRAY, arguments.seed + played)
        if (played + CHUNK) % REPORT == 0 or played + CHUNK >= arguments.games:
            result, seconds = play(2000, 0.0, 0, 12345), perf_counter() - began
            print(f"{played + CHUNK:>9} games {result:8.3f} {seconds:6.0f} s", flush=True)
            store(lessons, arguments.out or WEIGHTS / f"{arguments.mode}.npz")


def store(lessons: Lessons, path: Path) -> None:
    """Write the worths down as whole numbers."""
    small, large = lessons.whole()
    np.savez_compressed(path, small=small, large=large)


if __name__ == "__main__":
    main()
