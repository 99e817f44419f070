"""The solo solver's search: which card covers which symbol, and where.

It works on the symbols and not card by card. A step takes the symbol that is hardest to cover
and tries every placement of every card that covers it; those squares are then reserved for that
card. Or it takes the first card that has no placement yet, once that proves to be the harder
question: the first few cards must build the bridges that the later ones stand on.

The chain prunes: card by card it computes which squares could be beside a tile by then, whatever
the cards before it did. It is never too small. A branch fails in which a symbol is beside no card
of the chain, a reserved placement touches nothing, or the cards left cannot cover as many symbols
as are left.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import (
    Bytes,
    Flags,
    NumberRows,
    Numbers,
    Shorts,
    Word,
    WordRows,
    Words,
    WordStack,
)
from kheper.search.jit.bits import ZERO, signed
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import (
    HALF,
    WordMask,
    beside,
    down,
    first_of,
    has,
    row_of,
    size,
    some,
    trimmed,
    up,
    without_first,
)
from kheper.search.jit.random import below
from kheper.search.scarabya.moves import (
    MOST_ORIENTATIONS,
    Ground,
    anchors,
    fits_anywhere,
    read_ground,
)
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, OFFSETS, START

SOLVED, IMPOSSIBLE, UNKNOWN = range(3)
CARDS = 12
# A step decides a variable: a symbol's square, or behind those a card.
SQUARES = 2 * HALF
VARIABLES = SQUARES + CARDS
MOST_CHOICES = CARDS * MOST_ORIENTATIONS * 5  # a symbol under each square of each orientation
PLANES = 4

# A choice as one number: what it is sorted by, then a card, then a placement.
_CARD, _KEY = 12, 16
_A_CARD, _A_PLACEMENT = 15, 4095


class SoloDeal(NamedTuple):
    """A ground, the symbols to cover, and the cards in their order."""

    ground: Words
    wanted: Words
    cards: Bytes
    flip: int


class Branch(NamedTuple):
    """What has been decided: which cards have a placement, and what follows from that.

    `domain` holds the anchors of each card's orientations that the chain allows; plane n of
    `planes` the squares that n + 1 cards of the chain can cover.
    """

    taken: Flags
    placement: Shorts
    reserved: WordRows
    left: WordRows
    domain: WordStack
    planes: WordRows
    choices: NumberRows
    sizes: Numbers

    @classmethod
    def empty(cls, wanted: Words) -> Branch:
        """Return a branch in which nothing is decided."""
        return cls(
            np.zeros(CARDS, np.bool_),
            np.zeros(CARDS, np.int16),
            np.zeros((1, 2), np.uint64),
            wanted.reshape(1, 2).copy(),
            np.zeros((CARDS, MOST_ORIENTATIONS, 2), np.uint64),
            np.zeros((PLANES, 2), np.uint64),
            np.zeros((CARDS + 1, MOST_CHOICES), np.int64),
            np.zeros(CARDS + 1, np.int64),
        )


class Effort(NamedTuple):
    """How an attempt is made: its chance, its budget of steps, and what may stop it.

    `trouble` counts how often a variable made a branch fail, over all attempts.
    """

    noise: int
    random: Words
    trouble: Numbers
    budget: Numbers
    stop: Bytes
    alarm: Bytes


class Chain(NamedTuple):
    """Whether a branch fails and by which variable; and the first card still to be decided."""

    fails: bool
    culprit: int
    is_open: bool
    card: int
    fits: int


class Cover(NamedTuple):
    """Where an undecided card could lie: the squares, the most symbols at once, the ways."""

    squares: WordMask
    symbols: int
    fits: int


@part
def covered_by(here: WordMask, orientation: Word) -> WordMask:
    """Return the squares that an orientation covers at some of its anchors."""
    squares = WordMask(ZERO, ZERO)
    for square in range(5):
        squares = squares | up(here, OFFSETS[orientation, square])
    return trimmed(squares)


@part
def most_symbols(here: WordMask, left: WordMask, orientation: Word) -> int:
    """Return the most symbols that an orientation covers at one of its anchors.

    The symbols under the five squares are added for all anchors at once, bit by bit.
    """
    a, b = down(left, OFFSETS[orientation, 0]), down(left, OFFSETS[orientation, 1])
    c, d = down(left, OFFSETS[orientation, 2]), down(left, OFFSETS[orientation, 3])
    e = down(left, OFFSETS[orientation, 4])
    ab, de = a ^ b, d ^ e
    abc, carry = ab ^ c, (a & b) | (c & ab)
    other = (d & e) | (abc & de)
    ones, twos, fours = here & (abc ^ de), here & (carry ^ other), here & carry & other
    if some(fours):
        return 5 if some(fours & ones) else 4
    if some(twos):
        return 3 if some(twos & ones) else 2
    return 1 if some(ones) else 0


@part
def tally(planes: WordRows, cover: WordMask) -> None:
    """Count one card more on the squares that it could cover."""
    for plane in range(PLANES - 1, 0, -1):
        planes[plane, 0] |= planes[plane - 1, 0] & cover.low
        planes[plane, 1] |= planes[plane - 1, 1] & cover.high
    planes[0, 0] |= cover.low
    planes[0, 1] |= cover.high


@part
def cover_of(deal: SoloDeal, branch: Branch, card: int, ground: Ground, left: WordMask) -> Cover:
    """Write a card's domain on a ground, and return what it could cover."""
    tile = np.uint64(deal.cards[card])
    squares, most, fits = WordMask(ZERO, ZERO), 0, 0
    for n in range(COUNT[deal.flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here = anchors(ground, orientation)
        branch.domain[card, n, 0], branch.domain[card, n, 1] = here.low, here.high
        if some(here):
            squares = squares | covered_by(here, orientation)
            most = max(most, most_symbols(here, left, orientation))
            fits += size(here)
    return Cover(squares, most, fits)


@part
def chain(deal: SoloDeal, branch: Branch) -> Chain:
    """Write where each card could still lie, and how many cards cover each square."""
    start = read_ground(deal.ground)
    free, contact, placed = start.free, start.contact, start.placed
    left = row_of(branch.left, ZERO)
    allowed = start.free & ~row_of(branch.reserved, ZERO)
    for plane in range(PLANES):
        branch.planes[plane, 0], branch.planes[plane, 1] = ZERO, ZERO
    is_open, first, fits, room = False, 0, 0, 0
    for card in range(len(deal.cards)):
        if branch.taken[card]:
            placement = np.uint64(branch.placement[card])
            tile = row_of(MASKS, placement)
            if not some(tile & contact):
                return Chain(True, SQUARES + first, is_open, first, fits)
            free, reach = free & ~tile, row_of(BORDERS, placement)
        else:
            cover = cover_of(deal, branch, card, Ground(allowed, contact, placed), left)
            if not is_open and not cover.fits:
                # All before it is decided, so this ground is exact; a tile must be placed
                # (SY-L6), but every way to do so is reserved.
                if fits_anywhere(Ground(free, contact, placed), deal.cards[card], deal.flip):
                    return Chain(True, SQUARES + card, is_open, first, fits)
            elif not is_open:
                is_open, first, fits = True, card, cover.fits
            if not cover.fits:
                continue
            room += cover.symbols
            tally(branch.planes, cover.squares)
            reach = beside(cover.squares)
        contact = (contact | reach if placed else reach) & start.free
        placed = True
    lost = left & ~row_of(branch.planes, ZERO)
    if some(lost):
        return Chain(True, first_of(lost), is_open, first, fits)
    return Chain(room < size(left), VARIABLES, is_open, first, fits)


@part
def domain_of(branch: Branch, card: int, n: int) -> WordMask:
    """Return the anchors that the chain allows to an orientation of a card."""
    return WordMask(branch.domain[card, n, 0], branch.domain[card, n, 1])


@part
def ways(deal: SoloDeal, branch: Branch, symbol: int) -> int:
    """Return how many placements of the chain cover a symbol."""
    total = 0
    for card in range(len(deal.cards)):
        if branch.taken[card]:
            continue
        tile = np.uint64(deal.cards[card])
        for n in range(COUNT[deal.flip, tile]):
            here = domain_of(branch, card, n)
            if some(here):
                for square in range(5):
                    at = symbol - signed(OFFSETS[START[tile] + np.uint64(n), square])
                    if at >= 0 and has(here, at):
                        total += 1
    return total


@part
def hardest(deal: SoloDeal, branch: Branch, now: Chain, trouble: Numbers) -> int:
    """Return the symbol that the fewest cards can cover, and of those in the fewest ways.

    What has made trouble before counts as having fewer ways. Where the first open card has still
    fewer, it is the one to decide.
    """
    symbols = row_of(branch.left, ZERO)
    for plane in range(1, PLANES):
        few = symbols & ~row_of(branch.planes, np.uint64(plane))
        if some(few):
            symbols = few
            break
    best, value = SQUARES + now.card, now.fits / trouble[SQUARES + now.card]
    while some(symbols):
        symbol = first_of(symbols)
        symbols = without_first(symbols)
        here = ways(deal, branch, symbol) / trouble[symbol]
        if here < value:
            best, value = symbol, here
    return best


@part
def enter(placement: int, card: int, depth: int, branch: Branch, effort: Effort) -> None:
    """Enter a choice at its place in a list, by the symbols it covers and by chance."""
    covers = size(row_of(MASKS, np.uint64(placement)) & row_of(branch.left, ZERO))
    key = 64 * covers + below(effort.random, effort.noise)
    choice = key << _KEY | card << _CARD | placement
    at = branch.sizes[depth]
    while at > 0 and branch.choices[depth, at - 1] > choice:
        branch.choices[depth, at] = branch.choices[depth, at - 1]
        at -= 1
    branch.choices[depth, at] = choice
    branch.sizes[depth] += 1


@part
def list_choices(deal: SoloDeal, branch: Branch, effort: Effort, variable: int, depth: int) -> None:
    """List the placements that decide a symbol or a card; the best come last."""
    for card in range(len(deal.cards)):
        if branch.taken[card] or (variable >= SQUARES and card != variable - SQUARES):
            continue
        tile = np.uint64(deal.cards[card])
        for n in range(COUNT[deal.flip, tile]):
            orientation, here = START[tile] + np.uint64(n), domain_of(branch, card, n)
            if variable < SQUARES:
                for square in range(5):
                    at = variable - signed(OFFSETS[orientation, square])
                    if at >= 0 and has(here, at):
                        enter(int(INDEX[orientation, at]), card, depth, branch, effort)
            else:
                while some(here):
                    enter(int(INDEX[orientation, first_of(here)]), card, depth, branch, effort)
                    here = without_first(here)


@part
def take(branch: Branch, depth: int) -> None:
    """Make the best choice left at a depth: its squares are reserved, its symbols covered."""
    branch.sizes[depth] -= 1
    chosen = branch.choices[depth, branch.sizes[depth]]
    card, placement = chosen >> _CARD & _A_CARD, chosen & _A_PLACEMENT
    branch.taken[card], branch.placement[card] = True, placement
    for word in range(2):
        branch.reserved[0, word] |= MASKS[placement, word]
        branch.left[0, word] &= ~MASKS[placement, word]


@part
def take_back(branch: Branch, depth: int, wanted: Words) -> None:
    """Undo the choice that was made at a depth."""
    chosen = branch.choices[depth, branch.sizes[depth]]
    placement = chosen & _A_PLACEMENT
    branch.taken[chosen >> _CARD & _A_CARD] = False
    for word in range(2):
        branch.reserved[0, word] &= ~MASKS[placement, word]
        branch.left[0, word] |= MASKS[placement, word] & wanted[word]


@kernel
def solve(deal: SoloDeal, branch: Branch, effort: Effort) -> int:
    """Find a line that covers all wanted symbols, or prove that there is none.

    The line stays in the branch, and what is left of the budget in the effort.
    """
    depth = 0
    while True:
        effort.budget[0] -= 1
        if effort.budget[0] < 0 or effort.stop[0] or effort.alarm[0]:
            return UNKNOWN
        branch.sizes[depth] = 0
        now = chain(deal, branch)
        if now.fails:
            effort.trouble[now.culprit] += 1
        elif not now.is_open:
            return SOLVED
        else:
            variable = hardest(deal, branch, now, effort.trouble)
            list_choices(deal, branch, effort, variable, depth)
        while branch.sizes[depth] == 0:
            if depth == 0:
                return IMPOSSIBLE
            depth -= 1
            take_back(branch, depth, deal.wanted)
        take(branch, depth)
        depth += 1
