"""What the views of all three modes share.

A view contains the drawn cards but not the deck, and its own open placement but no other.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from kheper.core.grid import Mask, names_of
from kheper.core.outcome import Json
from kheper.scarabya.dig import Dig
from kheper.scarabya.tiles import TILES, Tile
from kheper.scarabya.tokens import VALUES, Ledger

if TYPE_CHECKING:
    from kheper.scarabya.duel import DuelView
    from kheper.scarabya.expedition import ExpeditionView
    from kheper.scarabya.solo import SoloView


def complete_deck(cards: tuple[Tile, ...], rng: Random) -> tuple[Tile, ...]:
    """Append the missing cards to the known ones, shuffled (SY-M4, SY-S5)."""
    rest = [tile for tile in TILES if tile not in cards]
    rng.shuffle(rest)
    return (*cards, *rest)


def head_json(view: ExpeditionView | DuelView | SoloView) -> dict[str, Json]:
    """Return the part that the views of all modes share."""
    card, outcome = view.card, view.outcome
    return {
        "game": view.game,
        "mode": view.mode,
        "seat": view.seat,
        "seats": view.seats,
        "options": dict(view.options.chosen()),
        "site": str(view.site),
        "cards": "".join(view.cards),
        "card": card.value if card else None,
        "to_move": list(view.to_move),
        "scores": list(view.scores),
        "outcome": outcome.json() if outcome else None,
    }


def dig_json(dig: Dig) -> dict[str, Json]:
    """Return a dig as plain data."""
    return {
        "entries": [str(placement) if placement else "x" for placement in dig.entries],
        "points": dig.points,
        "areas": [
            {
                "squares": squares_json(area.squares),
                "scarabs": squares_json(area.scarabs),
                "points": area.points,
                "card": area.card,
            }
            for area in dig.areas
        ],
    }


def ledger_json(ledger: Ledger) -> dict[str, Json]:
    """Return the tokens as plain data."""
    return {
        "bank": {str(value): left for value, left in zip(VALUES, ledger.bank, strict=True)},
        "payments": [
            [
                {"symbol": str(paid.symbol), "tokens": list(paid.tokens), "owed": paid.owed}
                for paid in seat
            ]
            for seat in ledger.payments
        ],
    }


def squares_json(mask: Mask) -> list[Json]:
    """Return a mask's squares by name."""
    return [*names_of(mask)]
