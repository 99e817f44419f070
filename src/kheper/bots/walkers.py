"""Search for SCARAB: a searcher of this thread's own, and what it says of a view."""

from __future__ import annotations

import threading
from random import Random

from kheper.bots.limits import ENDLESS, Limits
from kheper.scarab import Move, ScarabView
from kheper.search.scarab_solver import Searcher

_own = threading.local()


def searcher() -> Searcher:
    """Return this thread's searcher, cleared, so that what it says depends on nothing before."""
    if not hasattr(_own, "searcher"):
        _own.searcher = Searcher()
    found: Searcher = _own.searcher
    found.clear()
    return found


def walk(
    view: ScarabView, rng: Random, limits: Limits, *, best: int = 1
) -> list[tuple[Move, float]]:
    """Return the best moves with the difference each is expected to end with, best first.

    Moves of the same value are put in a random order, so that a bot is not always the same.
    """
    search = searcher()
    nodes = None if limits.playouts == ENDLESS else limits.playouts
    answer = search.search(view.state, seconds=limits.seconds, nodes=nodes, best=best)
    ranked = [(one.move, one.value, rng.random()) for one in answer.moves]
    ranked.sort(key=lambda one: (-one[1], one[2]))
    return [(move, value) for move, value, _ in ranked]
