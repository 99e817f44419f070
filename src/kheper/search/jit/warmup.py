"""The first start: kernels are compiled once, in the background, and cached on disk.

`start` returns at once. Until `ready` is set, `state` says how far it is; a kernel that is
called meanwhile waits for its own compilation, and works. From the second start on, loading
takes a fraction of a second. Importing this module does not import Numba.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

# The modules that declare kernels, in the order in which they are wanted.
MODULES = (
    "kheper.search.scarabya.evaluation",
    "kheper.search.scarabya.tree",
    "kheper.search.scarabya.solo.search",
    "kheper.search.scarabya.known_deck.beam",
    "kheper.search.scarabya.known_deck.bound",
    "kheper.search.scarabya.last_cards.search",
)

# Modules whose kernels are compiled by using them once: they have a function `prime`.
PRIMED = ("kheper.search.scarab.solver",)


@dataclass(frozen=True, slots=True)
class WarmupProgress:
    """How far the compilation is: `done` of `total` kernels, and which one is under way.

    `total` is 0 until the kernels are known. `failure` says what went wrong, if anything did.
    """

    done: int = 0
    total: int = 0
    name: str = ""
    failure: str | None = None

    @property
    def ready(self) -> bool:
        """Whether every kernel can be called without waiting."""
        return 0 < self.total == self.done


Report = Callable[[WarmupProgress], object]


class Warmup:
    """A thread that compiles kernels one by one and tells how far it is."""

    def __init__(
        self, modules: tuple[str, ...] = MODULES, primed: tuple[str, ...] = PRIMED
    ) -> None:
        self.ready = threading.Event()
        self._modules = modules
        self._primed = primed
        self._progress = WarmupProgress()
        self._reports: list[Report] = []
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self, report: Report | None = None) -> None:
        """Start in the background, once; every report is called, from that thread, with news."""
        with self._lock:
            if report is not None:
                self._reports.append(report)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="warmup", daemon=True)
                self._thread.start()

    def state(self) -> WarmupProgress:
        """Return how far it is, at once."""
        return self._progress

    def wait(self, seconds: float | None = None) -> bool:
        """Start if need be, wait until the end or for so long, and say whether all is ready."""
        self.start()
        self._ended.wait(seconds)
        return self.ready.is_set()

    def _run(self) -> None:
        try:
            kernels = _kernels(self._modules)
            from kheper.search.jit.decorators import compile_ahead  # noqa: PLC0415 - imports Numba

            total = len(kernels) + len(self._primed)
            for done, kernel in enumerate(kernels):
                self._tell(WarmupProgress(done, total, kernel.__name__))
                compile_ahead(kernel)
            for done, name in enumerate(self._primed, len(kernels)):
                self._tell(WarmupProgress(done, total, name.rpartition(".")[2]))
                import_module(name).prime()
            self.ready.set()
            self._tell(WarmupProgress(total, total))
        except Exception as error:  # of whatever kind: it is told, not lost
            now = self._progress
            failure = f"{type(error).__name__}: {error}"
            self._tell(WarmupProgress(now.done, now.total, now.name, failure))
        finally:
            self._ended.set()

    def _tell(self, progress: WarmupProgress) -> None:
        self._progress = progress
        with self._lock:
            reports = tuple(self._reports)
        for report in reports:
            report(progress)


def _kernels(modules: tuple[str, ...]) -> list[Any]:
    for module in modules:
        import_module(module)
    from kheper.search.jit.decorators import KERNELS  # noqa: PLC0415 - imports Numba

    return [kernel for kernel in KERNELS if kernel.__module__ in modules]


_shared = Warmup()

ready = _shared.ready
start = _shared.start
state = _shared.state
wait = _shared.wait
