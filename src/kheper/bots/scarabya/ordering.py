"""Placements in the order in which they look good, without a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from kheper.core.grid import STRIDE
from kheper.scarabya import Dig, DuelView, ExpeditionView, Placement, SoloView

Merit = tuple[int, ...]


def best_first(view: ExpeditionView | DuelView, rng: Random) -> Iterator[Placement]:
    """Yield placements: most points, then fewest symbols covered, then fewest open sides."""
    dig = view.dig if isinstance(view, DuelView) else view.digs[(view.seat or 1) - 1]
    yield from _sorted(dig, view.legal_moves(), _points_merit, rng)


def best_first_solo(view: SoloView, rng: Random) -> Iterator[Placement]:
    """Yield placements: most symbols covered, but those that make one uncoverable come last."""
    state = view.imagine(rng)  # the cards to come are known, and their order does not matter
    fatal = []
    for placement in _sorted(view.dig, view.legal_moves(), _cover_merit, rng):
        if state.play(1, placement).uncoverable & ~view.uncoverable:
            fatal.append(placement)
        else:
            yield placement
    yield from fatal


def _sorted(
    dig: Dig, fits: Sequence[Placement], merit: Callable[[Dig], Merit], rng: Random
) -> list[Placement]:
    merits = [(merit(dig.place(fit)), rng.random(), fit.index, fit) for fit in fits]
    merits.sort(reverse=True)
    return [fit for *_, fit in merits]


def _points_merit(dig: Dig) -> Merit:
    # A symbol with few open sides is soon enclosed.
    return dig.points, -dig.covered_scarabs, -_open_sides(dig)


def _cover_merit(dig: Dig) -> Merit:
    # A symbol in a closed area can never be covered; open sides let a tile reach it.
    return -dig.points, dig.covered_scarabs, _open_sides(dig)


def _open_sides(dig: Dig) -> int:
    """Count the sides on which visible symbols have free squares."""
    free = dig.free
    symbols = dig.site.scarabs & free
    sides = (free << 1, free >> 1, free << STRIDE, free >> STRIDE)
    return sum((symbols & side).bit_count() for side in sides)
