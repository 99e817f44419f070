"""What the engine must know of Scarabya."""

from __future__ import annotations

from collections.abc import Mapping

from kheper.engine.adapter import EngineAdapter
from kheper.scarabya import Solo, Tile
from kheper.scarabya.setup import ScarabyaState


class ScarabyaEngine(EngineAdapter[ScarabyaState]):
    """Scarabya has mission cards, and solo games can be solved."""

    def card(self, state: ScarabyaState) -> str | None:
        """Return the drawn mission card."""
        return state.card

    def is_deck_known(self, settings: Mapping[str, str]) -> bool:
        """Say whether the settings name all twelve cards (SY-S5)."""
        return len(settings.get("deck", "")) == len(Tile)

    def solve(self, state: ScarabyaState, seconds: float) -> str:
        """Return a line that covers every symbol in a solo game, or a verdict."""
        if not isinstance(state, Solo):
            return super().solve(state, seconds)
        from kheper.search.scarabya.solo import solver  # noqa: PLC0415 - loads Numba

        found = solver.solve(state, seconds=seconds)
        if found.verdict is not solver.Verdict.SOLVED:
            return found.verdict.value
        return "\n".join(f"{tile} {placement or 'x'}" for tile, placement in found.line)
