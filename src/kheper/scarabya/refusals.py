"""Why placements are refused: a mark for each placement of a tile, and the rule behind it."""

from __future__ import annotations

from kheper.core.errors import RuleError
from kheper.core.grid import SIDE, STRIDE, Mask
from kheper.scarabya.placements import FIRST, Placement
from kheper.scarabya.tiles import ORIENTATIONS, Tile

LEGAL = "+"
# In the order in which they are tested.
REFUSALS = {
    "r": RuleError("SY-L3", "the tile covers a rock", code="rock"),
    "c": RuleError("SY-L3", "the tile covers a square already covered", code="covered"),
    "f": RuleError("SY-L4", "tiles may not be turned over in this game", code="flipped"),
    "n": RuleError("SY-L2", "the tile touches no placed tile", code="no-contact"),
    "e": RuleError(
        "SY-L1", "the first tile covers none of the four central squares", code="no-centre"
    ),
}

_OFFSETS = {tile: tuple(way.offsets for way in ways) for tile, ways in ORIENTATIONS.items()}
# A plane is a site's mask, one for each orientation of the tile, one behind the other.
_PLANE = SIDE * STRIDE
_SLICES = {
    tile: tuple(
        slice(start := n * _PLANE + row * STRIDE, start + SIDE + 1 - way.width)
        for n, way in enumerate(ways)
        for row in range(SIDE + 1 - way.height)
    )
    for tile, ways in ORIENTATIONS.items()
}
# By the sum of 1 for a rock, 2 for a covered square, 4 for a square within reach.
_MARKS = {
    is_placed: str.maketrans("01234567", ("nrcr" if is_placed else "ercr") + "+rcr")
    for is_placed in (True, False)
}


def refusal(marks: str, placement: Placement) -> RuleError:
    """Return the error for a refused placement, given the marks of its tile."""
    # A copy, because raising an error changes it.
    return REFUSALS[marks[placement.index - FIRST[placement.tile]]].at()


def marks_of(
    rocks: Mask, covered: Mask, reach: Mask, tile: Tile, *, is_placed: bool, flip: bool
) -> str:
    """Return a mark for each placement of a tile, in the order of the table.

    `is_placed` says whether any tile lies on the site. All corners of an orientation are tested
    at once: the squares that the tile would cover are shifted to its corner and ORed. The three
    results become one number with a digit for each corner.
    """
    rocky = hidden = touching = 0
    for n, (a, b, c, d, e) in enumerate(_OFFSETS[tile]):
        at = n * _PLANE
        rocky |= (rocks >> a | rocks >> b | rocks >> c | rocks >> d | rocks >> e) << at
        hidden |= (covered >> a | covered >> b | covered >> c | covered >> d | covered >> e) << at
        touching |= (reach >> a | reach >> b | reach >> c | reach >> d | reach >> e) << at
    digits = _spread(rocky) + 2 * _spread(hidden) + 4 * _spread(touching)
    width = len(ORIENTATIONS[tile]) * _PLANE
    text = f"{digits:0{width}x}"[::-1].translate(_MARKS[is_placed])
    if not flip:  # SY-L4
        text = "".join(
            part.replace(LEGAL, "f") if way.turned_over else part
            for n, way in enumerate(ORIENTATIONS[tile])
            for part in (text[n * _PLANE : (n + 1) * _PLANE],)
        )
    return "".join([text[row] for row in _SLICES[tile]])


def _spread(mask: Mask) -> int:
    """Return a number with a hexadecimal digit for each bit of a mask."""
    return int(f"{mask:b}", 16)
