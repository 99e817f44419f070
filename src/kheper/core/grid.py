"""Squares, and sets of squares as bit masks.

A mask is an int with one bit for each square of a 10×10 grid, eleven bits a row: the eleventh
bit is never set, so that a shift by one square never runs into the next row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from kheper.core.errors import NotationError

COLUMNS = "abcdefghij"
SIDE = len(COLUMNS)
STRIDE = SIDE + 1

Mask = int

_SQUARE = re.compile(r"([a-j])(10|[1-9])")


class Square(NamedTuple):
    """A square; squares sort in reading order, by row and then by column.

    >>> Square.parse("e4"), str(Square(3, 4))
    (Square(row=3, column=4), 'e4')
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"{COLUMNS[self.column]}{self.row + 1}"

    @classmethod
    def parse(cls, text: str, side: int = SIDE) -> Square:
        """Read one square of a board with that many columns and rows."""
        squares = cls.parse_all(text, side)
        if len(squares) != 1:
            raise NotationError(None, f"'{clip(text)}' is not one square", code="not-a-square")
        return squares[0]

    @classmethod
    def parse_all(cls, text: str, side: int = SIDE) -> tuple[Square, ...]:
        """Read squares written together, such as `e4f4d5e5e6`."""
        squares, position = [], 0
        while position < len(text):
            match = _SQUARE.match(text, position)
            if match is None:
                raise NotationError(
                    None,
                    f"'{clip(text)}' is not a row of squares such as e4f4",
                    code="not-a-square",
                )
            square = cls(int(match[2]) - 1, COLUMNS.index(match[1]))
            if square.row >= side or square.column >= side:
                raise NotationError(
                    None, f"{square} is not on a board of {side}x{side}", code="not-a-square"
                )
            squares.append(square)
            position = match.end()
        return tuple(squares)


# By bit; the eleventh of each row is never asked for.
_SQUARES = tuple([Square(row, column) for row in range(SIDE) for column in range(STRIDE)])
_NAMES = tuple([str(square) if square.column < SIDE else "" for square in _SQUARES])


def bit(square: Square) -> Mask:
    """Return the mask of one square."""
    return 1 << (square.row * STRIDE + square.column)


def mask_of(squares: Iterable[Square]) -> Mask:
    """Return the mask of some squares."""
    mask = 0
    for square in squares:
        mask |= bit(square)
    return mask


def squares_of(mask: Mask) -> Iterator[Square]:
    """Yield a mask's squares in reading order."""
    while mask:
        low = mask & -mask
        yield _SQUARES[low.bit_length() - 1]
        mask ^= low


def names_of(mask: Mask) -> list[str]:
    """Return the names of a mask's squares in reading order."""
    names = []
    while mask:
        low = mask & -mask
        names.append(_NAMES[low.bit_length() - 1])
        mask ^= low
    return names


GRID: Mask = mask_of(Square(row, column) for row in range(SIDE) for column in range(SIDE))


def around(mask: Mask) -> Mask:
    """Return the squares that share a side with the mask's squares and are not among them."""
    grown = mask << 1 | mask >> 1 | mask << STRIDE | mask >> STRIDE
    return grown & GRID & ~mask


def components(mask: Mask) -> Iterator[Mask]:
    """Yield the groups of squares connected by sides, in reading order of their first square."""
    while mask:
        group = mask & -mask
        while grown := around(group) & mask:
            group |= grown
        yield group
        mask ^= group


def clip(text: str, width: int = 40) -> str:
    """Shorten a user's text for an error message, and keep it on one printable line."""
    shown = "".join(c if c.isprintable() else "�" for c in text[: width + 1])
    return shown if len(text) <= width else shown[:width] + "…"
