"""What the engine must know of SCARAB."""

from __future__ import annotations

from kheper.engine.adapter import EngineAdapter
from kheper.scarab import ScarabState


class ScarabEngine(EngineAdapter[ScarabState]):
    """SCARAB for two can be solved."""

    def solve(self, state: ScarabState, seconds: float, *, deck_known: bool) -> str:
        """Return the final difference and the moves that lead to it."""
        if state.seats != 2:
            return super().solve(state, seconds, deck_known=deck_known)
        from kheper.search.scarab.solver import Searcher  # noqa: PLC0415 - loads Numba

        solved = Searcher().solve(state, seconds=seconds)
        return "\n".join(map(str, (solved.value, *solved.line))) if solved else "unknown"

    def final_value(self, state: ScarabState, seat: int) -> float:
        """Return the lead of the seat's side over the best other."""
        scores = list(state.scores)
        return scores.pop(_side(state, seat)) - max(scores)

    def prove(self, state: ScarabState, seat: int, seconds: float) -> float | None:
        """Return the final lead under best play, where there are two sides."""
        if len(state.scores) != 2:
            return None
        from kheper.search.scarab.solver import Searcher  # noqa: PLC0415 - loads Numba

        solved = Searcher().solve(state, seconds=seconds)
        return self.sign(state, seat, state.to_move[0]) * solved.value if solved else None

    def sign(self, state: ScarabState, seat: int, mover: int) -> int:
        """Compare sides (SB-V3); with more than two, nobody's value is another's opposite."""
        if _side(state, seat) == _side(state, mover):
            return 1
        return -1 if len(state.scores) == 2 else 0


def _side(state: ScarabState, seat: int) -> int:
    """Return the number of a seat's side, a team or the seat alone, counted from 0 (SB-V3)."""
    return (seat - 1) // 2 if state.start.teams else seat - 1
