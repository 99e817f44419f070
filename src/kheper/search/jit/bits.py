"""Bits of 64-bit words."""

# mypy: disable-error-code="import-untyped, untyped-decorator, no-untyped-def, call-arg"
# llvmlite has no types, and Numba none for what extends it.

from __future__ import annotations

import numba
import numpy as np
from llvmlite import ir
from numba.extending import intrinsic, overload

from kheper.search.jit.arrays import Word
from kheper.search.jit.decorators import PART_OPTIONS, part

# Numba makes a float of a signed and an unsigned number, so every literal is a word.
ZERO, ONE = np.uint64(0), np.uint64(1)
_32, _16, _8 = (np.uint64(n) for n in (32, 16, 8))
_LOW32, _LOW16, _LOW8 = (np.uint64(2**n - 1) for n in (32, 16, 8))


@intrinsic
def _ctpop(_context, word):
    def build(_context, builder, _signature, arguments):
        return builder.ctpop(arguments[0])

    return numba.types.int64(numba.types.uint64), build


@intrinsic
def _cttz(_context, word):
    def build(_context, builder, _signature, arguments):
        # The last argument: 64 for a word without a bit, and not an undefined number.
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

    return numba.types.int64(numba.types.uint64), build


def count(word: np.uint64) -> int:
    """Return the number of bits that are set."""
    return int(word).bit_count()


def first(word: np.uint64) -> int:
    """Return the place of the lowest bit that is set, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@overload(count, jit_options=PART_OPTIONS)
def _count(word):
    return lambda word: _ctpop(word)  # noqa: PLW0108 - Numba reads its arguments


@overload(first, jit_options=PART_OPTIONS)
def _first(word):
    return lambda word: _cttz(word)  # noqa: PLW0108 - as above


@part
def signed(word: Word) -> int:
    """Return a word as a number that may be mixed with others."""
    return int(np.int64(word))


@part
def nth(word: Word, n: int) -> int:
    """Return the place of the n-th bit that is set, counted from 0."""
    place = 0
    here = count(word & _LOW32)
    if n >= here:
        n, word, place = n - here, word >> _32, 32
    here = count(word & _LOW16)
    if n >= here:
        n, word, place = n - here, word >> _16, place + 16
    here = count(word & _LOW8)
    if n >= here:
        n, word, place = n - here, word >> _8, place + 8
    while n:
        word &= word - ONE
        n -= 1
    return place + first(word)
