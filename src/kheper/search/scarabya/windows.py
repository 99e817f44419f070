"""The windows through which open ground is seen, as tables for kernels.

Windows of 3x3, 3x4 and 4x3 squares are laid everywhere on the site and over its frame. What a
window shows is a number of base three: a digit for each of its squares, 0 blocked (a tile, a
rock, the frame, a closed area), 1 free, 2 free with a scarab symbol.

Windows are numbered so that a step to the right is always 1 and a step down always `ACROSS`. So
what a tile changes is the same list for each of its orientations wherever it lies: the windows
it touches, counted from the corner of the tile, and by how much their pictures change.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from kheper.core.grid import SIDE, STRIDE
from kheper.scarabya.placements import PLACEMENTS
from kheper.search.jit.arrays import Ints, Numbers, Shorts

SHAPES = ((3, 3), (3, 4), (4, 3))
ACROSS = SIDE + 3
_DOWN = SIDE + 3
WINDOWS = len(SHAPES) * ACROSS * _DOWN
SMALL_WINDOWS = ACROSS * _DOWN

Cell = tuple[int, int]


def number(shape: int, top: int, left: int) -> int:
    """Return a window's number; its upper left square may lie up to three beyond the frame."""
    return (shape * _DOWN + top + 3) * ACROSS + left + 3


def digit(shape: int, row: int, column: int) -> int:
    """Return the weight of a window's square; a standing window is read as a lying one turned."""
    height, width = SHAPES[shape]
    if height == width:
        return int(3 ** (row * width + column))
    return int(3 ** (row * 4 + column if width == 4 else column * 4 + row))


def _seen(square: Cell) -> list[tuple[int, int]]:
    """Return the windows that a square lies in, each with the square's weight there."""
    return [
        (number(shape, square[0] - row, square[1] - column), digit(shape, row, column))
        for shape, (height, width) in enumerate(SHAPES)
        for row in range(height)
        for column in range(width)
    ]


# The windows of the square in the upper left corner, and its weights there; those of another
# square lie behind them by its PLACE.
HITS = len(_seen((0, 0)))
WINDOW = np.array([window for window, _ in _seen((0, 0))], dtype=np.int64)
POWER = np.array([power for _, power in _seen((0, 0))], dtype=np.int32)
PLACE = np.array(
    [row * ACROSS + column for row in range(SIDE) for column in range(STRIDE)], dtype=np.int64
)


def _shape_of(cells: list[Cell]) -> tuple[Cell, tuple[Cell, ...]]:
    corner = min(row for row, _ in cells), min(column for _, column in cells)
    return corner, tuple(sorted((row - corner[0], column - corner[1]) for row, column in cells))


def _lists() -> tuple[Shorts, Numbers, Numbers, Ints, Numbers, Numbers]:
    """Return for placements their list and corner, and the lists: windows, changes, lengths."""
    lists: dict[tuple[Cell, ...], int] = {}
    which = np.zeros(len(PLACEMENTS), dtype=np.int16)
    corner = np.zeros(len(PLACEMENTS), dtype=np.int64)
    for placement in PLACEMENTS:
        (top, left), shape = _shape_of([(s.row, s.column) for s in placement.squares])
        which[placement.index] = lists.setdefault(shape, len(lists))
        corner[placement.index] = top * ACROSS + left
    changes: list[list[tuple[int, int]]] = []
    for shape in lists:
        change: dict[int, int] = {}
        for cell in shape:
            for window, power in _seen(cell):
                change[window] = change.get(window, 0) + power
        changes.append(sorted(change.items()))
    longest = max(map(len, changes))
    windows = np.zeros((len(lists), longest), dtype=np.int64)
    deltas = np.zeros((len(lists), longest), dtype=np.int32)
    for n, found in enumerate(changes):
        windows[n, : len(found)] = [window for window, _ in found]
        deltas[n, : len(found)] = [delta for _, delta in found]
    small = [sum(window < SMALL_WINDOWS for window, _ in found) for found in changes]
    every = [len(found) for found in changes]
    return which, corner, windows, deltas, np.array(small, np.int64), np.array(every, np.int64)


LIST, CORNER, TOUCHED, DELTA, SMALL_END, END = _lists()


@cache
def classes(height: int, width: int) -> Numbers:
    """Return the class of every picture: pictures that are turns of each other share one."""
    size = height * width
    digits = np.indices((3,) * size, dtype=np.float32).reshape(size, -1)[::-1]
    powers = 3 ** np.arange(size).reshape(height, width)
    turns = [powers, powers[::-1], powers[:, ::-1], powers[::-1, ::-1]]
    if height == width:
        turns += [turn.T for turn in turns]
    # Every number is far below what 32 bits hold exactly, and a product of matrices is quick.
    numbers = np.array([turn.ravel() for turn in turns], dtype=np.float32) @ digits
    first = numbers.min(axis=0).astype(np.int64)
    is_first = np.zeros(len(first), dtype=np.bool_)
    is_first[first] = True
    found: Numbers = (np.cumsum(is_first) - 1)[first]
    return found
