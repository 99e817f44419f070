"""The 10×10 archaeological site: scarab symbols, rocks, and the ground that is free."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from kheper.core.errors import NotationError
from kheper.core.grid import (
    GRID,
    SIDE,
    STRIDE,
    Mask,
    Square,
    bit,
    clip,
    components,
    mask_of,
    squares_of,
)

MARKS = ".s#"
CENTRE: Mask = mask_of(Square.parse_all("e5f5e6f6"))
LARGEST_AREA = 4

_SCARABS = str.maketrans(MARKS, "010")
_ROCKS = str.maketrans(MARKS, "001")


@dataclass(frozen=True, slots=True)
class Site:
    """Where the scarab symbols and the rocks are (SY-M1, SY-S4).

    >>> site = Site.parse("/".join(["s........#"] * 10))
    >>> site.scarab_count, str(site)[:10]
    (10, 's........#')
    """

    scarabs: Mask
    rocks: Mask
    free: Mask = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if self.scarabs & self.rocks or (self.scarabs | self.rocks) & ~GRID:
            raise NotationError("SY-M1", "a square holds a scarab or a rock, inside the frame")
        object.__setattr__(self, "free", GRID & ~self.rocks)

    @classmethod
    def parse(cls, text: str) -> Site:
        """Read ten rows joined with `/`; an error names the row and the column."""
        rows = text.split("/")
        if len(rows) != SIDE:
            raise NotationError("SY-M1", f"a site has {SIDE} rows, this one has {len(rows)}")
        return cls.from_rows(rows)

    @classmethod
    def from_rows(cls, rows: Sequence[str]) -> Site:
        """Build a site from ten texts of ten marks each."""
        for number, marks in enumerate(rows, 1):
            check_row(marks, SIDE, f"row {number}")
        return cls(*masks_of_rows(rows))

    def mark(self, square: Square) -> str:
        """Return the mark printed on a square."""
        place = bit(square)
        return "s" if self.scarabs & place else "#" if self.rocks & place else "."

    def rows(self) -> list[str]:
        """Return the ten rows of marks."""
        length = SIDE * STRIDE
        scarabs, rocks = f"{self.scarabs:0{length}b}"[::-1], f"{self.rocks:0{length}b}"[::-1]
        text = "".join(
            "s" if scarab == "1" else "#" if rock == "1" else "."
            for scarab, rock in zip(scarabs, rocks, strict=True)
        )
        return [text[first : first + SIDE] for first in range(0, length, STRIDE)]

    def __str__(self) -> str:
        return "/".join(self.rows())

    @property
    def scarab_count(self) -> int:
        """How many scarab symbols are printed on the site."""
        return self.scarabs.bit_count()

    def enclosed(self) -> tuple[Mask, ...]:
        """Return the areas that rocks and frame close before any tile is placed (SY-A4)."""
        return tuple(group for group in components(self.free) if group.bit_count() <= LARGEST_AREA)

    def warnings(self) -> tuple[str, ...]:
        """Say what is unusual about a site that can still be played (KH-11)."""
        found = [
            f"SY-A4: rocks and frame alone enclose {' '.join(map(str, squares_of(group)))}: "
            "that area was created by nobody and scores nothing"
            for group in self.enclosed()
        ]
        if not self.free & CENTRE:
            found.append("SY-L1: rocks block all four central squares: no tile can be placed")
        if not self.scarabs:
            found.append("SY-M2: there is no scarab symbol on this site")
        return tuple(found)


def masks_of_rows(rows: Sequence[str]) -> tuple[Mask, Mask]:
    """Return the scarabs' and the rocks' masks of rows that have been checked."""
    text = "".join(row.ljust(STRIDE, ".") for row in rows)[::-1]  # the first square, lowest bit
    return int(text.translate(_SCARABS), 2), int(text.translate(_ROCKS), 2)


def check_row(marks: str, width: int, where: str) -> None:
    """Refuse a row of marks that is too short, too long, or contains another character."""
    if marks.strip(MARKS):
        column, mark = next((n, mark) for n, mark in enumerate(marks, 1) if mark not in MARKS)
        raise no_mark(mark, f"{where}, column {column}: ")
    if len(marks) != width:
        raise NotationError("SY-M1", f"{where} has {len(marks)} squares, expected {width}")


def no_mark(mark: str, where: str = "") -> NotationError:
    """Return the error for a character that is not a mark."""
    return NotationError(
        "SY-M2", f"{where}'{clip(mark)}' is not a mark: . is free, s a scarab, # a rock"
    )
