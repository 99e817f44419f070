"""An upper bound on what known cards can still score, by Lagrangian relaxation.

Relaxed are contact and order. What is left is a choice of areas (connected open squares, at
most four, with a symbol among them) and of placements, at most one for each card, such that

- every square is in at most one of them, and
- if an area holds a square and not the one beside it, then a tile covers that one, and does
  not cover the first.

Each of these conditions has a price, 0 or more. Areas and placements pay for the squares they
take; an area pays for every side of its border, and a placement is paid for the sides that it
closes. For whatever prices, the squares' prices and what areas and placements gain beyond them
are together a bound: the prices decide only how good it is. They are improved by subgradient
steps.
"""

from __future__ import annotations

import numpy as np

from kheper.core.grid import SIDE, Square, around, bit, squares_of
from kheper.scarabya.placements import PLACEMENTS
from kheper.search.jit.arrays import Bytes, Numbers, Reals, Shorts, Word, Words
from kheper.search.jit.bits import words
from kheper.search.jit.decorators import kernel, part
from kheper.search.scarabya.tables import BORDERS, MASKS, TILES

# Squares are numbered row by row here, so that prices have no gaps.
SQUARES = SIDE * SIDE

# A price for each square, then for each side: that from a square to one beside it. The last
# one is always 0, and fills the tables up.
_SIDES = [
    (row * SIDE + column, (row + down) * SIDE + column + right)
    for row in range(SIDE)
    for column in range(SIDE)
    for down, right in ((-1, 0), (0, -1), (0, 1), (1, 0))
    if 0 <= row + down < SIDE and 0 <= column + right < SIDE
]
_SIDE = {side: SQUARES + n for n, side in enumerate(_SIDES)}
PRICES = SQUARES + len(_SIDES)
_NOTHING = PRICES


def _number(square: Square) -> int:
    return square.row * SIDE + square.column


def _masks_of_areas() -> list[int]:
    """Return every connected set of one to four squares."""
    found: set[int] = set()
    grown = {bit(Square(*divmod(n, SIDE))) for n in range(SQUARES)}
    for _ in range(4):
        found |= grown
        grown = {mask | bit(square) for mask in grown for square in squares_of(around(mask))}
    return sorted(found)


def _row(numbers: list[int], width: int) -> list[int]:
    return numbers + [_NOTHING] * (width - len(numbers))


def _border(mask: int) -> list[tuple[int, int]]:
    """Return the sides between a set of squares and the squares beside it, from within."""
    return [
        (_number(square), _number(other))
        for square in squares_of(mask)
        for other in squares_of(around(bit(square)) & ~mask)
    ]


# The squares of each placement, the first placement of each tile, which are turned over, and
# the bit of a square in the word of its half.
COVERS = np.array([[_number(s) for s in p.squares] for p in PLACEMENTS], dtype=np.int16)
FIRST = np.array(
    [next(p.index for p in PLACEMENTS if p.tile is tile) for tile in TILES] + [len(PLACEMENTS)],
    dtype=np.int64,
)
TURNED_OVER = np.array([p.turned_over for p in PLACEMENTS], dtype=np.int8)
BIT = np.array([max(words(bit(Square(*divmod(n, SIDE))))) for n in range(SQUARES)], dtype=np.uint64)

_areas = _masks_of_areas()
AREAS = np.array([words(mask) for mask in _areas], dtype=np.uint64)
AREA_SQUARES = np.array(
    [_row([_number(s) for s in squares_of(mask)], 4) for mask in _areas], dtype=np.int16
)
AREA_SIDES = np.array(
    [_row([_SIDE[side] for side in _border(mask)], 10) for mask in _areas], dtype=np.int16
)
TILE_SIDES = np.array(
    [_row([_SIDE[b, a] for a, b in _border(p.mask)], 12) for p in PLACEMENTS], dtype=np.int16
)
SIDES = np.array(_SIDES, dtype=np.int16)

# Steps: how much of the last direction is kept, and when they become how much shorter.
KEPT, PATIENCE, SHORTER = 0.7, 15, 0.75


@part
def open_areas(low: Word, high: Word, scarabs: Words, areas: Shorts, values: Reals) -> int:
    """List the areas that could still be made, and what each would score (SY-A2)."""
    count = 0
    for n in range(len(AREAS)):
        if AREAS[n, 0] & ~low or AREAS[n, 1] & ~high:
            continue
        size, symbols = 0, 0
        for k in range(4):
            square = AREA_SQUARES[n, k]
            if square < SQUARES:
                size += 1
                symbols += (scarabs[0 if square < 50 else 1] & BIT[square]) != 0
        if symbols:
            areas[count], values[count] = n, size * symbols
            count += 1
    return count


@part
def open_placements(
    ground: Words, cards: Bytes, flip: int, placements: Shorts, ends: Numbers
) -> None:
    """List where each card could lie if all cards before it lay wherever they could at once."""
    low, high, near, far = ground[0], ground[1], ground[2], ground[3]
    count = 0
    for c in range(len(cards)):
        more, more_high = near, far
        for placement in range(FIRST[cards[c]], FIRST[cards[c] + 1]):
            if MASKS[placement, 0] & ~low or MASKS[placement, 1] & ~high:
                continue
            if TURNED_OVER[placement] and not flip:
                continue
            if MASKS[placement, 0] & near or MASKS[placement, 1] & far:
                placements[count] = placement
                count += 1
                more |= BORDERS[placement, 0]
                more_high |= BORDERS[placement, 1]
        near, far = more & low, more_high & high
        ends[c] = count


@part
def price_of(  # noqa: PLR0912 - one loop, which a kernel cannot hand around
    prices: Reals,
    areas: Shorts,
    values: Reals,
    count: int,
    placements: Shorts,
    ends: Numbers,
    slopes: Reals,
) -> float:
    """Return the bound that the prices give, and write how it changes with each of them."""
    total = 0.0
    for square in range(SQUARES):
        total += prices[square]
        slopes[square] = 1.0
    slopes[SQUARES:] = 0.0
    for n in range(count):
        area, gain = areas[n], values[n]
        for k in range(4):
            gain -= prices[AREA_SQUARES[area, k]]
        for k in range(10):
            gain -= prices[AREA_SIDES[area, k]]
        if gain > 0:
            total += gain
            for k in range(4):
                slopes[AREA_SQUARES[area, k]] -= 1.0
            for k in range(10):
                slopes[AREA_SIDES[area, k]] -= 1.0
    begin = 0
    for c in range(len(ends)):
        best, most = -1, 0.0
        for n in range(begin, ends[c]):
            placement, gain = placements[n], 0.0
            for k in range(12):
                gain += prices[TILE_SIDES[placement, k]]
            for k in range(5):
                gain -= prices[COVERS[placement, k]]
            # The next card must be placed if it can (SY-L6); of later ones we do not know.
            if gain > most or (c == 0 and best < 0):
                best, most = placement, gain
        begin = ends[c]
        if best >= 0:
            total += most
            for k in range(12):
                slopes[TILE_SIDES[best, k]] += 1.0
            for k in range(5):
                slopes[COVERS[best, k]] -= 1.0
    return total


@kernel("f8(u8[::1], u8[::1], i1[::1], i8, f8[::1], i8, f8, i1[::1], i1[::1])")
def bound(  # noqa: PLR0912 - one loop, which a kernel cannot hand around
    ground: Words,
    scarabs: Words,
    cards: Bytes,
    flip: int,
    prices: Reals,
    rounds: int,
    target: float,
    stop: Bytes,
    alarm: Bytes,
) -> float:
    """Improve the prices in some rounds and return the least bound on the points to come.

    It ends when the bound falls below the target, or when it is stopped; whenever it ends, the
    bound holds.
    """
    areas, values = np.empty(len(AREAS), np.int16), np.empty(len(AREAS), np.float64)
    placements, ends = np.empty(len(COVERS), np.int16), np.zeros(len(cards), np.int64)
    slopes, way = np.zeros(PRICES + 1), np.zeros(PRICES + 1)
    counts = np.zeros(PRICES + 1, np.bool_)
    for square in range(SQUARES):
        counts[square] = (ground[0 if square < 50 else 1] & BIT[square]) != 0
    for n in range(len(SIDES)):
        counts[SQUARES + n] = counts[SIDES[n, 0]] and counts[SIDES[n, 1]]
    for n in range(PRICES + 1):
        if not counts[n]:
            prices[n] = 0.0
    count = open_areas(ground[0], ground[1], scarabs, areas, values)
    open_placements(ground, cards, flip, placements, ends)
    best_prices = prices.copy()
    least, scale, waited = np.inf, 1.0, 0
    for _ in range(rounds):
        total = price_of(prices, areas, values, count, placements, ends, slopes)
        if total < least:
            waited = waited + 1 if total > least - 1e-3 else 0
            least = total
            best_prices[:] = prices
        else:
            waited += 1
        if least < target or stop[0] or alarm[0]:
            break
        if waited > PATIENCE:
            waited, scale = 0, scale * SHORTER
            prices[:] = best_prices
        norm = 0.0
        for n in range(PRICES):
            way[n] = KEPT * way[n] + (1 - KEPT) * slopes[n] if counts[n] else 0.0
            if prices[n] <= 0.0 and way[n] > 0.0:
                way[n] = 0.0
            norm += way[n] * way[n]
        if norm < 1e-9:
            break
        step = scale * (total - target + 1.0) / norm
        for n in range(PRICES):
            prices[n] = max(0.0, prices[n] - step * way[n])
    prices[:] = best_prices
    return least
