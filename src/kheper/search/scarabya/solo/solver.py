"""The solo solver: with the cards known, a line that covers every symbol, or a proof of none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS, Placement
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import Tile
from kheper.search.jit.arrays import Numbers, Shorts
from kheper.search.jit.bits import words
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
        entries, verdict, used = _attempts(dig, cards, flip, steps, seed, stop or StopFlag(), alarm)
    line: tuple[tuple[Tile, Placement | None], ...] = ()
    if verdict is Verdict.SOLVED:
        laid = [None if n < 0 else PLACEMENTS[n] for n in entries[: len(cards)]]
        line = tuple(zip(cards, laid, strict=True))
    return SoloSolution(verdict, line, used)


def _attempts(
    dig: Dig,
    cards: tuple[Tile, ...],
    flip: bool,
    steps: int | None,
    seed: int,
    stop: StopFlag,
    alarm: StopFlag,
) -> tuple[Shorts, Verdict, int]:
    ground, numbers = ground_of(dig), cards_of(cards)
    wanted = np.array(words(dig.site.scarabs & dig.free), dtype=np.uint64)
    random = np.array([seed], dtype=np.uint64)
    trouble = np.ones(search.VARIABLES + 1, dtype=np.int64)
    entries = np.full(search.CARDS, -1, dtype=np.int16)
    used, size = 0, float(FIRST_ATTEMPT)
    while True:
        most = int(size) if steps is None else min(int(size), steps - used)
        budget: Numbers = np.array([most], dtype=np.int64)
        status = search.solve(
            ground, wanted, numbers, int(flip), NOISE, random, trouble, budget, stop.flag,
            alarm.flag, entries,
        )  # fmt: skip
        used += most - max(int(budget[0]), 0)
        ended = stop.is_set or alarm.is_set or (steps is not None and used >= steps)
        if status != search.UNKNOWN or ended:
            return entries, _VERDICTS[status], used
        size *= LONGER
