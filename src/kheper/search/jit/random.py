"""Random numbers for kernels (splitmix64); a generator is an array of one word, its state."""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Bytes, Word, Words
from kheper.search.jit.bits import signed
from kheper.search.jit.decorators import part

_30, _27, _31, _32 = (np.uint64(n) for n in (30, 27, 31, 32))
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)


def generator(seed: int) -> Words:
    """Return a generator of random numbers that starts from a seed."""
    return np.array([seed], dtype=np.uint64)


@part
def mixed(word: Word) -> Word:
    """Mix a word's bits."""
    word = (word ^ word >> _30) * _MIX1
    word = (word ^ word >> _27) * _MIX2
    return word ^ word >> _31


@part
def draw(random: Words) -> Word:
    """Draw a random word."""
    random[0] += _GOLDEN
    return mixed(random[0])


@part
def below(random: Words, n: int) -> int:
    """Draw a number from 0 to n - 1."""
    return signed((draw(random) >> _32) * np.uint64(n) >> _32)


@part
def shuffle(deck: Bytes, known: int, random: Words) -> None:
    """Shuffle the cards behind the known ones."""
    for n in range(len(deck) - 1, known, -1):
        other = known + below(random, n - known + 1)
        card = deck[n]
        deck[n] = deck[other]
        deck[other] = card
