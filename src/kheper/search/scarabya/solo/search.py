"""The solo solver's search: which card covers which symbol, and where.

It works on the symbols and not card by card. A step takes the symbol that is hardest to cover
and tries every placement of every card that covers it, and those squares are then reserved for
that card. Or it takes the first card that has no placement yet, once that proves to be the
harder question: the first few cards must build the bridges that the later ones stand on.

What prunes is the chain: card by card it computes which squares could be beside a tile by then,
whatever the cards before it did. It is never too small. So a branch fails in which a symbol is
beside no card of the chain, a reserved placement touches nothing, or the cards left cannot
cover as many symbols as are left.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Bytes, Numbers, Shorts, Word, Words
from kheper.search.jit.bits import (
    HALF,
    ONE,
    ROW,
    ZERO,
    count,
    down,
    signed,
    square_of,
    up,
    without_first,
)
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import below
from kheper.search.scarabya.moves import MOST_ORIENTATIONS, anchors, can_lie
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, OFFSETS, START

SOLVED, IMPOSSIBLE, UNKNOWN = 1, 0, -1
CARDS = 12
# What a step decides is a symbol's square, or behind those a card.
SQUARES = 2 * HALF
VARIABLES = SQUARES + CARDS
MOST_CHOICES = CARDS * MOST_ORIENTATIONS * 5  # a symbol under each square of each orientation

_EVERY = np.uint64(2**HALF - 1)


@part
def covered_by(here: Word, here_high: Word, orientation: Word) -> tuple[Word, Word]:
    """Return the squares that an orientation covers at some of its anchors."""
    low, high = ZERO, ZERO
    for square in range(5):
        moved, moved_high = up(here, here_high, OFFSETS[orientation, square])
        low, high = low | moved, high | moved_high
    return low & _EVERY, high


@part
def most_of(here: Word, here_high: Word, left: Word, left_high: Word, orientation: Word) -> int:
    """Return the most symbols that an orientation covers at one of its anchors.

    The symbols under the five squares are added for all anchors at once, bit by bit.
    """
    o = orientation
    (a, ah), (b, bh) = down(left, left_high, OFFSETS[o, 0]), down(left, left_high, OFFSETS[o, 1])
    (c, ch), (d, dh) = down(left, left_high, OFFSETS[o, 2]), down(left, left_high, OFFSETS[o, 3])
    e, eh = down(left, left_high, OFFSETS[o, 4])
    ab, abh = a ^ b, ah ^ bh
    carry, carry_high = a & b | c & ab, ah & bh | ch & abh
    abc, abch = ab ^ c, abh ^ ch
    de, deh = d ^ e, dh ^ eh
    ones, ones_high = here & (abc ^ de), here_high & (abch ^ deh)
    other, other_high = d & e | abc & de, dh & eh | abch & deh
    twos, twos_high = here & (carry ^ other), here_high & (carry_high ^ other_high)
    fours, fours_high = here & carry & other, here_high & carry_high & other_high
    if fours | fours_high:
        return 5 if fours & ones | fours_high & ones_high else 4
    if twos | twos_high:
        return 3 if twos & ones | twos_high & ones_high else 2
    return 1 if ones | ones_high else 0


@part
def beside(low: Word, high: Word) -> tuple[Word, Word]:
    """Return a mask and the squares beside it; the caller cuts off what is not free."""
    (above, above_high), (under, under_high) = down(low, high, ROW), up(low, high, ROW)
    return (
        low | low << ONE | low >> ONE | above | under,
        high | high << ONE | high >> ONE | above_high | under_high,
    )


@part
def tally(planes: Words, cover: Word, cover_high: Word) -> None:
    """Count one card more on the squares it could cover: plane n holds those with n + 1 cards."""
    for plane in range(3, 0, -1):
        planes[plane, 0] |= planes[plane - 1, 0] & cover
        planes[plane, 1] |= planes[plane - 1, 1] & cover_high
    planes[0, 0] |= cover
    planes[0, 1] |= cover_high


@part
def chain(
    cards: Bytes,
    flip: int,
    ground: Words,
    taken: Shorts,
    reserved: Words,
    left: Words,
    domain: Words,
    planes: Words,
    front: Numbers,
) -> int:
    """Write where each card could still lie, and which squares 1, 2, 3 and more cards cover.

    `front` receives the first card that is neither taken nor discarded, and in how many ways it
    can lie. Returned is what makes this branch fail: a symbol or a card, or -1 if nothing does.
    """
    low, high, near, far, placed = ground[0], ground[1], ground[2], ground[3], ground[4]
    free, free_high = low, high
    open_low, open_high = low & ~reserved[0], high & ~reserved[1]
    planes[:] = ZERO
    front[0], front[1] = -1, 0
    room = 0
    for card in range(len(cards)):
        if taken[card] >= 0:
            placement = np.uint64(taken[card])
            if not (MASKS[placement, 0] & near | MASKS[placement, 1] & far):
                return SQUARES + max(int(front[0]), 0)
            free, free_high = free & ~MASKS[placement, 0], free_high & ~MASKS[placement, 1]
            next_near, next_far = BORDERS[placement, 0], BORDERS[placement, 1]
        else:
            tile = np.uint64(cards[card])
            cover, cover_high, most, fits = ZERO, ZERO, 0, 0
            for n in range(COUNT[flip, tile]):
                orientation = START[tile] + np.uint64(n)
                here, here_high = anchors(open_low, open_high, near, far, orientation)
                domain[card, n, 0], domain[card, n, 1] = here, here_high
                if here | here_high:
                    some, some_high = covered_by(here, here_high, orientation)
                    cover, cover_high = cover | some, cover_high | some_high
                    most = max(most, most_of(here, here_high, left[0], left[1], orientation))
                    fits += count(here) + count(here_high)
            if front[0] < 0:
                # All before it is decided, so this ground is exact.
                if fits:
                    front[0], front[1] = card, fits
                elif can_lie(free, free_high, near, far, tile, flip):
                    return SQUARES + card  # it must be placed (SY-L6), but every way is reserved
            if not fits:
                continue
            room += most
            tally(planes, cover, cover_high)
            next_near, next_far = beside(cover, cover_high)
        if placed:
            next_near, next_far = near | next_near, far | next_far
        near, far, placed = next_near & low, next_far & high, ONE
    lost, lost_high = left[0] & ~planes[0, 0], left[1] & ~planes[0, 1]
    if lost | lost_high:
        return square_of(lost, lost_high)
    return -1 if room >= count(left[0]) + count(left[1]) else VARIABLES


@part
def ways(symbol: int, cards: Bytes, flip: int, taken: Shorts, domain: Words) -> int:
    """Return how many placements of the chain cover a symbol."""
    total = 0
    for card in range(len(cards)):
        if taken[card] < 0:
            tile = np.uint64(cards[card])
            for n in range(COUNT[flip, tile]):
                low, high = domain[card, n, 0], domain[card, n, 1]
                if low | high:
                    for square in range(5):
                        at = symbol - signed(OFFSETS[START[tile] + np.uint64(n), square])
                        if at >= HALF:
                            total += signed(high >> np.uint64(at - HALF) & ONE)
                        elif at >= 0:
                            total += signed(low >> np.uint64(at) & ONE)
    return total


@part
def hardest(
    cards: Bytes,
    flip: int,
    taken: Shorts,
    left: Words,
    domain: Words,
    planes: Words,
    front: Numbers,
    trouble: Numbers,
) -> int:
    """Return the symbol that the fewest cards can cover, and of those in the fewest ways.

    What has made trouble before counts as having fewer ways. Where the first open card has still
    fewer, it is the one to decide.
    """
    low, high = left[0], left[1]
    for plane in range(1, 4):
        few, few_high = left[0] & ~planes[plane, 0], left[1] & ~planes[plane, 1]
        if few | few_high:
            low, high = few, few_high
            break
    best, value = SQUARES + int(front[0]), front[1] / trouble[SQUARES + front[0]]
    while low | high:
        symbol = square_of(low, high)
        low, high = without_first(low, high)
        here = ways(symbol, cards, flip, taken, domain) / trouble[symbol]
        if here < value:
            best, value = symbol, here
    return best


@part
def entered(
    placement: int, card: int, left: Words, random: Words, noise: int, choices: Numbers, total: int
) -> int:
    """Enter a choice at its place in a list, by the symbols it covers and by chance."""
    covers = count(MASKS[placement, 0] & left[0]) + count(MASKS[placement, 1] & left[1])
    choice = (64 * covers + below(random, noise)) << 16 | card << 12 | placement
    at = total
    while at > 0 and choices[at - 1] > choice:
        choices[at] = choices[at - 1]
        at -= 1
    choices[at] = choice
    return total + 1


@part
def listed(
    variable: int,
    cards: Bytes,
    flip: int,
    taken: Shorts,
    left: Words,
    domain: Words,
    random: Words,
    noise: int,
    choices: Numbers,
) -> int:
    """List the placements that decide a symbol or a card; the best come last."""
    total = 0
    for card in range(len(cards)):
        if taken[card] >= 0 or (variable >= SQUARES and card != variable - SQUARES):
            continue
        tile = np.uint64(cards[card])
        for n in range(COUNT[flip, tile]):
            orientation = START[tile] + np.uint64(n)
            low, high = domain[card, n, 0], domain[card, n, 1]
            if variable < SQUARES:
                for square in range(5):
                    at = variable - signed(OFFSETS[orientation, square])
                    if at < 0:
                        continue
                    word = low >> np.uint64(at) if at < HALF else high >> np.uint64(at - HALF)
                    if word & ONE:
                        placement = int(INDEX[orientation, at])
                        total = entered(placement, card, left, random, noise, choices, total)
                continue
            while low | high:
                placement = int(INDEX[orientation, square_of(low, high)])
                total = entered(placement, card, left, random, noise, choices, total)
                low, high = without_first(low, high)
    return total


@kernel(
    "i8(u8[::1], u8[::1], i1[::1], i8, i8, u8[::1], i8[::1], i8[::1], i1[::1], i1[::1], i2[::1])"
)
def solve(
    ground: Words,
    wanted: Words,
    cards: Bytes,
    flip: int,
    noise: int,
    random: Words,
    trouble: Numbers,
    budget: Numbers,
    stop: Bytes,
    alarm: Bytes,
    entries: Shorts,
) -> int:
    """Find a line that covers all wanted symbols, or prove that there is none.

    The budget is a number of steps, and what is left of it stays there; `trouble` keeps what
    is learned from one attempt to the next.
    """
    taken = np.empty(CARDS, dtype=np.int16)
    taken[:] = -1
    reserved = np.zeros(2, dtype=np.uint64)
    left = np.empty(2, dtype=np.uint64)
    left[0], left[1] = wanted[0], wanted[1]
    domain = np.zeros((CARDS, MOST_ORIENTATIONS, 2), dtype=np.uint64)
    planes = np.zeros((4, 2), dtype=np.uint64)
    front = np.zeros(2, dtype=np.int64)
    choices = np.zeros((CARDS + 1, MOST_CHOICES), dtype=np.int64)
    sizes = np.zeros(CARDS + 1, dtype=np.int64)
    depth = 0
    while True:
        budget[0] -= 1
        if budget[0] < 0 or stop[0] or alarm[0]:
            return UNKNOWN
        sizes[depth] = 0
        failed = chain(cards, flip, ground, taken, reserved, left, domain, planes, front)
        if failed >= 0:
            trouble[failed] += 1
        elif front[0] < 0:
            for card in range(len(cards)):
                entries[card] = taken[card]
            return SOLVED
        else:
            variable = hardest(cards, flip, taken, left, domain, planes, front, trouble)
            sizes[depth] = listed(
                variable, cards, flip, taken, left, domain, random, noise, choices[depth]
            )
        while sizes[depth] == 0:
            if depth == 0:
                return IMPOSSIBLE
            depth -= 1
            chosen = choices[depth, sizes[depth]]
            placement = chosen & 4095
            taken[chosen >> 12 & 15] = -1
            for word in range(2):
                reserved[word] &= ~MASKS[placement, word]
                left[word] |= MASKS[placement, word] & wanted[word]
        sizes[depth] -= 1
        chosen = choices[depth, sizes[depth]]
        placement = chosen & 4095
        taken[chosen >> 12 & 15] = placement
        for word in range(2):
            reserved[word] |= MASKS[placement, word]
            left[word] &= ~MASKS[placement, word]
        depth += 1
