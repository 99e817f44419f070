"""Placements played out over decks that could be, with a tree that grows under each of them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Bytes, Ints, Numbers, Reals, Shorts, Word, Words
from kheper.search.jit.bits import ONE, count, square_of, without_first
from kheper.search.jit.decorators import kernel, part
from kheper.search.scarabya.evaluation import (
    DUEL,
    POINT,
    STAGE,
    best_of,
    judge,
    look,
    price,
    settle,
)
from kheper.search.scarabya.moves import anchors, lay
from kheper.search.scarabya.playouts import seeded, shuffle
from kheper.search.scarabya.tables import COUNT, INDEX, START
from kheper.search.scarabya.windows import WINDOWS

CHILDREN = 12
# What a certain victory is worth, where the chance to win counts: of the size of points.
SURE = 20.0
CARDS = 12


class Tree(NamedTuple):
    """Nodes are cards to be placed; their children are placements, the most promising first.

    `used` counts nodes; node n has the children from n * CHILDREN on. `after` holds, for a
    child, the node of each card that may come next, -1 if there is none yet; the rows behind
    those of the children belong to the moves at the root.
    """

    used: Numbers
    families: Numbers
    visits: Numbers
    moves: Shorts
    tried: Numbers
    sums: Reals
    after: Ints

    @classmethod
    def of(cls, nodes: int, roots: int) -> Tree:
        """Return an empty tree with room for so many nodes."""
        children = nodes * CHILDREN
        return cls(
            np.zeros(1, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(children, np.int16),
            np.zeros(children, np.int64),
            np.zeros(children, np.float64),
            np.full((children + roots, CARDS), -1, np.int32),
        )


@part
def family(
    low: Word,
    high: Word,
    near: Word,
    far: Word,
    symbols: Word,
    symbols_high: Word,
    card: int,
    flip: int,
    views: Ints,
    prices: Shorts,
    small: Shorts,
    large: Shorts,
    extra: Ints,
    moves: Shorts,
    merits: Numbers,
) -> int:
    """Write the most promising placements, best first, and return how many there are."""
    total, tile = 0, np.uint64(card)
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here, here_high = anchors(low, high, near, far, orientation)
        while here | here_high:
            index = INDEX[orientation, square_of(here, here_high)]
            here, here_high = without_first(here, here_high)
            gain, worth = judge(
                low, high, symbols, symbols_high, np.uint64(index), views, prices, small, large,
                extra,
            )  # fmt: skip
            merit = POINT * gain + worth
            if total == CHILDREN:
                if merit <= merits[CHILDREN - 1]:
                    continue
            else:
                total += 1
            k = total - 1
            while k > 0 and merits[k - 1] < merit:
                merits[k], moves[k] = merits[k - 1], moves[k - 1]
                k -= 1
            merits[k], moves[k] = merit, index
    return total


@part
def favourite(
    node: int,
    families: Numbers,
    visits: Numbers,
    tried: Numbers,
    sums: Reals,
    curious: float,
    widening: float,
) -> int:
    """Return the child to try next: a new one if it is time for it, or the best by UCB."""
    open_ = min(families[node], 1 + int(visits[node] ** widening))
    first = node * CHILDREN
    best, most = first, -1e18
    bonus = np.log(visits[node] + 1.0)
    for child in range(first, first + open_):
        if tried[child] == 0:
            return child
        value = sums[child] / tried[child] + curious * np.sqrt(bonus / tried[child])
        if value > most:
            best, most = child, value
    return best


@kernel(
    "i8(u8[::1], u8[::1], i1[::1], i8, i8, i8, i8, i8, i2[:, ::1], i2[:, ::1], i2[::1], i8[::1],"
    " i8, i8, f8, f8, i8, i8, f8, i1[::1], f8[:, ::1],"
    " i8[::1], i8[::1], i8[::1], i2[::1], i8[::1], f8[::1], i4[:, ::1])"
)
def explore(  # noqa: PLR0912, PLR0915 - one loop, which a kernel cannot hand around
    ground: Words,
    scarabs: Words,
    deck: Bytes,
    known: int,
    flip: int,
    goal: int,
    first: int,
    lead: int,
    small: Shorts,
    large: Shorts,
    candidates: Shorts,
    alive: Numbers,
    rounds: int,
    seed: int,
    curious: float,
    widening: float,
    plies: int,
    made: int,
    spread: float,
    stop: Bytes,
    results: Reals,
    used: Numbers,
    families: Numbers,
    visits: Numbers,
    moves: Shorts,
    tried: Numbers,
    sums: Reals,
    after: Ints,
) -> int:
    """Play the candidates that are alive out over the same decks, and return the rounds.

    Below the tree so many `plies` are played, and what the ground is worth then is added.
    `deck` holds the cards behind the open one, the first `known` of them in their order. In a
    duel the value is the difference as the mover sees it; `first` is 1 if the mover is the
    first player and -1 otherwise, `lead` the tiles the first player has placed more than the
    second (SY-D4). The results of a candidate are the sums of its values and of their use: the
    chance to win, as the value and the lead `made` before tell, if a `spread` of points is
    given, and else the value itself.
    """
    random = seeded(seed)
    views = np.zeros(WINDOWS, np.int32)
    shown = np.zeros(WINDOWS, np.int32)
    extra = np.zeros(WINDOWS, np.int32)
    prices = np.zeros(WINDOWS, np.int16)
    merits = np.zeros(CHILDREN, np.int64)
    path = np.zeros(CARDS, np.int64)
    signs = np.zeros(CARDS, np.int64)
    order = deck.copy()
    cards = len(deck)
    room = len(visits)
    look(ground[0], ground[1], scarabs[0] & ground[0], scarabs[1] & ground[1], shown)
    for done in range(rounds):
        if stop[0]:
            return done
        shuffle(order, known, random)
        for m in alive:
            low, high, near, far, placed = ground[0], ground[1], ground[2], ground[3], ground[4]
            views[:] = shown
            symbols, symbols_high = scarabs[0] & low, scarabs[1] & high
            placement = np.uint64(candidates[m])
            low, high, near, far = lay(low, high, near, far, placed, placement)
            gain, low, high = settle(low, high, symbols, symbols_high, placement, views)
            near, far = near & low, far & high
            value, steps = float(gain), 0
            side, ahead, depth, row = -1, lead + first, 0, room * CHILDREN + m
            for c in range(cards):
                left, card = cards - 1 - c, order[c]
                here_small, here_large = small[left], large[STAGE[left]]
                symbols, symbols_high = scarabs[0] & low, scarabs[1] & high
                move = -2
                if row >= 0:
                    node = after[row, card]
                    if node < 0 and used[0] < room:
                        node = used[0]
                        used[0] += 1
                        after[row, card] = node
                        price(views, here_small, here_large, prices)
                        families[node] = family(
                            low, high, near, far, symbols, symbols_high, card, flip, views,
                            prices, here_small, here_large, extra,
                            moves[node * CHILDREN : (node + 1) * CHILDREN], merits,
                        )  # fmt: skip
                        child = node * CHILDREN
                        row = -1
                    elif node >= 0:
                        child = favourite(node, families, visits, tried, sums, curious, widening)
                        row = child
                    else:
                        row = -1
                    if node >= 0:
                        if families[node]:
                            move = moves[child]
                            path[depth], signs[depth] = child, side
                            depth += 1
                        else:
                            move, row = -1, -1
                if move == -2:
                    steps += 1
                    price(views, here_small, here_large, prices)
                    move = best_of(
                        low, high, near, far, symbols, symbols_high, card, flip, views, prices,
                        here_small, here_large, extra,
                    )  # fmt: skip
                if move < 0:
                    continue
                placement = np.uint64(move)
                low, high, near, far = lay(low, high, near, far, ONE, placement)
                gain, low, high = settle(low, high, symbols, symbols_high, placement, views)
                near, far = near & low, far & high
                if goal == DUEL:
                    value += side * gain
                    ahead += side * first
                    side = -side
                else:
                    value += gain
                if steps >= plies and row < 0 and left:
                    rest = price(views, here_small, here_large, prices) / POINT
                    # It is the worth for who has just placed; a bonus (SY-D4) is part of it.
                    value += -side * rest if goal == DUEL else rest
                    ahead = 0
                    break
            if goal == DUEL and ahead == 1:
                value -= first * (count(scarabs[0] & low) + count(scarabs[1] & high))
            use = value
            if spread:
                use = SURE / (1.0 + np.exp(-(made + value) / spread))
            results[m, 0] += value
            results[m, 1] += use
            for k in range(depth):
                child = path[k]
                visits[child // CHILDREN] += 1
                tried[child] += 1
                sums[child] += signs[k] * use if goal == DUEL else use
    return rounds
