"""The search for SCARAB, with one searcher for each thread."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kheper.bots.limits import ENDLESS, Limits
from kheper.scarab import Move, ScarabView
from kheper.search.scarab.solver import Searcher
from kheper.search.stop import Stop, never

# Seconds between two checks of whether the search should stop.
CHECK_EVERY = 0.005

_own = threading.local()


def searcher() -> Searcher:
    """Return this thread's searcher, cleared, so that its answers depend on no earlier search."""
    if not hasattr(_own, "searcher"):
        _own.searcher = Searcher()
    found: Searcher = _own.searcher
    found.clear()
    return found


@contextmanager
def _watched(search: Searcher, stop: Stop) -> Iterator[None]:
    """Cancel the search when `stop` says so."""
    if stop is never:
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not stop():
            if over.wait(CHECK_EVERY):
                return
        search.cancel()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def best_moves(view: ScarabView, limits: Limits, *, best: int = 1) -> list[tuple[Move, float]]:
    """Return the best moves with the difference each is expected to end with, best first."""
    search = searcher()
    nodes = None if limits.playouts == ENDLESS else limits.playouts
    with _watched(search, limits.stop):
        answer = search.search(view.state, seconds=limits.seconds, nodes=nodes, best=best)
    return [(one.move, one.value) for one in answer.moves[:best]]
