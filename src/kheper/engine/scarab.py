"""What the engine must know of SCARAB."""

from __future__ import annotations

from kheper.engine.adapter import EngineAdapter
from kheper.scarab import ScarabState


class ScarabEngine(EngineAdapter[ScarabState]):
    """SCARAB for two can be solved."""

    def solve(self, state: ScarabState, seconds: float) -> str:
        """Return the final difference and the moves that lead to it."""
        if state.seats != 2:
            return super().solve(state, seconds)
        from kheper.search.scarab.solver import Searcher  # noqa: PLC0415 - loads Numba

        solved = Searcher().solve(state, seconds=seconds)
        return "\n".join(map(str, (solved.value, *solved.line))) if solved else "unknown"
