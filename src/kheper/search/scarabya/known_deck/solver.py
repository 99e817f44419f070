"""The best expedition score that can be found with the cards known, and a bound on it.

For judging play afterwards: nobody at the table knows the cards.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from time import monotonic

import numpy as np

from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS, Placement
from kheper.scarabya.tiles import Tile
from kheper.search.jit.arrays import Shorts
from kheper.search.jit.stop import StopFlag, alarm_after
from kheper.search.scarabya.evaluation import POINT, worth
from kheper.search.scarabya.known_deck.beam import FREE_CARD, beam
from kheper.search.scarabya.known_deck.bound import PRICES, bound
from kheper.search.scarabya.tables import cards_of, ground_of, scarabs_of

Line = tuple[tuple[Tile, Placement | None], ...]

# How wide the first beam is, how much wider each next one, and the widest without a time limit.
NARROW, WIDER, WIDTH = 64, 4, 4096

# A repair frees some tiles that lie together and lays them anew, in a beam of this width.
FREED, REPAIR_WIDTH, NOISE = (5, 8), 200, POINT
REPAIRS = 40  # without a time limit

# Steps of the bound at a time.
ROUNDS = 300


@dataclass(frozen=True, slots=True)
class Best:
    """A line, the score it ends with, and a score that no line can pass.

    If the two are equal, no line is better.
    """

    points: int
    bound: int
    line: Line

    @property
    def proven(self) -> bool:
        """Whether no line is better."""
        return self.points == self.bound


def best(
    dig: Dig,
    cards: tuple[Tile, ...],
    flip: bool = True,
    *,
    seconds: float | None = None,
    width: int | None = None,
    seed: int = 0,
    stop: StopFlag | None = None,
) -> Best:
    """Find the best line for these cards, in this order, and a bound on every line's score.

    The points that the dig has made already are counted in. Without a time limit it is
    repeatable, and takes as long as its beams need: the widest has `width` states.
    """
    with alarm_after(seconds) as alarm:
        search = _Search(dig, cards, flip, seconds, seed, stop or StopFlag(), alarm)
        search.tighten()
        search.widen(width or (WIDTH if seconds is None else 1 << 20))
        search.tighten()
        search.repair(REPAIRS if seconds is None else 1 << 30)
    return search.answer()


class _Search:
    """The best line so far, and how to look for better ones."""

    def __init__(
        self,
        dig: Dig,
        cards: tuple[Tile, ...],
        flip: bool,
        seconds: float | None,
        seed: int,
        stop: StopFlag,
        alarm: StopFlag,
    ) -> None:
        self._dig, self._cards, self._flip = dig, cards, flip
        self._rng = Random(seed)
        self._stop, self._alarm = stop, alarm
        self._end = None if seconds is None else monotonic() + seconds
        self._points = 0
        self._bound = 4 * dig.open_scarabs.bit_count()
        self._prices = np.zeros(PRICES + 1)
        self._line: Shorts = np.full(len(cards), -1, dtype=np.int16)
        free = np.full(len(cards), FREE_CARD, dtype=np.int16)
        self._points, self._line = self._beam(free, 1, 0, StopFlag(), StopFlag())

    def widen(self, width: int) -> None:
        """Search with wider and wider beams, as long as the next may be ready in time."""
        free = np.full(len(self._cards), FREE_CARD, dtype=np.int16)
        here = min(NARROW, width)
        while not self._done():
            began = monotonic()
            self._keep(*self._beam(free, here, 0))
            took = monotonic() - began
            if here == width or (self._end and monotonic() + 1.5 * WIDER * took > self._end):
                return
            here = min(here * WIDER, width)

    def tighten(self) -> None:
        """Improve the bound, at most as far as it can be of use."""
        if self._done():
            return
        found = bound(
            ground_of(self._dig), scarabs_of(self._dig), cards_of(self._cards), int(self._flip),
            self._prices, ROUNDS, float(self._points + 1), self._stop.flag, self._alarm.flag,
        )  # fmt: skip
        # A hair more than the sum, so that rounding never makes the bound too low.
        self._bound = max(self._points, min(self._bound, int(found + 1e-6)))

    def repair(self, rounds: int) -> None:
        """Lay some tiles of the best line anew, again and again."""
        for _ in range(rounds):
            if self._done() or not self._laid():
                return
            fixed = self._line.copy()
            fixed[self._together(self._rng.randint(*FREED))] = FREE_CARD
            self._keep(*self._beam(fixed, REPAIR_WIDTH, NOISE))

    def answer(self) -> Best:
        """Say what was found."""
        made = self._dig.points
        laid = [None if n < 0 else PLACEMENTS[n] for n in self._line]
        line = tuple(zip(self._cards, laid, strict=True))
        return Best(made + self._points, made + self._bound, line)

    def _done(self) -> bool:
        return self._stop.is_set or self._alarm.is_set or self._points == self._bound

    def _laid(self) -> list[int]:
        return [n for n, index in enumerate(self._line) if index >= 0]

    def _together(self, count: int) -> list[int]:
        """Choose cards whose tiles lie close to each other, more or less."""
        laid = self._laid()
        seed = PLACEMENTS[self._line[self._rng.choice(laid)]].squares[2]

        def distance(card: int) -> float:
            square = PLACEMENTS[self._line[card]].squares[2]
            apart: int = abs(square.row - seed.row) + abs(square.column - seed.column)
            return apart + 6 * self._rng.random()

        return sorted(laid, key=distance)[:count]

    def _keep(self, points: int, line: Shorts) -> None:
        if points >= self._points:
            self._points, self._line = points, line

    def _beam(
        self,
        fixed: Shorts,
        width: int,
        noise: int,
        stop: StopFlag | None = None,
        alarm: StopFlag | None = None,
    ) -> tuple[int, Shorts]:
        line = np.full(len(self._cards), -1, dtype=np.int16)
        random = np.array([self._rng.getrandbits(63)], dtype=np.uint64)
        dropped = np.zeros(1, dtype=np.int64)
        points = beam(
            ground_of(self._dig), scarabs_of(self._dig), cards_of(self._cards), fixed,
            int(self._flip), *worth("expedition"), width, noise, random,
            (stop or self._stop).flag, (alarm or self._alarm).flag, line, dropped,
        )  # fmt: skip
        if dropped[0] == 0 and points >= 0 and (fixed == FREE_CARD).all():
            self._bound = points
        return points, line
