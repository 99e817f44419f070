"""A beam over the placements of known cards, some of which may be laid down beforehand.

A state is six words: the ground that is open, the squares no tile covers, and those of which a
tile must cover one. Squares that a later card is to have (`fixed`) are taken out of the open
ground from the start: what is worth having is judged as if those tiles lay already, while
contact (SY-L2) and discards (SY-L6) follow what really lies.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Bytes, Numbers, Shorts, Word, Words
from kheper.search.jit.bits import ZERO, signed, square_of, without_first
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import below
from kheper.search.scarabya.evaluation import POINT, STAGE, judge, look, price, shut
from kheper.search.scarabya.moves import anchors, can_lie
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, START
from kheper.search.scarabya.windows import WINDOWS

FREE_CARD = -1  # in `fixed`: the search is to place this card
DISCARD = -1  # in a line

# Values are sorted into buckets of a 64th of a point.
FINE, BUCKETS = 64, 64 * 160


@part
def laid(
    low: Word, high: Word, symbols: Word, symbols_high: Word, placement: Word
) -> tuple[int, Word, Word]:
    """Take a tile's squares and the areas it closes out of the ground; return the points too."""
    low, high = low & ~MASKS[placement, 0], high & ~MASKS[placement, 1]
    gain, gone, gone_high = shut(low, high, symbols, symbols_high, placement)
    return gain, low & ~gone, high & ~gone_high


@part
def key_of(value: int) -> int:
    """Return the bucket of a value, which is in parts of a point as worths are."""
    return min(max(value * FINE // POINT + FINE * 8, 0), BUCKETS - 1)


@part
def kept(keys: Numbers, parents: Numbers, moves: Shorts, total: int, room: int) -> tuple[int, int]:
    """Throw all but the best away; return how many are left, and the least key among them."""
    counts = np.zeros(BUCKETS, np.int64)
    for n in range(total):
        counts[keys[n]] += 1
    cut, above = BUCKETS, 0
    while cut > 0 and above + counts[cut - 1] <= room:
        cut -= 1
        above += counts[cut]
    ties = room - above
    left = 0
    for n in range(total):
        if keys[n] < cut:
            if keys[n] != cut - 1 or ties == 0:
                continue
            ties -= 1
        keys[left], parents[left], moves[left] = keys[n], parents[n], moves[n]
        left += 1
    return left, max(cut - 1, 0)


@part
def ordered(keys: Numbers, total: int, order: Numbers) -> None:
    """Write the places of the candidates, best first."""
    counts = np.zeros(BUCKETS + 1, np.int64)
    for n in range(total):
        counts[keys[n]] += 1
    before = 0
    for key in range(BUCKETS - 1, -1, -1):
        here = counts[key]
        counts[key] = before
        before += here
    for n in range(total):
        order[counts[keys[n]]] = n
        counts[keys[n]] += 1


@part
def is_new(states: Words, n: int, table: Numbers) -> bool:
    """Say whether no state before this one is the same; remember it if so."""
    word = states[n, 0] * np.uint64(0x9E3779B97F4A7C15) ^ states[n, 1]
    word = (word ^ word >> np.uint64(29)) * np.uint64(0xBF58476D1CE4E5B9)
    word ^= states[n, 2] * np.uint64(0x94D049BB133111EB) ^ states[n, 3]
    word = (word ^ word >> np.uint64(32)) * np.uint64(0xD6E8FEB86659FD93)
    word ^= states[n, 4] * np.uint64(0xA0761D6478BD642F) ^ states[n, 5]
    word = (word ^ word >> np.uint64(29)) * np.uint64(0xE7037ED1A0B428DB)
    mask = len(table) - 1
    place = signed(word >> np.uint64(20)) & mask
    while table[place] >= 0:
        other, same = table[place], True
        for k in range(6):
            same = same and states[other, k] == states[n, k]
        if same:
            return False
        place = (place + 1) & mask
    table[place] = n
    return True


@kernel(
    "i8(u8[::1], u8[::1], i1[::1], i2[::1], i8, i2[:, ::1], i2[:, ::1], i8, i8, u8[::1],"
    " i1[::1], i1[::1], i2[::1], i8[::1])"
)
def beam(  # noqa: PLR0912, PLR0915 - one loop, which a kernel cannot hand around
    ground: Words,
    scarabs: Words,
    cards: Bytes,
    fixed: Shorts,
    flip: int,
    small: Shorts,
    large: Shorts,
    width: int,
    noise: int,
    random: Words,
    stop: Bytes,
    alarm: Bytes,
    line: Shorts,
    dropped: Numbers,
) -> int:
    """Write the best line found and return its points, -1 if there is none or it was stopped.

    `dropped` counts what the beam had no room for; if that is nothing, the line is the best
    there is among those that keep to `fixed`.
    """
    depth = len(cards)
    room = width + width // 2
    size = max(4 * room, 2048)
    keys, parents = np.empty(size, np.int64), np.empty(size, np.int64)
    moves, order = np.empty(size, np.int16), np.empty(size, np.int64)
    states, after = np.empty((width, 6), np.uint64), np.empty((width, 6), np.uint64)
    points, then = np.zeros(width, np.int64), np.zeros(width, np.int64)
    came, did = np.empty((depth, width), np.int32), np.empty((depth, width), np.int16)
    slots = 16
    while slots < 3 * width:
        slots *= 2
    table = np.empty(slots, np.int64)
    views, extra = np.zeros(WINDOWS, np.int32), np.zeros(WINDOWS, np.int32)
    prices = np.zeros(WINDOWS, np.int16)
    symbols, symbols_high = scarabs[0] & ground[0], scarabs[1] & ground[1]
    dropped[0] = 0

    low, high, left = ground[0], ground[1], 0
    for c in range(depth):
        if fixed[c] >= 0:
            low, high = low & ~MASKS[fixed[c], 0], high & ~MASKS[fixed[c], 1]
        else:
            left += 1
    for c in range(depth):
        if fixed[c] >= 0:
            gain, low, high = laid(low, high, symbols, symbols_high, np.uint64(fixed[c]))
            points[0] += gain
    states[0, 0], states[0, 1], states[0, 2], states[0, 3] = low, high, ground[0], ground[1]
    states[0, 4], states[0, 5] = ground[2], ground[3]
    alive = 1
    for c in range(depth):
        total, least = 0, 0
        tile, mine = np.uint64(cards[c]), fixed[c]
        left -= mine < 0
        for n in range(alive):
            if stop[0] or alarm[0]:
                return -1
            low, high, near, far = states[n, 0], states[n, 1], states[n, 4], states[n, 5]
            if mine >= 0:
                if near & MASKS[mine, 0] or far & MASKS[mine, 1]:
                    keys[total], parents[total], moves[total] = 0, n, mine
                    total += 1
                continue
            look(low, high, symbols & low, symbols_high & high, views)
            worth = POINT * points[n] + price(views, small[left], large[STAGE[left]], prices)
            fits = 0
            for o in range(COUNT[flip, tile]):
                orientation = START[tile] + np.uint64(o)
                here, here_high = anchors(low, high, near & low, far & high, orientation)
                while here | here_high:
                    placement = INDEX[orientation, square_of(here, here_high)]
                    here, here_high = without_first(here, here_high)
                    fits += 1
                    gain, more = judge(
                        low, high, symbols & low, symbols_high & high, np.uint64(placement),
                        views, prices, small[left], large[STAGE[left]], extra,
                    )  # fmt: skip
                    key = key_of(worth + POINT * gain + more + below(random, noise + 1))
                    if key < least:
                        dropped[0] += 1
                        continue
                    if total == size:
                        total, least = kept(keys, parents, moves, total, room)
                        dropped[0] += size - total
                    keys[total], parents[total], moves[total] = key, n, placement
                    total += 1
            if fits == 0 and not can_lie(
                states[n, 2], states[n, 3], near & states[n, 2], far & states[n, 3], tile, flip
            ):
                if total == size:
                    total, least = kept(keys, parents, moves, total, room)
                    dropped[0] += size - total
                keys[total] = key_of(worth)
                parents[total], moves[total] = n, DISCARD
                total += 1
        table[:] = -1
        ordered(keys, total, order)
        born = 0
        for k in range(total):
            n, move = parents[order[k]], moves[order[k]]
            if born == width:
                dropped[0] += total - k
                break
            for w in range(6):
                after[born, w] = states[n, w]
            then[born] = points[n]
            if move >= 0:
                if mine < 0:
                    low, high = states[n, 0], states[n, 1]
                    gain, low, high = laid(
                        low, high, symbols & low, symbols_high & high, np.uint64(move)
                    )
                    after[born, 0], after[born, 1] = low, high
                    then[born] += gain
                free, free_high = (
                    states[n, 2] & ~MASKS[move, 0],
                    states[n, 3] & ~MASKS[move, 1],
                )
                near, far = states[n, 4], states[n, 5]
                if not ground[4] and states[n, 2] == ground[0] and states[n, 3] == ground[1]:
                    near, far = ZERO, ZERO
                after[born, 2], after[born, 3] = free, free_high
                after[born, 4] = (near | BORDERS[move, 0]) & free
                after[born, 5] = (far | BORDERS[move, 1]) & free_high
            if is_new(after, born, table):
                came[c, born], did[c, born] = n, move
                born += 1
        alive = born
        if alive == 0:
            return -1
        states, after = after, states
        points, then = then, points
    best = 0
    for n in range(alive):
        if points[n] > points[best]:
            best = n
    result, n = points[best], best
    for c in range(depth - 1, -1, -1):
        line[c] = did[c, n]
        n = came[c, n]
    return int(result)
