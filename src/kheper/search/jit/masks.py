"""Masks of two words: sets of squares as kernels hold them.

A mask of the rules is one Python int of 110 bits, eleven a row; a kernel holds it as two words
of 55 bits: the upper five rows (the low bits), and the lower five. No row is split, a shift along
a row stays in its word, and every shift by a tile's length is shorter than a word.
"""

# mypy: disable-error-code="untyped-decorator, no-untyped-def"
# Numba has no types for what extends it.

from __future__ import annotations

import operator
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from kheper.search.jit.arrays import Word, WordRows
from kheper.search.jit.bits import ONE, ZERO, count, first, nth
from kheper.search.jit.decorators import PART_OPTIONS, part

HALF = 55
ROW = np.uint64(11)

_55 = np.uint64(HALF)
_EVERY = np.uint64(2**HALF - 1)


class WordMask(NamedTuple):
    """A set of squares; `&`, `|`, `^` and `~` combine masks, in kernels too."""

    low: Word
    high: Word

    def __and__(self, other: WordMask) -> WordMask:
        return WordMask(self.low & other.low, self.high & other.high)

    def __or__(self, other: WordMask) -> WordMask:
        return WordMask(self.low | other.low, self.high | other.high)

    def __xor__(self, other: WordMask) -> WordMask:
        return WordMask(self.low ^ other.low, self.high ^ other.high)

    def __invert__(self) -> WordMask:
        return WordMask(~self.low, ~self.high)


def _is_mask(kind: Any) -> bool:
    return isinstance(kind, types.NamedUniTuple) and kind.instance_class is WordMask


@overload(operator.and_, jit_options=PART_OPTIONS)
def _and(one, other):
    if _is_mask(one):
        return lambda one, other: WordMask(one.low & other.low, one.high & other.high)
    return None


@overload(operator.or_, jit_options=PART_OPTIONS)
def _or(one, other):
    if _is_mask(one):
        return lambda one, other: WordMask(one.low | other.low, one.high | other.high)
    return None


@overload(operator.xor, jit_options=PART_OPTIONS)
def _xor(one, other):
    if _is_mask(one):
        return lambda one, other: WordMask(one.low ^ other.low, one.high ^ other.high)
    return None


@overload(operator.invert, jit_options=PART_OPTIONS)
def _invert(mask):
    if _is_mask(mask):
        return lambda mask: WordMask(~mask.low, ~mask.high)
    return None


def words(mask: int) -> tuple[np.uint64, np.uint64]:
    """Split a mask of the rules into a kernel's two words."""
    return np.uint64(mask & 2**HALF - 1), np.uint64(mask >> HALF)


def mask_of_words(low: np.uint64, high: np.uint64) -> int:
    """Return the rules' mask of two words."""
    return int(low) | int(high) << HALF


@part
def row_of(table: WordRows, row: Word) -> WordMask:
    """Return a row of a table of masks."""
    return WordMask(table[row, 0], table[row, 1])


@part
def some(mask: WordMask) -> bool:
    """Return whether a mask holds any square."""
    return bool((mask.low | mask.high) != ZERO)


@part
def size(mask: WordMask) -> int:
    """Return the number of squares."""
    return count(mask.low) + count(mask.high)


@part
def has(mask: WordMask, square: int) -> bool:
    """Return whether a mask holds a square."""
    if square < HALF:
        return bool((mask.low >> np.uint64(square) & ONE) != ZERO)
    return bool((mask.high >> np.uint64(square - HALF) & ONE) != ZERO)


@part
def first_of(mask: WordMask) -> int:
    """Return the place of a mask's first square."""
    return first(mask.low) if mask.low else HALF + first(mask.high)


@part
def without_first(mask: WordMask) -> WordMask:
    """Return a mask that is not empty without its first square."""
    if mask.low:
        return WordMask(mask.low & (mask.low - ONE), mask.high)
    return WordMask(mask.low, mask.high & (mask.high - ONE))


@part
def only_first(mask: WordMask) -> WordMask:
    """Return the first square alone of a mask that is not empty."""
    if mask.low:
        return WordMask(mask.low & (~mask.low + ONE), ZERO)
    return WordMask(ZERO, mask.high & (~mask.high + ONE))


@part
def down(mask: WordMask, by: Word) -> WordMask:
    """Shift a mask down by at most a word; bits above the 55th of the low word mean nothing."""
    return WordMask(mask.low >> by | mask.high << (_55 - by), mask.high >> by)


@part
def up(mask: WordMask, by: Word) -> WordMask:
    """Shift a mask up by at most a word; bits above the 55th of each word mean nothing."""
    return WordMask(mask.low << by, mask.high << by | mask.low >> (_55 - by))


@part
def trimmed(mask: WordMask) -> WordMask:
    """Return a mask that was shifted down without the bits that mean nothing."""
    return WordMask(mask.low & _EVERY, mask.high)


@part
def beside(mask: WordMask) -> WordMask:
    """Return a mask and the squares beside it; the caller cuts off what is not free."""
    above, under = down(mask, ROW), up(mask, ROW)
    return WordMask(
        mask.low | mask.low << ONE | mask.low >> ONE | above.low | under.low,
        mask.high | mask.high << ONE | mask.high >> ONE | above.high | under.high,
    )


@part
def grown(group: WordMask, free: WordMask) -> WordMask:
    """Add the free squares beside a group: along its rows, and then along the columns."""
    low = (group.low | group.low << ONE | group.low >> ONE) & free.low
    high = (group.high | group.high << ONE | group.high >> ONE) & free.high
    along = WordMask(low, high)
    return (along | down(along, ROW) | up(along, ROW)) & free


@part
def nth_of(mask: WordMask, n: int) -> int:
    """Return the place of a mask's n-th square, counted from 0."""
    in_low = count(mask.low)
    return nth(mask.low, n) if n < in_low else HALF + nth(mask.high, n - in_low)
