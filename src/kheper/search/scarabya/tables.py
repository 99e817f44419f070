"""The rules' tables of tiles and placements as arrays, for kernels."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from kheper.core.grid import Mask, around
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import ANCHORS, PLACEMENTS
from kheper.scarabya.site import LARGEST_AREA, Site
from kheper.scarabya.tiles import Tile
from kheper.search.jit.arrays import Bytes, Words
from kheper.search.jit.masks import words

TILES = tuple(Tile)
NUMBER = {tile: number for number, tile in enumerate(TILES)}

_ROWS = [row for tile in TILES for row in ANCHORS[True][tile]]

# The orientations of tile t are START[t] and the following; those that need no turning over
# come first, so that COUNT[flip, t] of them may be used (SY-L4).
COUNT = np.array([[len(ANCHORS[flip][tile]) for tile in TILES] for flip in (False, True)])
START = np.concatenate(([0], np.cumsum(COUNT[1]))).astype(np.uint64)

# How far the bits of an orientation's five squares lie behind the bit of its anchor.
OFFSETS = np.array([offsets for offsets, _ in _ROWS], dtype=np.uint64)

# The placement of an orientation at an anchor, -1 where it would leave the frame.
INDEX = np.array([[-1 if p is None else p.index for p in row] for _, row in _ROWS], dtype=np.int16)

TILE = np.array([NUMBER[p.tile] for p in PLACEMENTS], dtype=np.int8)
MASKS = np.array([words(p.mask) for p in PLACEMENTS], dtype=np.uint64)
BORDERS = np.array([words(p.border) for p in PLACEMENTS], dtype=np.uint64)


def _within_area(mask: Mask) -> Mask:
    """Return the squares that an area beside a placement could hold (SY-A1)."""
    for _ in range(LARGEST_AREA):
        mask |= around(mask)
    return mask


NEAR = np.array([words(_within_area(p.mask) & ~p.mask) for p in PLACEMENTS], dtype=np.uint64)


@lru_cache(maxsize=256)
def _enclosed(site: Site) -> Mask:
    """Return the squares that rocks and frame enclose (SY-A4): the same in every position."""
    return sum(site.enclosed())


def ground_of(dig: Dig) -> Words:
    """Return a dig's open ground as kernels take it.

    Five words: the free squares outside all areas, those of them of which a tile must cover one,
    and whether a tile lies. No tile fits into an area, and its points are made (SY-A3, SY-A4).
    """
    free = dig.free & ~_enclosed(dig.site)
    for area in dig.areas:
        free &= ~area.squares
    return np.array([*words(free), *words(dig.reach & free), dig.placed], dtype=np.uint64)


def scarabs_of(dig: Dig) -> Words:
    """Return the symbols of a dig's site as two words."""
    return np.array(words(dig.site.scarabs), dtype=np.uint64)


def cards_of(cards: Iterable[Tile]) -> Bytes:
    """Return cards as numbers."""
    return np.array([NUMBER[card] for card in cards], dtype=np.int8)
