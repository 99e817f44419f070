"""A bound on the points that the last cards can still make."""

from __future__ import annotations

from kheper.scarabya.site import LARGEST_AREA
from kheper.search.jit.arrays import Word
from kheper.search.jit.bits import ONE, ZERO, count
from kheper.search.jit.decorators import part
from kheper.search.scarabya.last_cards.records import Deal, Ground
from kheper.search.scarabya.moves import grown

_TILE_SQUARES = 5


@part
def symbols_on(deal: Deal, ground: Ground) -> int:
    """Return how many symbols lie on open ground."""
    return count(deal.scarabs[0] & ground.low) + count(deal.scarabs[1] & ground.high)


@part
def region_of(ground: Ground, low: Word, high: Word) -> tuple[Word, Word]:
    """Return the open squares that are connected with the given ones."""
    new, new_high = grown(low, high, ground.low, ground.high)
    while new != low or new_high != high:
        low, high = new, new_high
        new, new_high = grown(low, high, ground.low, ground.high)
    return low, high


@part
def most_points(deal: Deal, ground: Ground, tiles: int) -> int:
    """Return a bound on what one player scores with that many tiles, or the bonus of SY-D4.

    A tile lies in one region, so with one tile, or two, only the best regions count. A region
    scores nothing before a tile covers five of its squares, and then at most four points for
    each symbol on the others (SY-A1, SY-A2). In a duel all symbols count, because the bonus
    needs no tile.
    """
    if deal.duel:
        return LARGEST_AREA * symbols_on(deal, ground)
    total, first, second = 0, 0, 0
    left, left_high = ground.near, ground.far  # no tile reaches other regions (SY-L2)
    while left | left_high:
        low, high = left & (~left + ONE), left_high & (~left_high + ONE)
        low, high = region_of(ground, low, ZERO if low else high)
        left, left_high = left & ~low, left_high & ~high
        symbols = count(deal.scarabs[0] & low) + count(deal.scarabs[1] & high)
        points = LARGEST_AREA * max(0, min(symbols, count(low) + count(high) - _TILE_SQUARES))
        total += points
        if points > first:
            first, second = points, first
        elif points > second:
            second = points
    if tiles > 2:
        return total
    return first + second if tiles == 2 else first
