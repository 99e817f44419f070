"""A beam over the placements of known cards, some of which may be laid down beforehand.

Squares that a later card is to have (`fixed`) are taken out of the open ground from the start:
what is worth having is judged as if those tiles lay already, while contact (SY-L2) and discards
(SY-L6) follow what really lies.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import (
    Bytes,
    IntRows,
    NumberRows,
    Numbers,
    ShortRows,
    Shorts,
    Word,
    WordRows,
    Words,
    WordStack,
)
from kheper.search.jit.bits import ZERO, signed
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, row_of, some
from kheper.search.jit.random import below, mixed
from kheper.search.scarabya.evaluation import (
    POINT,
    Evaluation,
    Moment,
    Scan,
    WindowTable,
    judge,
    look,
    merit,
    price,
    table_for,
)
from kheper.search.scarabya.moves import (
    DigPosition,
    Ground,
    closed_by,
    fits_anywhere,
    lay,
    list_placements,
    read_ground,
)
from kheper.search.scarabya.tables import MASKS

FREE_CARD = -1  # in `fixed`: the search is to place this card
DISCARD = -1  # in a line

# Values are sorted into buckets of a 64th of a point.
FINE, BUCKETS = 64, 64 * 160
# Words of a state: the open ground, the squares no tile covers, those a tile must touch.
STATE_WORDS = 6
# Places in `Candidates.tally`: how many there are, the least key kept, how many were dropped.
TOTAL, LEAST, DROPPED = range(3)


class KnownCards(NamedTuple):
    """The cards in their order, and for each the placement that it must have."""

    cards: Bytes
    fixed: Shorts


class Candidates(NamedTuple):
    """Placements of one card: sorting keys, the states they follow, and their order."""

    keys: Numbers
    parents: Numbers
    moves: Shorts
    order: Numbers
    counts: Numbers
    tally: Numbers


class BeamLevels(NamedTuple):
    """The states of a beam before a card and after it, in turn, with their points.

    `parents` and `moves` keep, for each card, how each state came about.
    """

    states: WordStack
    points: NumberRows
    parents: IntRows
    moves: ShortRows
    table: Numbers


class BeamRoom(NamedTuple):
    """The arrays of a beam of a certain width."""

    width: int
    candidates: Candidates
    level: BeamLevels
    scan: Scan
    random: Words

    @classmethod
    def of(cls, width: int, depth: int, random: Words) -> BeamRoom:
        """Return room for a beam over so many cards."""
        size = max(4 * (width + width // 2), 2048)
        slots = 16
        while slots < 3 * width:
            slots *= 2
        candidates = Candidates(
            np.empty(size, np.int64), np.empty(size, np.int64), np.empty(size, np.int16),
            np.empty(size, np.int64), np.zeros(BUCKETS + 1, np.int64), np.zeros(3, np.int64),
        )  # fmt: skip
        level = BeamLevels(
            np.zeros((2, width, STATE_WORDS), np.uint64), np.zeros((2, width), np.int64),
            np.zeros((depth, width), np.int32), np.zeros((depth, width), np.int16),
            np.zeros(slots, np.int64),
        )  # fmt: skip
        return cls(width, candidates, level, Scan.empty(), random)


class BeamState(NamedTuple):
    """A position of the beam: `open` is what may be scored on, `free` what no tile covers."""

    open: WordMask
    free: WordMask
    contact: WordMask


@part
def read_state(states: WordRows, n: int) -> BeamState:
    """Return a state of a level."""
    return BeamState(
        WordMask(states[n, 0], states[n, 1]),
        WordMask(states[n, 2], states[n, 3]),
        WordMask(states[n, 4], states[n, 5]),
    )


@part
def write_state(states: WordRows, n: int, state: BeamState) -> None:
    """Write a state of a level."""
    states[n, 0], states[n, 1] = state.open.low, state.open.high
    states[n, 2], states[n, 3] = state.free.low, state.free.high
    states[n, 4], states[n, 5] = state.contact.low, state.contact.high


@part
def scarabs_on(position: DigPosition, mask: WordMask) -> WordMask:
    """Return the symbols on some squares that were open at the start."""
    start = WordMask(position.ground[0], position.ground[1])
    return WordMask(position.scarabs[0], position.scarabs[1]) & start & mask


@part
def take_out(free: WordMask, symbols: WordMask, placement: Word) -> tuple[int, WordMask]:
    """Take a tile's squares and the areas it closes out of the ground; return the points too."""
    free = free & ~row_of(MASKS, placement)
    areas = closed_by(free, symbols, placement)
    return areas.points, free & ~areas.squares


@part
def key_of(value: int) -> int:
    """Return the bucket of a value, which is in parts of a point as worths are."""
    return min(max(value * FINE // POINT + FINE * 8, 0), BUCKETS - 1)


@part
def count_keys(candidates: Candidates) -> None:
    """Count the candidates of each bucket."""
    for bucket in range(BUCKETS + 1):
        candidates.counts[bucket] = 0
    for n in range(candidates.tally[TOTAL]):
        candidates.counts[candidates.keys[n]] += 1


@part
def keep_best(candidates: Candidates, room: int) -> None:
    """Drop all but the best candidates."""
    count_keys(candidates)
    cut, above, tally = BUCKETS, 0, candidates.tally
    while cut > 0 and above + candidates.counts[cut - 1] <= room:
        cut -= 1
        above += candidates.counts[cut]
    ties, kept = room - above, 0
    for n in range(tally[TOTAL]):
        if candidates.keys[n] < cut:
            if candidates.keys[n] != cut - 1 or ties == 0:
                continue
            ties -= 1
        candidates.keys[kept] = candidates.keys[n]
        candidates.parents[kept] = candidates.parents[n]
        candidates.moves[kept] = candidates.moves[n]
        kept += 1
    tally[DROPPED] += tally[TOTAL] - kept
    tally[TOTAL], tally[LEAST] = kept, max(cut - 1, 0)


@part
def sort(candidates: Candidates) -> None:
    """Write the places of the candidates, best first."""
    count_keys(candidates)
    before = 0
    for key in range(BUCKETS - 1, -1, -1):
        here = candidates.counts[key]
        candidates.counts[key] = before
        before += here
    for n in range(candidates.tally[TOTAL]):
        key = candidates.keys[n]
        candidates.order[candidates.counts[key]] = n
        candidates.counts[key] += 1


@part
def add(room: BeamRoom, key: int, parent: int, move: int) -> None:
    """Add a candidate, unless enough better ones are known."""
    candidates = room.candidates
    tally = candidates.tally
    if key < tally[LEAST]:
        tally[DROPPED] += 1
        return
    if tally[TOTAL] == len(candidates.keys):
        keep_best(candidates, room.width + room.width // 2)
    n = tally[TOTAL]
    candidates.keys[n], candidates.parents[n], candidates.moves[n] = key, parent, move
    tally[TOTAL] += 1


@part
def is_new(states: WordRows, n: int, table: Numbers) -> bool:
    """Return whether no state before this one is the same, and remember it if so."""
    word = ZERO
    for k in range(STATE_WORDS):
        word = mixed(word ^ states[n, k])
    mask = len(table) - 1
    place = signed(word >> np.uint64(20)) & mask
    while table[place] >= 0:
        other, same = table[place], True
        for k in range(STATE_WORDS):
            same = same and states[other, k] == states[n, k]
        if same:
            return False
        place = (place + 1) & mask
    table[place] = n
    return True


@part
def start(position: DigPosition, cards: KnownCards, room: BeamRoom) -> int:
    """Write the first state, with all fixed tiles laid, and return how many cards are free."""
    ground = read_ground(position.ground)
    free, points, left = ground.free, 0, 0
    for card in range(len(cards.cards)):
        if cards.fixed[card] == FREE_CARD:
            left += 1
        else:
            free = free & ~row_of(MASKS, np.uint64(cards.fixed[card]))
    for card in range(len(cards.cards)):
        if cards.fixed[card] != FREE_CARD:
            symbols = scarabs_on(position, ground.free)
            gain, free = take_out(free, symbols, np.uint64(cards.fixed[card]))
            points += gain
    write_state(room.level.states[0], 0, BeamState(free, ground.free, ground.contact))
    room.level.points[0, 0] = points
    return left


@part
def expand(
    position: DigPosition, room: BeamRoom, state: BeamState, points: int, n: int, card: int,
    table: WindowTable, noise: int,
) -> None:  # fmt: skip
    """Add the placements of a free card that follow a state, or its discard."""
    scan, symbols = room.scan, scarabs_on(position, state.open)
    look(state.open, symbols, scan.pictures)
    worth = POINT * points + price(scan, table)
    ground = Ground(state.open, state.contact & state.open, True)
    total = list_placements(ground, card, position.flip, scan.placements)
    for k in range(total):
        move = scan.placements[k]
        here = merit(judge(state.open, symbols, np.uint64(move), scan, table))
        add(room, key_of(worth + here + below(room.random, noise + 1)), n, move)
    if total == 0:
        really = Ground(state.free, state.contact & state.free, True)
        if not fits_anywhere(really, card, position.flip):
            add(room, key_of(worth), n, DISCARD)


@part
def successor(
    position: DigPosition, state: BeamState, move: int, is_fixed: bool
) -> tuple[int, BeamState]:
    """Return the points that a placement makes, and the state after it."""
    placement, gain, opened = np.uint64(move), 0, state.open
    if not is_fixed:
        gain, opened = take_out(opened, scarabs_on(position, opened), placement)
    start = read_ground(position.ground)
    untouched = state.free.low == start.free.low and state.free.high == start.free.high
    laid = lay(Ground(state.free, state.contact, start.placed or not untouched), placement)
    return gain, BeamState(opened, laid.free, laid.contact)


@part
def advance(position: DigPosition, room: BeamRoom, number: int, is_fixed: bool) -> int:
    """Fill the next level with the best candidates, no state twice, and return its size."""
    candidates, level = room.candidates, room.level
    states, points = level.states[number & 1], level.points[number & 1]
    after, points_after = level.states[1 - number & 1], level.points[1 - number & 1]
    for slot in range(len(level.table)):
        level.table[slot] = -1
    sort(candidates)
    total, born = candidates.tally[TOTAL], 0
    for k in range(total):
        if born == room.width:
            candidates.tally[DROPPED] += total - k
            break
        n, move = candidates.parents[candidates.order[k]], candidates.moves[candidates.order[k]]
        gain, state = 0, read_state(states, n)
        if move != DISCARD:
            gain, state = successor(position, state, move, is_fixed)
        write_state(after, born, state)
        points_after[born] = points[n] + gain
        if is_new(after, born, level.table):
            level.parents[number, born], level.moves[number, born] = n, move
            born += 1
    return born


@part
def trace(level: BeamLevels, depth: int, alive: int, line: Shorts) -> int:
    """Write the line of the best state of the last level, and return its points."""
    points, best = level.points[depth & 1], 0
    for n in range(alive):
        if points[n] > points[best]:
            best = n
    n = best
    for number in range(depth - 1, -1, -1):
        line[number] = level.moves[number, n]
        n = level.parents[number, n]
    return int(points[best])


@kernel
def beam(
    position: DigPosition,
    cards: KnownCards,
    evaluation: Evaluation,
    noise: int,
    room: BeamRoom,
    stop: Bytes,
    alarm: Bytes,
    line: Shorts,
) -> tuple[bool, int]:
    """Write the best line found; return whether there is any, and its points.

    If nothing was dropped, the line is the best of those that keep to the fixed placements.
    """
    tally = room.candidates.tally
    left, alive = start(position, cards, room), 1
    tally[DROPPED] = 0
    for number in range(len(cards.cards)):
        tally[TOTAL], tally[LEAST] = 0, 0
        fixed, card = cards.fixed[number], cards.cards[number]
        is_fixed = fixed != FREE_CARD
        if not is_fixed:
            left -= 1
        table = table_for(evaluation, Moment(left, 0, np.uint64(0)))
        for n in range(alive):
            if stop[0] or alarm[0]:
                return False, 0
            state = read_state(room.level.states[number & 1], n)
            if not is_fixed:
                points = room.level.points[number & 1, n]
                expand(position, room, state, points, n, card, table, noise)
            elif some(state.contact & row_of(MASKS, np.uint64(fixed))):
                add(room, 0, n, fixed)
        alive = advance(position, room, number, is_fixed)
        if alive == 0:
            return False, 0
    return True, trace(room.level, len(cards.cards), alive, line)
