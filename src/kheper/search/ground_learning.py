"""Learning what open ground is worth: temporal differences in self-play.

After each placement the worth of the ground should be what the next placement gains and the
worth that it leaves (in a duel: for the other player, so with the sign turned). The error of
that expectation, a little of it, is put right in all windows at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.bits import Bytes, Numbers, kernel, part
from kheper.search.ground import (
    CARDS,
    DUEL,
    SMALL_WINDOWS,
    SQUARES,
    STAGE,
    STAGES,
    WINDOWS,
    Floats,
    best_of,
    classes,
    lay,
    legal,
    look,
    shuffle,
    stepped,
    symbols_in,
)


class Lessons(NamedTuple):
    """The worths of all classes of pictures, as they are learned."""

    small: Floats
    large: Floats

    @classmethod
    def none(cls) -> Lessons:
        """Start knowing nothing."""
        return cls(
            np.zeros((CARDS, int(classes(3, 3).max()) + 1), dtype=np.float32),
            np.zeros((STAGES, int(classes(3, 4).max()) + 1), dtype=np.float32),
        )


@part
def expected(
    views: Numbers,
    left: int,
    small: Floats,
    large: Floats,
    small_class: Numbers,
    large_class: Numbers,
) -> float:
    """Return the worth of the ground with so many cards left."""
    total = 0.0
    for window in range(WINDOWS):
        if window < SMALL_WINDOWS:
            total += small[left, small_class[views[window]]]
        else:
            total += large[STAGE[left], large_class[views[window]]]
    return total


@part
def counted(
    picture: int, window: int, small_class: Numbers, large_class: Numbers, offset: int
) -> int:
    """Return where a window's picture is counted: small ones first, large ones behind them."""
    return int(small_class[picture] if window < SMALL_WINDOWS else offset + large_class[picture])


@part
def correct(
    views: Numbers,
    left: int,
    error: float,
    small: Floats,
    large: Floats,
    small_class: Numbers,
    large_class: Numbers,
    counts: Numbers,
) -> None:
    """Move the worth of the ground by the error, shared among its pictures."""
    offset = small.shape[1]
    norm = 0
    for window in range(WINDOWS):
        counts[counted(views[window], window, small_class, large_class, offset)] += 1
    for window in range(WINDOWS):
        norm += counts[counted(views[window], window, small_class, large_class, offset)]
    step = error / norm
    for window in range(WINDOWS):
        if window < SMALL_WINDOWS:
            which = small_class[views[window]]
            small[left, which] += step
            counts[which] = 0
        else:
            which = large_class[views[window]]
            large[STAGE[left], which] += step
            counts[offset + which] = 0


@kernel(
    "f8(i1[:,::1], i8, i8, f4[:,::1], f4[:,::1], f4[:,::1], f4[:,::1],"
    " i8[::1], i8[::1], f8, i8, i8)"
)
def learn(  # noqa: PLR0912, PLR0915 - one loop, which a kernel cannot hand around
    sites: Bytes,
    games: int,
    goal: int,
    small: Floats,
    large: Floats,
    spread_small: Floats,
    spread_large: Floats,
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
    views = np.zeros(WINDOWS, np.int64)
    before = np.zeros(WINDOWS, np.int64)
    change = np.zeros(WINDOWS, np.int64)
    touched = np.zeros(WINDOWS, np.int16)
    found = np.zeros(64, np.int16)
    seen = np.zeros(SQUARES, np.int8)
    near = np.zeros(SQUARES, np.int8)
    options = np.zeros(600, np.int16)
    counts = np.zeros(small.shape[1] + large.shape[1], np.int64)
    order = np.arange(CARDS).astype(np.int8)
    total = 0.0
    for _ in range(games):
        seed = stepped(seed)
        ground = sites[seed % len(sites)].copy()
        seed = shuffle(order, 0, seed)
        near[:] = 0
        for square in (44, 45, 54, 55):
            near[square] = 1
        look(ground, views)
        placed, result, side, lead, waiting = False, 0, 1, 0, -1
        for c in range(CARDS):
            left = CARDS - 1 - c
            here = legal(ground, near, order[c], 1, options)
            if here == 0:
                continue
            seed = stepped(seed)
            if stray and seed % stray == 0:
                seed = stepped(seed)
                move = options[seed % here]
            else:
                move = best_of(
                    ground,
                    options,
                    here,
                    views,
                    spread_small[left],
                    spread_large[STAGE[left]],
                    change,
                    touched,
                    found,
                    seen,
                )
            before[:] = views
            if not placed:
                near[:] = 0
                placed = True
            gain = lay(ground, near, move, views, found, seen)
            if waiting >= 0 and rate > 0:
                target = gain + expected(views, left, small, large, small_class, large_class)
                if left == 0:
                    target = float(gain)
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
            rest = -float(symbols_in(ground))
        if waiting > 0 and rate > 0:
            error = rest - expected(views, waiting, small, large, small_class, large_class)
            correct(views, waiting, rate * error, small, large, small_class, large_class, counts)
        total += result + rest
    return total / games
