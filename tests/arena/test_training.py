"""Self-play in chunks: the same lessons from any runner, and from one that was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kheper.arena import training
from kheper.arena.training import CHUNK, Course, put_together, store, train
from kheper.core import SetupError
from kheper.runners import InlineRunner, ProcessRunner, Runner
from kheper.search.scarabya import evaluation as ground
from kheper.search.scarabya.training import Lessons, learn
from kheper.search.scarabya.windows import classes

COURSE = Course("expedition", 6 * CHUNK, seed=3, chunks=2)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(training, "SITES", 50)
    monkeypatch.setattr(training, "SAVE", 1)
    training._sites.cache_clear()


class Stop(KeyboardInterrupt):
    """Somebody has seen enough."""


def stop_after(steps: int) -> object:
    def tell(step: int, lessons: Lessons) -> None:
        if step == steps:
            raise Stop

    return tell


def same(one: Lessons, other: Lessons) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_with_one_chunk_a_step_one_game_follows_the_other(tmp_path: Path) -> None:
    course = Course("duel", 2 * CHUNK, seed=3)
    lessons = Lessons.none()
    for chunk in range(2):
        worth = ground.Worth.of_classes(*lessons.whole())
        kinds = classes(3, 3), classes(3, 4)
        rate = course.rate(chunk)
        given = (*training._sites(3), CHUNK, ground.DUEL, *lessons, *worth, *kinds)
        learn(*given, rate, training.STRAY, 3 + chunk * CHUNK)
    assert same(train(course, InlineRunner(), tmp_path / "course.npz"), lessons)
    assert lessons.small.any()


@pytest.mark.parametrize("course", [COURSE, Course("expedition", 5 * CHUNK - 1, chunks=3)])
def test_stopped_and_started_again_it_learns_the_same(tmp_path: Path, course: Course) -> None:
    through = train(course, InlineRunner(), tmp_path / "through.npz")
    saved = tmp_path / "stopped.npz"
    with pytest.raises(Stop):
        train(course, InlineRunner(), saved, stop_after(1))  # type: ignore[arg-type]  # it never returns
    assert same(train(course, InlineRunner(), saved), through)
    done: list[int] = []
    train(course, InlineRunner(), saved, lambda step, lessons: done.append(step))
    assert done == [], "what is done is not done again"


def test_however_many_workers_there_are_it_learns_the_same(tmp_path: Path) -> None:
    # Workers draw all sites, for they know nothing of this test's fifty.
    training._sites.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "SITES", 3000)
        course = Course("expedition", 2 * CHUNK, chunks=2)
        runner: Runner = ProcessRunner(2)
        try:
            several = train(course, runner, tmp_path / "several.npz")
        finally:
            runner.close()
        assert same(several, train(course, InlineRunner(), tmp_path / "one.npz"))
    training._sites.cache_clear()


def test_another_course_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "course.npz"
    train(Course("expedition", CHUNK), InlineRunner(), saved)
    with pytest.raises(SetupError, match="another course"):
        train(Course("duel", CHUNK), InlineRunner(), saved)


def test_what_chunks_learned_is_averaged_over_those_that_learned_it() -> None:
    def lessons(*values: float) -> Lessons:
        return Lessons(np.array([values], dtype=np.float32), np.zeros((1, 1), dtype=np.float32))

    before = lessons(1, 1, 1)
    found = put_together(before, [lessons(1, 2, 5), lessons(1, 1, 3)])
    assert found.small.tolist() == [[1, 2, 4]]
    assert found.small.dtype == np.float32


def test_the_worths_that_are_stored_can_be_read_as_the_bots_do(tmp_path: Path) -> None:
    lessons = train(Course("expedition", CHUNK), InlineRunner(), tmp_path / "course.npz")
    store(lessons, tmp_path / "expedition.npz")
    with np.load(tmp_path / "expedition.npz") as file:
        small, large = lessons.whole()
        assert np.array_equal(file["small"], small)
        assert np.array_equal(file["large"], large)
