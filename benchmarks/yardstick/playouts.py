"""Random play of Scarabya to the end: uniform, and greedy by weights.

What the search is measured against, built from the same parts as its kernels. Results depend on
the arguments alone. The first `known` cards come in their order, the others are shuffled anew
each time (SY-S5). The last playout stays in `deck` and `entries` (-1 is a discard).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Bytes, Numbers, ShortRows, Shorts, Word, Words
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, row_of, size
from kheper.search.jit.random import below, shuffle
from kheper.search.scarabya.moves import (
    MOST_FITS,
    AnchorLists,
    Areas,
    DigPosition,
    Ground,
    areas_at,
    lay,
    list_anchors,
    list_placements,
    pick,
    read_ground,
    symbols_on,
    without,
    write_ground,
)
from kheper.search.scarabya.tables import MASKS, NEAR

# What a greedy player weighs: a point made, a symbol covered, and chance (0 up to the weight).
GREEDY = np.array([16, -40, 24], dtype=np.int64)

_LEAST = -(2**40)


class Deal(NamedTuple):
    """Cards to be played, how many of them come in their order, and room for a playout."""

    deck: Bytes
    known: int
    entries: Shorts
    lists: AnchorLists
    placements: Shorts
    random: Words

    @classmethod
    def of(cls, deck: Bytes, known: int) -> Deal:
        """Return a deal; the deck is shuffled in place."""
        room = np.zeros(MOST_FITS, np.int16)
        entries = np.zeros(len(deck), np.int16)
        return cls(deck, known, entries, AnchorLists.empty(), room, np.zeros(1, np.uint64))


@kernel
def fits(position: DigPosition, card: int, placements: Shorts) -> int:
    """Write the legal placements of a card's tile, in the order of the table; return how many."""
    return list_placements(read_ground(position.ground), card, position.flip, placements)


@part
def scoring_areas(free: WordMask, symbols: WordMask, placement: Word) -> Areas:
    """Return the areas with symbols that a tile just laid has closed."""
    return areas_at(free, symbols & free & row_of(NEAR, placement), symbols)


@kernel
def place(position: DigPosition, index: int) -> int:
    """Lay a tile on a position's ground, take out areas with symbols, and return their points."""
    placement = np.uint64(index)
    ground = lay(read_ground(position.ground), placement)
    areas = scoring_areas(ground.free, symbols_on(position, ground.free), placement)
    write_ground(position.ground, without(ground, areas.squares))
    return areas.points


@kernel
def playouts(position: DigPosition, deal: Deal, seed: int, results: ShortRows) -> None:
    """Play to the end with every legal placement equally likely.

    A result is the points made and the symbols left uncovered. An area never changes (SY-A3),
    so it is enough to look for areas at the end.
    """
    deal.random[0] = np.uint64(seed)
    for n in range(len(results)):
        ground = read_ground(position.ground)
        shuffle(deal.deck, deal.known, deal.random)
        for number in range(len(deal.deck)):
            card = deal.deck[number]
            total = list_anchors(ground, card, position.flip, deal.lists)
            if not total:
                deal.entries[number] = -1  # SY-L6
                continue
            placement = pick(deal.lists, card, below(deal.random, total))
            ground = lay(ground, placement)
            deal.entries[number] = placement
        symbols = symbols_on(position, ground.free)
        results[n, 0] = areas_at(ground.free, symbols, symbols).points
        results[n, 1] = size(symbols)


@part
def weight(
    free: WordMask, symbols: WordMask, placement: Word, weights: Numbers, random: Words
) -> int:
    """Return what a placement weighs."""
    tile = row_of(MASKS, placement)
    gain = scoring_areas(free & ~tile, symbols & ~tile, placement).points
    chance = below(random, int(weights[2]))
    return int(weights[0]) * gain + int(weights[1]) * size(symbols & tile) + chance


@part
def choose(
    ground: Ground,
    symbols: WordMask,
    card: int,
    flip: int,
    deal: Deal,
    weights: Numbers,
    looks: int,
) -> int:
    """Return the placement of most weight among all, or among as many random ones as `looks`.

    Returned is -1 if there is no placement.
    """
    total = list_placements(ground, card, flip, deal.placements)
    if total and looks == 1:
        return int(deal.placements[below(deal.random, total)])
    sampled = 0 < looks < total
    best, most = -1, _LEAST
    for n in range(looks if sampled else total):
        placement = deal.placements[below(deal.random, total) if sampled else n]
        here = weight(ground.free, symbols, np.uint64(placement), weights, deal.random)
        if here > most:
            best, most = int(placement), here
    return best


@kernel
def greedy_playouts(
    position: DigPosition,
    deal: Deal,
    mover: int,
    weights: Numbers,
    looks: int,
    seed: int,
    results: ShortRows,
) -> None:
    """Play to the end with placements of most weight; with one look, each is equally likely.

    `mover` is the seat of a duel that places next; 0 if there is one player only. A result is
    the points that seat 1 and seat 2 make from here on, and the symbols left uncovered.
    """
    deal.random[0] = np.uint64(seed)
    for n in range(len(results)):
        ground = read_ground(position.ground)
        shuffle(deal.deck, deal.known, deal.random)
        left = size(symbols_on(position, ground.free))
        first, second, next_mover = 0, 0, mover
        for number in range(len(deal.deck)):
            symbols = symbols_on(position, ground.free)
            card = deal.deck[number]
            index = choose(ground, symbols, card, position.flip, deal, weights, looks)
            deal.entries[number] = index  # SY-L6, SY-D2
            if index < 0:
                continue
            placement = np.uint64(index)
            left -= size(symbols & row_of(MASKS, placement))
            ground = lay(ground, placement)
            areas = scoring_areas(ground.free, symbols, placement)
            ground = without(ground, areas.squares)
            if next_mover == 2:
                second += areas.points
            else:
                first += areas.points
            if mover:
                next_mover = 3 - next_mover  # SY-D1
        if next_mover == 2:  # the second player placed one tile fewer (SY-D4)
            second += size(symbols_on(position, ground.free))
        results[n, 0], results[n, 1], results[n, 2] = first, second, left
