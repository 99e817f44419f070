"""Every way to lay a tile on an empty site: one table of 4,096 placements."""

from __future__ import annotations

from dataclasses import dataclass

from kheper.core.errors import NotationError, RuleError
from kheper.core.grid import SIDE, STRIDE, Mask, Square, around, clip, mask_of
from kheper.scarabya.tiles import ORIENTATIONS, Orientation, Tile

DISCARD = "x"


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """A tile lying on five squares of the site; a row of the table, known by its index.

    >>> str(parse_placement("e6e4f4d5e5")), parse_placement("e4f4d5e5e6").tile.value
    ('e4f4d5e5e6', 'F')
    """

    index: int
    tile: Tile
    turned_over: bool
    squares: tuple[Square, ...]
    mask: Mask
    border: Mask

    def __str__(self) -> str:
        return "".join(map(str, self.squares))

    def __repr__(self) -> str:
        return f"parse_placement('{self}')"

    def __reduce__(self) -> tuple[object, ...]:
        return _from_table, (self.index,)


def _lay(index: int, orientation: Orientation, row: int, column: int) -> Placement:
    squares = tuple(Square(row + s.row, column + s.column) for s in orientation.shape)
    mask = mask_of(squares)
    return Placement(index, orientation.tile, orientation.turned_over, squares, mask, around(mask))


Anchored = tuple[Placement | None, ...]
Offsets = tuple[int, int, int, int, int]


def _tables() -> tuple[list[Placement], dict[Tile, list[tuple[Offsets, Anchored, bool]]]]:
    placements: list[Placement] = []
    by_tile: dict[Tile, list[tuple[Offsets, Anchored, bool]]] = {tile: [] for tile in Tile}
    for tile, orientations in ORIENTATIONS.items():
        for orientation in orientations:
            anchored: list[Placement | None] = [None] * (SIDE * STRIDE)
            for row in range(SIDE - orientation.height + 1):
                for column in range(SIDE - orientation.width + 1):
                    placement = _lay(len(placements), orientation, row, column)
                    anchored[row * STRIDE + column] = placement
                    placements.append(placement)
            a, b, c, d, e = orientation.offsets
            by_tile[tile].append(((a, b, c, d, e), tuple(anchored), orientation.turned_over))
    return placements, by_tile


_placements, _by_tile = _tables()

PLACEMENTS: tuple[Placement, ...] = tuple(_placements)
BY_MASK: dict[Mask, Placement] = {placement.mask: placement for placement in PLACEMENTS}

# The index of each tile's first placement.
FIRST: dict[Tile, int] = {placement.tile: placement.index for placement in PLACEMENTS[::-1]}

# For each tile, with and without turning over (SY-L4): the offsets of an orientation's squares
# from its top left corner, and its placements by the bit of that corner.
ANCHORS: dict[bool, dict[Tile, tuple[tuple[Offsets, Anchored], ...]]] = {
    flip: {
        tile: tuple((offsets, row) for offsets, row, over in rows if flip or not over)
        for tile, rows in _by_tile.items()
    }
    for flip in (True, False)
}


def parse_placement(text: str) -> Placement:
    """Read five squares, in any order, as the placement of the tile that covers them."""
    if text == DISCARD:
        raise RuleError(
            "SY-L6", "a tile that cannot be placed is discarded automatically", code="must-place"
        )
    squares = Square.parse_all(text)
    placement = BY_MASK.get(mask_of(squares)) if len(squares) == 5 else None
    if placement is None:
        if len(squares) == 5 and len(set(squares)) == 5:
            raise RuleError("SY-M3", f"no tile has the shape {clip(text)}", code="no-tile")
        raise NotationError(
            None, f"'{clip(text)}' is not five different squares such as e4f4d5e5e6"
        )
    return placement


def _from_table(index: int) -> Placement:
    return PLACEMENTS[index]
