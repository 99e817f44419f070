"""What a picture may show: a state is shown as everybody may see it, a view as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kheper.core.grid import Mask, clip, squares_of
from kheper.scarab.records import PRIESTS
from kheper.scarab.state import ScarabState
from kheper.scarab.view import ScarabView
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import Duel, DuelView
from kheper.scarabya.expedition import Expedition, ExpeditionView
from kheper.scarabya.placements import Placement
from kheper.scarabya.records import WORLDS
from kheper.scarabya.solo import Solo, SoloView
from kheper.scarabya.tiles import Tile
from kheper.scarabya.tokens import Ledger, settle, settle_duel

ScarabyaView = ExpeditionView | DuelView | SoloView
Seen = Expedition | Duel | Solo | ScarabyaView | ScarabState | ScarabView

MODES = {"expedition": "expedition", "duel": "one-on-one", "solo": "solo"}
CARDS = len(Tile)
LONGEST_NAME = 24


def shown(seen: Seen) -> ScarabyaView | ScarabState:
    """Return what may be drawn: of a state, what a spectator sees (SY-S5, SY-B2)."""
    if isinstance(seen, ScarabState):
        return seen  # nothing is hidden (SB-T4)
    if isinstance(seen, ScarabView):
        return seen.state
    return seen.view(None) if isinstance(seen, Expedition | Duel | Solo) else seen


def names_of(seen: ScarabyaView | ScarabState, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each seat: as given, fit to be printed, or by default."""
    default = PRIESTS if isinstance(seen, ScarabState) else WORLDS
    given = [clip(name.strip(), LONGEST_NAME) for name in names[: seen.seats]]
    return tuple(given[n] if n < len(given) and given[n] else default[n] for n in range(seen.seats))


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
    """Return the tiles still to come of which nobody knows when; by letter, not by order."""
    return tuple(tile for tile in Tile if tile not in view.cards)


def squares_text(squares: Mask | Iterable[object]) -> str:
    """Name squares one after the other."""
    return " ".join(map(str, squares_of(squares) if isinstance(squares, int) else squares))


def count(number: int, noun: str) -> str:
    """Say how many of something there are.

    >>> count(1, "point"), count(-3, "point"), count(2, "ankh")
    ('1 point', '-3 points', '2 ankhs')
    """
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


def joined(parts: Sequence[str]) -> str:
    """Join names as a sentence does.

    >>> joined(["Anna", "Ben", "Cleo"])
    'Anna, Ben and Cleo'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))
