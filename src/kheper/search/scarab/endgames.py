"""Two players, no ankh within reach, no bends: the game is a trail through a graph, exactly solved.

The priest stands at a vertex, the player to move takes an edge there and passes the priest on
to its other end. Whoever leaves rows always leaves rows. All values are what is still to come,
the mover's points minus the other's.
"""

from __future__ import annotations

from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab.board import (
    AXIS,
    COUNT,
    HASH,
    MASK,
    PARITY,
    STONE_KEYS,
    VALUE,
    VERTEX_KEYS,
)
from kheper.search.scarab.moves import LOW, greatest

# The search's own array: counters and limits, then the moves of each ply, then the history.
NODES, LIMIT, STOP, CANCELLED, ABORTED, TT_MASK, SELECTIVE = range(7)
HISTORY = 8  # how often a square was the best move
MOVES = HISTORY + 100  # from here on each ply writes its moves behind those of the ply before
ROOM = 1 << 16
WORK = MOVES + ROOM

# An entry of the table: its key, then a move, the depth, and two bounds of the value.
DEPTH, LOWER, UPPER = 29, 36, 47
A_MOVE = (1 << DEPTH) - 1

FOREVER = 127  # a depth that reaches the end of the game
INFINITE = 900
MOST = 1 << 30


@lazy_kernel
def stop_now(work: Numbers) -> bool:
    """Count a node, and tell whether the search must end."""
    work[NODES] += 1
    if work[STOP] or work[CANCELLED] or work[NODES] >= work[LIMIT]:
        work[ABORTED] = 1
    return bool(work[ABORTED])


@lazy_kernel
def ones(bits: int) -> int:
    """Count the bits of a number of sixteen."""
    bits -= (bits >> 1) & 0x5555
    bits = (bits & 0x3333) + ((bits >> 2) & 0x3333)
    bits = (bits + (bits >> 4)) & 0x0F0F
    return (bits + (bits >> 8)) & 0x1F


@lazy_kernel
def smallest(counts: int) -> int:
    """Return the least value of a vertex's stones, whose counts are not all 0."""
    at = 0
    if not counts & 0xFFFFFFFF:
        counts >>= 32
        at = 8
    if not counts & 0xFFFF:
        counts >>= 16
        at += 4
    if not counts & 0xFF:
        counts >>= 8
        at += 2
    if not counts & 0xF:
        at += 1
    return at - 7 if at >= 8 else at - 8


@lazy_kernel
def outlook(w: Numbers, vertex: int, stones: int, quick: int) -> int:
    """Guess the value of a position from the mover's gain minus the best answer to it.

    A regression of the final difference on positions from play: it is good to have the longer
    choice (fewer own lines for the same stones), poorer lines for oneself to leave, and an odd
    number of stones in them.
    """
    own, other = (0, 10) if vertex < 10 else (10, 0)
    ground = _ground(w, other, stones) - _ground(w, own, stones)
    return (65 * quick + ground) // 100


@lazy_kernel
def _ground(w: Numbers, base: int, stones: int) -> int:
    tops, lines, odd = 0, 0, 0
    for vertex in range(base, base + 10):
        if w[COUNT + vertex]:
            lines += 1
            tops += greatest(w[COUNT + vertex])
            odd += ones(w[MASK + vertex]) & 1
    if lines == 0:
        return 0
    return int((5 * stones + 70) * tops // lines + min(600, 13 * stones) * lines - 100 * odd)


@lazy_kernel
def bounds(tt: Numbers, slot: int, depth: int) -> tuple[int, int]:
    """Return the bounds that an entry of the table gives, if it looked deep enough."""
    data = tt[slot, 1]
    if (data >> DEPTH & 127) < depth:
        return -1024, 1023
    return (data >> LOWER & 2047) - 1024, (data >> UPPER & 2047) - 1024


@lazy_kernel
def remember(
    tt: Numbers, slot: int, key: int, depth: int, move: int, value: int, is_low: bool, is_high: bool
) -> None:
    """Write what a search found into the table: a lower bound, an upper bound, or both."""
    low, high = -1024, 1023
    if tt[slot, 0] == key and (tt[slot, 1] >> DEPTH & 127) == depth:
        low, high = bounds(tt, slot, depth)
        if move < 0:
            move = tt[slot, 1] & A_MOVE
    if is_low:
        low = max(low, value)
    if is_high:
        high = min(high, value)
    tt[slot, 0] = key
    tt[slot, 1] = (move & A_MOVE) | depth << DEPTH | (low + 1024) << LOWER | (high + 1024) << UPPER


@lazy_kernel
def survey(w: Numbers, vertex: int) -> tuple[int, int, int]:
    """Return the reachable part's hash, its number of stones, and the most the mover can win.

    The bound is what the mover gets from an opponent who always takes the best stone of the
    line: every visit to a line of theirs is a pair, the stone that leads there and the best of
    the rest, and over all visits these add up to at most the first minus the second plus the
    third minus the fourth and so on of the line's stones in order. A last stone without a
    partner ends the game, so only one line's counts.
    """
    theirs = 10 if vertex < 10 else 0
    lines, new = 1 << vertex % 10, 1 << vertex % 10  # of the mover
    crossing = 0  # of the other player
    key = VERTEX_KEYS[vertex]
    stones, bound, bonus = 0, 0, 0
    while new:
        seen = 0
        while new:
            line = 10 - theirs + LOW[new]
            new &= new - 1
            mask = w[MASK + line]
            seen |= mask
            stones += ones(mask)
            key ^= w[HASH + line]
        found = seen & ~crossing
        crossing |= seen
        seen = 0
        while found:
            line = theirs + LOW[found]
            found &= found - 1
            mask = w[MASK + line]
            seen |= mask
            bound += ones(w[PARITY + line])
            if ones(mask) & 1:
                last = smallest(w[COUNT + line])
                bound -= last + 8
                bonus = max(bonus, last)
        new = seen & ~lines
        lines |= seen
    return key, stones, bound + bonus


@lazy_kernel
def nibble(value: int) -> int:
    """Return one stone of a value, as the vertices' counts have it."""
    return 1 << 4 * (value + 8 - (1 if value > 0 else 0))


@lazy_kernel
def sort_edges(
    w: Numbers, work: Numbers, vertex: int, start: int, known: int
) -> tuple[int, int, int]:
    """Write a vertex's moves, gain minus best answer, best first, the known best before all.

    Of moves that end the game only the best matters: it is returned apart, value and square.
    """
    end, leaf, leaf_square = start, -INFINITE, -1
    mask = w[MASK + vertex]
    while mask:
        line = LOW[mask]
        mask &= mask - 1
        square = vertex * 10 + line if vertex < 10 else line * 10 + vertex - 10
        value = w[VALUE + square]
        rest = w[COUNT + (line + 10 if vertex < 10 else line)] - nibble(value)
        if rest == 0:
            if value > leaf:
                leaf, leaf_square = value, square
            continue
        order = (value - greatest(rest)) * 512 + work[HISTORY + square]
        entry = (MOST if square == known else order) << 7 | square
        at = end
        while at > start and work[at - 1] < entry:
            work[at] = work[at - 1]
            at -= 1
        work[at] = entry
        end += 1
    return end, leaf, leaf_square


@lazy_kernel
def quick_value(w: Numbers, work: Numbers, start: int, end: int, rows_first: bool) -> int:
    """Return the best gain minus the best answer to it, of moves that do not end the game."""
    quick = -INFINITE
    for n in range(start, end):
        square = work[n] & 127
        value = w[VALUE + square]
        rest = w[COUNT + (10 + square % 10 if rows_first else square // 10)] - nibble(value)
        quick = max(quick, value - greatest(rest))
    return quick


@lazy_kernel
def lift(w: Numbers, square: int, value: int, by: int) -> None:
    """Take a stone away as far as a trail is concerned, or with `by` 1 put it back."""
    row, low = square // 10, 10 + square % 10
    one = by * nibble(value)
    odd = (1 << (value + 8)) - 1
    w[MASK + row] ^= 1 << (low - 10)
    w[MASK + low] ^= 1 << row
    w[HASH + row] ^= STONE_KEYS[square, value + 8]
    w[HASH + low] ^= STONE_KEYS[square, value + 8]
    w[COUNT + row] += one
    w[COUNT + low] += one
    w[PARITY + row] ^= odd
    w[PARITY + low] ^= odd


@lazy_kernel
def trail(  # noqa: PLR0911, PLR0912 # a search ends early in many ways
    w: Numbers,
    work: Numbers,
    tt: Numbers,
    vertex: int,
    alpha: int,
    beta: int,
    depth: int,
    start: int,
) -> int:
    """Return the value of a position, or a bound of it outside alpha and beta."""
    if stop_now(work) or not w[MASK + vertex]:
        return 0
    key, stones, bound = survey(w, vertex)
    if bound <= alpha:
        return bound
    if depth >= stones:
        depth = FOREVER
    slot = (key ^ key >> 32) & work[TT_MASK]
    known = -1
    if tt[slot, 0] == key:
        known = tt[slot, 1] & 127
        low, high = bounds(tt, slot, depth)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
    end, best, chosen = sort_edges(w, work, vertex, start, known)
    if depth <= 1 and end > start:
        return max(best, outlook(w, vertex, stones, quick_value(w, work, start, end, vertex < 10)))
    lowest = alpha
    alpha = max(alpha, best)
    for n in range(start, end):
        if best >= beta:
            break
        square = work[n] & 127
        value = w[VALUE + square]
        there = 10 + square % 10 if vertex < 10 else square // 10
        lift(w, square, value, -1)
        high = beta if n == start else alpha + 1
        got = value - trail(w, work, tt, there, value - high, value - alpha, depth - 1, end)
        if n > start and alpha < got < beta:
            got = value - trail(w, work, tt, there, value - beta, value - got, depth - 1, end)
        lift(w, square, value, 1)
        if work[ABORTED]:
            return 0
        if got > best:
            best, chosen = got, square
            alpha = max(alpha, got)
    if best >= beta:
        work[HISTORY + chosen] = min(work[HISTORY + chosen] + 1, 500)
    move = chosen | (0 if vertex < 10 else 1) << AXIS
    remember(tt, slot, key, depth, move, best, best > lowest, best < beta)
    return best
