"""Beginners, and the mistakes people make: short sight, and areas that nobody noticed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, TypeVar

from kheper.core import View
from kheper.scarab import ScarabView
from kheper.scarab.stones import POINTS
from kheper.scarabya import SoloView

T = TypeVar("T")

# How many places the very first look takes in, and how many one takes in that notices all; how
# many stones anybody sees at a glance.
FEW_PLACES, FEWER_PLACES, FEW_STONES = 6, 5, 2
# How often a beginner notices that a placement would close an area.
NOTICED = 0.5


def pebble(view: View, share: float, rng: Random) -> Any:
    """Look at a few places, and notice only half of what they would score."""
    return _best_at_sight(view, _some(view.legal_moves(), FEW_PLACES, rng), NOTICED, rng)


def sandal(view: View, share: float, rng: Random) -> Any:
    """Look at a share of all places, and take what scores most at once."""
    moves = view.legal_moves()
    most = max(FEWER_PLACES, int(len(moves) * share))
    return _best_at_sight(view, _some(moves, most, rng), 1, rng)


BEGINNERS = (pebble, sandal)


def glance(view: View, share: float, counts: float, rng: Random) -> Any:
    """See a share of the stones, notice so often what one is worth, and take the best."""
    moves = view.legal_moves()
    most = max(FEW_STONES, int(len(moves) * share))
    return _best_at_sight(view, _some(moves, most, rng), counts, rng)


def noticed(best_first: Iterable[T], share: float, rng: Random) -> T:
    """Return the best of what one notices: each with this chance, and the last one at any rate."""
    for one in best_first:
        if rng.random() < share:
            return one
    return one


def _some(moves: Sequence[Any], most: int, rng: Random) -> list[Any]:
    if len(moves) <= most:
        return list(moves)
    return [moves[n] for n in rng.sample(range(len(moves)), most)]


def _best_at_sight(view: Any, moves: list[Any], noticed: float, rng: Random) -> Any:
    merits = [(_merit(view, move) if rng.random() < noticed else 0, rng.random()) for move in moves]
    return moves[max(range(len(moves)), key=merits.__getitem__)]


def _merit(view: Any, move: Any) -> float:
    """Return what catches the eye: points now, or in a solo game symbols that get covered."""
    if isinstance(view, ScarabView):
        state = view.state
        landed = state.board[move.target.row * state.side + move.target.column]
        back = move.returns.stone.value if move.returns else 0
        return float(POINTS[landed] - back)
    dig = view.digs[view.seat - 1] if hasattr(view, "digs") else view.dig
    if isinstance(view, SoloView):
        return float((move.mask & dig.site.scarabs).bit_count())
    return float(sum(area.points for area in dig.closed_by(move)))
