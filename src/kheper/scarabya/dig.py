"""One player's dig: a site with the tiles laid on it, the legal placements, and the areas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

from kheper.core.errors import RuleError
from kheper.core.grid import SIDE, STRIDE, Mask
from kheper.scarabya.placements import ANCHORS, Anchored, Placement
from kheper.scarabya.refusals import marks_of, refusal
from kheper.scarabya.site import CENTRE, LARGEST_AREA, Site
from kheper.scarabya.tiles import Tile


class Area(NamedTuple):
    """An excavation area: its squares, the symbols in it, and the card that closed it."""

    squares: Mask
    scarabs: Mask
    card: int

    @property
    def size(self) -> int:
        """How many squares it has, which is what each of its symbols scores (SY-A2)."""
        return self.squares.bit_count()

    @property
    def points(self) -> int:
        """What the area scores."""
        return self.squares.bit_count() * self.scarabs.bit_count()


class Fits(Sequence[Placement]):
    """The legal placements of a tile, in the order of the table, found on demand."""

    __slots__ = ("_count", "_found")

    def __init__(self, found: Sequence[tuple[Mask, Anchored]]) -> None:
        self._found = found
        self._count = -1

    @property
    def anchors(self) -> Sequence[tuple[Mask, Anchored]]:
        """The corners where each orientation that fits may lie, and its placements by corner."""
        return self._found

    def __len__(self) -> int:
        if self._count < 0:
            count = 0
            for anchors, _ in self._found:
                count += anchors.bit_count()
            self._count = count
        return self._count

    def __bool__(self) -> bool:
        return bool(self._found)

    def __iter__(self) -> Iterator[Placement]:
        for anchors, row in self._found:
            left = anchors
            while left:
                low = left & -left
                placement = row[low.bit_length() - 1]
                assert placement is not None
                yield placement
                left ^= low

    @overload
    def __getitem__(self, index: int) -> Placement: ...
    @overload
    def __getitem__(self, index: slice) -> list[Placement]: ...
    def __getitem__(self, index: int | slice) -> Placement | list[Placement]:
        if isinstance(index, slice):
            return list(self)[index]
        left = index + len(self) if index < 0 else index
        if left >= 0:
            for anchors, row in self._found:
                count = anchors.bit_count()
                if left < count:
                    rest = anchors
                    for _ in range(left):
                        rest &= rest - 1
                    placement = row[(rest & -rest).bit_length() - 1]
                    assert placement is not None
                    return placement
                left -= count
        raise IndexError(index)

    def __contains__(self, placement: object) -> bool:
        return isinstance(placement, Placement) and any(placement is fit for fit in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment] # a sequence that compares by content

    def __repr__(self) -> str:
        return f"Fits({list(self)!r})"


NO_FITS = Fits(())

# Far enough up that no shift by a tile's length brings upper bits into the lower half.
_UPPER = 16 * STRIDE
_LOWER = (1 << SIDE * STRIDE) - 1


class Dig(NamedTuple):
    """A site and what has been laid on it: an entry for each card, None where it was discarded."""

    site: Site
    entries: tuple[Placement | None, ...]
    free: Mask
    # The free squares of which a tile must cover one: those beside a tile (SY-L2), or before
    # any tile lies, the central ones (SY-L1, SY-L7).
    reach: Mask

    @classmethod
    def on(cls, site: Site) -> Dig:
        """Start on an empty site."""
        return cls(site, (), site.free, site.free & CENTRE)

    def fits(self, tile: Tile, flip: bool = True) -> Fits:
        """Return every legal placement of a tile.

        All anchors of an orientation are found at once: the free squares are shifted once for
        each of its five squares and ANDed. The ground out of reach rides along in the upper
        half of the same number: where a tile fits there as well, it touches nothing.
        """
        free = self.free
        both = free | (free & ~self.reach) << _UPPER
        found = []
        for (a, b, c, d, e), row in ANCHORS[flip][tile]:
            anchors = both >> a & both >> b & both >> c & both >> d & both >> e
            if anchors := anchors & _LOWER ^ anchors >> _UPPER:
                found.append((anchors, row))
        return Fits(found) if found else NO_FITS

    def takes(self, tile: Tile, flip: bool = True) -> bool:
        """Say whether a tile can be placed at all (SY-L6)."""
        free = self.free
        both = free | (free & ~self.reach) << _UPPER
        for (a, b, c, d, e), _ in ANCHORS[flip][tile]:
            anchors = both >> a & both >> b & both >> c & both >> d & both >> e
            if anchors & _LOWER ^ anchors >> _UPPER:
                return True
        return False

    def check(
        self, placement: Placement, tile: Tile, flip: bool = True, rule: str = "SY-B1"
    ) -> None:
        """Raise the RuleError that forbids a placement; `rule` is the mode's, for another tile."""
        mask = placement.mask
        if (
            mask & ~self.free
            or not mask & self.reach
            or placement.tile is not tile
            or (placement.turned_over and not flip)
        ):
            raise self._refusal(placement, tile, flip, rule)

    def place(self, placement: Placement) -> Dig:
        """Place a tile that has been checked."""
        site, entries, free, reach = self
        reach = reach if free != site.free else 0
        free &= ~placement.mask
        return Dig(site, (*entries, placement), free, (reach | placement.border) & free)

    def discard(self) -> Dig:
        """Discard a tile that cannot be placed (SY-L6)."""
        return Dig(self.site, (*self.entries, None), self.free, self.reach)

    @property
    def areas(self) -> tuple[Area, ...]:
        """The excavation areas, in the order in which they were closed."""
        return _areas(self)

    @property
    def points(self) -> int:
        """What all areas score: each symbol as much as its area has squares (SY-A2)."""
        scarabs = self.site.scarabs
        return sum([g.bit_count() * (g & scarabs).bit_count() for g in self._closed_ground()])

    def _closed_ground(self) -> list[Mask]:
        return _closed(self.free, self.reach if self.placed else 0)

    def closed_by(self, placement: Placement) -> tuple[Area, ...]:
        """Return the areas that a placement would create, in reading order."""
        free = self.free & ~placement.mask
        found = _closed(free, placement.border & free)
        if not found:
            return ()
        scarabs, card = self.site.scarabs, len(self.entries) + 1
        return tuple([Area(squares, squares & scarabs, card) for squares in found])

    @property
    def placed(self) -> bool:
        """Whether any tile lies on the site."""
        return self.free != self.site.free

    @property
    def covered(self) -> Mask:
        """The squares under tiles."""
        return self.site.free & ~self.free

    @property
    def covered_scarabs(self) -> int:
        """How many scarab symbols lie under tiles (SY-L5)."""
        return (self.site.scarabs & ~self.free).bit_count()

    @property
    def open_scarabs(self) -> Mask:
        """The visible symbols that lie in no excavation area (SY-D4, SY-A4)."""
        scarabs = self.site.scarabs & self.free
        for area in self.areas:
            scarabs &= ~area.squares
        for squares in self.site.enclosed():
            scarabs &= ~squares
        return scarabs

    def marks(self, tile: Tile, flip: bool = True) -> str:
        """Return a mark for each placement of a tile: LEGAL, or that of its refusal."""
        return marks_of(
            self.site.rocks, self.covered, self.reach, tile, is_placed=self.placed, flip=flip
        )

    def _refusal(self, placement: Placement, tile: Tile, flip: bool, rule: str) -> RuleError:
        if placement.tile is not tile:
            sentence = f"the card shows {tile}, this is {placement.tile}"
            return RuleError(rule, sentence, code="other-tile")
        return refusal(self.marks(tile, flip), placement)


@lru_cache(maxsize=256)
def _areas(dig: Dig) -> tuple[Area, ...]:
    """Find the areas on the ground, and which card closed each.

    An area's squares have no free neighbour, so no tile can come to lie beside it later: it
    never changes (SY-A3), and the last tile beside it is the one that closed it. An area
    without a tile beside it was created by nobody and is left out (SY-A4).
    """
    scarabs, entries = dig.site.scarabs, dig.entries
    areas = []
    for squares in dig._closed_ground():
        card = len(entries)
        while (tile := entries[card - 1]) is None or not tile.border & squares:
            card -= 1
        areas.append(Area(squares, squares & scarabs, card))
    return tuple(sorted(areas, key=_card))


def _closed(free: Mask, border: Mask) -> list[Mask]:
    """Return the groups of at most four free squares that reach to a border (SY-A1).

    They come in reading order.
    """
    found = []
    while border:
        group = border & -border
        grown = (group | group << 1 | group >> 1) & free
        grown = (grown | grown << STRIDE | grown >> STRIDE) & free
        while grown.bit_count() <= LARGEST_AREA:
            if grown == group:
                found.append(group)
                break
            group = grown
            grown = (group | group << 1 | group >> 1) & free
            grown = (grown | grown << STRIDE | grown >> STRIDE) & free
        border &= ~grown
    if len(found) > 1:
        found.sort(key=_first)
    return found


def _card(area: Area) -> int:
    return area.card


def _first(squares: Mask) -> Mask:
    return squares & -squares
