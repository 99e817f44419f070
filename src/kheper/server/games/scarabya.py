"""What a page is told of Scarabya: what a play changed, where a tile can lie, what it closes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from kheper.core.grid import SIDE, STRIDE, Mask, squares_of
from kheper.core.outcome import Json
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.placements import PLACEMENTS, Placement
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import ORIENTATIONS, TILES, Tile
from kheper.scarabya.tokens import VALUES, Ledger, settle, settle_duel
from kheper.scarabya.views import squares_json

LEGAL = "+"
# The letters of `marks`, and the codes of the refusals they stand for.
REASONS = {
    "r": "rock",
    "c": "covered",
    "f": "flipped",
    "n": "no-contact",
    "e": "no-centre",
}

Texts = tuple[str, ...]
Shown = dict[str, Json]


class Dug(Struct, frozen=True, omit_defaults=True):
    """What a play changed; entries, areas and payments are the new ones, the rest is as it is now.

    Entries and areas are listed by site, payments by seat.
    """

    entries: tuple[Texts, ...] = ()
    areas: tuple[tuple[Shown, ...], ...] = ()
    payments: tuple[tuple[Shown, ...], ...] = ()
    bank: dict[str, int] | None = None
    cards: str = ""
    card: str | UnsetType | None = UNSET
    number: int = 0
    ready: tuple[int, ...] | UnsetType = UNSET
    open: tuple[str | None, ...] | UnsetType = UNSET
    movers: tuple[int, ...] = ()
    owners: tuple[int, ...] = ()
    bonus: list[Json] | UnsetType = UNSET
    uncovered: list[Json] | UnsetType = UNSET
    uncoverable: list[Json] | UnsetType = UNSET


class Placements(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="placements"):
    """All ways the open card's tile can lie inside the frame, one letter each."""

    tile: str
    marks: str


class Closing(Struct, frozen=True, array_like=True):
    """The areas that a placement would close: its place in `marks`, points, areas' squares."""

    place: int
    points: int
    areas: Texts


class Closings(Struct, frozen=True, tag_field="kind", tag="closings"):
    """What the legal placements would close; those that close nothing are left out."""

    closes: tuple[Closing, ...]


# --- facts


def facts(before: Any, after: Any) -> Dug:
    """Return what a play changed."""
    if isinstance(after, Expedition):
        if after.digs is before.digs:
            return _in_open_round(after)
        return _closed_round(before, after)
    if isinstance(after, Duel):
        return _duel(before, after)
    assert isinstance(after, Solo)
    return _solo(before, after)


def _in_open_round(after: Expedition) -> Dug:
    view = after.view(None)
    return Dug(ready=view.ready, open=_open(view.pending))


def _closed_round(before: Expedition, after: Expedition) -> Dug:
    view = after.view(None)
    new = [_new_areas(old, dig) for old, dig in zip(before.digs, after.digs, strict=True)]
    paid = [sum(area.scarabs.bit_count() for area in areas) for areas in new]
    ledger = settle(after.digs) if any(paid) else None
    return Dug(
        entries=tuple(map(_new_entries, before.digs, after.digs)),
        areas=tuple([_shown(areas) for areas in new]) if any(new) else (),
        payments=_payments(ledger, paid),
        bank=_bank(ledger),
        cards="".join(view.cards),
        card=view.card.value if view.card else None,
        ready=view.ready,
        open=_open(view.pending),
    )


def _open(pending: Sequence[Placement | None]) -> tuple[str | None, ...]:
    return tuple([str(placement) if placement else None for placement in pending])


def _duel(before: Duel, after: Duel) -> Dug:
    view = after.view(None)
    new = _new_areas(before.dig, after.dig)
    # Each new area takes a token from the bank as its mark, also where nothing is paid (SY-D3).
    bonus = 0 if view.to_move else view.bonus  # SY-D4
    ledger = settle_duel(view.dig, view.movers, bonus) if new or not view.to_move else None
    paid = [0, 0]
    paid[before.to_move[0] - 1] = sum(area.scarabs.bit_count() for area in new)
    paid[1] += bonus.bit_count()
    return Dug(
        entries=(_new_entries(before.dig, after.dig),),
        areas=(_shown(new),) if new else (),
        payments=_payments(ledger, paid),
        bank=_bank(ledger),
        cards="".join(view.cards),
        card=view.card.value if view.card else None,
        movers=view.movers,
        owners=tuple([view.owner(area) for area in view.dig.areas]) if new else (),
        bonus=UNSET if view.to_move else squares_json(bonus),
    )


def _solo(before: Solo, after: Solo) -> Dug:
    view = after.view(None)
    new = _new_areas(before.dig, after.dig)
    return Dug(
        entries=(_new_entries(before.dig, after.dig),),
        areas=(_shown(new),) if new else (),
        cards="".join(view.cards),
        card=view.card.value if view.card else None,
        number=view.number,
        uncovered=squares_json(view.site.scarabs & view.dig.free),
        uncoverable=squares_json(view.uncoverable),
    )


def _new_entries(before: Dig, after: Dig) -> Texts:
    return tuple([str(entry or "x") for entry in after.entries[len(before.entries) :]])


def _new_areas(before: Dig, after: Dig) -> tuple[Area, ...]:
    """Return the areas that the first new entry closed; those behind it are discards (SY-L6)."""
    placement = after.entries[len(before.entries)]
    return before.closed_by(placement) if placement else ()


def _shown(areas: Sequence[Area]) -> tuple[Shown, ...]:
    return tuple(
        [
            {
                "squares": squares_json(area.squares),
                "scarabs": squares_json(area.scarabs),
                "points": area.points,
                "card": area.card,
            }
            for area in areas
        ]
    )


def _payments(ledger: Ledger | None, counts: Sequence[int]) -> tuple[tuple[Shown, ...], ...]:
    """Return each seat's last payments, that many of them."""
    if ledger is None or not any(counts):
        return ()
    return tuple(
        tuple(
            {"symbol": str(paid.symbol), "tokens": list(paid.tokens), "owed": paid.owed}
            for paid in payments[len(payments) - count :]
        )
        for payments, count in zip(ledger.payments, counts, strict=True)
    )


def _bank(ledger: Ledger | None) -> dict[str, int] | None:
    if ledger is None:
        return None
    return {str(value): left for value, left in zip(VALUES, ledger.bank, strict=True)}


# --- legal placements


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
