"""Random numbers for kernels."""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Word, Words
from kheper.search.jit.bits import signed
from kheper.search.jit.decorators import part

_30, _27, _31, _32 = (np.uint64(n) for n in (30, 27, 31, 32))
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


@part
def mixed(word: Word) -> Word:
    """Mix a word's bits (the finaliser of splitmix64)."""
    word = (word ^ word >> _30) * _MIX1
    word = (word ^ word >> _27) * _MIX2
    return word ^ word >> _31


@part
def draw(random: Words) -> Word:
    """Draw a random word (splitmix64); the generator is an array of one word, its seed."""
    random[0] += _GOLDEN
    return mixed(random[0])


@part
def below(random: Words, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    return signed((draw(random) >> _32) * np.uint64(n) >> _32)
