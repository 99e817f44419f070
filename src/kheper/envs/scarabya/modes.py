"""What environments ask of a mode of Scarabya beyond the protocol: one class a mode."""

from __future__ import annotations

from typing import Any, ClassVar

from kheper.core.grid import Mask
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import Placement
from kheper.scarabya.tiles import TILES


class ModeAdapter:
    """One seat or several on one shared site, which is what two modes have in common."""

    name: ClassVar[str]
    # Planes behind those of the cards, behind those of the points, and behind all others.
    foreseen_planes: ClassVar[tuple[str, ...]] = ()
    role_planes: ClassVar[tuple[str, ...]] = ()
    lost_planes: ClassVar[tuple[str, ...]] = ()
    # Whether the seats place at once, each on a site of its own, unseen by the others (SY-B2).
    simultaneous: ClassVar[bool] = False
    # Whether seats draw cards in turn.
    in_turn: ClassVar[bool] = False
    # Whether the game may end before the last card.
    ends_early: ClassVar[bool] = False

    def sites(self, seats: int) -> int:
        """Return the number of sites."""
        return seats if self.simultaneous else 1

    def digs(self, seen: Any) -> tuple[Dig, ...]:
        """Return the digs of a state or a view."""
        return (seen.dig,)

    def pending(self, seen: Any) -> tuple[Placement | None, ...]:
        """Return each seat's placement of the open round."""
        return (None,) * int(seen.seats)

    def movers(self, state: Any) -> tuple[int, ...]:
        """Return who placed each card that was played, where that differs from card to card."""
        return ()

    def points(self, state: Any) -> tuple[int, ...]:
        """Return each seat's points so far, without what only the last card decides."""
        return tuple(state.scores)

    def foreseen(self, view: Any) -> list[int]:
        """Return the numbers of `foreseen_planes`."""
        return []

    def role(self, seat: int) -> list[int]:
        """Return the numbers of `role_planes`."""
        return []

    def lost(self, view: Any) -> list[Mask]:
        """Return the masks of `lost_planes`."""
        return []


class ExpeditionAdapter(ModeAdapter):
    """A site for each seat, and rounds in which all place at once."""

    name = "expedition"
    simultaneous = True

    def digs(self, seen: Any) -> tuple[Dig, ...]:
        """Return each seat's dig."""
        return tuple(seen.digs)

    def pending(self, seen: Any) -> tuple[Placement | None, ...]:
        """Return each seat's placement of the open round (SY-B2)."""
        return tuple(seen.pending)


class DuelAdapter(ModeAdapter):
    """Two seats in turn on one site."""

    name = "duel"
    role_planes = ("second player",)
    in_turn = True

    def movers(self, state: Any) -> tuple[int, ...]:
        """Return who drew each card that was played."""
        return tuple(state.movers)

    def points(self, state: Any) -> tuple[int, ...]:
        """Return the points of closed areas; a bonus falls at the end alone (SY-D4)."""
        made = [0, 0]
        for area in state.dig.areas:
            made[state.movers[area.card - 1] - 1] += area.points
        return tuple(made)

    def role(self, seat: int) -> list[int]:
        """Return whether this is the second player."""
        return [int(seat == 2)]


class SoloAdapter(ModeAdapter):
    """One seat that covers symbols, and may try again with cards it has seen."""

    name = "solo"
    foreseen_planes = tuple(f"known {tile}" for tile in TILES)
    lost_planes = ("lost scarabs",)
    ends_early = True

    def foreseen(self, view: Any) -> list[int]:
        """Return how many cards ahead each tile comes that an earlier try has shown (SY-O3)."""
        ahead = {tile: n for n, tile in enumerate(view.cards[view.number :], 1)}
        return [ahead.get(tile, 0) for tile in TILES]

    def lost(self, view: Any) -> list[Mask]:
        """Return the symbols that can no longer be covered."""
        return [view.uncoverable]


MODES: dict[str, ModeAdapter] = {
    adapter.name: adapter for adapter in (ExpeditionAdapter(), DuelAdapter(), SoloAdapter())
}
