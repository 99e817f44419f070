"""Learn what open ground is worth, for one mode, and write the worths that the bots use.

    python scripts/train_ground.py expedition [--games 3000000] [--seed 1] [--chunks 1]

It prints the mean result of playing by the worths alone every so often: points in an
expedition. In a duel it is the first player's lead, which says little; what the worths are good
for shows in play.

The worths follow from mode, games, seed and chunks. Chunks are played at the same time, by
`--workers` processes or on the Ray cluster at `--ray`; how many of them there are changes nothing.
A run that was stopped goes on when the same command is given again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from time import perf_counter

from kheper.arena.self_play import CHUNK, SelfPlayRun, measure, store, train
from kheper.runners import InlineRunner, ProcessRunner, Runner
from kheper.search.scarabya import evaluation
from kheper.search.scarabya.training import Weights

WEIGHTS = Path(evaluation.__file__).parent / "weights"
REPORT = 50_000


def runner_of(arguments: argparse.Namespace) -> Runner:
    if arguments.ray:
        from kheper.runners.ray_cluster import RayRunner  # noqa: PLC0415 - Ray is an extra

        return RayRunner(arguments.ray)
    return InlineRunner() if arguments.chunks == 1 else ProcessRunner(arguments.workers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("mode", choices=evaluation.GOALS)
    parser.add_argument("--games", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--chunks", type=int, default=1, help=f"of {CHUNK} games, at a time")
    parser.add_argument("--workers", type=int, help="processes (one for each core)")
    parser.add_argument("--ray", metavar="ADDRESS", help="a Ray cluster to play on")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--state", type=Path, help="how far it is (MODE-run.npz)")
    arguments = parser.parse_args()
    for name in ("games", "chunks"):
        if getattr(arguments, name) < 1:
            parser.error(f"--{name} is at least 1")
    run = SelfPlayRun(arguments.mode, arguments.games, arguments.seed, arguments.chunks)
    saved = arguments.state or Path(f"{run.mode}-run.npz")
    runner, began = runner_of(arguments), perf_counter()

    def tell(step: int, weights: Weights) -> None:
        games = min(step * CHUNK * run.chunks, run.games)
        before = (step - 1) * CHUNK * run.chunks
        if games // REPORT > before // REPORT or step == run.steps:
            result, seconds = measure(run, weights), perf_counter() - began
            print(f"{games:>9} games {result:8.3f} {seconds:6.0f} s", flush=True)

    try:
        weights = train(run, runner, saved, tell)
    finally:
        runner.close()
    store(weights, arguments.out or WEIGHTS / f"{run.mode}.npz")
    saved.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
