"""The legal placements of a tile and the areas they would close, as they are sent to a page."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from kheper.core.grid import names_of
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import FIRST


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
    return Placements(tile.value, _dig(view).marks(tile, view.options.flip == "on"))


def closings(view: Any) -> Closings:
    """Return what the legal placements would close; in solo nothing scores (SY-O2)."""
    if view.mode == "solo":
        return Closings(())
    dig, tile = _dig(view), view.card
    first = FIRST[tile]
    found = []
    for placement in dig.fits(tile, view.options.flip == "on"):
        if areas := dig.closed_by(placement):
            texts = tuple(["".join(names_of(area.squares)) for area in areas])
            points = sum([area.points for area in areas])
            found.append(Closing(placement.index - first, points, texts))
    return Closings(tuple(found))


def _dig(view: Any) -> Dig:
    dig: Dig = view.digs[view.seat - 1] if hasattr(view, "digs") else view.dig
    return dig
