"""Self-play from which the bots learn what open ground is worth, done by any runner.

A course is cut into chunks of games, and chunks into steps. The chunks of a step all start from
the same lessons, so that they can be played at the same time and anywhere; then what they learned
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
from kheper.search.jit.arrays import Words
from kheper.search.scarabya import evaluation as ground
from kheper.search.scarabya.tables import ground_of, scarabs_of
from kheper.search.scarabya.training import Lessons, learn
from kheper.search.scarabya.windows import classes

# Games of a chunk, and sites that are played on.
CHUNK = 500
SITES = 3000
# How much of an error is put right, by the part of the games that have been played.
RATES = ((0.1, 0.3), (0.5, 0.15), (0.75, 0.07), (0.9, 0.03), (1.01, 0.01))
# One move in so many is made at random.
STRAY = 50
# Steps between two times that the lessons are saved.
SAVE = 20
# Games that show how well the lessons play, always the same.
EXAM, EXAM_SEED = 2000, 12345


@dataclass(frozen=True, slots=True)
class Course:
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


class Assignment(NamedTuple):
    """A chunk to be played, and what is known before it."""

    course: Course
    chunk: int
    lessons: Lessons


def study(assignment: Assignment) -> tuple[int, Lessons]:
    """Play a chunk, and return its number with the lessons after it."""
    course, chunk, lessons = assignment
    learned = Lessons(*(each.copy() for each in lessons))
    seed = course.seed + chunk * CHUNK
    _play(course, learned, CHUNK, course.rate(chunk), STRAY, seed)
    return chunk, learned


def examine(course: Course, lessons: Lessons) -> float:
    """Return the mean result of playing by the lessons alone, and learning nothing."""
    return _play(course, lessons, EXAM, 0.0, 0, EXAM_SEED)


def put_together(before: Lessons, after: Sequence[Lessons]) -> Lessons:
    """Change each worth by the mean of what those chunks changed it by that changed it at all."""
    if len(after) == 1:
        return after[0]
    found = []
    for old, new in zip(before, zip(*after, strict=True), strict=True):
        changes = np.stack(new) - old
        heard = np.maximum(1, (changes != 0).sum(axis=0))
        found.append((old + changes.sum(axis=0) / heard).astype(old.dtype))
    return Lessons(*found)


def train(
    course: Course,
    runner: Runner,
    saved: Path,
    tell: Callable[[int, Lessons], object] = lambda step, lessons: None,
) -> Lessons:
    """Go through a course, from where it was saved, and return the lessons.

    After each step `tell` is called with the number of steps done. Whatever the runner, and
    however often it was stopped, the same course gives the same lessons.
    """
    begun, lessons = _load(saved, course)
    for step in range(begun, course.steps):
        tasks = [Assignment(course, chunk, lessons) for chunk in course.step(step)]
        learned = sorted(runner.run(study, tasks), key=lambda one: one[0])
        lessons = put_together(lessons, [each for _, each in learned])
        if (step + 1) % SAVE == 0 or step + 1 == course.steps:
            _save(saved, course, step + 1, lessons)
        tell(step + 1, lessons)
    return lessons


def store(lessons: Lessons, path: Path) -> None:
    """Write the worths down as whole numbers, as the bots read them."""
    small, large = lessons.whole()
    np.savez_compressed(path, small=small, large=large)


def _play(
    course: Course, lessons: Lessons, games: int, rate: float, stray: int, seed: int
) -> float:
    worth = ground.Worth.of_classes(*lessons.whole())
    goal, kinds = ground.GOALS[course.mode], (classes(3, 3), classes(3, 4))
    sites = _sites(course.seed)
    return learn(*sites, games, goal, *lessons, *worth, *kinds, rate, stray, seed)


@lru_cache(maxsize=1)
def _sites(seed: int) -> tuple[Words, Words]:
    rng = Random(seed)
    digs: Iterable[Dig] = [Dig.on(Arrangement.draw(rng).site()) for _ in range(SITES)]
    return np.stack([ground_of(dig) for dig in digs]), np.stack([scarabs_of(dig) for dig in digs])


def _save(path: Path, course: Course, steps: int, lessons: Lessons) -> None:
    """Write how far it is beside its place and move it there, so that it is never half written."""
    fresh = path.with_name(f".{path.name}.new")
    with fresh.open("wb") as file:
        said = json.dumps(asdict(course))
        np.savez(file, course=said, steps=steps, small=lessons.small, large=lessons.large)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _load(path: Path, course: Course) -> tuple[int, Lessons]:
    if not path.exists():
        return 0, Lessons.none()
    with np.load(path, allow_pickle=False) as file:
        if str(file["course"]) != json.dumps(asdict(course)):
            sentence = f"{path} holds another course, {file['course']}: move it away"
            raise SetupError(None, sentence, code="other-course")
        return int(file["steps"]), Lessons(file["small"], file["large"])
