"""Learn what open ground is worth, for one mode, and write the worths that the bots use.

    python scripts/train_ground.py expedition [--games 1200000] [--seed 1]

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

WEIGHTS = Path(ground.__file__).parent / "weights"
CHUNK = 5000
# How much of an error is put right, by the part of the games that have been played.
RATES = ((0.1, 0.3), (0.55, 0.15), (0.8, 0.05), (1.01, 0.02))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=ground.GOALS)
    parser.add_argument("--games", type=int, default=800_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    goal, rng = ground.GOALS[arguments.mode], Random(arguments.seed)
    sites = np.stack(
        [ground.cells_of(Dig.on(Arrangement.draw(rng).site()))[0] for _ in range(2000)]
    )
    small_class, large_class = ground.classes(3, 3), ground.classes(3, 4)
    lessons, began = Lessons.none(), perf_counter()
    for played in range(0, arguments.games, CHUNK):
        rate = next(rate for part, rate in RATES if played < part * arguments.games)
        for piece in range(0, CHUNK, 250):
            spread = ground.spread(lessons.small, lessons.large)
            seed = 1 + arguments.seed + (played + piece) * 7919
            learn(sites, 250, goal, *lessons, *spread, small_class, large_class, rate, 50, seed)
        if played // CHUNK % 10 == 9:
            spread = ground.spread(lessons.small, lessons.large)
            result = learn(
                sites, 2000, goal, *lessons, *spread, small_class, large_class, 0.0, 0, 12345
            )
            print(
                f"{played + CHUNK:>9} games {result:8.3f} {perf_counter() - began:6.0f} s",
                flush=True,
            )
            store(lessons, arguments.out or WEIGHTS / f"{arguments.mode}.npz")
    store(lessons, arguments.out or WEIGHTS / f"{arguments.mode}.npz")


def store(lessons: Lessons, path: Path) -> None:
    """Write the worths down as whole numbers."""
    whole = {
        name: np.round(values * ground.SCALE).astype(np.int16)
        for name, values in lessons._asdict().items()
    }
    np.savez_compressed(path, **whole)


if __name__ == "__main__":
    main()
