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

from typing import NamedTuple

import numpy as np

from kheper.core.grid import SIDE, Square, around, bit, squares_of
from kheper.scarabya.placements import PLACEMENTS
from kheper.search.jit.arrays import Bytes, Flags, Numbers, Reals, Shorts, Words
from kheper.search.jit.bits import ZERO
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import row_of, some, words
from kheper.search.scarabya.moves import DigPosition, read_ground
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


class BoundRoom(NamedTuple):
    """The prices, and the arrays that their improvement needs.

    Areas and placements that could still be made are listed; `ends` says where each card's
    placements end. `counts` marks the prices of squares and sides that are open.
    """

    prices: Reals
    best_prices: Reals
    slopes: Reals
    direction: Reals
    counts: Flags
    areas: Shorts
    values: Reals
    placements: Shorts
    ends: Numbers

    @classmethod
    def of(cls, cards: int) -> BoundRoom:
        """Return room for a number of cards, with all prices 0."""
        return cls(
            np.zeros(PRICES + 1),
            np.zeros(PRICES + 1),
            np.zeros(PRICES + 1),
            np.zeros(PRICES + 1),
            np.zeros(PRICES + 1, np.bool_),
            np.zeros(len(AREAS), np.int16),
            np.zeros(len(AREAS)),
            np.zeros(len(COVERS), np.int16),
            np.zeros(cards, np.int64),
        )


@part
def is_open(words: Words, square: int) -> bool:
    """Return whether a square, numbered row by row, is in a mask of two words."""
    return bool((words[0 if square < 50 else 1] & BIT[square]) != ZERO)


@part
def list_areas(position: DigPosition, room: BoundRoom) -> int:
    """List the areas that could still be made, and what each would score (SY-A2)."""
    free, total = read_ground(position.ground).free, 0
    for n in range(len(AREAS)):
        if some(row_of(AREAS, np.uint64(n)) & ~free):
            continue
        size, symbols = 0, 0
        for k in range(4):
            square = AREA_SQUARES[n, k]
            if square < SQUARES:
                size += 1
                symbols += is_open(position.scarabs, square)
        if symbols:
            room.areas[total], room.values[total] = n, size * symbols
            total += 1
    return total


@part
def list_possible(position: DigPosition, cards: Bytes, room: BoundRoom) -> None:
    """List where each card could lie if all cards before it lay wherever they could at once."""
    ground = read_ground(position.ground)
    contact, total = ground.contact, 0
    for c in range(len(cards)):
        wider = contact
        for n in range(FIRST[cards[c]], FIRST[cards[c] + 1]):
            placement = np.uint64(n)
            tile = row_of(MASKS, placement)
            if some(tile & ~ground.free) or (TURNED_OVER[n] and not position.flip):
                continue
            if some(tile & contact):
                room.placements[total] = n
                total += 1
                wider = wider | row_of(BORDERS, placement)
        contact = wider & ground.free
        room.ends[c] = total


@part
def open_prices(position: DigPosition, room: BoundRoom) -> None:
    """Mark the prices that count, and set the others to 0."""
    for square in range(SQUARES):
        room.counts[square] = is_open(position.ground, square)
    for n in range(len(SIDES)):
        room.counts[SQUARES + n] = room.counts[SIDES[n, 0]] and room.counts[SIDES[n, 1]]
    for n in range(PRICES + 1):
        room.direction[n] = 0.0
        if not room.counts[n]:
            room.prices[n] = 0.0
        room.best_prices[n] = room.prices[n]


@part
def areas_bound(room: BoundRoom, total: int) -> float:
    """Return what areas gain beyond their prices, and write how that changes with each price."""
    bound, prices, slopes = 0.0, room.prices, room.slopes
    for n in range(total):
        area, gain = room.areas[n], room.values[n]
        for k in range(4):
            gain -= prices[AREA_SQUARES[area, k]]
        for k in range(10):
            gain -= prices[AREA_SIDES[area, k]]
        if gain > 0:
            bound += gain
            for k in range(4):
                slopes[AREA_SQUARES[area, k]] -= 1.0
            for k in range(10):
                slopes[AREA_SIDES[area, k]] -= 1.0
    return bound


@part
def placements_bound(room: BoundRoom) -> float:
    """Return what the best placement of each card gains, and write how that changes."""
    bound, begin, prices, slopes = 0.0, 0, room.prices, room.slopes
    for c in range(len(room.ends)):
        chosen, best, most = False, 0, 0.0
        for n in range(begin, room.ends[c]):
            placement, gain = room.placements[n], 0.0
            for k in range(12):
                gain += prices[TILE_SIDES[placement, k]]
            for k in range(5):
                gain -= prices[COVERS[placement, k]]
            # The next card must be placed if it can (SY-L6); of later ones we do not know.
            if gain > most or (c == 0 and not chosen):
                chosen, best, most = True, int(placement), gain
        begin = room.ends[c]
        if chosen:
            bound += most
            for k in range(12):
                slopes[TILE_SIDES[best, k]] += 1.0
            for k in range(5):
                slopes[COVERS[best, k]] -= 1.0
    return bound


@part
def bound_of(room: BoundRoom, areas: int) -> float:
    """Return the bound that the prices give, and write how it changes with each of them."""
    total = 0.0
    for square in range(SQUARES):
        total += room.prices[square]
        room.slopes[square] = 1.0
    for n in range(SQUARES, PRICES + 1):
        room.slopes[n] = 0.0
    return total + areas_bound(room, areas) + placements_bound(room)


@part
def steepest(room: BoundRoom) -> float:
    """Turn the direction of the next step, and return the square of its length."""
    length = 0.0
    for n in range(PRICES):
        way = 0.0
        if room.counts[n]:
            way = KEPT * room.direction[n] + (1 - KEPT) * room.slopes[n]
            if room.prices[n] <= 0.0 and way > 0.0:
                way = 0.0
        room.direction[n] = way
        length += way * way
    return length


@kernel
def tighten(
    position: DigPosition,
    cards: Bytes,
    room: BoundRoom,
    rounds: int,
    target: float,
    stop: Bytes,
    alarm: Bytes,
) -> float:
    """Improve the prices in some rounds and return the least bound on the points to come.

    It ends when the bound falls below the target, or when it is stopped; whenever it ends, the
    bound holds.
    """
    open_prices(position, room)
    areas = list_areas(position, room)
    list_possible(position, cards, room)
    least, scale, waited = np.inf, 1.0, 0
    for _ in range(rounds):
        total = bound_of(room, areas)
        waited = 0 if total <= least - 1e-3 else waited + 1
        if total < least:
            least = total
            copy_prices(room.prices, room.best_prices)
        if least < target or stop[0] or alarm[0]:
            break
        if waited > PATIENCE:
            waited, scale = 0, scale * SHORTER
            copy_prices(room.best_prices, room.prices)
        length = steepest(room)
        if length < 1e-9:
            break
        step = scale * (total - target + 1.0) / length
        for n in range(PRICES):
            room.prices[n] = max(0.0, room.prices[n] - step * room.direction[n])
    copy_prices(room.best_prices, room.prices)
    return least


@part
def copy_prices(prices: Reals, target: Reals) -> None:
    """Copy one array of prices over another."""
    for n in range(PRICES + 1):
        target[n] = prices[n]
