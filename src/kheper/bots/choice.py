"""The one question that all bots ask: which moves look best from this seat?"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kheper.bots import digs, stones
from kheper.core import View
from kheper.scarab import ScarabView
from kheper.scarabya import DuelView, ExpeditionView, SoloView


def best_first(view: View, rng: Random) -> Iterator[Any]:
    """Yield the moves of the seat that looks, the best at sight first; chance decides ties.

    Of the ways to return a stone after an ankh, only the few that can matter are among them.
    """
    match view:
        case ScarabView():
            return stones.best_first(view, rng)
        case SoloView():
            return digs.best_first_solo(view, rng)
        case DuelView() | ExpeditionView():
            return digs.best_first(view, rng)
    raise TypeError(f"{type(view).__name__} is not the view of a game")
