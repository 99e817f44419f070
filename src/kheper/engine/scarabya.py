"""What the engine must know of Scarabya."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import TYPE_CHECKING

from kheper.core import SetupError
from kheper.engine.adapter import EngineAdapter
from kheper.scarabya import Duel, Expedition, Placement, Solo, Tile
from kheper.scarabya.setup import ScarabyaState

if TYPE_CHECKING:
    from kheper.search.scarabya.last_cards.position import LastCards
    from kheper.search.scarabya.last_cards.solver import Solution


class ScarabyaEngine(EngineAdapter[ScarabyaState]):
    """Scarabya has mission cards, and can be solved where they are known."""

    def card(self, state: ScarabyaState) -> str | None:
        """Return the drawn mission card."""
        return state.card

    def is_deck_known(self, settings: Mapping[str, str]) -> bool:
        """Say whether the settings name all twelve cards (SY-S5)."""
        return len(settings.get("deck", "")) == len(Tile)

    def solve(self, state: ScarabyaState, seconds: float, *, deck_known: bool) -> str:
        """Return a best line, a row for each card, behind the result unless it is a solo game."""
        if isinstance(state, Solo):
            return _covering_line(state, seconds)
        if isinstance(state, Expedition) and state.seats > 1:
            return super().solve(state, seconds, deck_known=deck_known)
        if not deck_known:
            sentence = "an expedition or a duel is solved where all twelve cards were given"
            raise SetupError("SY-S5", sentence, code="deck-unknown")
        _, found = _solution(state, 1, seconds)
        return f"{found.value}\n{_rows(found.line)}".strip() if found else "unknown"

    def final_value(self, state: ScarabyaState, seat: int) -> float:
        """Return the seat's points, in a duel its lead, and in a solo game 1 for a win."""
        if isinstance(state, Solo):
            return float(state.outcome is not None and state.outcome.result == "won")
        if isinstance(state, Expedition):
            return state.scores[seat - 1]
        return super().final_value(state, seat)

    def prove(self, state: ScarabyaState, seat: int, seconds: float) -> float | None:
        """Return the result of best play if the seat can tell all cards that are left."""
        view = state.view(seat)
        if len(view.cards) < len(Tile) - 1:
            return None
        whole = view.imagine(Random(0))  # at most one card is hidden, so there is no choice
        if isinstance(whole, Solo):
            verdict = _covering_line(whole, seconds)
            return None if verdict == "unknown" else float(verdict != "impossible")
        position, found = _solution(whole, seat, seconds)
        return self.sign(whole, seat, position.mover or seat) * found.value if found else None

    def sign(self, state: ScarabyaState, seat: int, mover: int) -> int:
        """Compare seats: opponents in a duel, independent in an expedition."""
        if seat == mover:
            return 1
        return -1 if isinstance(state, Duel) else 0


def _solution(
    state: Expedition | Duel, seat: int, seconds: float
) -> tuple[LastCards, Solution | None]:
    """Solve the last cards of a duel, or of a seat of an expedition."""
    from kheper.search.scarabya.last_cards.position import LastCards  # noqa: PLC0415 - loads NumPy
    from kheper.search.scarabya.last_cards.solver import Budget, solve  # noqa: PLC0415 - as above

    position = LastCards.of_state(state, seat)
    return position, solve(position, Budget(seconds=seconds))


def _covering_line(state: Solo, seconds: float) -> str:
    """Return a line that covers every symbol, a row for each card, or a verdict."""
    from kheper.search.scarabya.solo import solver  # noqa: PLC0415 - loads Numba

    found = solver.solve(state, seconds=seconds)
    if found.verdict is not solver.Verdict.SOLVED:
        return found.verdict.value
    return _rows(found.line)


def _rows(line: Iterable[tuple[Tile, Placement | None]]) -> str:
    """Write a line, a row for each card."""
    return "\n".join(f"{tile} {placement or 'x'}" for tile, placement in line)
