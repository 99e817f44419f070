"""A SCARAB position as one array of numbers, and moves as single numbers.

The stones are the edges of a graph between rows (vertices 0 to 9) and columns (10 to 19). A
priest who must leave along its row stands at the row's vertex, else at the column's: a move
walks along an edge and removes it. Squares are numbered row * 10 + column on both boards.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np

from kheper.core.grid import Square
from kheper.scarab import Move, Return, ScarabState, Stone
from kheper.scarab.stones import ANKH, POINTS, STARRED
from kheper.search.jit.arrays import Numbers

# Where things are in the array: one number for each square, for each vertex, for each seat.
VALUE = 0  # a scarab stone's value; 0 for no stone and for an ankh
MASK = 100  # a vertex's stones, one bit for each crossing line
STAR = 120  # those that are starred
CROSS = 140  # those that are ankhs
HASH = 160  # a vertex's stones as a hash
COUNT = 180  # how many scarab stones of each value a vertex has, four bits a value
PARITY = 200  # bit t: whether an odd number of its scarab stones is worth more than t - 8
HAND = 220  # a seat's stones: 34 counters, values -8 to 8 plain, then starred
HAND_HASH = 356
SCORE = 360
SIDES = 364  # which side a seat plays for
VERTEX = 368  # where the priest is; -1 before the first move of a whole game
PRIEST, SEAT, SEATS, LEFT, ANKHS, TURNING, SIDE = range(369, 376)
SIZE = 376

KINDS = 34  # of scarab stones: seventeen values, plain and starred
PLAIN = 17
ANKH_KIND = 34

# A move's bits: target, bend + 1, return's square + 1, return's kind, first axis (1: column).
BEND, BACK, KIND, AXIS = 7, 14, 21, 28
SEVEN = 127

_random = Random(2003)


def _draw(*shape: int) -> Numbers:
    count = int(np.prod(shape))
    numbers = [_random.getrandbits(63) for _ in range(count)]
    return np.array(numbers, dtype=np.int64).reshape(shape)


# Random numbers that stand for things in hashes (Zobrist).
STONE_KEYS = _draw(100, 35)
VERTEX_KEYS = _draw(20)
SEAT_KEYS = _draw(4)
HAND_KEYS = _draw(4, KINDS, 8)
HAND_KEYS[:, :, 0] = 0  # no stone, no trace
LEAST_KEYS = _draw(4, 2, 18)
_STONES, _HANDS = STONE_KEYS.tolist(), HAND_KEYS.tolist()


def kind_of(code: int) -> int:
    """Return the kernels' number for what stands on a square by the rules' code."""
    if code == ANKH:
        return ANKH_KIND
    return POINTS[code] + 8 + (PLAIN if code > STARRED else 0)


def _kind(stone: Stone) -> int:
    return stone.value + 8 + (PLAIN if stone.starred else 0)


def board_of(state: ScarabState, *, stars: bool = True) -> Numbers:
    """Return a state as an array; without stars where nobody can bend."""
    w = [0] * SIZE  # a list at first: filling an array number by number is slow
    side = state.side
    for n, code in enumerate(state.board):
        if code:
            _set_stone(w, n // side, n % side, _plain(kind_of(code), stars))
    for seat, hand in enumerate(state.hands):
        _set_hand(w, seat, [_plain(_kind(stone), stars) for stone in hand])
        w[SIDES + seat] = seat // 2 if state.start.teams else seat
    row, column = divmod(state.priest, side)
    w[VERTEX] = {None: -1, "h": row, "v": 10 + column}[state.axis]
    w[PRIEST] = row * 10 + column
    w[SEAT] = state.to_move[0] - 1 if state.to_move else 0
    w[SEATS], w[TURNING], w[SIDE] = state.seats, state.start.turning, side
    return np.array(w, dtype=np.int64)


def _plain(kind: int, stars: bool) -> int:
    return kind if stars or kind == ANKH_KIND else kind % PLAIN


def _set_hand(w: list[int], seat: int, kinds: list[int]) -> None:
    for kind, count in Counter(kinds).items():
        w[HAND + seat * KINDS + kind] = count
        w[HAND_HASH + seat] ^= _HANDS[seat][kind][count]
        w[SCORE + seat] += count * (kind % PLAIN - 8)


def _set_stone(w: list[int], row: int, column: int, kind: int) -> None:
    low, square = 10 + column, row * 10 + column
    across, down, key = 1 << column, 1 << row, _STONES[square][kind]
    w[MASK + row] |= across
    w[MASK + low] |= down
    w[HASH + row] ^= key
    w[HASH + low] ^= key
    if kind == ANKH_KIND:
        w[CROSS + row] |= across
        w[CROSS + low] |= down
        w[ANKHS] += 1
        return
    value = kind % PLAIN - 8
    w[VALUE + square] = value
    w[LEFT] += 1
    if kind >= PLAIN:
        w[STAR + row] |= across
        w[STAR + low] |= down
    one, odd = 1 << 4 * (value + 8 - (value > 0)), (1 << value + 8) - 1
    w[COUNT + row] += one
    w[COUNT + low] += one
    w[PARITY + row] ^= odd
    w[PARITY + low] ^= odd


def move_of(number: int) -> Move:
    """Return the rules' move that a number stands for."""
    bend, back = number >> BEND & SEVEN, number >> BACK & SEVEN
    returns = None
    if back:
        kind = number >> KIND & SEVEN
        stone = Stone(kind % PLAIN - 8, kind >= PLAIN)
        returns = Return(stone, _square(back - 1))
    axis = "v" if number >> AXIS & 1 else "h"
    return Move(axis, _square(number & SEVEN), _square(bend - 1) if bend else None, returns)


def number_of(move: Move) -> int:
    """Return the number that stands for a move of the rules."""
    number = _index(move.target) | (move.axis == "v") << AXIS
    if move.bend is not None:
        number |= _index(move.bend) + 1 << BEND
    if move.returns is not None:
        stone, square = move.returns
        number |= _index(square) + 1 << BACK | _kind(stone) << KIND
    return number


def _square(n: int) -> Square:
    return Square(*divmod(n, 10))


def _index(square: Square) -> int:
    return square.row * 10 + square.column
