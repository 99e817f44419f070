"""The table of positions whose values are known, or bounded.

A position is its open ground, the next card, and in a duel who is to move; which squares a tile
must touch follows from the ground. The ground takes 55 bits of two words, so the rest fits into
the first word's spare bits: keys are exact. A row is a key, and the least and the most that the
position can be worth.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import NumberRows
from kheper.search.jit.bits import signed
from kheper.search.jit.decorators import part
from kheper.search.jit.masks import HALF
from kheper.search.jit.random import mixed
from kheper.search.scarabya.last_cards.proof import INFINITE
from kheper.search.scarabya.moves import Ground

_SPARE = np.uint64(HALF)
_SALT = np.uint64(0x9E3779B97F4A7C15)

Key = tuple[int, int]


def new_table(bits: int) -> NumberRows:
    """Return an empty table with 2 to the power of `bits` rows; no key is -1."""
    return np.full((1 << bits, 4), -1, dtype=np.int64)


@part
def key_of(ground: Ground, card: int, second: int) -> Key:
    """Return a position's key."""
    rest = np.uint64(2 * card + second) << _SPARE
    return signed(ground.free.low | rest), signed(ground.free.high)


@part
def slot_of(table: NumberRows, key: Key) -> int:
    """Return the number of a key's row."""
    word = mixed(np.uint64(key[0]) * _SALT ^ np.uint64(key[1]))
    return signed(word >> np.uint64(1)) & (len(table) - 1)


@part
def look_up(table: NumberRows, key: Key) -> tuple[int, int]:
    """Return the least and the most that a position can be worth, as far as it is known."""
    row = slot_of(table, key)
    if table[row, 0] == key[0] and table[row, 1] == key[1]:
        return table[row, 2], table[row, 3]
    return -INFINITE, INFINITE


@part
def remember(table: NumberRows, key: Key, least: int, most: int) -> None:
    """Keep what is known of a position, in place of what the row held."""
    row = slot_of(table, key)
    table[row, 0], table[row, 1], table[row, 2], table[row, 3] = key[0], key[1], least, most
