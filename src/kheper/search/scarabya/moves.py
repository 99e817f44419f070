"""Scarabya's kernels: placements and areas, on two words for the 10×10 site.

Grounds, symbols and cards are made by `scarabya_tables`. In a kernel a ground is `low, high`
(the free squares) and `near, far` (those of which a tile must cover one), two words each.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Numbers, Shorts, Word, Words
from kheper.search.jit.bits import (
    HALF,
    ONE,
    ROW,
    ZERO,
    count,
    down,
    nth,
    square_of,
    up,
    without_first,
)
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import mixed
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, NEAR, OFFSETS, START

MOST_ORIENTATIONS = 8
MOST_FITS = 576  # eight orientations of at most 72 anchors

_EVERY = np.uint64(2**HALF - 1)
_SALTS = tuple(np.uint64(0x9E3779B97F4A7C15 * odd & 2**64 - 1) for odd in (1, 3, 5, 7))


@part
def anchors(low: Word, high: Word, near: Word, far: Word, orientation: Word) -> tuple[Word, Word]:
    """Return every anchor at which an orientation lies on free squares and touches (SY-L2, SY-L3).

    Both masks are shifted once for each of the five squares; the free squares are ANDed, those
    of which one must be covered are ORed.
    """
    a, b, c = OFFSETS[orientation, 0], OFFSETS[orientation, 1], OFFSETS[orientation, 2]
    d, e = OFFSETS[orientation, 3], OFFSETS[orientation, 4]
    (la, ha), (lb, hb), (lc, hc) = down(low, high, a), down(low, high, b), down(low, high, c)
    (ld, hd), (le, he) = down(low, high, d), down(low, high, e)
    fit_low, fit_high = la & lb & lc & ld & le & _EVERY, ha & hb & hc & hd & he
    (la, ha), (lb, hb), (lc, hc) = down(near, far, a), down(near, far, b), down(near, far, c)
    (ld, hd), (le, he) = down(near, far, d), down(near, far, e)
    return fit_low & (la | lb | lc | ld | le), fit_high & (ha | hb | hc | hd | he)


@part
def find(
    low: Word, high: Word, near: Word, far: Word, tile: Word, flip: int, found: Words, ends: Numbers
) -> int:
    """Write the legal anchors of each orientation of a tile, and how many there are so far."""
    total = 0
    for n in range(COUNT[flip, tile]):
        here_low, here_high = anchors(low, high, near, far, START[tile] + np.uint64(n))
        found[n, 0], found[n, 1] = here_low, here_high
        total += count(here_low) + count(here_high)
        ends[n] = total
    return total


@part
def pick(found: Words, ends: Numbers, tile: Word, n: int) -> Word:
    """Return the n-th placement of what was found, in the order of the table."""
    row = 0
    while ends[row] <= n:
        row += 1
    if row:
        n -= ends[row - 1]
    in_low = count(found[row, 0])
    anchor = nth(found[row, 0], n) if n < in_low else HALF + nth(found[row, 1], n - in_low)
    return np.uint64(INDEX[START[tile] + np.uint64(row), np.uint64(anchor)])


@part
def lay(
    low: Word, high: Word, near: Word, far: Word, placed: Word, placement: Word
) -> tuple[Word, Word, Word, Word]:
    """Lay a tile: its squares are no longer free, and those beside it can be built on (SY-L2)."""
    low, high = low & ~MASKS[placement, 0], high & ~MASKS[placement, 1]
    if placed:
        return (
            low,
            high,
            (near | BORDERS[placement, 0]) & low,
            (far | BORDERS[placement, 1]) & high,
        )
    return low, high, BORDERS[placement, 0] & low, BORDERS[placement, 1] & high


@part
def grown(low: Word, high: Word, free_low: Word, free_high: Word) -> tuple[Word, Word]:
    """Add the free squares beside a group: along its rows, and then along the columns."""
    low = (low | low << ONE | low >> ONE) & free_low
    high = (high | high << ONE | high >> ONE) & free_high
    (above, above_high), (under, under_high) = down(low, high, ROW), up(low, high, ROW)
    return (low | above | under) & free_low, (high | above_high | under_high) & free_high


@part
def close(low: Word, high: Word, symbols_low: Word, symbols_high: Word) -> tuple[int, Word, Word]:
    """Return the points of the areas that hold the symbols, and the ground without them.

    A group that passes four squares is no area (SY-A1), wherever it ends.
    """
    points, left, left_high = 0, symbols_low, symbols_high
    open_low, open_high = low, high
    while left | left_high:
        group, group_high = left & (~left + ONE), left_high & (~left_high + ONE)
        if group:
            group_high = ZERO
        new, new_high = grown(group, group_high, low, high)
        size = count(new) + count(new_high)
        while size <= 4:
            if new == group and new_high == group_high:
                points += size * (count(new & symbols_low) + count(new_high & symbols_high))
                open_low, open_high = open_low & ~new, open_high & ~new_high
                break
            group, group_high = new, new_high
            new, new_high = grown(group, group_high, low, high)
            size = count(new) + count(new_high)
        left, left_high = left & ~new, left_high & ~new_high
    return points, open_low, open_high


@part
def gain_of(low: Word, high: Word, symbols: Word, symbols_high: Word, placement: Word) -> int:
    """Return the points of the areas that a placement would create (SY-A2)."""
    low, high = low & ~MASKS[placement, 0], high & ~MASKS[placement, 1]
    seeds, seeds_high = symbols & low & NEAR[placement, 0], symbols_high & high & NEAR[placement, 1]
    return close(low, high, seeds, seeds_high)[0]


@kernel("i8(u8[::1], i8, i8, i2[::1])")
def fits(ground: Words, card: int, flip: int, placements: Shorts) -> int:
    """Write the legal placements of a card's tile, in the order of the table; return how many."""
    tile, total = np.uint64(card), 0
    low, high, near, far = ground[0], ground[1], ground[2], ground[3]
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here, here_high = anchors(low, high, near, far, orientation)
        while here | here_high:
            placements[total] = INDEX[orientation, square_of(here, here_high)]
            here, here_high = without_first(here, here_high)
            total += 1
    return total


@part
def can_lie(low: Word, high: Word, near: Word, far: Word, tile: Word, flip: int) -> bool:
    """Say whether a tile can be placed at all (SY-L6)."""
    for n in range(COUNT[flip, tile]):
        here, here_high = anchors(low, high, near, far, START[tile] + np.uint64(n))
        if here | here_high:
            return True
    return False


@kernel("b1(u8[::1], i8, i8)")
def takes(ground: Words, card: int, flip: int) -> bool:
    """Say whether a card's tile can be placed at all (SY-L6)."""
    return can_lie(ground[0], ground[1], ground[2], ground[3], np.uint64(card), flip)


@kernel("void(u8[::1], u8[::1], i2[::1], i2[::1])")
def gains(ground: Words, scarabs: Words, placements: Shorts, points: Shorts) -> None:
    """Write what each placement would score (SY-A2)."""
    low, high = ground[0], ground[1]
    symbols, symbols_high = scarabs[0] & low, scarabs[1] & high
    for n in range(len(placements)):
        points[n] = gain_of(low, high, symbols, symbols_high, np.uint64(placements[n]))


@kernel("i8(u8[::1], u8[::1], i8)")
def place(ground: Words, scarabs: Words, index: int) -> int:
    """Lay a tile on a ground, take the areas with symbols out of it, and return their points."""
    placement = np.uint64(index)
    low, high, near, far = lay(ground[0], ground[1], ground[2], ground[3], ground[4], placement)
    seeds, seeds_high = (
        scarabs[0] & low & NEAR[placement, 0],
        scarabs[1] & high & NEAR[placement, 1],
    )
    points, low, high = close(low, high, seeds, seeds_high)
    ground[0], ground[1], ground[2], ground[3], ground[4] = low, high, near & low, far & high, ONE
    return points


@kernel("u8(u8[::1], i8)")
def hash_of(ground: Words, salt: int) -> Word:
    """Return a hash of a ground, and of a number for whatever else tells two positions apart."""
    word = mixed(ground[0] * _SALTS[0] ^ np.uint64(salt))
    word = mixed(word ^ ground[1] * _SALTS[1])
    word = mixed(word ^ ground[2] * _SALTS[2])
    return mixed(word ^ ground[3] * _SALTS[3] ^ ground[4])
