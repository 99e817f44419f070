"""What a placement changed, as it is sent to a page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from kheper.core.outcome import Json
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.placements import Placement
from kheper.scarabya.solo import Solo
from kheper.scarabya.tokens import VALUES, Ledger, settle, settle_duel
from kheper.scarabya.views import squares_json

Texts = tuple[str, ...]
Shown = dict[str, Json]


class PlacementFacts(Struct, frozen=True, omit_defaults=True):
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


def facts(before: Any, after: Any) -> PlacementFacts:
    """Return what a play changed."""
    if isinstance(after, Expedition):
        if after.digs is before.digs:
            return _in_open_round(after)
        return _closed_round(before, after)
    if isinstance(after, Duel):
        return _duel(before, after)
    assert isinstance(after, Solo)
    return _solo(before, after)


def _in_open_round(after: Expedition) -> PlacementFacts:
    view = after.view(None)
    return PlacementFacts(ready=view.ready, open=_open(view.pending))


def _closed_round(before: Expedition, after: Expedition) -> PlacementFacts:
    view = after.view(None)
    new = [_new_areas(old, dig) for old, dig in zip(before.digs, after.digs, strict=True)]
    paid = [sum(area.scarabs.bit_count() for area in areas) for areas in new]
    ledger = settle(after.digs) if any(paid) else None
    return PlacementFacts(
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


def _duel(before: Duel, after: Duel) -> PlacementFacts:
    view = after.view(None)
    new = _new_areas(before.dig, after.dig)
    # Each new area takes a token from the bank as its mark, also where nothing is paid (SY-D3).
    bonus = 0 if view.to_move else view.bonus  # SY-D4
    ledger = settle_duel(view.dig, view.movers, bonus) if new or not view.to_move else None
    paid = [0, 0]
    paid[before.to_move[0] - 1] = sum(area.scarabs.bit_count() for area in new)
    paid[1] += bonus.bit_count()
    return PlacementFacts(
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


def _solo(before: Solo, after: Solo) -> PlacementFacts:
    view = after.view(None)
    new = _new_areas(before.dig, after.dig)
    return PlacementFacts(
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
    """Return the given number of each seat's last payments."""
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
