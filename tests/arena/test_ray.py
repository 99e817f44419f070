"""The arena on a Ray cluster of two workers, of which one is killed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import sleep

import pytest

from tests.arena.test_killed import PATIENCE, ROOT, finish, lines, report_of, running

pytestmark = [
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed: kheper[ray]"),
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it looks into /proc"),
]


@contextmanager
def cluster() -> Iterator[subprocess.Popen[str]]:
    """Start a cluster in a process of its own, for Ray has threads and warnings of its own."""
    command = [sys.executable, "-m", "tests.arena.cluster"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(PATIENCE)


def said(process: subprocess.Popen[str]) -> str:
    """Return the next line of the cluster that is not Ray's own."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("killed") or (line.count(":") == 1 and line[0].isdigit()):
            return line.strip()
    raise EOFError("the cluster did not start")


def test_a_worker_and_a_node_are_killed_and_the_table_is_the_same(tmp_path: Path) -> None:
    through = finish(tmp_path / "local", "--workers", "2")
    out = tmp_path / "ray"
    with cluster() as process, running(out, "--ray", said(process)) as arena:
        assert process.stdin is not None
        for games, victim in ((3, "worker"), (15, "node")):
            while lines(out) < games + 1:
                assert arena.poll() is None, "it ended before anything could be killed"
                sleep(0.002)
            process.stdin.write(f"{victim}\n")
            process.stdin.flush()
            assert said(process) == "killed"
        assert lines(out) < through["games"] + 1, "it was over before both were killed"
        assert arena.wait(PATIENCE) == 0
    assert report_of(out) == through
