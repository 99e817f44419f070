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
from kheper.search.jit.random import generator
from kheper.search.jit.stop import StopFlag, alarm_after
from kheper.search.scarabya.evaluation import POINT, load_evaluation
from kheper.search.scarabya.known_deck import bound
from kheper.search.scarabya.known_deck.beam import (
    DISCARD,
    DROPPED,
    FREE_CARD,
    BeamRoom,
    KnownCards,
    beam,
)
from kheper.search.scarabya.moves import DigPosition
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
        self._dig, self._cards = dig, cards
        self._rng = Random(seed)
        self._stop, self._alarm = stop, alarm
        self._end = None if seconds is None else monotonic() + seconds
        self._position = DigPosition(ground_of(dig), scarabs_of(dig), int(flip))
        self._numbers = cards_of(cards)
        self._points, self._bound = 0, 4 * dig.open_scarabs.bit_count()
        self._prices = bound.BoundRoom.of(len(cards))
        self._line: Shorts = np.full(len(cards), DISCARD, dtype=np.int16)
        # A first line, whatever the limits: it takes less than a millisecond.
        self._search(self._free(), 1, 0, StopFlag(), StopFlag())

    def widen(self, width: int) -> None:
        """Search with wider and wider beams, as long as the next may be ready in time."""
        here = min(NARROW, width)
        while not self._done():
            began = monotonic()
            self._search(self._free(), here, 0, self._stop, self._alarm)
            took = monotonic() - began
            if here == width or (self._end and monotonic() + 1.5 * WIDER * took > self._end):
                return
            here = min(here * WIDER, width)

    def tighten(self) -> None:
        """Improve the bound, at most as far as it can be of use."""
        if self._done():
            return
        found = bound.tighten(
            self._position, self._numbers, self._prices, ROUNDS, float(self._points + 1),
            self._stop.flag, self._alarm.flag,
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
            self._search(fixed, REPAIR_WIDTH, NOISE, self._stop, self._alarm)

    def answer(self) -> Best:
        """Say what was found."""
        made = self._dig.points
        laid = [None if n == DISCARD else PLACEMENTS[n] for n in self._line]
        line = tuple(zip(self._cards, laid, strict=True))
        return Best(made + self._points, made + self._bound, line)

    def _done(self) -> bool:
        return self._stop.is_set or self._alarm.is_set or self._points == self._bound

    def _laid(self) -> list[int]:
        return [n for n, index in enumerate(self._line) if index != DISCARD]

    def _together(self, count: int) -> list[int]:
        """Choose cards whose tiles lie close to each other, more or less."""
        laid = self._laid()
        seed = PLACEMENTS[self._line[self._rng.choice(laid)]].squares[2]

        def distance(card: int) -> float:
            square = PLACEMENTS[self._line[card]].squares[2]
            apart: int = abs(square.row - seed.row) + abs(square.column - seed.column)
            return apart + 6 * self._rng.random()

        return sorted(laid, key=distance)[:count]

    def _free(self) -> Shorts:
        return np.full(len(self._cards), FREE_CARD, dtype=np.int16)

    def _search(
        self, fixed: Shorts, width: int, noise: int, stop: StopFlag, alarm: StopFlag
    ) -> None:
        """Search with a beam, and keep what it finds if it is no worse."""
        line = np.full(len(self._cards), DISCARD, dtype=np.int16)
        room = BeamRoom.of(width, len(self._cards), generator(self._rng.getrandbits(63)))
        found, points = beam(
            self._position, KnownCards(self._numbers, fixed), load_evaluation("expedition"), noise,
            room, stop.flag, alarm.flag, line,
        )  # fmt: skip
        if found and room.candidates.tally[DROPPED] == 0 and (fixed == FREE_CARD).all():
            self._bound = points
        if found and points >= self._points:
            self._points, self._line = points, line
