"""A tournament plays what is missing, and comes out the same whoever plays it and when."""

from __future__ import annotations

from pathlib import Path

import pytest

from kheper.arena.journal import Journal
from kheper.arena.playing import GameResult
from kheper.arena.tournament import TournamentProgress, hold
from kheper.core import SetupError
from kheper.runners import InlineRunner, ProcessRunner, Runner
from tests.arena.samples import plan_of, without_time

PLAN = plan_of("level:1", "level:2", events=["duel", "solo"])


def held(
    path: Path, deals: int, runner: Runner, told: list[TournamentProgress] | None = None
) -> list[GameResult]:
    """Hold a tournament, and return its games without what no seed repeats."""
    with Journal(path, PLAN) as journal:
        games = hold(PLAN, deals, journal, runner, (told if told is not None else []).append)
    return [without_time(game) for game in games]


def test_more_deals_are_added_to_what_is_there_and_can_be_left_away(tmp_path: Path) -> None:
    path, told = tmp_path / "grown", list[TournamentProgress]()
    two = held(path, 2, InlineRunner())
    three = held(path, 3, InlineRunner(), told)
    assert three == held(tmp_path / "at once", 3, InlineRunner())
    assert three[: len(two)] == two == held(path, 2, InlineRunner())
    starting = [progress.starting for progress in told[:3]]
    assert starting == ["level:1", "level:2", None]
    assert told[2:] == [TournamentProgress(8 + fresh, 12, fresh) for fresh in range(5)]
    assert path.read_bytes().count(b"\n") == 13


def test_neither_order_nor_number_of_workers_makes_a_difference(tmp_path: Path) -> None:
    runner = ProcessRunner(3)
    try:
        assert held(tmp_path / "three", 4, runner) == held(tmp_path / "one", 4, InlineRunner())
    finally:
        runner.close()


def test_a_worker_of_another_version_is_refused(tmp_path: Path) -> None:
    import dataclasses

    plan = dataclasses.replace(PLAN, version="0.0.1")
    with Journal(tmp_path / "games", plan) as journal, pytest.raises(SetupError, match=r"0\.0\.1"):
        hold(plan, 1, journal, InlineRunner())
