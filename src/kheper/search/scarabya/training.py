"""Learning what open ground is worth: temporal differences in self-play.

After each placement the worth of the ground should be what the next placement gains and the
worth that it leaves (in a duel: for the other player, so with the sign turned). The error of
that expectation, a little of it, is put right in all windows at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Floats, Ints, Numbers, Shorts, Words
from kheper.search.jit.bits import ONE, count, signed
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import below
from kheper.search.scarabya.evaluation import (
    DUEL,
    POINT,
    STAGE,
    STAGES,
    best_of,
    look,
    price,
    settle,
)
from kheper.search.scarabya.moves import find, lay, pick
from kheper.search.scarabya.playouts import seeded, shuffle
from kheper.search.scarabya.windows import SMALL_WINDOWS, WINDOWS, classes

CARDS = 12


class Weights(NamedTuple):
    """The worths of all classes of pictures, in points, as they are learned."""

    small: Floats
    large: Floats

    @classmethod
    def none(cls) -> Weights:
        """Start knowing nothing."""
        return cls(
            np.zeros((CARDS, int(classes(3, 3).max()) + 1), dtype=np.float32),
            np.zeros((STAGES, int(classes(3, 4).max()) + 1), dtype=np.float32),
        )

    def whole(self) -> tuple[Shorts, Shorts]:
        """Return the worths as whole numbers, as they are stored and played by."""
        most = np.iinfo(np.int16).max
        small, large = (np.clip(np.round(each * POINT), -most, most) for each in self)
        return small.astype(np.int16), large.astype(np.int16)


@part
def expected(
    views: Ints,
    left: int,
    small: Floats,
    large: Floats,
    small_class: Numbers,
    large_class: Numbers,
) -> float:
    """Return the worth of the ground with so many cards left."""
    total = 0.0
    for window in range(SMALL_WINDOWS):
        total += small[left, small_class[views[window]]]
    for window in range(SMALL_WINDOWS, WINDOWS):
        total += large[STAGE[left], large_class[views[window]]]
    return total


@part
def counted(picture: int, window: int, small: Numbers, large: Numbers, offset: int) -> int:
    """Return where a window's picture is counted: small ones first, large ones behind them."""
    return int(small[picture] if window < SMALL_WINDOWS else offset + large[picture])


@part
def correct(
    views: Ints,
    left: int,
    error: float,
    small: Floats,
    large: Floats,
    small_class: Numbers,
    large_class: Numbers,
    counts: Numbers,
) -> None:
    """Move the worth of the ground by the error, shared among all pictures but blocked ones."""
    offset = small.shape[1]
    norm = 0
    for window in range(WINDOWS):
        if views[window]:
            counts[counted(views[window], window, small_class, large_class, offset)] += 1
    for window in range(WINDOWS):
        if views[window]:
            norm += counts[counted(views[window], window, small_class, large_class, offset)]
    for window in range(WINDOWS):
        if views[window]:
            which = counted(views[window], window, small_class, large_class, offset)
            counts[which] = 0
            if which < offset:
                small[left, which] += error / norm
            else:
                large[STAGE[left], which - offset] += error / norm


@kernel(
    "f8(u8[:, ::1], u8[:, ::1], i8, i8, f4[:,::1], f4[:,::1], i2[:,::1], i2[:,::1],"
    " i8[::1], i8[::1], f8, i8, i8)"
)
def learn(  # noqa: PLR0915 - one loop, which a kernel cannot hand around
    grounds: Words,
    symbols_of: Words,
    games: int,
    goal: int,
    small: Floats,
    large: Floats,
    used_small: Shorts,
    used_large: Shorts,
    small_class: Numbers,
    large_class: Numbers,
    rate: float,
    stray: int,
    seed: int,
) -> float:
    """Play games against oneself, learn from each placement, and return the mean result.

    One move in `stray` is made at random (none if 0). The result is points, in a duel the
    first player's difference.
    """
    random = seeded(seed)
    views = np.zeros(WINDOWS, np.int32)
    before = np.zeros(WINDOWS, np.int32)
    extra = np.zeros(WINDOWS, np.int32)
    prices = np.zeros(WINDOWS, np.int16)
    found = np.empty((8, 2), dtype=np.uint64)
    ends = np.empty(8, dtype=np.int64)
    counts = np.zeros(small.shape[1] + large.shape[1], np.int64)
    order = np.arange(CARDS).astype(np.int8)
    total = 0.0
    for _ in range(games):
        which = below(random, len(grounds))
        low, high, near, far, placed = grounds[which]
        scarabs, scarabs_high = symbols_of[which]
        shuffle(order, 0, random)
        look(low, high, scarabs & low, scarabs_high & high, views)
        result, side, lead, waiting = 0, 1, 0, -1
        for c in range(CARDS):
            left = CARDS - 1 - c
            here_small, here_large = used_small[left], used_large[STAGE[left]]
            symbols, symbols_high = scarabs & low, scarabs_high & high
            tile = np.uint64(order[c])
            fits = find(low, high, near, far, tile, 1, found, ends)
            if not fits:
                continue
            if stray and below(random, stray) == 0:
                move = signed(pick(found, ends, tile, below(random, fits)))
            else:
                price(views, here_small, here_large, prices)
                move = best_of(
                    low, high, near, far, symbols, symbols_high, order[c], 1, views, prices,
                    here_small, here_large, extra,
                )  # fmt: skip
            before[:] = views
            placement = np.uint64(move)
            low, high, near, far = lay(low, high, near, far, placed, placement)
            placed = ONE
            gain, low, high = settle(low, high, symbols, symbols_high, placement, views)
            near, far = near & low, far & high
            if waiting >= 0 and rate > 0:
                target = float(gain)
                if left > 0:
                    target += expected(views, left, small, large, small_class, large_class)
                if goal == DUEL:
                    target = -target
                error = target - expected(before, waiting, small, large, small_class, large_class)
                correct(
                    before, waiting, rate * error, small, large, small_class, large_class, counts
                )
            waiting = left
            result += side * gain if goal == DUEL else gain
            lead += side
            if goal == DUEL:
                side = -side
        rest = 0.0
        if goal == DUEL and lead == 1:
            # The second player's bonus (SY-D4); who placed last is the first player then.
            rest = -float(count(scarabs & low) + count(scarabs_high & high))
        if waiting > 0 and rate > 0:
            error = rest - expected(views, waiting, small, large, small_class, large_class)
            correct(views, waiting, rate * error, small, large, small_class, large_class, counts)
        total += result + rest
    return total / games
