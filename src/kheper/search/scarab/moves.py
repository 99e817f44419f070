"""SCARAB's rules on arrays: moves, making and unmaking them, playouts, hashing.

Parity tests tie every function here to `kheper.scarab`.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab.board import (
    ANKH_KIND,
    ANKHS,
    AXIS,
    BACK,
    BEND,
    COUNT,
    CROSS,
    HAND,
    HAND_HASH,
    HAND_KEYS,
    HASH,
    KIND,
    KINDS,
    LEFT,
    MASK,
    PARITY,
    PLAIN,
    PRIEST,
    SCORE,
    SEAT,
    SEATS,
    SEVEN,
    SIDE,
    STAR,
    STONE_KEYS,
    TURNING,
    VALUE,
    VERTEX,
)

# The lowest bit of a mask of ten, as a number.
LOW = np.array([10] + [(n & -n).bit_length() - 1 for n in range(1, 1024)], dtype=np.int64)
MOST_LANDINGS = 256
NOTHING = -1000
NOWHERE = -1  # stands for any ankh's square


@lazy_kernel
def remove(w: Numbers, square: int) -> int:
    """Take what stands on a square from the board, and return its kind."""
    row, column = square // 10, square % 10
    down, across = 1 << row, 1 << column
    low = 10 + column
    w[MASK + row] ^= across
    w[MASK + low] ^= down
    if w[CROSS + row] & across:
        w[CROSS + row] ^= across
        w[CROSS + low] ^= down
        w[ANKHS] -= 1
        w[HASH + row] ^= STONE_KEYS[square, ANKH_KIND]
        w[HASH + low] ^= STONE_KEYS[square, ANKH_KIND]
        return ANKH_KIND
    value = int(w[VALUE + square])
    kind = value + 8
    if w[STAR + row] & across:
        w[STAR + row] ^= across
        w[STAR + low] ^= down
        kind += PLAIN
    _count(w, row, column, value, -1)
    w[VALUE + square] = 0
    w[LEFT] -= 1
    w[HASH + row] ^= STONE_KEYS[square, kind]
    w[HASH + low] ^= STONE_KEYS[square, kind]
    return kind


@lazy_kernel
def place(w: Numbers, square: int, kind: int) -> None:
    """Put a stone of a kind on an empty square."""
    row, column = square // 10, square % 10
    down, across = 1 << row, 1 << column
    low = 10 + column
    w[MASK + row] ^= across
    w[MASK + low] ^= down
    w[HASH + row] ^= STONE_KEYS[square, kind]
    w[HASH + low] ^= STONE_KEYS[square, kind]
    if kind == ANKH_KIND:
        w[CROSS + row] ^= across
        w[CROSS + low] ^= down
        w[ANKHS] += 1
        return
    value = kind % PLAIN - 8
    if kind >= PLAIN:
        w[STAR + row] ^= across
        w[STAR + low] ^= down
    _count(w, row, column, value, 1)
    w[VALUE + square] = value
    w[LEFT] += 1


@lazy_kernel
def _count(w: Numbers, row: int, column: int, value: int, by: int) -> None:
    one = by << 4 * (value + 8 - (1 if value > 0 else 0))
    odd = (1 << (value + 8)) - 1
    w[COUNT + row] += one
    w[COUNT + 10 + column] += one
    w[PARITY + row] ^= odd
    w[PARITY + 10 + column] ^= odd


@lazy_kernel
def take(w: Numbers, seat: int, kind: int, by: int) -> None:
    """Add a stone to a seat's collection, or with `by` -1 take it away (SB-T4, SB-T5)."""
    at = HAND + seat * KINDS + kind
    w[HAND_HASH + seat] ^= HAND_KEYS[seat, kind, w[at]]
    w[at] += by
    w[HAND_HASH + seat] ^= HAND_KEYS[seat, kind, w[at]]
    w[SCORE + seat] += by * (kind % PLAIN - 8)


@lazy_kernel
def make(w: Numbers, move: int) -> int:
    """Play a move, and return what `unmake` needs to know."""
    target = move & SEVEN
    seat = w[SEAT]
    old = (w[VERTEX] + 1) << 7 | w[PRIEST]
    kind = remove(w, target)
    if kind != ANKH_KIND:
        take(w, seat, kind, 1)
    back = move >> BACK & SEVEN
    if back:
        returned = move >> KIND & SEVEN
        take(w, seat, returned, -1)
        place(w, back - 1, returned)
    upright = (move >> AXIS & 1) != (1 if move >> BEND & SEVEN else 0)  # the last leg's axis
    w[VERTEX] = target // 10 if upright else 10 + target % 10  # SB-T2
    w[PRIEST] = target
    w[SEAT] = seat + 1 if seat + 1 < w[SEATS] else 0
    return int(old << 7 | kind)


@lazy_kernel
def unmake(w: Numbers, move: int, undo: int) -> None:
    """Take a move back."""
    seat = w[SEAT] - 1 if w[SEAT] else w[SEATS] - 1
    w[SEAT] = seat
    w[PRIEST] = undo >> 7 & SEVEN
    w[VERTEX] = (undo >> 14) - 1
    back = move >> BACK & SEVEN
    if back:
        take(w, seat, remove(w, back - 1), 1)
    kind = undo & SEVEN
    if kind != ANKH_KIND:
        take(w, seat, kind, -1)
    place(w, move & SEVEN, kind)


@lazy_kernel
def is_over(w: Numbers) -> bool:
    """Tell whether the game has ended (SB-E1, KH-9)."""
    if w[LEFT] == 0:
        return True
    if w[VERTEX] >= 0:
        return bool(w[MASK + w[VERTEX]] == 0)
    row, low = w[PRIEST] // 10, 10 + w[PRIEST] % 10
    # A star is a scarab stone, so a line without these has no bends either.
    return bool(w[COUNT + row] == 0 and w[COUNT + low] == 0)


@lazy_kernel
def landings(w: Numbers, moves: Numbers, start: int) -> int:
    """Write the priest's landings behind `start`, and return where they end."""
    if w[LEFT] == 0:
        return start
    vertex = w[VERTEX]
    if vertex >= 0:
        return _walks(w, vertex, moves, start)
    end = _walks(w, w[PRIEST] // 10, moves, start)
    end = _walks(w, 10 + w[PRIEST] % 10, moves, end)
    kept = start
    for n in range(start, end):  # SB-T1: scarab stones only
        if w[VALUE + (moves[n] & SEVEN)]:
            moves[kept] = moves[n]
            kept += 1
    return kept


@lazy_kernel
def _walks(w: Numbers, vertex: int, moves: Numbers, end: int) -> int:
    """Write the landings that leave along a vertex's line, bends included (SB-V2)."""
    axis = (1 if vertex >= 10 else 0) << AXIS
    stones = w[MASK + vertex]
    while stones:
        moves[end] = _crossing(vertex, LOW[stones]) | axis
        end += 1
        stones &= stones - 1
    if not w[TURNING]:
        return end
    stars = w[STAR + vertex]
    while stars:
        cross = LOW[stars]
        stars &= stars - 1
        bend = _crossing(vertex, cross) + 1 << BEND
        turned = cross + 10 if vertex < 10 else cross
        stones = w[MASK + turned] & ~(1 << vertex % 10)
        while stones:
            moves[end] = _crossing(turned, LOW[stones]) | bend | axis
            end += 1
            stones &= stones - 1
    return end


@lazy_kernel
def _crossing(vertex: int, line: int) -> int:
    """Return the square where a vertex's line meets a line of the other axis."""
    return vertex * 10 + line if vertex < 10 else line * 10 + vertex - 10


@lazy_kernel
def generate(w: Numbers, moves: Numbers) -> int:
    """Write all legal moves with all returns, and return how many there are.

    If they do not fit, the number is right and the rest is left out.
    """
    count = landings(w, moves, 0)
    seat_hand = HAND + w[SEAT] * KINDS
    for n in range(count - 1 if w[ANKHS] else -1, -1, -1):
        landing = moves[n]
        if w[VALUE + (landing & SEVEN)]:
            continue
        for square in range(100):  # SB-T5
            if not is_empty(w, square):
                continue
            for kind in range(KINDS):
                if w[seat_hand + kind]:
                    if count < len(moves):
                        moves[count] = landing | square + 1 << BACK | kind << KIND
                    count += 1
    return count


@lazy_kernel
def is_empty(w: Numbers, square: int) -> bool:
    """Tell whether a square of the board holds no stone; the priest's own is empty too."""
    row, column = square // 10, square % 10
    if row >= w[SIDE] or column >= w[SIDE]:
        return False
    return bool((w[MASK + row] >> column & 1) == 0)


@lazy_kernel
def least(w: Numbers, seat: int) -> int:
    """Return the kind of the least stone of a seat's collection, plain before starred, or -1."""
    hand = HAND + seat * KINDS
    for kind in range(PLAIN):
        if w[hand + kind]:
            return kind
        if w[hand + PLAIN + kind]:
            return PLAIN + kind
    return -1


@lazy_kernel
def gain(w: Numbers, seat: int, square: int) -> int:
    """Return what a seat wins at once by landing on a square: after an ankh, by returning."""
    if square != NOWHERE and w[VALUE + square]:
        return int(w[VALUE + square])
    kind = least(w, seat)
    return max(0, 8 - kind % PLAIN) if kind >= 0 else 0


@lazy_kernel
def greatest(counts: int) -> int:
    """Return the greatest value of a vertex's stones, whose counts are not all 0."""
    at = 0
    if counts >> 32:
        counts >>= 32
        at = 8
    if counts >> 16:
        counts >>= 16
        at += 4
    if counts >> 8:
        counts >>= 8
        at += 2
    if counts >> 4:
        at += 1
    return at - 7 if at >= 8 else at - 8


@lazy_kernel
def line_gain(w: Numbers, seat: int, counts: int, ankh: bool) -> int:
    """Return the most that a seat can win at once from the stones of a line, without a bend."""
    best = greatest(counts) if counts else NOTHING
    if ankh:
        best = max(best, gain(w, seat, NOWHERE))
    return 0 if best == NOTHING else best


@lazy_kernel
def best_gain(w: Numbers, moves: Numbers, start: int) -> int:
    """Return the most that the seat to move can win at once; 0 if it cannot move."""
    vertex = w[VERTEX]
    if vertex >= 0 and not w[TURNING]:
        return line_gain(w, w[SEAT], w[COUNT + vertex], w[CROSS + vertex] != 0)
    best = NOTHING
    for n in range(start, landings(w, moves, start)):
        best = max(best, gain(w, w[SEAT], moves[n] & SEVEN))
    return 0 if best == NOTHING else best


@lazy_kernel
def with_return(w: Numbers, landing: int) -> int:
    """Add to a landing on an ankh the return of the least stone, off the next player's line."""
    target = landing & SEVEN
    kind = least(w, w[SEAT])
    if w[VALUE + target] or kind < 0 or kind % PLAIN >= 8:
        return landing
    upright = (landing >> AXIS & 1) != (1 if landing >> BEND & SEVEN else 0)
    for square in range(100):
        same = square // 10 == target // 10 if upright else square % 10 == target % 10
        if not same and is_empty(w, square):
            return landing | square + 1 << BACK | kind << KIND
    return landing


@lazy_kernel
def greedy(w: Numbers, moves: Numbers, start: int, seed: int) -> int:
    """Return the move with the best own gain minus the next player's best gain, ties drawn."""
    end = landings(w, moves, start)
    best, chosen, ties = NOTHING, -1, 0
    for n in range(start, end):
        move = with_return(w, moves[n])
        won = gain(w, w[SEAT], moves[n] & SEVEN)
        undo = make(w, move)
        won -= best_gain(w, moves, end)
        unmake(w, move, undo)
        if won > best:
            best, chosen, ties = won, move, 1
        elif won == best:
            ties += 1
            seed = next_random(seed)
            if seed % ties == 0:
                chosen = move
    return chosen


@lazy_kernel
def next_random(seed: int) -> int:
    """Return the next of a sequence of 32-bit numbers (Marsaglia's xorshift)."""
    seed ^= (seed << 13) & 0xFFFFFFFF
    seed ^= seed >> 17
    return seed ^ ((seed << 5) & 0xFFFFFFFF)


@lazy_kernel
def random_move(w: Numbers, moves: Numbers, seed: int) -> int:
    """Return a landing drawn at random; an ankh returns a random stone or nothing."""
    end = landings(w, moves, 0)
    landing = moves[(seed >> 3) % end]
    if w[VALUE + (landing & SEVEN)]:
        return int(landing)
    seed = next_random(seed)
    square = (seed >> 3) % 100
    seed = next_random(seed)
    kind = (seed >> 3) % KINDS
    for _ in range(KINDS):
        if w[HAND + w[SEAT] * KINDS + kind] and is_empty(w, square):
            return int(landing | square + 1 << BACK | kind << KIND)
        kind = kind + 1 if kind + 1 < KINDS else 0
    return int(landing)


@lazy_kernel
def playout(w: Numbers, moves: Numbers, seed: int, greedily: bool) -> int:
    """Play to the end, at random or greedily, and return how many moves it took."""
    played = 0
    while not is_over(w):
        seed = next_random(seed)
        make(w, greedy(w, moves, 0, seed) if greedily else random_move(w, moves, seed))
        played += 1
    return played


@lazy_kernel
def playouts(w: Numbers, count: int, seed: int, greedily: bool) -> int:
    """Play many times from the same position, and return how many moves that took."""
    moves = np.empty(4 * MOST_LANDINGS, dtype=np.int64)
    board = np.empty_like(w)
    played = 0
    for _ in range(count):
        board[:] = w
        seed = next_random(seed)
        played += playout(board, moves, seed, greedily)
    return played
