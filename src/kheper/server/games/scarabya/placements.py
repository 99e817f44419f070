"""Where a tile can lie, why not elsewhere, and which areas it would close, as a page is sent it."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kheper.core.grid import SIDE, STRIDE, Mask, squares_of
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.tiles import ORIENTATIONS, TILES, Tile

LEGAL = "+"
# The letters of `marks`, and the codes of the refusals they stand for.
REASONS = {
    "r": "rock",
    "c": "covered",
    "f": "flipped",
    "n": "no-contact",
    "e": "no-centre",
}


class Placements(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="placements"):
    """All ways the open card's tile can lie inside the frame, one letter each."""

    tile: str
    marks: str


class Closing(Struct, frozen=True, array_like=True):
    """The areas that a placement would close: its place in `marks`, points, areas' squares."""

    place: int
    points: int
    areas: tuple[str, ...]


class Closings(Struct, frozen=True, tag_field="kind", tag="closings"):
    """What the legal placements would close; those that close nothing are left out."""

    closes: tuple[Closing, ...]


def placements(view: Any) -> Placements:
    """Return the letters of all ways that the open card's tile can lie."""
    tile = view.card
    return Placements(tile.value, _marks(_dig(view), tile, flip=view.options.flip == "on"))


def closings(view: Any) -> Closings:
    """Return what the legal placements would close; in solo nothing scores (SY-O2)."""
    if view.mode == "solo":
        return Closings(())
    dig, tile = _dig(view), view.card
    first = _FIRST[tile]
    found = []
    for placement in dig.fits(tile, view.options.flip == "on"):
        if areas := dig.closed_by(placement):
            texts = tuple(["".join(map(str, squares_of(area.squares))) for area in areas])
            points = sum([area.points for area in areas])
            found.append(Closing(placement.index - first, points, texts))
    return Closings(tuple(found))


def _dig(view: Any) -> Dig:
    dig: Dig = view.digs[view.seat - 1] if hasattr(view, "digs") else view.dig
    return dig


_OFFSETS = {tile: tuple(way.offsets for way in ways) for tile, ways in ORIENTATIONS.items()}
# A plane is a site's mask, one for each orientation of the tile, one behind the other.
_PLANE = SIDE * STRIDE
_FIRST = {placement.tile: placement.index for placement in reversed(PLACEMENTS)}
_SLICES = {
    tile: tuple(
        slice(start := n * _PLANE + row * STRIDE, start + SIDE + 1 - way.width)
        for n, way in enumerate(ways)
        for row in range(SIDE + 1 - way.height)
    )
    for tile, ways in ORIENTATIONS.items()
}
# By the sum of 1 for a rock, 2 for a covered square, 4 for contact.
_LETTERS = {
    is_begun: str.maketrans("01234567", ("nrcr" if is_begun else "ercr") + "+rcr")
    for is_begun in (True, False)
}


def _marks(dig: Dig, tile: Tile, *, flip: bool) -> str:
    """Return a letter for each placement, in the order of the table.

    All corners of an orientation are looked at in one number: squares are ORed that lie where the
    tile would. Three such numbers become the digits of one, a digit for each corner. The order of
    reasons is that of the rules' own refusals.
    """
    rocks = dig.site.rocks
    covered = dig.covered
    reach = dig.reach
    rocky = hidden = touching = 0
    for n, (a, b, c, d, e) in enumerate(_OFFSETS[tile]):
        at = n * _PLANE
        rocky |= (rocks >> a | rocks >> b | rocks >> c | rocks >> d | rocks >> e) << at
        hidden |= (covered >> a | covered >> b | covered >> c | covered >> d | covered >> e) << at
        touching |= (reach >> a | reach >> b | reach >> c | reach >> d | reach >> e) << at
    digits = _spread(rocky) + 2 * _spread(hidden) + 4 * _spread(touching)
    width = len(ORIENTATIONS[tile]) * _PLANE
    text = f"{digits:0{width}x}"[::-1].translate(_LETTERS[dig.placed])
    if not flip:
        text = "".join(
            part.replace(LEGAL, "f") if way.turned_over else part
            for n, way in enumerate(ORIENTATIONS[tile])
            for part in (text[n * _PLANE : (n + 1) * _PLANE],)
        )
    return "".join([text[row] for row in _SLICES[tile]])


def _spread(mask: Mask) -> int:
    """Return a number with a hexadecimal digit for each bit of a mask."""
    return int(f"{mask:b}", 16)


def tile_table() -> dict[str, list[dict[str, Any]]]:
    """Return how the letters of `marks` are counted, for each tile's orientations.

    An orientation's placements stand in `marks` from `first` on, row by row: the one whose top
    left corner is at a row and a column (from 0) is number `first + row * across + column`.
    """
    table: dict[str, list[dict[str, Any]]] = {}
    for tile in TILES:
        first, rows = 0, []
        for way in ORIENTATIONS[tile]:
            down, across = SIDE + 1 - way.height, SIDE + 1 - way.width
            rows.append(
                {
                    "first": first,
                    "down": down,
                    "across": across,
                    "squares": [[square.row, square.column] for square in way.shape],
                    "turned_over": way.turned_over,
                }
            )
            first += down * across
        table[tile.value] = rows
    return table
