"""Stones: scarab stones with their values and stars, ankhs, and a whole set of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import NamedTuple

from kheper.core.errors import NotationError
from kheper.core.grid import clip

NAME = "scarab"

VALUES = (-8, -7, -6, -5, -4, -3, -2, -1, 1, 2, 3, 4, 5, 6, 7, 8)
ANKHS = 3
STARS = 8

# How many stones of each absolute value a board of that side holds (SB-M1, SB-V1).
STONES_OF_EACH = {
    10: dict.fromkeys(range(1, 9), 6),
    8: {value: 3 if value <= 2 else 4 for value in range(1, 9)},
}


class Stone(NamedTuple):
    """A scarab stone.

    >>> str(Stone(3, starred=True)), Stone.parse("-8")
    ('+3*', Stone(value=-8, starred=False))
    """

    value: int
    starred: bool = False

    def __str__(self) -> str:
        return f"{self.value:+d}{'*' if self.starred else ''}"

    @classmethod
    def parse(cls, text: str) -> Stone:
        """Read a stone's notation."""
        code = CODES.get(text)
        if code is None or not EMPTY < code < ANKH:
            raise NotationError(
                "SB-M1", f"'{clip(text)}' is not a stone such as +5, -8 or +3*", code="no-stone"
            )
        return STONES[code]


# On the board a stone is one byte; the order of the codes is the order of tie-breaks (SB-E2).
EMPTY, ANKH = 0, 64
STARRED = 32
STONES: dict[int, Stone] = {
    index + (STARRED if starred else 0): Stone(value, starred)
    for starred in (False, True)
    for index, value in enumerate(VALUES, 1)
}
CODES: dict[str, int] = {str(stone): code for code, stone in STONES.items()} | {"A": ANKH}
POINTS: tuple[int, ...] = tuple(
    STONES[code].value if code in STONES else 0 for code in range(ANKH + 1)
)
PRIEST_MARK, EMPTY_MARK = "P", "."


def full_set(side: int) -> Counter[int]:
    """Return how many stones of each value a game on this board uses."""
    return Counter({value: STONES_OF_EACH[side][abs(value)] for value in VALUES})


def draw_set(side: int, rng: Random) -> list[int]:
    """Return the codes of all stones and ankhs, with a star on one stone of each absolute value.

    Which stones carry the stars is not printed: they are drawn (SB-M2).
    """
    codes = [code for code, stone in STONES.items() if not stone.starred]
    stones = [code for code in codes for _ in range(full_set(side)[STONES[code].value])]
    for value in range(1, STARS + 1):
        places = [n for n, code in enumerate(stones) if abs(POINTS[code]) == value]
        stones[rng.choice(places)] |= STARRED
    return stones + [ANKH] * ANKHS


def sort_stones(stones: Iterable[Stone]) -> list[Stone]:
    """Sort a collection, greatest value first."""
    return sorted(stones, key=lambda stone: (-stone.value, stone.starred))
