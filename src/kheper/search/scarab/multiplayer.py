"""Three or four sides: a tree search in which every seat maximises its own worth (max^n).

A seat's worth is its chance to win, then its place, then its points. Monte Carlo tree search
(PUCT) grows the tree along the moves that look best to whoever makes them; a leaf is worth what
a few greedy moves make of it. A small ending without ankhs is searched to its end instead.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab.board import (
    AXIS,
    BACK,
    BEND,
    KIND,
    LEFT,
    MASK,
    PLAIN,
    SCORE,
    SEAT,
    SEATS,
    SEVEN,
    VALUE,
)
from kheper.search.scarab.endgames import ABORTED, MOVES, ones, stop_now
from kheper.search.scarab.moves import (
    gain,
    is_empty,
    is_over,
    landings,
    least,
    make,
    next_random,
    unmake,
    with_return,
)
from kheper.search.scarab.search import answer_to

PLIES = 8  # greedy moves between a new node and the scores that it is judged by
SPITE = 0.7  # how much a greedy mover minds a point that the next seat can win
TEMPERATURE = 4.0  # points of merit for a factor of e in a move's prior
CURIOSITY = 1.0  # the weight of the priors against the worths found
# How sure a lead is: a lead of this many points is a factor of e in the odds.
DOUBT, DOUBT_BY_STONES = 1.0, 1.0
VICTORY, PLACE, POINT = 0.5, 0.5, 0.001
SMALL = 18  # an ending without ankhs of up to this many stones is searched to its end
CHILDREN = 512  # more than a position can have
ENOUGH = 1_000_000  # visits, however much time there is

Floats = NDArray[np.float64]


class Tree(NamedTuple):
    """The nodes of a tree, column by column: node 0 is the root, siblings stand side by side."""

    move: Numbers
    parent: Numbers
    first: Numbers  # the first child
    children: Numbers  # how many; -1 until the node is expanded
    visits: Numbers
    prior: Floats
    worth: Floats  # the sum of the worths of its visits, for each seat
    lead: Floats  # the same for the root's seat: its lead over the best other seat
    size: Numbers  # one number: how many nodes there are


def plant(nodes: int) -> Tree:
    """Return a tree with room for some nodes."""
    move, parent, first, children, visits = np.zeros((5, nodes), dtype=np.int64)
    prior, lead = np.zeros((2, nodes))
    return Tree(
        move, parent, first, children, visits, prior, np.zeros((nodes, 4)), lead,
        np.zeros(1, dtype=np.int64),
    )  # fmt: skip


@lazy_kernel
def grow(w: Numbers, work: Numbers, tree: Tree, seed: int) -> None:
    """Grow a tree of the position until the limits stop it; the first visit is always made."""
    board, worths = np.empty_like(w), np.empty(8)
    tree.size[0] = 0
    root = tree.size[0]  # a constant would compile each part twice
    add(tree, root, root, 0.0)
    expand(w, work, tree, root)
    while tree.visits[0] == 0 or (tree.visits[0] < ENOUGH and not work[ABORTED]):
        copy(w, board)
        node = root
        while tree.children[node] > 0:
            node = select(tree, node, board[SEAT])
            make(board, tree.move[node])
            stop_now(work)
        if tree.visits[node] and tree.size[0] + CHILDREN < len(tree.move) and not is_over(board):
            expand(board, work, tree, node)
        seed = leaf(board, work, worths, seed)
        backup(tree, node, worths, lead_in(worths, w[SEAT], w[SEATS]))


@lazy_kernel
def copy(source: Numbers | Floats, target: Numbers | Floats) -> None:
    """Copy an array: a slice would compile the message of an error that cannot be."""
    for n in range(len(source)):
        target[n] = source[n]


@lazy_kernel
def select(tree: Tree, node: int, seat: int) -> int:
    """Return the child with the best worth to the seat to move, and a bonus for few visits."""
    first = tree.first[node]
    root = CURIOSITY * sqrt(tree.visits[node])
    unknown = tree.worth[node, seat] / max(tree.visits[node], 1)
    best, chosen = -1.0, first
    for child in range(first, first + tree.children[node]):
        visits = tree.visits[child]
        worth = tree.worth[child, seat] / visits if visits else unknown
        worth += root * tree.prior[child] / (1 + visits)
        if worth > best:
            best, chosen = worth, child
    return int(chosen)


@lazy_kernel
def expand(w: Numbers, work: Numbers, tree: Tree, node: int) -> None:
    """Add a position's moves to a node, with priors by their merit at sight."""
    end = landings(w, work, MOVES)
    first = tree.size[0]
    total = 0.0
    for n in range(MOVES, end):
        prior = exp(merit(w, work, work[n], end) / TEMPERATURE)
        for at in range(end, with_returns(w, work, work[n], end)):
            add(tree, work[at], node, prior)
            total += prior
    tree.first[node], tree.children[node] = first, tree.size[0] - first
    for child in range(first, tree.size[0]):
        tree.prior[child] /= total


@lazy_kernel
def add(tree: Tree, move: int, parent: int, prior: float) -> None:
    """Write a new node behind the others."""
    node = tree.size[0]
    tree.size[0] += 1
    tree.move[node], tree.parent[node], tree.prior[node] = move, parent, prior
    tree.first[node], tree.children[node], tree.visits[node] = 0, -1, 0
    for seat in range(4):
        tree.worth[node, seat] = 0.0
    tree.lead[node] = 0.0


@lazy_kernel
def leaf(w: Numbers, work: Numbers, worths: Floats, seed: int) -> int:
    """Play some greedy moves, write what the seats are worth then, and return the next seed."""
    for _ in range(PLIES):
        if is_over(w):
            break
        stop_now(work)
        seed = next_random(seed)
        make(w, greediest(w, work, seed))
    judge(w, worths)
    return seed


@lazy_kernel
def backup(tree: Tree, node: int, worths: Floats, lead: float) -> None:
    """Count a visit from a node up to the root."""
    while True:
        tree.visits[node] += 1
        tree.lead[node] += lead
        for seat in range(4):
            tree.worth[node, seat] += worths[seat]
        if node == 0:
            return
        node = tree.parent[node]


@lazy_kernel
def merit(w: Numbers, work: Numbers, landing: int, end: int) -> float:
    """Return a landing's gain less what the next seat can win, as far as the mover minds."""
    return gain(w, w[SEAT], landing & SEVEN) - SPITE * answer_to(w, work, landing, end)


@lazy_kernel
def greediest(w: Numbers, work: Numbers, seed: int) -> int:
    """Return the move with the most merit, ties drawn."""
    end = landings(w, work, MOVES)
    best, chosen, ties = -1000.0, work[MOVES], 0
    for n in range(MOVES, end):
        got = merit(w, work, work[n], end)
        if got > best:
            best, chosen, ties = got, work[n], 1
        elif got == best:
            ties += 1
            seed = next_random(seed)
            if (seed >> 3) % ties == 0:
                chosen = work[n]
    return with_return(w, chosen)


@lazy_kernel
def with_returns(w: Numbers, work: Numbers, landing: int, end: int) -> int:
    """Write a landing, or after an ankh the returns that matter, and return where they end.

    A negative stone is always returned, the least one (SB-T5): to the next seat's line, to the
    quietest square off it, where it may be forgotten, and to the busiest, where it is in the
    way. All other stones are kept.
    """
    target = landing & SEVEN
    kind = least(w, w[SEAT])
    if w[VALUE + target] or kind < 0 or kind % PLAIN >= 8:
        work[end] = landing
        return end + 1
    upright = (landing >> AXIS & 1) != (1 if landing >> BEND & SEVEN else 0)
    ahead, quiet, busy = -1, -1, -1
    fewest, most = 100, -1
    for square in range(100):
        if square == target or not is_empty(w, square):
            continue
        if (square // 10 == target // 10) if upright else (square % 10 == target % 10):
            ahead = square
            continue
        stones = ones(w[MASK + square // 10]) + ones(w[MASK + 10 + square % 10])
        if stones < fewest:
            fewest, quiet = stones, square
        if stones > most:
            most, busy = stones, square
    start = end
    for square in (quiet, busy, ahead):
        if square >= 0 and (square != quiet or end == start):
            work[end] = landing | square + 1 << BACK | kind << KIND
            end += 1
    if end == start:
        work[end] = landing
        end += 1
    return end


@lazy_kernel
def lead_in(worths: Floats, seat: int, seats: int) -> float:
    """Return a seat's lead over the best other seat by the scores behind the worths."""
    best = -1000.0
    for other in range(seats):
        if other != seat:
            best = max(best, worths[4 + other])
    return float(worths[4 + seat] - best)


@lazy_kernel
def judge(w: Numbers, worths: Floats) -> None:
    """Write each seat's worth: chance to win, of places, a little for points; then the scores.

    The game over, chances are certain: a shared lead shares the victory, equals share a place.
    """
    seats = w[SEATS]
    over = is_over(w)
    doubt = DOUBT + DOUBT_BY_STONES * sqrt(w[LEFT])
    for n in range(8):
        worths[n] = 0.0
    for seat in range(seats):
        odds, beaten = 1.0, 0.0
        for other in range(seats):
            if other == seat:
                continue
            ahead = w[SCORE + other] - w[SCORE + seat]
            if over:
                odds += 0.0 if ahead < 0 else 1.0 if ahead == 0 else 1e9
                beaten += 1.0 if ahead < 0 else 0.5 if ahead == 0 else 0.0
            else:
                odds += exp(ahead / doubt)
                beaten += 1 / (1 + exp(ahead / doubt))
        place = beaten / (seats - 1)
        worths[seat] = VICTORY / odds + PLACE * place + POINT * w[SCORE + seat]
        worths[4 + seat] = w[SCORE + seat]


@lazy_kernel
def settle(w: Numbers, work: Numbers, worths: Floats, start: int) -> int:
    """Search a position without ankhs to its end, write the worths there, return the best move.

    Of moves that are worth the same to the mover, the first that `landings` lists is played.
    """
    if is_over(w) or stop_now(work):
        judge(w, worths)
        return 0
    seat, best, chosen = w[SEAT], -1.0, 0
    end = landings(w, work, start)
    found = np.empty(8)
    for n in range(start, end):
        move = work[n]
        undo = make(w, move)
        settle(w, work, found, end)
        unmake(w, move, undo)
        if found[seat] > best:
            best, chosen = found[seat], move
            copy(found, worths)
    return int(chosen)


@lazy_kernel
def final_worths(w: Numbers, work: Numbers, start: int) -> Floats:
    """Return the worths of a position without ankhs at its end; moves are written to `start`."""
    worths = np.empty(8)
    settle(w, work, worths, start)  # no constant here: see `lazy_kernel`
    return worths
