"""Search for Scarabya: placements that look best, played out over decks that could be."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from kheper.bots.limits import Limits
from kheper.scarabya import DuelView, ExpeditionView, Placement
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.tiles import TILES
from kheper.search import ground

DiggingView = ExpeditionView | DuelView

# Decks that one call of the kernel plays through before anybody looks at the clock.
SLICE = 8


@dataclass(frozen=True, slots=True)
class Problem:
    """All that a kernel needs to know of a view."""

    dig: Dig
    goal: int
    card: int
    coming: tuple[int, ...]
    flip: int
    first: int = 0
    lead: int = 0


def problem_of(view: DiggingView) -> Problem:
    """Say what a view asks; the seat that looks must be to move."""
    assert view.seat is not None, "a spectator has no moves"
    seen = [TILES.index(card) for card in view.cards]
    hidden = [n for n in range(len(TILES)) if n not in seen]
    dig = view.digs[view.seat - 1] if isinstance(view, ExpeditionView) else view.dig
    shared = (
        dig,
        ground.GOALS[view.mode],
        seen[-1],
        tuple(hidden),
        int(view.options.flip == "on"),
    )
    if isinstance(view, DuelView):
        placers = [seat for seat, entry in zip(view.movers, dig.entries, strict=True) if entry]
        lead = placers.count(1) - placers.count(2)
        return Problem(*shared, first=1 if view.seat == 1 else -1, lead=lead)
    return Problem(*shared)


@dataclass(slots=True)
class Candidate:
    """A placement, what it gains at once, and how it has done in playouts."""

    placement: Placement
    gain: float
    promise: float
    total: float = 0.0
    playouts: int = 0

    @property
    def mean(self) -> float:
        """What it came to on average."""
        return self.total / self.playouts if self.playouts else self.promise


def candidates(problem: Problem, mode: str) -> list[Candidate]:
    """Judge every legal placement by what it gains and what ground it leaves; best first."""
    worth = ground.worth(mode)
    cells, reach = ground.cells_of(problem.dig)
    moves = np.zeros(600, dtype=np.int16)
    gains, worths = np.zeros(600, dtype=np.float32), np.zeros(600, dtype=np.float32)
    count = ground.rank(
        cells,
        reach,
        problem.card,
        problem.flip,
        *worth,
        len(problem.coming),
        moves,
        gains,
        worths,
    )
    found = [
        Candidate(PLACEMENTS[moves[n]], float(gains[n]), float(gains[n] + worths[n]))
        for n in range(count)
    ]
    return sorted(found, key=lambda one: -one.promise)


def play_out(view: DiggingView, width: int, rng: Random, limits: Limits) -> list[Candidate]:
    """Play the most promising placements out, fewer and fewer of them, and return the best first.

    Sequential halving: all survivors meet the same decks, and the worse half of them goes.
    """
    problem = problem_of(view)
    field = candidates(problem, view.mode)
    if len(field) == 1 or not problem.coming:
        return field
    alive = field[:width]
    phases = max(1, (len(alive) - 1).bit_length())
    began = monotonic()
    with ThreadPoolExecutor(limits.cores) as pool:
        for phase in range(phases):
            share = limits.share((phase + 1) / phases, began)
            _sample(problem, view.mode, alive, share, limits.playouts // phases, rng, pool, limits)
            alive.sort(key=lambda one: -one.mean)
            if limits.stop():
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
    tried = sorted(field[:width], key=lambda one: (-one.playouts, -one.mean))
    return tried + field[width:]


def _sample(
    problem: Problem,
    mode: str,
    alive: list[Candidate],
    out_of_time: Callable[[], bool],
    playouts: int,
    rng: Random,
    pool: ThreadPoolExecutor,
    limits: Limits,
) -> None:
    """Play all of them out until the share of playouts, or of time, is used up."""
    worth = ground.worth(mode)
    cells, reach = ground.cells_of(problem.dig)
    deck = np.array(problem.coming, dtype=np.int8)
    moves = np.array([one.placement.index for one in alive], dtype=np.int16)
    flag = np.zeros(1, dtype=np.int8)

    def one_slice(seed: int) -> tuple[Any, int]:
        sums = np.zeros(len(alive), dtype=np.float64)
        done = ground.sample(
            cells,
            reach,
            deck,
            0,
            int(problem.dig.placed),
            problem.flip,
            problem.goal,
            problem.first,
            problem.lead,
            *worth,
            moves,
            len(alive),
            SLICE,
            seed,
            flag,
            sums,
        )
        return sums, done

    slices = max(1, -(-playouts // (len(alive) * SLICE)))
    while slices > 0:
        batch = min(limits.cores, slices)
        seeds = [rng.getrandbits(60) | 1 for _ in range(batch)]
        for sums, done in pool.map(one_slice, seeds):
            for one, value in zip(alive, sums, strict=True):
                one.total += value
                one.playouts += done
        slices -= batch
        if out_of_time() or limits.stop():
            return
