"""The solo solver: with the cards known, a line that covers every symbol, or a proof of none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS, Placement
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import Tile
from kheper.search.jit.masks import words
from kheper.search.jit.random import generator
from kheper.search.jit.stop import StopFlag, alarm_after
from kheper.search.scarabya.solo import search
from kheper.search.scarabya.tables import cards_of, ground_of

# Attempts start afresh with other dice and more steps, and keep what they learned of trouble:
# most searches that go astray do so in their first steps.
FIRST_ATTEMPT = 100
LONGER = 1.5
NOISE = 64  # less than one symbol more or less: chance decides between equals


class Verdict(StrEnum):
    """What a solver knows when it stops."""

    SOLVED = "solved"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


_VERDICTS = {
    search.SOLVED: Verdict.SOLVED,
    search.IMPOSSIBLE: Verdict.IMPOSSIBLE,
    search.UNKNOWN: Verdict.UNKNOWN,
}


@dataclass(frozen=True, slots=True)
class SoloSolution:
    """A verdict; if solved, each card with its placement, None for a discard (SY-L6)."""

    verdict: Verdict
    line: tuple[tuple[Tile, Placement | None], ...]
    steps: int


def solve(
    state: Solo,
    *,
    seconds: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    stop: StopFlag | None = None,
) -> SoloSolution:
    """Solve a solo game from here on with the cards of its deck (SY-O1, SY-O2)."""
    left = state.deck[len(state.dig.entries) :]
    flip = state.options.flip == "on"
    return solve_dig(state.dig, left, flip, seconds=seconds, steps=steps, seed=seed, stop=stop)


def solve_dig(
    dig: Dig,
    cards: tuple[Tile, ...],
    flip: bool = True,
    *,
    seconds: float | None = None,
    steps: int | None = None,
    seed: int = 0,
    stop: StopFlag | None = None,
) -> SoloSolution:
    """Cover every symbol of a dig with these cards, in this order.

    With limits of steps and a seed it is repeatable; without any limit it always decides.
    """
    with alarm_after(seconds) as alarm:
        return _attempts(dig, cards, flip, steps, seed, stop or StopFlag(), alarm)


def _attempts(
    dig: Dig,
    cards: tuple[Tile, ...],
    flip: bool,
    steps: int | None,
    seed: int,
    stop: StopFlag,
    alarm: StopFlag,
) -> SoloSolution:
    wanted = np.array(words(dig.site.scarabs & dig.free), dtype=np.uint64)
    deal = search.SoloDeal(ground_of(dig), wanted, cards_of(cards), int(flip))
    trouble = np.ones(search.VARIABLES + 1, dtype=np.int64)
    budget = np.zeros(1, dtype=np.int64)
    effort = search.Effort(NOISE, generator(seed), trouble, budget, stop.flag, alarm.flag)
    used, size = 0, float(FIRST_ATTEMPT)
    while True:
        branch = search.Branch.empty(wanted)
        most = int(size) if steps is None else min(int(size), steps - used)
        budget[0] = most
        verdict = _VERDICTS[search.solve(deal, branch, effort)]
        used += most - max(int(budget[0]), 0)
        ended = stop.is_set or alarm.is_set or (steps is not None and used >= steps)
        if verdict is Verdict.SOLVED:
            laid = [
                PLACEMENTS[branch.placement[n]] if branch.taken[n] else None
                for n, _ in enumerate(cards)
            ]
            return SoloSolution(verdict, tuple(zip(cards, laid, strict=True)), used)
        if verdict is Verdict.IMPOSSIBLE or ended:
            return SoloSolution(verdict, (), used)
        size *= LONGER
