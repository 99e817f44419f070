"""A bound on the points that the last cards can still make."""

from __future__ import annotations

from kheper.search.jit.decorators import part
from kheper.search.jit.masks import WordMask, grown, only_first, size, some
from kheper.search.scarabya.last_cards.records import LastDeal
from kheper.search.scarabya.moves import LARGEST_AREA, Ground

_TILE_SQUARES = 5


@part
def symbols_on(deal: LastDeal, squares: WordMask) -> int:
    """Return the number of symbols on some squares."""
    return size(WordMask(deal.scarabs[0], deal.scarabs[1]) & squares)


@part
def region_of(free: WordMask, squares: WordMask) -> WordMask:
    """Return the open squares that are connected with the given ones."""
    wider = grown(squares, free)
    while wider.low != squares.low or wider.high != squares.high:
        squares = wider
        wider = grown(squares, free)
    return squares


@part
def most_points(deal: LastDeal, ground: Ground, tiles: int) -> int:
    """Return a bound on what one player scores with that many tiles, or the bonus of SY-D4.

    A tile lies in one region, so with one tile, or two, only the best regions count. A region
    scores nothing before a tile covers five of its squares, and then at most four points for
    each symbol on the others (SY-A1, SY-A2). In a duel all symbols count, because the bonus
    needs no tile.
    """
    if deal.duel:
        return LARGEST_AREA * symbols_on(deal, ground.free)
    total, first, second = 0, 0, 0
    left = ground.contact  # no tile reaches other regions (SY-L2)
    while some(left):
        region = region_of(ground.free, only_first(left))
        left = left & ~region
        symbols = symbols_on(deal, region)
        points = LARGEST_AREA * max(0, min(symbols, size(region) - _TILE_SQUARES))
        total += points
        if points > first:
            first, second = points, first
        elif points > second:
            second = points
    if tiles > 2:
        return total
    return first + second if tiles == 2 else first
