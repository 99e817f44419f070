"""Scarabya's rules for kernels: open ground, legal placements, areas that close.

Parity tests tie every function here to `kheper.scarabya`.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Numbers, Shorts, Word, WordRows, Words
from kheper.search.jit.bits import ZERO
from kheper.search.jit.decorators import part
from kheper.search.jit.masks import (
    WordMask,
    down,
    first_of,
    grown,
    nth_of,
    only_first,
    row_of,
    size,
    some,
    trimmed,
    without_first,
)
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, OFFSETS, START

MOST_ORIENTATIONS = 8
MOST_FITS = 576  # eight orientations of at most 72 anchors
LARGEST_AREA = 4


class Ground(NamedTuple):
    """Open ground: the free squares outside all areas, and those of which a tile must cover one."""

    free: WordMask
    contact: WordMask
    placed: bool


class Areas(NamedTuple):
    """Areas that a tile has closed: their points and their squares."""

    points: int
    squares: WordMask


class DigPosition(NamedTuple):
    """A dig for kernels: the five words of its ground (`tables`), and its site's symbols.

    `flip` is 1 where tiles may be turned over (SY-L4).
    """

    ground: Words
    scarabs: Words
    flip: int


class AnchorLists(NamedTuple):
    """Legal anchors of a tile: a mask for each orientation, and how many there are up to it."""

    anchors: WordRows
    ends: Numbers

    @classmethod
    def empty(cls) -> AnchorLists:
        """Return room for the orientations of one tile."""
        return cls(
            np.zeros((MOST_ORIENTATIONS, 2), dtype=np.uint64),
            np.zeros(MOST_ORIENTATIONS, dtype=np.int64),
        )


@part
def read_ground(words: Words) -> Ground:
    """Return the ground that five words hold."""
    return Ground(WordMask(words[0], words[1]), WordMask(words[2], words[3]), words[4] != ZERO)


@part
def write_ground(words: Words, ground: Ground) -> None:
    """Write a ground into five words."""
    words[0], words[1] = ground.free.low, ground.free.high
    words[2], words[3] = ground.contact.low, ground.contact.high
    words[4] = np.uint64(ground.placed)


@part
def symbols_on(position: DigPosition, free: WordMask) -> WordMask:
    """Return the site's symbols on free squares."""
    return WordMask(position.scarabs[0], position.scarabs[1]) & free


@part
def anchors(ground: Ground, orientation: Word) -> WordMask:
    """Return every anchor at which an orientation lies on free squares and touches (SY-L2, SY-L3).

    Both masks are shifted once for each of the five squares; the free squares are ANDed, those
    of which one must be covered are ORed.
    """
    a, b, c = OFFSETS[orientation, 0], OFFSETS[orientation, 1], OFFSETS[orientation, 2]
    d, e = OFFSETS[orientation, 3], OFFSETS[orientation, 4]
    free, contact = ground.free, ground.contact
    fits = down(free, a) & down(free, b) & down(free, c) & down(free, d) & down(free, e)
    touches = down(contact, a) | down(contact, b) | down(contact, c)
    touches = touches | down(contact, d) | down(contact, e)
    return trimmed(fits & touches)


@part
def list_placements(ground: Ground, card: int, flip: int, placements: Shorts) -> int:
    """Write the legal placements of a card's tile, in the order of the table; return how many."""
    tile, total = np.uint64(card), 0
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here = anchors(ground, orientation)
        while some(here):
            placements[total] = INDEX[orientation, first_of(here)]
            here = without_first(here)
            total += 1
    return total


@part
def list_anchors(ground: Ground, card: int, flip: int, lists: AnchorLists) -> int:
    """Write the legal anchors of a card's tile, and return how many there are."""
    tile, total = np.uint64(card), 0
    for n in range(COUNT[flip, tile]):
        here = anchors(ground, START[tile] + np.uint64(n))
        lists.anchors[n, 0], lists.anchors[n, 1] = here.low, here.high
        total += size(here)
        lists.ends[n] = total
    return total


@part
def pick(lists: AnchorLists, card: int, n: int) -> Word:
    """Return the n-th placement of those listed, in the order of the table."""
    row = 0
    while lists.ends[row] <= n:
        row += 1
    if row:
        n -= lists.ends[row - 1]
    anchor = nth_of(WordMask(lists.anchors[row, 0], lists.anchors[row, 1]), n)
    return np.uint64(INDEX[START[np.uint64(card)] + np.uint64(row), np.uint64(anchor)])


@part
def fits_anywhere(ground: Ground, card: int, flip: int) -> bool:
    """Return whether a card's tile can be placed at all (SY-L6)."""
    tile = np.uint64(card)
    for n in range(COUNT[flip, tile]):  # noqa: SIM110 - Numba has no `any`
        if some(anchors(ground, START[tile] + np.uint64(n))):
            return True
    return False


@part
def areas_at(free: WordMask, seeds: WordMask, symbols: WordMask) -> Areas:
    """Return the areas that hold one of the seeds (SY-A1), and their points (SY-A2).

    A group that passes four squares is no area, wherever it ends.
    """
    points, squares = 0, WordMask(ZERO, ZERO)
    while some(seeds):
        group = only_first(seeds)
        wider = grown(group, free)
        squares_of_group = size(wider)
        while squares_of_group <= LARGEST_AREA:
            if wider.low == group.low and wider.high == group.high:
                points += squares_of_group * size(wider & symbols)
                squares = squares | wider
                break
            group = wider
            wider = grown(group, free)
            squares_of_group = size(wider)
        seeds = seeds & ~wider
    return Areas(points, squares)


@part
def closed_by(free: WordMask, symbols: WordMask, placement: Word) -> Areas:
    """Return the areas beside a tile just laid; its squares are no longer free."""
    return areas_at(free, row_of(BORDERS, placement) & free, symbols)


@part
def lay(ground: Ground, placement: Word) -> Ground:
    """Lay a tile: its squares are no longer free, and those beside it can be built on (SY-L2)."""
    free = ground.free & ~row_of(MASKS, placement)
    contact = row_of(BORDERS, placement)
    if ground.placed:
        contact = contact | ground.contact
    return Ground(free, contact & free, True)


@part
def without(ground: Ground, squares: WordMask) -> Ground:
    """Take the squares of closed areas out of the ground."""
    free = ground.free & ~squares
    return Ground(free, ground.contact & free, ground.placed)
