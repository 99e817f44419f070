"""What open ground is worth: a learned evaluation, fast enough to follow in playouts.

Each picture that a window shows (`windows`) has a worth, learned by self-play; the worth of the
ground is the sum over all windows. Worths are whole numbers of a 256th of a point.

`table_for` alone decides which worths count when: a richer evaluation is added there.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Ints, ShortRows, Shorts, Word
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, first_of, row_of, some, without_first
from kheper.search.scarabya.moves import (
    MOST_FITS,
    DigPosition,
    Ground,
    closed_by,
    lay,
    list_placements,
    read_ground,
    symbols_on,
    without,
)
from kheper.search.scarabya.tables import MASKS
from kheper.search.scarabya.windows import (
    CORNER,
    DELTA,
    END,
    HITS,
    LIST,
    PLACE,
    POWER,
    SMALL_END,
    SMALL_WINDOWS,
    TOUCHED,
    WINDOW,
    WINDOWS,
    classes,
)

# What a game is about: points of one's own, or points more than the other.
EXPEDITION, DUEL = 0, 1
GOALS = {"expedition": EXPEDITION, "duel": DUEL}

# The stages, by cards left, that share the worths of the large windows.
STAGE = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3], dtype=np.int64)
STAGES = 4

POINT = 256


class Evaluation(NamedTuple):
    """The worths of all pictures: small windows by cards left, large ones by stage."""

    small: ShortRows
    large: ShortRows

    @classmethod
    def of_classes(cls, small: ShortRows, large: ShortRows) -> Evaluation:
        """Give each picture the worth of its class: the same turned and turned over."""
        return cls(
            np.ascontiguousarray(small[:, classes(3, 3)]),
            np.ascontiguousarray(large[:, classes(3, 4)]),
        )


@cache
def load_evaluation(mode: str) -> Evaluation:
    """Load the evaluation of a mode."""
    with files("kheper.search.scarabya").joinpath("weights", f"{mode}.npz").open("rb") as file:
        stored = np.load(file)
        return Evaluation.of_classes(stored["small"], stored["large"])


class Moment(NamedTuple):
    """When ground is judged: the cards left, the seat that has placed, and the tiles to come."""

    left: int
    seat: int
    coming: Word


class WindowTable(NamedTuple):
    """What each picture is worth at one moment, in small and in large windows."""

    small: Shorts
    large: Shorts


class Scan(NamedTuple):
    """Room for what all windows show of a ground, and for judging placements on it."""

    pictures: Ints
    worths: Shorts
    changes: Ints
    placements: Shorts

    @classmethod
    def empty(cls) -> Scan:
        """Return room for one ground."""
        return cls(
            np.zeros(WINDOWS, np.int32),
            np.zeros(WINDOWS, np.int16),
            np.zeros(WINDOWS, np.int32),
            np.zeros(MOST_FITS, np.int16),
        )


class Judgement(NamedTuple):
    """What a placement gains, and by how much it changes the worth of the ground."""

    gain: int
    change: int


class Choice(NamedTuple):
    """A placement, if there is any."""

    exists: bool
    placement: Word


class Placed(NamedTuple):
    """A placement that was made: its points, and the ground after it."""

    points: int
    ground: Ground


@part
def table_for(evaluation: Evaluation, moment: Moment) -> WindowTable:
    """Return the worths that count at a moment."""
    return WindowTable(evaluation.small[moment.left], evaluation.large[STAGE[moment.left]])


@part
def show(pictures: Ints, squares: WordMask, digit: int) -> None:
    """Change the digits of squares in all windows that they lie in."""
    while some(squares):
        place = PLACE[first_of(squares)]
        squares = without_first(squares)
        for n in range(HITS):
            pictures[place + WINDOW[n]] += np.int32(digit) * POWER[n]


@part
def show_open(pictures: Ints, squares: WordMask, symbols: WordMask, sign: int) -> None:
    """Add open squares to the pictures, or with sign -1 remove them: 1 each, a symbol 2."""
    show(pictures, squares, sign)
    show(pictures, squares & symbols, sign)


@part
def look(free: WordMask, symbols: WordMask, pictures: Ints) -> None:
    """Read what every window shows."""
    for window in range(WINDOWS):
        pictures[window] = 0
    show_open(pictures, free, symbols, 1)


@part
def price(scan: Scan, table: WindowTable) -> int:
    """Write down what each window's picture is worth, and return the sum."""
    total = 0
    for window in range(SMALL_WINDOWS):
        scan.worths[window] = table.small[scan.pictures[window]]
        total += scan.worths[window]
    for window in range(SMALL_WINDOWS, WINDOWS):
        scan.worths[window] = table.large[scan.pictures[window]]
        total += scan.worths[window]
    return total


@part
def touched_change(scan: Scan, table: WindowTable, placement: Word) -> int:
    """Return how the worth changes in the windows that a tile touches; clear their changes."""
    change, shape, corner = 0, LIST[placement], CORNER[placement]
    for n in range(SMALL_END[shape]):
        window = corner + TOUCHED[shape, n]
        picture = scan.pictures[window] - DELTA[shape, n] - scan.changes[window]
        change += table.small[picture] - scan.worths[window]
        scan.changes[window] = 0
    for n in range(SMALL_END[shape], END[shape]):
        window = corner + TOUCHED[shape, n]
        picture = scan.pictures[window] - DELTA[shape, n] - scan.changes[window]
        change += table.large[picture] - scan.worths[window]
        scan.changes[window] = 0
    return change


@part
def area_change(scan: Scan, table: WindowTable, areas: WordMask) -> int:
    """Return how the worth changes in the other windows of closed areas; clear their changes."""
    change = 0
    while some(areas):
        place = PLACE[first_of(areas)]
        areas = without_first(areas)
        for n in range(HITS):
            window = place + WINDOW[n]
            if scan.changes[window]:
                picture = scan.pictures[window] - scan.changes[window]
                change += table.small[picture] if window < SMALL_WINDOWS else table.large[picture]
                change -= scan.worths[window]
                scan.changes[window] = 0
    return change


@part
def judge(
    free: WordMask, symbols: WordMask, placement: Word, scan: Scan, table: WindowTable
) -> Judgement:
    """Judge a placement on a ground that was priced."""
    tile = row_of(MASKS, placement)
    areas = closed_by(free & ~tile, symbols, placement)
    show(scan.changes, symbols & tile, 1)
    show_open(scan.changes, areas.squares, symbols, 1)
    change = touched_change(scan, table, placement)
    return Judgement(areas.points, change + area_change(scan, table, areas.squares))


@part
def merit(judgement: Judgement) -> int:
    """Return gain and worth together, in parts of a point."""
    return POINT * judgement.gain + judgement.change


@part
def best_listed(
    free: WordMask, symbols: WordMask, total: int, scan: Scan, table: WindowTable
) -> Choice:
    """Choose the placement of most merit of those listed, on a ground that was priced."""
    best, most = np.uint64(0), -(2**60)
    for n in range(total):
        placement = np.uint64(scan.placements[n])
        here = merit(judge(free, symbols, placement, scan, table))
        if here > most:
            best, most = placement, here
    return Choice(total > 0, best)


@part
def play(ground: Ground, symbols: WordMask, placement: Word, pictures: Ints) -> Placed:
    """Lay a tile and take the areas that it closes out of the ground and the pictures."""
    show_open(pictures, row_of(MASKS, placement), symbols, -1)
    ground = lay(ground, placement)
    areas = closed_by(ground.free, symbols, placement)
    show_open(pictures, areas.squares, symbols, -1)
    return Placed(areas.points, without(ground, areas.squares))


@kernel
def rank(
    position: DigPosition,
    card: int,
    evaluation: Evaluation,
    left: int,
    scan: Scan,
    gains: Ints,
    changes: Ints,
) -> tuple[int, int]:
    """Judge every legal placement of a card with so many cards left behind it.

    The placements are written to the scan. Returned are their number and the worth of the
    ground as it is.
    """
    ground = read_ground(position.ground)
    symbols = symbols_on(position, ground.free)
    table = table_for(evaluation, Moment(left, 0, np.uint64(0)))
    look(ground.free, symbols, scan.pictures)
    worth = price(scan, table)
    total = list_placements(ground, card, position.flip, scan.placements)
    for n in range(total):
        placement = np.uint64(scan.placements[n])
        gains[n], changes[n] = judge(ground.free, symbols, placement, scan, table)
    return total, worth
