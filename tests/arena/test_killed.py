"""An arena that is killed in the middle, and started again, ends as one that ran through."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.arena.processes import is_running
from tests.arena.samples import FUNCTIONS

ROOT = Path(__file__).resolve().parents[2]
# So that whatever hangs ends, however busy the machine is.
PATIENCE = 600
PLAYERS = ("level:1", "level:2", f"chance={FUNCTIONS}chance")
EVENTS = ("--event", "duel", "--event", "scarab-short")


@contextmanager
def running(out: Path, *more: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `kheper arena` as a person would; it ends with the block at the latest."""
    command = [sys.executable, "-m", "kheper", "arena", *PLAYERS, *EVENTS]
    given = ["--deals", "6", "--out", str(out), *more]
    with subprocess.Popen([*command, *given], cwd=ROOT, stdout=subprocess.DEVNULL) as arena:
        try:
            yield arena
        finally:
            arena.kill()


def finish(out: Path, *more: str) -> dict[str, Any]:
    """Run to the end, and return the report."""
    with running(out, *more) as arena:
        assert arena.wait(PATIENCE) == 0
    return report_of(out)


def report_of(out: Path) -> dict[str, Any]:
    """Return a report without what no seed repeats."""
    found: dict[str, Any] = json.loads((out / "report.json").read_text("utf-8"))
    del found["times"]
    return found


def lines(out: Path) -> int:
    path = out / "games.jsonl"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def kill_after(out: Path, games: int) -> list[int]:
    """Kill the arena with SIGKILL when it has so many games, and return its workers."""
    with running(out, "--workers", "2") as arena:
        while lines(out) < games + 1:
            assert arena.poll() is None, "it ended before it could be killed"
            time.sleep(0.002)
        children = Path(f"/proc/{arena.pid}/task/{arena.pid}/children")
        workers = [int(pid) for pid in children.read_text().split()] if children.exists() else []
        arena.send_signal(signal.SIGKILL)
    return workers


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_killed_in_the_middle_and_started_again_it_ends_with_the_same_table(
    tmp_path: Path,
) -> None:
    through = finish(tmp_path / "1", "--workers", "1")
    out = tmp_path / "2"
    workers = kill_after(out, 5)
    workers += kill_after(out, 25)
    kept = (out / "games.jsonl").read_bytes()
    with (out / "games.jsonl").open("ab") as file:
        file.write(kept.splitlines()[-1][:100])  # as if killed while it was writing
    assert finish(out, "--workers", "2") == through
    content = (out / "games.jsonl").read_bytes()
    assert content.startswith(kept[: kept.rindex(b"\n") + 1]), "what was written stays"
    games = [json.loads(line)["game"] for line in content.splitlines()[1:]]
    assert sorted(games) == list(range(through["games"])), "every game is played once"
    end = time.monotonic() + 20
    while any(map(is_running, workers)) and time.monotonic() < end:
        time.sleep(0.05)
    assert not [pid for pid in workers if is_running(pid)], "its workers end with it"
