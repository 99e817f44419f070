"""Programs that play: they end with the process that started them."""

from __future__ import annotations

import time
from functools import partial
from pathlib import Path

import pytest

from kheper.arena.programs import Program
from kheper.runners import ProcessRunner
from tests.arena.processes import is_running


def start_deaf(folder: Path, number: int) -> int:
    """Start a program that never reads, and tell its process."""
    program = Program(["sleep", "600"])
    (folder / "pid").write_text(str(program._process.pid))
    return number


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="processes are not files here")
def test_programs_end_with_the_worker_that_started_them(tmp_path: Path) -> None:
    runner = ProcessRunner(1)
    assert list(runner.run(partial(start_deaf, tmp_path), [1])) == [1]
    pid = int((tmp_path / "pid").read_text())
    assert is_running(pid)
    runner.close()
    end = time.monotonic() + 20
    while is_running(pid) and time.monotonic() < end:
        time.sleep(0.02)
    assert not is_running(pid)
