"""Self-play in chunks: the same weights from any runner, and from one that was stopped."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kheper.arena import self_play
from kheper.arena.self_play import CHUNK, SelfPlayRun, merge, store, train
from kheper.core import SetupError
from kheper.runners import InlineRunner, ProcessRunner, Runner
from kheper.search.scarabya.evaluation import DUEL
from kheper.search.scarabya.training import Learner, Schedule, Weights, learn

RUN = SelfPlayRun("expedition", 6 * CHUNK, seed=3, chunks=2)


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_play, "SITES", 50)
    monkeypatch.setattr(self_play, "SAVE", 1)
    self_play._sites.cache_clear()


class Stopped(KeyboardInterrupt):
    """Somebody has seen enough."""


def stop_after(steps: int) -> object:
    def tell(step: int, weights: Weights) -> None:
        if step == steps:
            raise Stopped

    return tell


def same(one: Weights, other: Weights) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_with_one_chunk_a_step_one_game_follows_the_other(tmp_path: Path) -> None:
    run = SelfPlayRun("duel", 2 * CHUNK, seed=3)
    weights = Weights.none()
    for chunk in range(2):
        schedule = Schedule(DUEL, run.rate(chunk), self_play.RANDOM_MOVE_IN)
        learn(Learner.of(weights), *self_play._sites(3), schedule, CHUNK, 3 + chunk * CHUNK)
    assert same(train(run, InlineRunner(), tmp_path / "run.npz"), weights)
    assert weights.small.any()


@pytest.mark.parametrize("run", [RUN, SelfPlayRun("expedition", 5 * CHUNK - 1, chunks=3)])
def test_stopped_and_started_again_it_learns_the_same(tmp_path: Path, run: SelfPlayRun) -> None:
    through = train(run, InlineRunner(), tmp_path / "through.npz")
    saved = tmp_path / "stopped.npz"
    with pytest.raises(Stopped):
        train(run, InlineRunner(), saved, stop_after(1))  # type: ignore[arg-type]  # it never returns
    assert same(train(run, InlineRunner(), saved), through)
    done: list[int] = []
    train(run, InlineRunner(), saved, lambda step, weights: done.append(step))
    assert done == [], "what is done is not done again"


def test_however_many_workers_there_are_it_learns_the_same(tmp_path: Path) -> None:
    # Workers draw all sites, for they know nothing of this test's fifty.
    self_play._sites.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(self_play, "SITES", 3000)
        run = SelfPlayRun("expedition", 2 * CHUNK, chunks=2)
        runner: Runner = ProcessRunner(2)
        try:
            several = train(run, runner, tmp_path / "several.npz")
        finally:
            runner.close()
        assert same(several, train(run, InlineRunner(), tmp_path / "one.npz"))
    self_play._sites.cache_clear()


def test_another_run_is_refused(tmp_path: Path) -> None:
    saved = tmp_path / "run.npz"
    train(SelfPlayRun("expedition", CHUNK), InlineRunner(), saved)
    with pytest.raises(SetupError, match="another run"):
        train(SelfPlayRun("duel", CHUNK), InlineRunner(), saved)


def test_what_chunks_learned_is_averaged_over_those_that_learned_it() -> None:
    def weights(*values: float) -> Weights:
        return Weights(np.array([values], dtype=np.float32), np.zeros((1, 1), dtype=np.float32))

    before = weights(1, 1, 1)
    found = merge(before, [weights(1, 2, 5), weights(1, 1, 3)])
    assert found.small.tolist() == [[1, 2, 4]]
    assert found.small.dtype == np.float32


def test_the_worths_that_are_stored_can_be_read_as_the_bots_do(tmp_path: Path) -> None:
    weights = train(SelfPlayRun("expedition", CHUNK), InlineRunner(), tmp_path / "run.npz")
    store(weights, tmp_path / "expedition.npz")
    with np.load(tmp_path / "expedition.npz") as file:
        small, large = weights.whole()
        assert np.array_equal(file["small"], small)
        assert np.array_equal(file["large"], large)
