"""What open ground is worth: a learned evaluation, and playouts that follow it.

The ground is seen through small windows, 3x3 and 3x4 squares, laid everywhere on the site and a
little over its frame. A square is blocked (a tile, a rock, the frame, a closed area), free, or
free with a scarab symbol, so a 3x3 window shows one of 19,683 pictures and a 3x4 window one of
531,441. Each picture has a worth, learned by self-play for every stage of the game, the same for
a picture turned or turned over; the worth of the ground is the sum over all windows. A placement
changes few windows, so that a move is judged in well under a microsecond.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kheper.core.grid import SIDE, bit
from kheper.core.grid import Square as _Square
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.tiles import TILES
from kheper.search.bits import Bytes, Numbers, Shorts, kernel, part

SQUARES = SIDE * SIDE
CARDS = len(TILES)
BLOCKED, FREE, SCARAB = 0, 1, 2

# What a game is about: points of one's own, or points more than the other.
EXPEDITION, DUEL = 0, 1
GOALS = {"expedition": EXPEDITION, "duel": DUEL}

# The stages, by cards left, that share the worths of the large windows.
STAGE = np.array([0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3], dtype=np.int64)
STAGES = 4

SMALL, LARGE = 3**9, 3**12
SMALL_WINDOWS = 144

Floats = NDArray[np.float32]


class Worth(NamedTuple):
    """The worths of all pictures: small windows by cards left, large ones by stage."""

    small: Floats
    large: Floats


def _windows() -> tuple[Shorts, Numbers, Numbers]:
    """Return for each square the windows it lies in, and its digit's power in each."""
    shapes = [(3, 3), (3, 4), (4, 3)]
    seen: list[list[tuple[int, int]]] = [[] for _ in range(SQUARES)]
    number = 0
    for height, width in shapes:
        for top in range(-2, SIDE + 3 - height):
            for left in range(-2, SIDE + 3 - width):
                for row in range(height):
                    for column in range(width):
                        r, c = top + row, left + column
                        # A standing window is read as a lying one that was turned.
                        place = row * 4 + column if width == 4 else column * 4 + row
                        place = row * 3 + column if (height, width) == (3, 3) else place
                        if 0 <= r < SIDE and 0 <= c < SIDE:
                            seen[r * SIDE + c].append((number, 3**place))
                number += 1
    most = max(map(len, seen))
    window = np.zeros((SQUARES, most), dtype=np.int16)
    power = np.zeros((SQUARES, most), dtype=np.int64)
    for square, hits in enumerate(seen):
        for n, (which, digit) in enumerate(hits):
            window[square, n], power[square, n] = which, digit
    return window, power, np.array([len(hits) for hits in seen], dtype=np.int64)


def _padded(rows: list[list[int]], width: int) -> Shorts:
    return np.array([row + [-1] * (width - len(row)) for row in rows], dtype=np.int16)


def _around(square: int) -> list[int]:
    row, column = divmod(square, SIDE)
    near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
    return [r * SIDE + c for r, c in near if 0 <= r < SIDE and 0 <= c < SIDE]


WINDOW, POWER, HITS = _windows()
WINDOWS = int(WINDOW.max()) + 1
AROUND = _padded([_around(square) for square in range(SQUARES)], 4)
COVERS = np.array(
    [[s.row * SIDE + s.column for s in p.squares] for p in PLACEMENTS], dtype=np.int16
)
BESIDE = _padded(
    [
        sorted({n for s in covered for n in _around(int(s))} - set(map(int, covered)))
        for covered in COVERS
    ],
    12,
)
TURNED_OVER = np.array([p.turned_over for p in PLACEMENTS], dtype=np.int8)
FIRST = np.array(
    [next(p.index for p in PLACEMENTS if p.tile is tile) for tile in TILES] + [len(PLACEMENTS)],
    dtype=np.int64,
)


def cells_of(dig: Dig) -> tuple[Bytes, Bytes]:
    """Return a dig's squares as kernels see them, and those of which a tile must cover one."""
    gone = 0
    for squares in (*dig.site.enclosed(), *(area.squares for area in dig.areas)):
        gone |= squares
    cells = np.zeros(SQUARES, dtype=np.int8)
    reach = np.zeros(SQUARES, dtype=np.int8)
    for n in range(SQUARES):
        place = bit(_Square(*divmod(n, SIDE)))
        if dig.free & ~gone & place:
            cells[n] = SCARAB if dig.site.scarabs & place else FREE
            reach[n] = bool(dig.reach & place)
    return cells, reach


@part
def look(cells: Bytes, views: Numbers) -> None:
    """Read what every window shows."""
    views[:] = 0
    for square in range(SQUARES):
        if cells[square]:
            for n in range(HITS[square]):
                views[WINDOW[square, n]] += POWER[square, n] * cells[square]


@part
def closed(cells: Bytes, placement: int, found: Shorts, seen: Bytes) -> tuple[int, int]:
    """Find the areas that a tile just laid has closed; return how many squares, and the points."""
    total, gain = 0, 0
    for n in range(12):
        seed = BESIDE[placement, n]
        if seed < 0:
            break
        if cells[seed] == BLOCKED or seen[seed]:
            continue
        first, end, head, symbols = total, total + 1, total, 0
        found[total] = seed
        seen[seed] = 1
        while head < end and end - first <= 4:
            square = found[head]
            head += 1
            symbols += cells[square] == SCARAB
            for d in range(4):
                other = AROUND[square, d]
                if other < 0:
                    break
                if cells[other] != BLOCKED and not seen[other]:
                    seen[other] = 1
                    found[end] = other
                    end += 1
        if end - first > 4:
            # Open ground; another square beside the tile starts afresh.
            for k in range(first, end):
                seen[found[k]] = 0
            continue
        total = end
        gain += (end - first) * symbols
    for k in range(total):
        seen[found[k]] = 0
    return total, gain


@part
def judge(
    cells: Bytes,
    placement: int,
    views: Numbers,
    small: Floats,
    large: Floats,
    change: Numbers,
    touched: Shorts,
    found: Shorts,
    seen: Bytes,
) -> tuple[int, float]:
    """Return what a placement gains, and by how much it changes the worth of the ground."""
    covered = COVERS[placement]
    marks = (
        cells[covered[0]],
        cells[covered[1]],
        cells[covered[2]],
        cells[covered[3]],
        cells[covered[4]],
    )
    for k in range(5):
        cells[covered[k]] = BLOCKED
    squares, gain = closed(cells, placement, found, seen)
    count = 0
    for j in range(5 + squares):
        square = covered[j] if j < 5 else found[j - 5]
        mark = marks[j] if j < 5 else cells[square]
        for n in range(HITS[square]):
            window = WINDOW[square, n]
            if change[window] == 0:
                touched[count] = window
                count += 1
            change[window] += POWER[square, n] * mark
    worth = 0.0
    for k in range(count):
        window = touched[k]
        before = views[window]
        after = before - change[window]
        if window < SMALL_WINDOWS:
            worth += small[after] - small[before]
        else:
            worth += large[after] - large[before]
        change[window] = 0
    for k in range(5):
        cells[covered[k]] = marks[k]
    return gain, worth


@part
def lay(
    cells: Bytes,
    reach: Bytes,
    placement: int,
    views: Numbers,
    found: Shorts,
    seen: Bytes,
) -> int:
    """Lay a tile for good and return what it gains."""
    covered = COVERS[placement]
    for k in range(5):
        square = covered[k]
        for n in range(HITS[square]):
            views[WINDOW[square, n]] -= POWER[square, n] * cells[square]
        cells[square] = BLOCKED
    squares, gain = closed(cells, placement, found, seen)
    for k in range(squares):
        square = found[k]
        for n in range(HITS[square]):
            views[WINDOW[square, n]] -= POWER[square, n] * cells[square]
        cells[square] = BLOCKED
    for n in range(12):
        square = BESIDE[placement, n]
        if square < 0:
            break
        reach[square] = 1
    return gain


@part
def legal(cells: Bytes, reach: Bytes, card: int, flip: int, moves: Shorts) -> int:
    """List the legal placements of a card's tile and return how many there are."""
    count = 0
    for placement in range(FIRST[card], FIRST[card + 1]):
        touches = 0
        for k in range(5):
            square = COVERS[placement, k]
            if cells[square] == BLOCKED:
                touches = -1
                break
            touches |= reach[square]
        if touches > 0 and (flip or not TURNED_OVER[placement]):
            moves[count] = placement
            count += 1
    return count


@kernel("i8(i1[::1], i1[::1], i8, i8, f4[:,::1], f4[:,::1], i8, i2[::1], f4[::1], f4[::1])")
def rank(
    cells: Bytes,
    reach: Bytes,
    card: int,
    flip: int,
    small: Floats,
    large: Floats,
    left: int,
    moves: Shorts,
    gains: Floats,
    worths: Floats,
) -> int:
    """Judge every legal placement; `left` cards are still to come behind this one."""
    views = np.zeros(WINDOWS, np.int64)
    change = np.zeros(WINDOWS, np.int64)
    touched = np.zeros(WINDOWS, np.int16)
    found = np.zeros(64, np.int16)
    seen = np.zeros(SQUARES, np.int8)
    look(cells, views)
    count = legal(cells, reach, card, flip, moves)
    for n in range(count):
        gains[n], worths[n] = judge(
            cells,
            moves[n],
            views,
            small[left],
            large[STAGE[left]],
            change,
            touched,
            found,
            seen,
        )
    return count


@part
def stepped(seed: int) -> int:
    """Step a small generator of random numbers; the seed is positive and stays so."""
    seed ^= (seed << 13) & 0x7FFFFFFFFFFFFFFF
    seed ^= seed >> 7
    seed ^= (seed << 17) & 0x7FFFFFFFFFFFFFFF
    return seed


@part
def shuffle(cards: Bytes, known: int, seed: int) -> int:
    """Shuffle the cards behind the known ones, and return the next seed."""
    for n in range(len(cards) - 1, known, -1):
        seed = stepped(seed)
        other = known + seed % (n - known + 1)
        cards[n], cards[other] = cards[other], cards[n]
    return seed


@part
def best_of(
    cells: Bytes,
    moves: Shorts,
    count: int,
    views: Numbers,
    small: Floats,
    large: Floats,
    change: Numbers,
    touched: Shorts,
    found: Shorts,
    seen: Bytes,
) -> int:
    """Return the move with the most gain and worth together."""
    best, most = moves[0], -1e9
    for n in range(count):
        gain, worth = judge(cells, moves[n], views, small, large, change, touched, found, seen)
        if gain + worth > most:
            best, most = moves[n], gain + worth
    return int(best)


@part
def symbols_in(cells: Bytes) -> int:
    """Count the symbols on open ground."""
    count = 0
    for square in range(SQUARES):
        count += cells[square] == SCARAB
    return count


@kernel(
    "i8(i1[::1], i1[::1], i1[::1], i8, i8, i8, i8, i8, i8, f4[:,::1], f4[:,::1],"
    " i2[::1], i8, i8, i8, i1[::1], f8[::1])"
)
def sample(
    cells: Bytes,
    reach: Bytes,
    deck: Bytes,
    known: int,
    placed: int,
    flip: int,
    goal: int,
    first: int,
    lead: int,
    small: Floats,
    large: Floats,
    moves: Shorts,
    count: int,
    rounds: int,
    seed: int,
    stop: Bytes,
    sums: NDArray[np.float64],
) -> int:
    """Play every move out over the same decks, add up what each comes to, return the rounds.

    `deck` holds the cards behind the open one, the first `known` of them in their order. In a
    duel the value is the difference as the mover sees it; `first` is 1 if the mover is the
    first player and -1 otherwise, `lead` the tiles the first player has placed more than the
    second (SY-D4).
    """
    views = np.zeros(WINDOWS, np.int64)
    shown = np.zeros(WINDOWS, np.int64)
    change = np.zeros(WINDOWS, np.int64)
    touched = np.zeros(WINDOWS, np.int16)
    found = np.zeros(64, np.int16)
    seen = np.zeros(SQUARES, np.int8)
    ground = np.zeros(SQUARES, np.int8)
    near = np.zeros(SQUARES, np.int8)
    options = np.zeros(600, np.int16)
    order = deck.copy()
    cards = len(deck)
    look(cells, shown)
    for done in range(rounds):
        if stop[0]:
            return done
        seed = shuffle(order, known, seed)
        for m in range(count):
            ground[:] = cells
            views[:] = shown
            near[:] = 0
            if placed:
                near[:] = reach
            value = lay(ground, near, moves[m], views, found, seen)
            side, ahead = -1, lead + first
            for c in range(cards):
                here = legal(ground, near, order[c], flip, options)
                if here:
                    left = cards - 1 - c
                    move = best_of(
                        ground,
                        options,
                        here,
                        views,
                        small[left],
                        large[STAGE[left]],
                        change,
                        touched,
                        found,
                        seen,
                    )
                    gain = lay(ground, near, move, views, found, seen)
                    if goal == DUEL:
                        value += side * gain
                        ahead += side * first
                        side = -side
                    else:
                        value += gain
            if goal == DUEL and ahead == 1:
                value -= first * symbols_in(ground)
            sums[m] += value
    return rounds


@cache
def worth(mode: str) -> Worth:
    """Load the worths of a mode, spread out over all pictures."""
    with files("kheper.search").joinpath("weights", f"{mode}.npz").open("rb") as file:
        stored = np.load(file)
        return spread(stored["small"] / SCALE, stored["large"] / SCALE)


# Worths are stored as whole numbers of this fraction of a point.
SCALE = np.float32(256)


def spread(small: NDArray[np.float32], large: NDArray[np.float32]) -> Worth:
    """Give each picture the worth of its class: the same turned and turned over."""
    return Worth(
        np.ascontiguousarray(small[:, classes(3, 3)], dtype=np.float32),
        np.ascontiguousarray(large[:, classes(3, 4)], dtype=np.float32),
    )


@cache
def classes(height: int, width: int) -> Numbers:
    """Return the class of every picture: pictures that are turns of each other share one."""
    size = height * width
    pictures = np.arange(3**size)
    digits = np.stack([pictures // 3**k % 3 for k in range(size)]).reshape(height, width, -1)
    turns = [digits, digits[::-1], digits[:, ::-1], digits[::-1, ::-1]]
    if height == width:
        turns += [turn.transpose(1, 0, 2) for turn in turns]
    powers = 3 ** np.arange(size)
    numbers = [(turn.reshape(size, -1) * powers[:, None]).sum(0) for turn in turns]
    _, found = np.unique(np.min(numbers, axis=0), return_inverse=True)
    return found.astype(np.int64)
