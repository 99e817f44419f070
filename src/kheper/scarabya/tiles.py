"""The twelve camp tiles (SY-M3) and the ways each can lie."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kheper.core.errors import NotationError
from kheper.core.grid import STRIDE, Square, clip

Shape = tuple[Square, ...]


class Tile(StrEnum):
    """A camp tile, one of the twelve pentominoes, named by its letter."""

    F = "F"
    I = "I"  # noqa: E741 - the tile's name is its letter
    L = "L"
    N = "N"
    P = "P"
    T = "T"
    U = "U"
    V = "V"
    W = "W"
    X = "X"
    Y = "Y"
    Z = "Z"


TILES = tuple(Tile)

# The face that lies up when a tile may not be turned over (SY-L4, KH-1).
DRAWINGS = {
    Tile.F: (".##", "##.", ".#."),
    Tile.I: ("#", "#", "#", "#", "#"),
    Tile.L: ("#.", "#.", "#.", "##"),
    Tile.N: (".#", ".#", "##", "#."),
    Tile.P: ("##", "##", "#."),
    Tile.T: ("###", ".#.", ".#."),
    Tile.U: ("#.#", "###"),
    Tile.V: ("#..", "#..", "###"),
    Tile.W: ("#..", "##.", ".##"),
    Tile.X: (".#.", "###", ".#."),
    Tile.Y: (".#", "##", ".#", ".#"),
    Tile.Z: ("##.", ".#.", ".##"),
}


@dataclass(frozen=True, slots=True)
class Orientation:
    """One way a tile can lie; `turned_over` if it cannot be reached by turning alone."""

    tile: Tile
    shape: Shape
    turned_over: bool

    @property
    def height(self) -> int:
        """The rows it spans."""
        return max(square.row for square in self.shape) + 1

    @property
    def width(self) -> int:
        """The columns it spans."""
        return max(square.column for square in self.shape) + 1

    @property
    def offsets(self) -> tuple[int, ...]:
        """The shift of each square's bit from the bit of the top left corner."""
        return tuple(square.row * STRIDE + square.column for square in self.shape)


def parse_tile(letter: str) -> Tile:
    """Read a tile's letter."""
    try:
        return Tile(letter)
    except ValueError:
        raise NotationError(
            "SY-M3",
            f"'{clip(letter)}' is not a tile: the tiles are {' '.join(Tile)}",
            code="no-tile",
        ) from None


def _normal(squares: list[Square]) -> Shape:
    top, left = min(s.row for s in squares), min(s.column for s in squares)
    return tuple(sorted(Square(s.row - top, s.column - left) for s in squares))


def _turns(shape: Shape) -> list[Shape]:
    turns = [shape]
    for _ in range(3):
        turns.append(_normal([Square(s.column, -s.row) for s in turns[-1]]))
    return turns


def _orientations(tile: Tile) -> list[Orientation]:
    drawn = [
        Square(row, column)
        for row, line in enumerate(DRAWINGS[tile])
        for column, mark in enumerate(line)
        if mark == "#"
    ]
    face = _turns(_normal(drawn))
    back = _turns(_normal([Square(s.row, -s.column) for s in drawn]))
    unique = dict.fromkeys(face + back)
    return [Orientation(tile, shape, shape not in face) for shape in unique]


ORIENTATIONS: dict[Tile, tuple[Orientation, ...]] = {
    tile: tuple(_orientations(tile)) for tile in Tile
}
