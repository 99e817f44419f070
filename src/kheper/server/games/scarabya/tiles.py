"""Constants that a page needs to read `marks`: how tiles can lie, and what each letter means."""

from __future__ import annotations

from msgspec import Struct

from kheper.core.grid import SIDE
from kheper.scarabya.refusals import REFUSALS
from kheper.scarabya.tiles import ORIENTATIONS, TILES, Tile


class TileOrientation(Struct, frozen=True):
    """One way a tile can lie, and where its placements stand in `marks`.

    They start at `first` and go row by row: the placement whose top left corner is at a row and
    a column, both from 0, has the index `first + row * across + column`.
    """

    first: int
    down: int
    across: int
    squares: tuple[tuple[int, int], ...]
    turned_over: bool


class TileConstants(Struct, frozen=True):
    """Every orientation of each tile, and the codes that the letters of `marks` stand for."""

    tiles: dict[str, tuple[TileOrientation, ...]]
    reasons: dict[str, str]


def tile_constants() -> TileConstants:
    """Return the constants."""
    tiles = {tile.value: _orientations(tile) for tile in TILES}
    return TileConstants(tiles, {mark: refusal.code for mark, refusal in REFUSALS.items()})


def _orientations(tile: Tile) -> tuple[TileOrientation, ...]:
    first, found = 0, []
    for way in ORIENTATIONS[tile]:
        down, across = SIDE + 1 - way.height, SIDE + 1 - way.width
        squares = tuple((square.row, square.column) for square in way.shape)
        found.append(TileOrientation(first, down, across, squares, way.turned_over))
        first += down * across
    return tuple(found)
