"""What the renderer asks of a Scarabya view, whatever its mode."""

from __future__ import annotations

from collections.abc import Iterable

from kheper.core.grid import Mask, squares_of
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import ExpeditionView
from kheper.scarabya.placements import Placement
from kheper.scarabya.setup import ScarabyaView
from kheper.scarabya.solo import SoloView
from kheper.scarabya.tiles import Tile
from kheper.scarabya.tokens import Ledger, settle, settle_duel

MODES = {"expedition": "expedition", "duel": "one-on-one", "solo": "solo"}
CARDS = len(Tile)


def digs_of(view: ScarabyaView) -> tuple[Dig, ...]:
    """Return the digs that a view shows."""
    return view.digs if isinstance(view, ExpeditionView) else (view.dig,)


def areas_of(view: ExpeditionView | DuelView, seat: int) -> tuple[Area, ...]:
    """Return the areas that a seat has closed."""
    if isinstance(view, ExpeditionView):
        return view.digs[seat - 1].areas
    return tuple(area for area in view.dig.areas if view.owner(area) == seat)  # SY-D3


def ledger_of(view: ExpeditionView | DuelView) -> Ledger:
    """Return the tokens that were paid (SY-A5)."""
    if isinstance(view, ExpeditionView):
        return settle(view.digs)
    return settle_duel(view.dig, view.movers, view.bonus)


def pending_of(view: ScarabyaView) -> tuple[Placement | None, ...]:
    """Return the placements of the open round that a view shows."""
    return view.pending if isinstance(view, ExpeditionView) else (None,)


def drawn(view: ScarabyaView) -> tuple[Tile, ...]:
    """Return the cards drawn so far, the open one included."""
    return view.cards[: view.number] if isinstance(view, SoloView) else view.cards


def foreseen(view: ScarabyaView) -> tuple[Tile, ...]:
    """Return the cards still to come whose order is known from an earlier try (SY-O3)."""
    return view.cards[view.number :] if isinstance(view, SoloView) else ()


def unseen(view: ScarabyaView) -> tuple[Tile, ...]:
    """Return the tiles still to come in an unknown order, sorted by letter."""
    return tuple(tile for tile in Tile if tile not in view.cards)


def squares_text(squares: Mask | Iterable[object]) -> str:
    """Return the names of squares, joined with spaces."""
    return " ".join(map(str, squares_of(squares) if isinstance(squares, int) else squares))
