"""Runners: every task is done once, whatever happens to the workers."""

from __future__ import annotations

import os
import signal
import time
from functools import partial
from pathlib import Path

import pytest

from kheper.core import SetupError
from kheper.runners import InlineRunner, ProcessRunner, Runner, WorkersLost, at_worker_exit


def square(number: int) -> int:
    return number * number


def die_once(folder: Path, number: int) -> int:
    """Kill the worker the first time that certain tasks are tried."""
    mark = folder / str(number)
    if number % 4 == 1 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os._exit(1)


def refuse(number: int) -> int:
    raise SetupError(None, "no such number", code="no-number")


def fail(number: int) -> int:
    raise ZeroDivisionError("a bug")


def linger(folder: Path, number: int) -> int:
    (folder / f"{os.getpid()}").touch()
    time.sleep(0.05)
    return number


def register(mark: Path, number: int) -> int:
    at_worker_exit(mark.touch)
    return number


def test_a_worker_cleans_up_when_the_runner_closes(tmp_path: Path) -> None:
    runner, mark = ProcessRunner(1), tmp_path / "mark"
    assert list(runner.run(partial(register, mark), [1])) == [1]
    assert not mark.exists()
    runner.close()
    assert mark.exists()


@pytest.mark.parametrize("runner", [InlineRunner(), ProcessRunner(2)])
def test_all_tasks_are_done_and_a_runner_can_be_used_again(runner: Runner) -> None:
    try:
        for _ in range(2):
            assert sorted(runner.run(square, range(10))) == [n * n for n in range(10)]
        assert list(runner.run(square, [])) == []
    finally:
        runner.close()


def test_several_processes_share_the_tasks(tmp_path: Path) -> None:
    runner = ProcessRunner(2)
    assert sorted(runner.run(partial(linger, tmp_path), range(40))) == list(range(40))
    runner.close()
    assert len(list(tmp_path.iterdir())) == 2


def test_what_a_lost_worker_was_at_is_done_again(tmp_path: Path) -> None:
    runner = ProcessRunner(2)
    assert sorted(runner.run(partial(die_once, tmp_path), range(9))) == list(range(9))
    runner.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1", "5"]


def test_a_task_that_kills_every_worker_ends_the_run() -> None:
    with pytest.raises(WorkersLost):
        list(ProcessRunner(1).run(die, [1]))


def test_what_a_task_raises_is_raised_here() -> None:
    with pytest.raises(SetupError, match="no such number"):
        list(ProcessRunner(1).run(refuse, [1]))
    with pytest.raises(RuntimeError, match="ZeroDivisionError: a bug"):
        list(ProcessRunner(1).run(fail, [1]))
