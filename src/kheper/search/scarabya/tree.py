"""Placements played out over possible decks, with a tree that grows under each of them.

A playout selects a path through the tree, expands it by one node, plays on by the evaluation to
a leaf, and backs the leaf's value up along the path.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import (
    Bytes,
    IntRows,
    Ints,
    Numbers,
    RealRows,
    Reals,
    Shorts,
    Word,
    Words,
)
from kheper.search.jit.bits import ONE, ZERO
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, size
from kheper.search.jit.random import shuffle
from kheper.search.scarabya.evaluation import (
    DUEL,
    POINT,
    Evaluation,
    Moment,
    Scan,
    WindowTable,
    best_listed,
    judge,
    look,
    merit,
    play,
    price,
    table_for,
)
from kheper.search.scarabya.moves import (
    DigPosition,
    Ground,
    list_placements,
    read_ground,
    symbols_on,
)
from kheper.search.scarabya.windows import WINDOWS

CHILDREN = 12
CARDS = 12
# What a certain victory is worth, where the chance to win counts: of the size of points.
SURE = 20.0

NO_NODE = -1  # in `CardTree.after`


class CardTree(NamedTuple):
    """Nodes are cards to be placed; their children are placements, the most promising first.

    `used` counts nodes; node n has the children from n * CHILDREN on. `after` holds, for a
    child, the node of each card that may come next; the rows behind those of the children
    belong to the candidates at the root.
    """

    used: Numbers
    families: Numbers
    visits: Numbers
    moves: Shorts
    tried: Numbers
    sums: Reals
    after: IntRows
    merits: Numbers

    @classmethod
    def of(cls, nodes: int, roots: int) -> CardTree:
        """Return an empty tree with room for some nodes."""
        children = nodes * CHILDREN
        return cls(
            np.zeros(1, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(nodes, np.int64),
            np.zeros(children, np.int16),
            np.zeros(children, np.int64),
            np.zeros(children, np.float64),
            np.full((children + roots, CARDS), NO_NODE, np.int32),
            np.zeros(CHILDREN, np.int64),
        )


class Aim(NamedTuple):
    """What the value of a playout is.

    In a duel it is the difference as the mover sees it; `first` is 1 if the mover is the first
    player and -1 otherwise, `lead` the tiles that the first player has placed more than the
    second (SY-D4). With a `spread` of points, what counts is the chance to win that the value
    and the lead `made` before give, and else the value itself.
    """

    goal: int
    first: int
    lead: int
    made: int
    spread: float


class Parameters(NamedTuple):
    """How a search spends its playouts.

    `exploration` favours what was seldom tried, in points; with n visits, n to the power of
    `widening` and one more placements are tried; below the tree `plies` are played before the
    ground is judged.
    """

    exploration: float
    widening: float
    plies: int


class PlayoutRoom(NamedTuple):
    """Arrays that a playout writes to."""

    scan: Scan
    shown: Ints
    path: Numbers
    signs: Numbers
    deck: Bytes
    random: Words

    @classmethod
    def of(cls, deck: Bytes) -> PlayoutRoom:
        """Return room for playouts over a deck."""
        return cls(
            Scan.empty(),
            np.zeros(WINDOWS, np.int32),
            np.zeros(CARDS, np.int64),
            np.zeros(CARDS, np.int64),
            deck.copy(),
            np.zeros(1, np.uint64),
        )


class TreeSearch(NamedTuple):
    """A position to search: what follows the open card, what counts, and what was found.

    The first `known` cards of the deck come in their order. `results` holds, for each
    candidate, the sums of its values and of what they count for.
    """

    position: DigPosition
    deck: Bytes
    known: int
    candidates: Shorts
    evaluation: Evaluation
    aim: Aim
    parameters: Parameters
    tree: CardTree
    room: PlayoutRoom
    results: RealRows
    stop: Bytes


class Playout(NamedTuple):
    """A playout under way, between two cards.

    `side` is 1 where the mover at the root places next and -1 where the other does, `ahead` the
    tiles that the first player has placed more, `number` the next card of the deck.
    """

    ground: Ground
    value: float
    side: int
    ahead: int
    number: int


@part
def moment_of(deck: Bytes, now: Playout) -> Moment:
    """Return the moment after the next card."""
    coming = ZERO
    for n in range(now.number + 1, len(deck)):
        coming |= ONE << np.uint64(deck[n])
    return Moment(len(deck) - 1 - now.number, now.side, coming)


@part
def placed(now: Playout, aim: Aim, symbols: WordMask, placement: Word, pictures: Ints) -> Playout:
    """Return the playout after a placement of the next card."""
    after = play(now.ground, symbols, placement, pictures)
    if aim.goal != DUEL:
        return Playout(after.ground, now.value + after.points, 1, 0, now.number + 1)
    value, ahead = now.value + now.side * after.points, now.ahead + now.side * aim.first
    return Playout(after.ground, value, -now.side, ahead, now.number + 1)


@part
def discarded(now: Playout) -> Playout:
    """Return the playout without the next card (SY-L6)."""
    return Playout(now.ground, now.value, now.side, now.ahead, now.number + 1)


@part
def begin(search: TreeSearch, ground: Ground, candidate: int) -> Playout:
    """Place a candidate on the ground that the search starts from."""
    pictures, shown = search.room.scan.pictures, search.room.shown
    for window in range(len(pictures)):
        pictures[window] = shown[window]
    now = Playout(ground, 0.0, 1, search.aim.lead, -1)
    symbols = symbols_on(search.position, ground.free)
    return placed(now, search.aim, symbols, np.uint64(search.candidates[candidate]), pictures)


@part
def select(tree: CardTree, parameters: Parameters, node: int) -> int:
    """Return the child to try next: a new one if it is time for it, or the best by UCB."""
    visits = tree.visits[node]
    tried = min(tree.families[node], 1 + int(visits**parameters.widening))
    first = node * CHILDREN
    best, most = first, -1e18
    bonus = np.log(visits + 1.0)
    for child in range(first, first + tried):
        if tree.tried[child] == 0:
            return child
        value = tree.sums[child] / tree.tried[child]
        value += parameters.exploration * np.sqrt(bonus / tree.tried[child])
        if value > most:
            best, most = child, value
    return best


@part
def expand(
    tree: CardTree,
    node: int,
    ground: Ground,
    symbols: WordMask,
    scan: Scan,
    table: WindowTable,
    total: int,
) -> None:
    """Give a node the most promising of the placements that were listed."""
    first, kept = node * CHILDREN, 0
    for n in range(total):
        placement = scan.placements[n]
        here = merit(judge(ground.free, symbols, np.uint64(placement), scan, table))
        if kept == CHILDREN:
            if here <= tree.merits[CHILDREN - 1]:
                continue
        else:
            kept += 1
        k = kept - 1
        while k > 0 and tree.merits[k - 1] < here:
            tree.merits[k], tree.moves[first + k] = tree.merits[k - 1], tree.moves[first + k - 1]
            k -= 1
        tree.merits[k], tree.moves[first + k] = here, placement
    tree.families[node] = kept


@part
def descend(search: TreeSearch, now: Playout, candidate: int) -> tuple[Playout, int]:
    """Follow the tree as far as it goes, expand it by one node, and return the path's length."""
    tree, room = search.tree, search.room
    depth, row, inside = 0, len(tree.visits) * CHILDREN + candidate, True
    while inside and now.number < len(search.deck):
        card = room.deck[now.number]
        node = tree.after[row, card]
        symbols = symbols_on(search.position, now.ground.free)
        if node == NO_NODE:
            if tree.used[0] == len(tree.visits):
                break
            node, inside = tree.used[0], False
            tree.used[0] += 1
            tree.after[row, card] = node
            table = table_for(search.evaluation, moment_of(room.deck, now))
            price(room.scan, table)
            total = list_placements(now.ground, card, search.position.flip, room.scan.placements)
            expand(tree, node, now.ground, symbols, room.scan, table, total)
        if tree.families[node] == 0:
            now, inside = discarded(now), False
            continue
        row = select(tree, search.parameters, node)
        room.path[depth], room.signs[depth] = row, now.side
        depth += 1
        now = placed(now, search.aim, symbols, np.uint64(tree.moves[row]), room.scan.pictures)
    return now, depth


@part
def leaf(search: TreeSearch, now: Playout) -> float:
    """Play on by the evaluation, and return the value; the ground left is judged, or counted."""
    scan, plies = search.room.scan, 0
    while now.number < len(search.deck):
        moment = moment_of(search.room.deck, now)
        table = table_for(search.evaluation, moment)
        symbols = symbols_on(search.position, now.ground.free)
        card = search.room.deck[now.number]
        price(scan, table)
        total = list_placements(now.ground, card, search.position.flip, scan.placements)
        choice = best_listed(now.ground.free, symbols, total, scan, table)
        plies += 1
        if not choice.exists:
            now = discarded(now)
            continue
        now = placed(now, search.aim, symbols, choice.placement, scan.pictures)
        if plies >= search.parameters.plies and moment.left:
            rest = price(scan, table) / POINT
            # It is the worth for who has just placed; a bonus (SY-D4) is part of it.
            return now.value - now.side * rest if search.aim.goal == DUEL else now.value + rest
    if search.aim.goal == DUEL and now.ahead == 1:
        bonus = size(symbols_on(search.position, now.ground.free))  # SY-D4
        return now.value - search.aim.first * bonus
    return now.value


@part
def backup(search: TreeSearch, candidate: int, depth: int, value: float) -> None:
    """Add a playout's value to its candidate and to all children of its path."""
    aim, tree, counted = search.aim, search.tree, value
    if aim.spread:
        counted = SURE / (1.0 + np.exp(-(aim.made + value) / aim.spread))
    search.results[candidate, 0] += value
    search.results[candidate, 1] += counted
    for k in range(depth):
        child = search.room.path[k]
        tree.visits[child // CHILDREN] += 1
        tree.tried[child] += 1
        tree.sums[child] += search.room.signs[k] * counted


@kernel
def explore(search: TreeSearch, alive: Numbers, rounds: int, seed: int) -> int:
    """Play the candidates that are alive out over the same decks, and return the rounds."""
    room = search.room
    for n in range(len(search.deck)):
        room.deck[n] = search.deck[n]
    room.random[0] = np.uint64(seed)
    ground = read_ground(search.position.ground)
    look(ground.free, symbols_on(search.position, ground.free), room.shown)
    for done in range(rounds):
        if search.stop[0]:
            return done
        shuffle(room.deck, search.known, room.random)
        for candidate in alive:
            now, depth = descend(search, begin(search, ground, candidate), candidate)
            backup(search, candidate, depth, leaf(search, now))
    return rounds
