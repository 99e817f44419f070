"""What moves are worth in the end, as the search of the strongest level tells."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

from kheper.bots.choice import best_first
from kheper.bots.limits import ENDLESS, UNLIMITED, Limits
from kheper.core import View
from kheper.scarab import ScarabView
from kheper.scarabya import ExpeditionView, SoloView

MOST_HINTS = 10
# What is thought over unless the limits say otherwise, or end it earlier.
PLAYOUTS = 4000
NODES = 100_000
DECKS = 40


def rank(
    view: View, rng: Random, limits: Limits = UNLIMITED, *, most: int = MOST_HINTS
) -> list[tuple[Any, float]]:
    """Return the best moves of the seat that looks, each with its expected final value.

    Values are points in an expedition, the chance to win in a solo game, and else the difference
    to the best other side. When told to stop, what is known by then must do.
    """
    if view.seat not in view.to_move:
        return []
    if isinstance(view, ScarabView):
        return _walks(view, limits, most)
    if isinstance(view, SoloView):
        return _covers(view, rng, limits, most)
    return _digs(view, rng, limits, most)


def _walks(view: ScarabView, limits: Limits, most: int) -> list[tuple[Any, float]]:
    from kheper.bots import walkers  # noqa: PLC0415 - loads Numba, which beginners do without

    found = walkers.walk(view, _within(limits, NODES), best=most)
    return sorted(found, key=lambda hint: -hint[1])


def _covers(view: SoloView, rng: Random, limits: Limits, most: int) -> list[tuple[Any, float]]:
    from kheper.bots import coverers  # noqa: PLC0415 - as above

    others = tuple(islice(best_first(view, rng), most))
    found = coverers.cover(view, DECKS, rng, limits, others)[:most]
    # Those who were tried longest come first, which need not be by their values.
    return sorted(found, key=lambda hint: -hint[1])


def _digs(view: Any, rng: Random, limits: Limits, most: int) -> list[tuple[Any, float]]:
    from kheper.bots import diggers  # noqa: PLC0415 - as above

    found = diggers.play_out(view, most, rng, _within(limits, PLAYOUTS))[:most]
    made: float = view.scores[view.seat - 1]
    if not isinstance(view, ExpeditionView):
        made -= view.scores[2 - view.seat]
    ranked = [(one.placement, made + one.mean) for one in found]
    return sorted(ranked, key=lambda hint: -hint[1])


def _within(limits: Limits, playouts: int) -> Limits:
    return replace(limits, playouts=playouts) if limits.playouts == ENDLESS else limits
