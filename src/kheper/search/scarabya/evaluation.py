"""What open ground is worth: a learned evaluation, fast enough to follow in playouts.

Each picture that a window shows (`windows`) has a worth, learned by self-play for every stage of
the game; the worth of the ground is the sum over all windows. Worths are whole numbers of a
256th of a point. In a kernel open ground is the ground's words and the pictures of all windows.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Ints, Shorts, Word, Words
from kheper.search.jit.bits import HALF, ONE, ZERO, count, square_of, without_first
from kheper.search.jit.decorators import kernel, part
from kheper.search.scarabya.moves import anchors, grown
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, START
from kheper.search.scarabya.windows import (
    CORNER,
    COVERS,
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


class Worth(NamedTuple):
    """The worths of all pictures: small windows by cards left, large ones by stage."""

    small: Shorts
    large: Shorts

    @classmethod
    def of_classes(cls, small: Shorts, large: Shorts) -> Worth:
        """Give each picture the worth of its class: the same turned and turned over."""
        return cls(
            np.ascontiguousarray(small[:, classes(3, 3)]),
            np.ascontiguousarray(large[:, classes(3, 4)]),
        )


@cache
def worth(mode: str) -> Worth:
    """Load the worths of a mode."""
    with files("kheper.search.scarabya").joinpath("weights", f"{mode}.npz").open("rb") as file:
        stored = np.load(file)
        return Worth.of_classes(stored["small"], stored["large"])


@part
def has(low: Word, high: Word, square: int) -> bool:
    """Say whether a mask holds a square."""
    if square < HALF:
        return bool(low >> np.uint64(square) & ONE)
    return bool(high >> np.uint64(square - HALF) & ONE)


@part
def show(views: Ints, square: int, change: int) -> None:
    """Change a square's digit in all windows that it lies in."""
    place = PLACE[square]
    for n in range(HITS):
        views[place + WINDOW[n]] += np.int32(change) * POWER[n]


@part
def look(low: Word, high: Word, symbols: Word, symbols_high: Word, views: Ints) -> None:
    """Read what every window shows."""
    views[:] = 0
    while low | high:
        square = square_of(low, high)
        low, high = without_first(low, high)
        show(views, square, 2 if has(symbols, symbols_high, square) else 1)


@part
def price(views: Ints, small: Shorts, large: Shorts, prices: Shorts) -> int:
    """Write down what each window's picture is worth, and return the sum."""
    total = 0
    for window in range(SMALL_WINDOWS):
        prices[window] = small[views[window]]
        total += prices[window]
    for window in range(SMALL_WINDOWS, WINDOWS):
        prices[window] = large[views[window]]
        total += prices[window]
    return total


@part
def shut(
    low: Word, high: Word, symbols: Word, symbols_high: Word, placement: Word
) -> tuple[int, Word, Word]:
    """Return the points and the squares of the areas beside a tile just laid (SY-A1, SY-A2)."""
    points, shut_low, shut_high = 0, ZERO, ZERO
    left, left_high = BORDERS[placement, 0] & low, BORDERS[placement, 1] & high
    while left | left_high:
        group, group_high = left & (~left + ONE), left_high & (~left_high + ONE)
        if group:
            group_high = ZERO
        new, new_high = grown(group, group_high, low, high)
        size = count(new) + count(new_high)
        while size <= 4:
            if new == group and new_high == group_high:
                points += size * (count(new & symbols) + count(new_high & symbols_high))
                shut_low, shut_high = shut_low | new, shut_high | new_high
                break
            group, group_high = new, new_high
            new, new_high = grown(group, group_high, low, high)
            size = count(new) + count(new_high)
        left, left_high = left & ~new, left_high & ~new_high
    return points, shut_low, shut_high


@part
def judge(
    low: Word,
    high: Word,
    symbols: Word,
    symbols_high: Word,
    placement: Word,
    views: Ints,
    prices: Shorts,
    small: Shorts,
    large: Shorts,
    extra: Ints,
) -> tuple[int, int]:
    """Return what a placement gains, and by how much it changes the worth of the ground."""
    mask, mask_high = MASKS[placement, 0], MASKS[placement, 1]
    low, high = low & ~mask, high & ~mask_high
    gain, gone, gone_high = shut(low, high, symbols, symbols_high, placement)
    here, here_high = symbols & mask, symbols_high & mask_high
    while here | here_high:
        show(extra, square_of(here, here_high), 1)
        here, here_high = without_first(here, here_high)
    here, here_high = gone, gone_high
    while here | here_high:
        square = square_of(here, here_high)
        here, here_high = without_first(here, here_high)
        show(extra, square, 2 if has(symbols, symbols_high, square) else 1)
    worth, shape, corner = 0, LIST[placement], CORNER[placement]
    for n in range(SMALL_END[shape]):
        window = corner + TOUCHED[shape, n]
        worth += small[views[window] - DELTA[shape, n] - extra[window]] - prices[window]
        extra[window] = 0
    for n in range(SMALL_END[shape], END[shape]):
        window = corner + TOUCHED[shape, n]
        worth += large[views[window] - DELTA[shape, n] - extra[window]] - prices[window]
        extra[window] = 0
    while gone | gone_high:
        square = square_of(gone, gone_high)
        gone, gone_high = without_first(gone, gone_high)
        for n in range(HITS):
            window = PLACE[square] + WINDOW[n]
            if extra[window]:
                picture = views[window] - extra[window]
                worth += small[picture] if window < SMALL_WINDOWS else large[picture]
                worth -= prices[window]
                extra[window] = 0
    return gain, worth


@part
def settle(
    low: Word,
    high: Word,
    symbols: Word,
    symbols_high: Word,
    placement: Word,
    views: Ints,
) -> tuple[int, Word, Word]:
    """Show a tile that was laid, take the areas out, and return the points and the open ground."""
    for k in range(5):
        square = COVERS[placement, k]
        show(views, square, -2 if has(symbols, symbols_high, square) else -1)
    gain, gone, gone_high = shut(low, high, symbols, symbols_high, placement)
    low, high = low & ~gone, high & ~gone_high
    while gone | gone_high:
        square = square_of(gone, gone_high)
        gone, gone_high = without_first(gone, gone_high)
        show(views, square, -2 if has(symbols, symbols_high, square) else -1)
    return gain, low, high


@part
def best_of(
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
) -> int:
    """Return the placement with the most gain and worth together, -1 if there is none."""
    best, most, tile = -1, -(2**60), np.uint64(card)
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
            if POINT * gain + worth > most:
                best, most = int(index), POINT * gain + worth
    return best


@kernel("i8(u8[::1], u8[::1], i2[:, ::1], i2[:, ::1], i8)")
def value(ground: Words, scarabs: Words, small: Shorts, large: Shorts, left: int) -> int:
    """Return what the ground is worth with so many cards to come."""
    low, high = ground[0], ground[1]
    views = np.zeros(WINDOWS, np.int32)
    prices = np.zeros(WINDOWS, np.int16)
    look(low, high, scarabs[0] & low, scarabs[1] & high, views)
    return price(views, small[left], large[STAGE[left]], prices)


@kernel("i8(u8[::1], u8[::1], i8, i8, i2[:, ::1], i2[:, ::1], i8, i2[::1], i4[::1], i4[::1])")
def rank(
    ground: Words,
    scarabs: Words,
    card: int,
    flip: int,
    small: Shorts,
    large: Shorts,
    left: int,
    moves: Shorts,
    gains: Ints,
    worths: Ints,
) -> int:
    """Judge every legal placement; `left` cards are still to come behind this one."""
    low, high, near, far = ground[0], ground[1], ground[2], ground[3]
    symbols, symbols_high = scarabs[0] & low, scarabs[1] & high
    views = np.zeros(WINDOWS, np.int32)
    extra = np.zeros(WINDOWS, np.int32)
    prices = np.zeros(WINDOWS, np.int16)
    look(low, high, symbols, symbols_high, views)
    here_small, here_large = small[left], large[STAGE[left]]
    price(views, here_small, here_large, prices)
    total, tile = 0, np.uint64(card)
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here, here_high = anchors(low, high, near, far, orientation)
        while here | here_high:
            index = INDEX[orientation, square_of(here, here_high)]
            here, here_high = without_first(here, here_high)
            gains[total], worths[total] = judge(
                low, high, symbols, symbols_high, np.uint64(index), views, prices, here_small,
                here_large, extra,
            )  # fmt: skip
            moves[total] = index
            total += 1
    return total
