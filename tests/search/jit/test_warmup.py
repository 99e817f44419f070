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
    warmup = Warmup(("kheper.search.scarabya.moves",))
    warmup.start(told.append)
    warmup.start()  # a second call starts nothing twice
    assert warmup.wait(300)
    total = told[-1].total
    assert total > 3
    assert [progress.done for progress in told] == list(range(total + 1))
    assert told[0].name == "fits"
    assert told[-1] == warmup.state()
    assert warmup.state().ready
    assert not told[0].ready


def test_what_is_compiled_ahead_is_what_callers_need() -> None:
    """After a warm-up the solver and the playouts compile nothing more."""
    code = """
import kheper.search.jit.warmup as warmup
assert warmup.wait(), warmup.state()
from random import Random
import numpy as np
from kheper.scarabya import Arrangement, Solo, Tile
from kheper.search.jit import decorators
from kheper.search.scarabya import moves
from kheper.search.scarabya import playouts
from kheper.search.scarabya.solo import solver
from kheper.search.scarabya.tables import cards_of, ground_of, scarabs_of
state = Solo.start(Arrangement.draw(Random(1)).site(), tuple(Tile))
assert solver.solve(state).verdict == "solved"
ground, scarabs, deck = ground_of(state.dig), scarabs_of(state.dig), cards_of(state.deck)
entries, found = np.zeros(12, np.int16), np.zeros(600, np.int16)
playouts.playouts(ground, scarabs, deck, 1, 1, 5, entries, np.zeros((2, 2), np.int16))
playouts.greedy_playouts(ground, scarabs, deck, 1, 1, 0, playouts.GREEDY, 3, 5,
                                  entries, np.zeros((2, 3), np.int16))
moves.fits(ground, 1, 1, found)
moves.takes(ground, 1, 1)
moves.gains(ground, scarabs, found[:2], found[2:4])
moves.hash_of(ground, 1)
moves.place(ground, scarabs, int(found[0]))
print({len(kernel.signatures) for kernel, _ in decorators.KERNELS})
"""
    assert run(code) == "{1}"


def test_calls_in_a_second_process_load_what_the_first_compiled_ahead(tmp_path: Path) -> None:
    ahead = """
from kheper.search.jit.warmup import Warmup
warmup = Warmup(("kheper.search.scarabya.moves",))
assert warmup.wait(), warmup.state()
"""
    call = """
import numpy as np
from kheper.search.scarabya import moves as kernels
ground, found = np.zeros(5, np.uint64), np.zeros(8, np.int16)
kernels.fits(ground, 1, 1, found)
kernels.takes(ground, 1, 1)
kernels.hash_of(ground, 1)
kernels.place(ground, ground[:2], 0)
kernels.gains(ground, ground[:2], found[:2], found[2:4])
print([
    sum(kernel.stats.cache_hits.values())
    for kernel in (kernels.fits, kernels.takes, kernels.hash_of, kernels.place, kernels.gains)
])
"""
    run(ahead, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="")
    assert list(tmp_path.glob("kheper/kernels-*/**/*.nbc"))
    assert run(call, XDG_CACHE_HOME=str(tmp_path), NUMBA_CACHE_DIR="") == "[1, 1, 1, 1, 1]"


def test_a_failure_is_told_and_ends_the_waiting() -> None:
    warmup = Warmup(("kheper.search.no_such_module",))
    assert not warmup.wait(60)
    failure = warmup.state().failure
    assert failure is not None
    assert "no_such_module" in failure
    assert not warmup.ready.is_set()


def test_state_answers_while_a_kernel_compiles() -> None:
    busy, go_on = threading.Event(), threading.Event()
    warmup = Warmup(("kheper.search.scarabya.moves",))

    def report(progress: WarmupProgress) -> None:
        if progress.done == 1:
            busy.set()
            go_on.wait(60)

    warmup.start(report)
    assert busy.wait(120)
    assert warmup.state().done == 1
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

    @decorators.kernel("i8(i8)")
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
