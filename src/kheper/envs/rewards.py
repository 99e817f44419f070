"""Rewards: what an ended game is worth to each seat."""

from __future__ import annotations

from typing import TypeVar

from kheper.core.game import State
from kheper.core.outcome import Outcome

M = TypeVar("M")


def utilities(outcome: Outcome, seats: int) -> list[float]:
    """Return what each seat gains: 1 for a victory that is not shared; the sum is always 0.

    Of n sides each loser pays 1 / (n - 1), and the winners share what is paid.

    >>> utilities(Outcome((9, 4), (1,), "9 4", "points"), 2)
    [1.0, -1.0]
    >>> utilities(Outcome((9, 9, 4), (1, 2), "9 9 4", "shared"), 3)
    [0.25, 0.25, -0.5]
    """
    sides = len(outcome.scores)
    winners = len(outcome.winners) * sides // seats
    won, lost = (sides / winners - 1) / (sides - 1), -1 / (sides - 1)
    if winners == sides:
        lost = won
    return [won if seat in outcome.winners else lost for seat in range(1, seats + 1)]


def scores_by_seat(state: State[M]) -> tuple[int, ...]:
    """Return each seat's score; the seats of a team are neighbours and share one (SB-V3)."""
    size = state.seats // len(state.scores)
    return tuple(score for score in state.scores for _ in range(size))
