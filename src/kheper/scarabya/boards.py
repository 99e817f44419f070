"""The four 5×5 boards of a box set, and how the Great Explorer arranges them (SY-S1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from random import Random

from kheper.core.errors import NotationError, SetupError
from kheper.core.grid import STRIDE, Mask, clip
from kheper.scarabya.site import Site, check_row, masks_of_rows

BOARD_SIDE = 5
NAMES = "ABCD"
SCARABS, ROCKS = 6, 2

_TURNS = (0, 90, 180, 270)
# The shifts of the four quarters' bits from the top left one.
_QUARTERS = (0, BOARD_SIDE, BOARD_SIDE * STRIDE, BOARD_SIDE * STRIDE + BOARD_SIDE)
_PIECE = re.compile(r"([A-D])(0|90|180|270)")


@dataclass(frozen=True, slots=True)
class Board:
    """A 5×5 board, as five rows of marks."""

    rows: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.rows) != BOARD_SIDE:
            raise NotationError("SY-M1", f"a board has {BOARD_SIDE} rows, not {len(self.rows)}")
        for number, row in enumerate(self.rows, 1):
            check_row(row, BOARD_SIDE, f"row {number}")
        for mark, name, expected in (("s", "scarab symbols", SCARABS), ("#", "rocks", ROCKS)):
            count = "".join(self.rows).count(mark)
            if count != expected:
                raise SetupError(
                    "SY-M2",
                    f"a board has {expected} {name}, this one has {count}",
                    code="bad-board",
                )

    @classmethod
    def parse(cls, text: str) -> Board:
        """Read five rows joined with `/`."""
        return cls(tuple(text.split("/")))

    def __str__(self) -> str:
        return "/".join(self.rows)

    @cache  # noqa: B019 - boards are few, and small
    def turned(self, degrees: int) -> Board:
        """Turn the board clockwise by a multiple of 90 degrees."""
        rows = self.rows
        for _ in range(degrees // 90 % 4):
            rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
        return Board(rows)

    @cache  # noqa: B019 - as above
    def masks(self, degrees: int) -> tuple[Mask, Mask]:
        """Return the symbols' and the rocks' masks, turned, in the top left quarter."""
        return masks_of_rows(self.turned(degrees).rows)


# Our own design, because no document shows the printed boards (SY-M2).
BOARDS = (
    Board.parse(".#ss./..s../s...s/..#../.s..."),
    Board.parse("..ss./...../#s.../s.s../.s#.."),
    Board.parse(".ss../....#/s..../.ss../.#..s"),
    Board.parse(".s#s./....s/....#/...ss/..s.."),
)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Which board lies in which quarter, and how it is turned: top left, top right, below.

    >>> str(Arrangement.parse("B90 A0 C180 D270"))
    'B90 A0 C180 D270'
    """

    pieces: tuple[tuple[str, int], ...]

    def __post_init__(self) -> None:
        if sorted([name for name, _ in self.pieces]) != list(NAMES):
            raise SetupError(
                "SY-S1", "each of the boards A, B, C and D lies in one quarter", code="bad-boards"
            )
        if any(degrees not in _TURNS for _, degrees in self.pieces):
            raise SetupError(
                "SY-S1", "boards are turned by 0, 90, 180 or 270 degrees", code="bad-boards"
            )

    @classmethod
    def parse(cls, text: str) -> Arrangement:
        """Read four boards with their turns, top left, top right, bottom left, bottom right."""
        pieces = []
        for piece in text.split():
            match = _PIECE.fullmatch(piece)
            if match is None:
                raise NotationError(
                    "SY-S1", f"'{clip(piece)}' is not a board and its turn, such as A90"
                )
            pieces.append((match[1], int(match[2])))
        return cls(tuple(pieces))

    @classmethod
    def draw(cls, rng: Random) -> Arrangement:
        """Draw one of the 6,144 arrangements (SY-S3)."""
        names = rng.sample(NAMES, len(NAMES))
        turns = rng.choices(_TURNS, k=len(NAMES))
        return cls(tuple(zip(names, turns, strict=True)))

    @classmethod
    def every(cls) -> Iterator[Arrangement]:
        """Yield all 6,144 arrangements."""
        for names in permutations(NAMES):
            for turns in product(_TURNS, repeat=len(NAMES)):
                yield cls(tuple(zip(names, turns, strict=True)))

    def __str__(self) -> str:
        return " ".join(f"{name}{degrees}" for name, degrees in self.pieces)

    def site(self, boards: Sequence[Board] = BOARDS) -> Site:
        """Put the boards into the frame."""
        scarabs = rocks = 0
        for (name, degrees), shift in zip(self.pieces, _QUARTERS, strict=True):
            symbols, stones = boards[NAMES.index(name)].masks(degrees)
            scarabs |= symbols << shift
            rocks |= stones << shift
        return Site(scarabs, rocks)
