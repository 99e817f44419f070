"""Random play of Scarabya to the end: uniform, and greedy by weights.

A kernel's result depends on its arguments alone: random numbers start from a seed that is one
of them. The first `known` cards come in their order, the others are shuffled anew each time
(SY-S5). What the last playout did stays in `deck` and `entries` (-1 is a discard).
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Bytes, Numbers, Shorts, Word, Words
from kheper.search.jit.bits import ONE, ZERO, count, square_of, without_first
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import below
from kheper.search.scarabya.moves import (
    MOST_ORIENTATIONS,
    close,
    find,
    gain_of,
    lay,
    pick,
)
from kheper.search.scarabya.tables import INDEX, MASKS, NEAR, START

# What a greedy player weighs: a point made, a symbol covered, and chance (0 up to the weight).
GREEDY = np.array([16, -40, 24], dtype=np.int64)
# The same for who wants to cover all symbols, in a solo game.
COVERING = np.array([-16, 16, 8], dtype=np.int64)

_LEAST = -(2**40)


@part
def seeded(seed: int) -> Words:
    """Return a generator of random numbers."""
    random = np.empty(1, dtype=np.uint64)
    random[0] = np.uint64(seed)
    return random


@part
def shuffle(deck: Bytes, known: int, random: Words) -> None:
    """Shuffle the cards behind the known ones."""
    for n in range(len(deck) - 1, known, -1):
        other = known + below(random, n - known + 1)
        deck[n], deck[other] = deck[other], deck[n]


@kernel("void(u8[::1], u8[::1], i1[::1], i8, i8, i8, i2[::1], i2[:, ::1])")
def playouts(
    ground: Words,
    scarabs: Words,
    deck: Bytes,
    known: int,
    flip: int,
    seed: int,
    entries: Shorts,
    results: Shorts,
) -> None:
    """Play to the end with every legal placement equally likely.

    A result is the points made and the symbols left uncovered. An area never changes (SY-A3),
    so it is enough to look for areas at the end.
    """
    random = seeded(seed)
    found = np.empty((MOST_ORIENTATIONS, 2), dtype=np.uint64)
    ends = np.empty(MOST_ORIENTATIONS, dtype=np.int64)
    for n in range(len(results)):
        low, high, near, far, placed = ground[0], ground[1], ground[2], ground[3], ground[4]
        shuffle(deck, known, random)
        for card in range(len(deck)):
            tile = np.uint64(deck[card])
            total = find(low, high, near, far, tile, flip, found, ends)
            if not total:
                entries[card] = -1  # SY-L6
                continue
            placement = pick(found, ends, tile, below(random, total))
            low, high, near, far = lay(low, high, near, far, placed, placement)
            placed = ONE
            entries[card] = placement
        left, left_high = scarabs[0] & low, scarabs[1] & high
        results[n, 0] = close(low, high, left, left_high)[0]
        results[n, 1] = count(left) + count(left_high)


@part
def weight(
    low: Word,
    high: Word,
    symbols: Word,
    symbols_high: Word,
    placement: Word,
    weights: Numbers,
    random: Words,
) -> int:
    """Return what a placement weighs."""
    covered = count(symbols & MASKS[placement, 0]) + count(symbols_high & MASKS[placement, 1])
    gain = gain_of(low, high, symbols, symbols_high, placement)
    return int(weights[0]) * gain + int(weights[1]) * covered + below(random, int(weights[2]))


@part
def choose(
    low: Word,
    high: Word,
    symbols: Word,
    symbols_high: Word,
    tile: Word,
    total: int,
    found: Words,
    ends: Numbers,
    weights: Numbers,
    looks: int,
    random: Words,
) -> Word:
    """Return the placement of most weight among all, or among as many random ones as `looks`."""
    if looks == 1:
        return pick(found, ends, tile, below(random, total))
    best, value, row, here, here_high = ZERO, _LEAST, -1, ZERO, ZERO
    for _ in range(looks if 0 < looks < total else total):
        if 0 < looks < total:
            placement = pick(found, ends, tile, below(random, total))
        else:
            while not (here | here_high):
                row += 1
                here, here_high = found[row, 0], found[row, 1]
            anchor = square_of(here, here_high)
            here, here_high = without_first(here, here_high)
            placement = np.uint64(INDEX[START[tile] + np.uint64(row), np.uint64(anchor)])
        weighs = weight(low, high, symbols, symbols_high, placement, weights, random)
        if weighs > value:
            best, value = placement, weighs
    return best


@kernel("void(u8[::1], u8[::1], i1[::1], i8, i8, i8, i8[::1], i8, i8, i2[::1], i2[:, ::1])")
def greedy_playouts(
    ground: Words,
    scarabs: Words,
    deck: Bytes,
    known: int,
    flip: int,
    mover: int,
    weights: Numbers,
    looks: int,
    seed: int,
    entries: Shorts,
    results: Shorts,
) -> None:
    """Play to the end with placements of most weight; with one look, each is equally likely.

    `mover` is the seat of a duel that places next; 0 if there is one player only. A result is
    the points that seat 1 and seat 2 make from here on, and the symbols left uncovered.
    """
    random = seeded(seed)
    found = np.empty((MOST_ORIENTATIONS, 2), dtype=np.uint64)
    ends = np.empty(MOST_ORIENTATIONS, dtype=np.int64)
    made = np.empty(3, dtype=np.int64)
    for n in range(len(results)):
        low, high, near, far, placed = ground[0], ground[1], ground[2], ground[3], ground[4]
        shuffle(deck, known, random)
        made[:] = 0
        next_mover, covered = mover, 0
        for card in range(len(deck)):
            tile = np.uint64(deck[card])
            total = find(low, high, near, far, tile, flip, found, ends)
            if not total:
                entries[card] = -1  # SY-L6, SY-D2
                continue
            symbols, symbols_high = scarabs[0] & low, scarabs[1] & high
            placement = choose(
                low, high, symbols, symbols_high, tile, total, found, ends, weights, looks, random
            )
            low, high, near, far = lay(low, high, near, far, placed, placement)
            placed = ONE
            entries[card] = placement
            covered += count(symbols & MASKS[placement, 0])
            covered += count(symbols_high & MASKS[placement, 1])
            seeds = symbols & low & NEAR[placement, 0]
            seeds_high = symbols_high & high & NEAR[placement, 1]
            points, low, high = close(low, high, seeds, seeds_high)
            made[next_mover] += points
            if mover:
                next_mover = 3 - next_mover  # SY-D1
        if next_mover == 2:  # the second player placed one tile fewer (SY-D4)
            made[2] += count(scarabs[0] & low) + count(scarabs[1] & high)
        results[n, 0], results[n, 1] = made[0] + made[1], made[2]
        results[n, 2] = -covered
    before = count(scarabs[0] & ground[0]) + count(scarabs[1] & ground[1])
    for n in range(len(results)):
        results[n, 2] += before
