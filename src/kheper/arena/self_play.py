"""Self-play from which the bots learn what open ground is worth, done by any runner.

A run is cut into chunks of games, and chunks into steps. The chunks of a step all start from
the same weights, so that they can be played at the same time and anywhere; then what they learned
is put together. With one chunk a step, one game follows the other, as it was when the worths that
Kheper comes with were learned.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from kheper.core import SetupError
from kheper.runners import Runner
from kheper.scarabya import Arrangement, Dig
from kheper.search.jit.arrays import WordRows
from kheper.search.scarabya.evaluation import GOALS
from kheper.search.scarabya.tables import ground_of, scarabs_of
from kheper.search.scarabya.training import Learner, Schedule, Weights, learn

# Games of a chunk, and sites that are played on.
CHUNK = 500
SITES = 3000
# How much of an error is put right, by the part of the games that have been played.
RATES = ((0.1, 0.3), (0.5, 0.15), (0.75, 0.07), (0.9, 0.03), (1.01, 0.01))
# One move in so many is made at random.
RANDOM_MOVE_IN = 50
# Steps between two times that the weights are saved.
SAVE = 20
# Games that show how well the weights play, always the same.
TEST_GAMES, TEST_SEED = 2000, 12345


@dataclass(frozen=True, slots=True)
class SelfPlayRun:
    """All that decides what is learned."""

    mode: str
    games: int
    seed: int = 1
    # How many chunks a step has, whoever plays them.
    chunks: int = 1

    @property
    def steps(self) -> int:
        """How many steps there are."""
        return -(-self.games // (CHUNK * self.chunks))

    def step(self, number: int) -> range:
        """Return the chunks of a step; the last one may have fewer."""
        first = number * self.chunks
        return range(first, min(first + self.chunks, -(-self.games // CHUNK)))

    def rate(self, chunk: int) -> float:
        """Return how much of an error is put right in a chunk.

        What the chunks of a step learn is averaged, so each may learn as much more.
        """
        rate = next(rate for part, rate in RATES if chunk * CHUNK < part * self.games)
        return min(1.0, rate * self.chunks)


class ChunkTask(NamedTuple):
    """A chunk to be played, and what is known before it."""

    run: SelfPlayRun
    chunk: int
    weights: Weights


def play_chunk(task: ChunkTask) -> tuple[int, Weights]:
    """Play a chunk, and return its number with the weights after it."""
    run, chunk, weights = task
    learned = Weights(*(each.copy() for each in weights))
    seed = run.seed + chunk * CHUNK
    _play(run, learned, CHUNK, run.rate(chunk), RANDOM_MOVE_IN, seed)
    return chunk, learned


def measure(run: SelfPlayRun, weights: Weights) -> float:
    """Return the mean result of playing by the weights alone, and learning nothing."""
    return _play(run, weights, TEST_GAMES, 0.0, 0, TEST_SEED)


def merge(before: Weights, after: Sequence[Weights]) -> Weights:
    """Change each worth by the mean of what those chunks changed it by that changed it at all."""
    if len(after) == 1:
        return after[0]
    found = []
    for old, new in zip(before, zip(*after, strict=True), strict=True):
        changes = np.stack(new) - old
        heard = np.maximum(1, (changes != 0).sum(axis=0))
        found.append((old + changes.sum(axis=0) / heard).astype(old.dtype))
    return Weights(*found)


def train(
    run: SelfPlayRun,
    runner: Runner,
    saved: Path,
    tell: Callable[[int, Weights], object] = lambda step, weights: None,
) -> Weights:
    """Go through a run, from where it was saved, and return the weights.

    After each step `tell` is called with the number of steps done. Whatever the runner, and
    however often it was stopped, the same run gives the same weights.
    """
    begun, weights = _load(saved, run)
    for step in range(begun, run.steps):
        tasks = [ChunkTask(run, chunk, weights) for chunk in run.step(step)]
        learned = sorted(runner.run(play_chunk, tasks), key=lambda one: one[0])
        weights = merge(weights, [each for _, each in learned])
        if (step + 1) % SAVE == 0 or step + 1 == run.steps:
            _save(saved, run, step + 1, weights)
        tell(step + 1, weights)
    return weights


def store(weights: Weights, path: Path) -> None:
    """Write the worths down as whole numbers, as the bots read them."""
    small, large = weights.whole()
    np.savez_compressed(path, small=small, large=large)


def _play(
    run: SelfPlayRun, weights: Weights, games: int, rate: float, random_in: int, seed: int
) -> float:
    schedule = Schedule(GOALS[run.mode], rate, random_in)
    return learn(Learner.of(weights), *_sites(run.seed), schedule, games, seed)


@lru_cache(maxsize=1)
def _sites(seed: int) -> tuple[WordRows, WordRows]:
    rng = Random(seed)
    digs: Iterable[Dig] = [Dig.on(Arrangement.draw(rng).site()) for _ in range(SITES)]
    return np.stack([ground_of(dig) for dig in digs]), np.stack([scarabs_of(dig) for dig in digs])


def _save(path: Path, run: SelfPlayRun, steps: int, weights: Weights) -> None:
    """Write how far it is beside its place and move it there, so that it is never half written."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        said = json.dumps(asdict(run))
        np.savez(file, run=said, steps=steps, small=weights.small, large=weights.large)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _load(path: Path, run: SelfPlayRun) -> tuple[int, Weights]:
    if not path.exists():
        return 0, Weights.none()
    with np.load(path, allow_pickle=False) as file:
        if str(file["run"]) != json.dumps(asdict(run)):
            sentence = f"{path} holds another run, {file['run']}: move it away"
            raise SetupError(None, sentence, code="other-run")
        return int(file["steps"]), Weights(file["small"], file["large"])
