"""What a game is worth to those who play it, once it has ended."""

from __future__ import annotations

from typing import Any

from kheper.core.outcome import Outcome
from kheper.scarab.state import ScarabState


def utilities(outcome: Outcome, seats: int, teams: bool = False) -> list[float]:
    """Return what each seat gains: 1 for a victory that is not shared; the sum is always 0.

    Of n sides each loser pays 1 / (n - 1), and the winners share what is paid.

    >>> utilities(Outcome((9, 4), (1,), "9 4", "points"), 2)
    [1.0, -1.0]
    >>> utilities(Outcome((9, 9, 4), (1, 2), "9 9 4", "shared"), 3)
    [0.25, 0.25, -0.5]
    """
    sides, winners = (2, len(outcome.winners) // 2) if teams else (seats, len(outcome.winners))
    won, lost = (sides / winners - 1) / (sides - 1), -1 / (sides - 1)
    if winners == sides:
        lost = won
    return [won if seat in outcome.winners else lost for seat in range(1, seats + 1)]


def scores_by_seat(state: Any) -> tuple[int, ...]:
    """Return each seat's score; the seats of a team have the team's (SB-V3)."""
    scores: tuple[int, ...] = state.scores
    if isinstance(state, ScarabState) and state.start.teams:
        first, second = scores
        return first, first, second, second
    return scores
