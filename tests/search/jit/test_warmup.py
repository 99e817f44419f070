"""Kernels compile in the background, are cached, and nothing waits for them unasked."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from kheper.search.jit import cache, decorators
from kheper.search.jit.warmup import Warmup, WarmupProgress

MODULE = "kheper.search.scarabya.evaluation"


def run(code: str, **environment: str) -> str:
    """Run code in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment},
        capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    return done.stdout.strip()


def test_importing_search_and_its_warmup_imports_neither_numba_nor_numpy() -> None:
    code = """
import sys, kheper.search, kheper.search.jit.warmup as warmup
print([name for name in ("numba", "numpy") if name in sys.modules], warmup.state().total)
"""
    assert run(code) == "[] 0"


def test_every_kernel_is_compiled_and_reported_in_order() -> None:
    told: list[WarmupProgress] = []
    warmup = Warmup((MODULE,), ())
    warmup.start(told.append)
    warmup.start()  # a second call starts nothing twice
    assert warmup.wait(300)
    total = told[-1].total
    assert total == 1
    assert [progress.done for progress in told] == list(range(total + 1))
    assert told[0].name == "rank"
    assert told[-1] == warmup.state()
    assert warmup.state().ready
    assert not told[0].ready


def test_what_is_compiled_ahead_is_what_callers_need() -> None:
    """After a warm-up the solvers and the bots compile nothing more."""
    code = """
import kheper.search.jit.warmup as warmup
assert warmup.wait(), warmup.state()
from random import Random
from kheper import bots
from kheper.scarabya import Arrangement, Duel, Expedition, Solo, Tile
from kheper.search.jit.decorators import KERNELS
from kheper.search.scarabya.known_deck.solver import best
from kheper.search.scarabya.solo.solver import solve
site = Arrangement.draw(Random(1)).site()
assert solve(Solo.start(site, tuple(Tile))).verdict == "solved"
for mode in (Expedition, Duel):
    bots.level(8).choose(mode.start(site, tuple(Tile)).view(1), Random(1), bots.Limits(playouts=20))
best(Expedition.start(site, tuple(Tile)).digs[0], tuple(Tile)[:3], width=4)
print({len(kernel.signatures) for kernel in KERNELS})
"""
    assert run(code) == "{1}"


def test_calls_in_a_second_process_load_what_the_first_compiled_ahead(tmp_path: Path) -> None:
    ahead = """
from kheper.search.jit.warmup import Warmup
warmup = Warmup((MODULE,), ())
assert warmup.wait(), warmup.state()
""".replace("MODULE", repr(MODULE))
    call = """
from kheper.scarabya import Dig, Site, Tile
from kheper.search.scarabya.evaluation import rank
from kheper.bots.scarabya.playouts import SearchProblem, candidates
dig = Dig.on(Site.parse("/".join(["." * 10] * 10)))
candidates(SearchProblem("expedition", dig, 0, (), 1))
print(sum(rank.stats.cache_hits.values()))
"""
    run(ahead, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert list(tmp_path.glob("kheper/kernels-*/**/*.nbc"))
    assert run(call, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="") == "1"


def test_a_failure_is_told_and_ends_the_waiting() -> None:
    warmup = Warmup(("kheper.search.no_such_module",), ())
    assert not warmup.wait(60)
    failure = warmup.state().failure
    assert failure is not None
    assert "no_such_module" in failure
    assert not warmup.ready.is_set()


def test_state_answers_while_a_kernel_compiles() -> None:
    busy, go_on = threading.Event(), threading.Event()
    warmup = Warmup((MODULE,), ())

    def report(progress: WarmupProgress) -> None:
        if not progress.done:
            busy.set()
            go_on.wait(60)

    warmup.start(report)
    assert busy.wait(120)
    assert warmup.state() == WarmupProgress(0, 1, "rank")
    assert not warmup.state().ready
    assert not warmup.wait(0)
    go_on.set()
    assert warmup.wait(300)


def test_a_cache_that_cannot_be_written_gives_way_to_a_temporary_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = cache.cache_folder()
    assert folder is not None
    assert folder.parent.parent == tmp_path
    monkeypatch.setattr("tempfile.tempdir", str(blocked))
    assert cache.cache_folder() is None


def test_what_old_versions_compiled_is_removed_after_a_month(tmp_path: Path) -> None:
    folders = [tmp_path / "kheper" / f"kernels-{name}" for name in ("old", "recent")]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "kernel.nbc").write_bytes(b"")
    os.utime(folders[0], (0, 0))
    run("import kheper.search.jit.cache", XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert [folder.exists() for folder in folders] == [False, True]


def test_kernels_work_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decorators, "CACHED", False)
    monkeypatch.setattr(decorators, "KERNELS", [])

    @decorators.kernel
    def doubled(number: int) -> int:
        return number + number

    assert doubled(21) == 42


def test_somebody_elses_cache_is_not_trusted(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("os.getuid", lambda: np.iinfo(np.int32).max, raising=False)
    assert cache.cache_folder() is None
