"""The search for expedition and one-on-one: the best-looking placements, played out."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from time import monotonic

import numpy as np

from kheper.bots.limits import Limits
from kheper.scarabya import DuelView, ExpeditionView, Placement
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.tiles import TILES
from kheper.search.jit.arrays import Numbers, RealRows
from kheper.search.scarabya.evaluation import GOALS, POINT, Scan, load_evaluation, rank
from kheper.search.scarabya.moves import MOST_FITS, DigPosition
from kheper.search.scarabya.tables import cards_of, ground_of, scarabs_of
from kheper.search.scarabya.tree import Aim, CardTree, Parameters, PlayoutRoom, TreeSearch, explore

DiggingView = ExpeditionView | DuelView

# Decks that one call of the kernel plays before the clock is checked.
SLICE = 8
# Nodes of a tree in a search with a time limit; later playouts do not extend the tree.
NODES = 20_000
# The bonus of rarely tried placements, in points, and how quickly more of them are tried: after
# n visits, n to this power and one more.
CURIOUS = 3.0
WIDENING = 0.4
# How many placements are played out below the tree before the ground is judged.
PLIES = {"expedition": 4, "duel": len(TILES)}
# In a one-on-one the chance to win counts: a lead of this many points means 73 %.
SPREAD = {"expedition": 0.0, "duel": 3.0}


@dataclass(frozen=True, slots=True)
class SearchProblem:
    """What a kernel needs to know of a view."""

    mode: str
    dig: Dig
    card: int
    coming: tuple[int, ...]
    flip: int
    first: int = 0
    lead: int = 0
    made: int = 0

    @property
    def position(self) -> DigPosition:
        """The dig, as kernels take it."""
        return DigPosition(ground_of(self.dig), scarabs_of(self.dig), self.flip)


def problem_of(view: DiggingView) -> SearchProblem:
    """Return the search problem of a view; the seat that looks must be to move."""
    assert view.seat is not None, "a spectator has no moves"
    seen = [TILES.index(card) for card in view.cards]
    hidden = tuple(n for n in range(len(TILES)) if n not in seen)
    flip = int(view.options.flip == "on")
    if isinstance(view, ExpeditionView):
        return SearchProblem(view.mode, view.digs[view.seat - 1], seen[-1], hidden, flip)
    placers = [seat for seat, entry in zip(view.movers, view.dig.entries, strict=True) if entry]
    first, lead = (1 if view.seat == 1 else -1), placers.count(1) - placers.count(2)
    made = view.scores[view.seat - 1] - view.scores[2 - view.seat]
    return SearchProblem(view.mode, view.dig, seen[-1], hidden, flip, first, lead, made)


@dataclass(slots=True)
class Candidate:
    """A placement, what it gains at once, and how it has done in playouts."""

    placement: Placement
    gain: float
    promise: float
    total: float = 0.0
    use: float = 0.0
    playouts: int = 0

    @property
    def mean(self) -> float:
        """The average of what the playouts gained from now on."""
        return self.total / self.playouts if self.playouts else self.promise

    @property
    def merit(self) -> tuple[float, float]:
        """The sort key: the result of the playouts, then the promise."""
        return (self.use / self.playouts if self.playouts else 0.0), self.promise


def candidates(problem: SearchProblem) -> list[Candidate]:
    """Judge every legal placement by what it gains and what ground it leaves; best first."""
    scan = Scan.empty()
    gains, changes = np.zeros(MOST_FITS, dtype=np.int32), np.zeros(MOST_FITS, dtype=np.int32)
    count, base = rank(
        problem.position, problem.card, load_evaluation(problem.mode), len(problem.coming), scan,
        gains, changes,
    )  # fmt: skip
    found = [
        Candidate(
            PLACEMENTS[scan.placements[n]],
            float(gains[n]),
            float(gains[n] + (base + changes[n]) / POINT if problem.coming else gains[n]),
        )
        for n in range(count)
    ]
    return sorted(found, key=lambda one: -one.promise)


def play_out(view: DiggingView, width: int, rng: Random, limits: Limits) -> list[Candidate]:
    """Play out the most promising placements by sequential halving, and return the best first.

    All candidates that remain meet the same decks, then the worse half is dropped. Each core
    grows a tree of its own.
    """
    problem = problem_of(view)
    field = candidates(problem)
    if len(field) == 1 or not problem.coming:
        return field
    tried = field[:width]
    nodes = min(NODES, limits.playouts)
    workers = [_Playouts(problem, tried, nodes, rng.getrandbits(60)) for _ in range(limits.cores)]
    alive = list(range(len(tried)))
    phases = max(1, (len(alive) - 1).bit_length())
    began = monotonic()
    with ThreadPoolExecutor(limits.cores) as pool:
        for phase in range(phases):
            over = limits.share((phase + 1) / phases, began)
            share = limits.playouts // (phases * len(alive) * limits.cores)
            kept = np.array(alive, dtype=np.int64)

            def dig(worker: _Playouts, share: int = share, kept: Numbers = kept) -> int:
                return worker.dig(kept, share, over, limits)  # noqa: B023 - ends with the loop

            rounds = sum(pool.map(dig, workers))
            _gather(tried, alive, workers, rounds)
            alive.sort(key=lambda n: tried[n].merit, reverse=True)
            if limits.stop():
                break
            alive = alive[: max(2, (len(alive) + 1) // 2)]
    tried.sort(key=lambda one: (one.playouts, one.merit), reverse=True)
    return tried + field[width:]


class _Playouts:
    """One core's share of the work."""

    def __init__(
        self, problem: SearchProblem, tried: list[Candidate], nodes: int, seed: int
    ) -> None:
        self._rng = Random(seed)
        self.results: RealRows = np.zeros((len(tried), 2))
        deck, mode = cards_of(TILES[n] for n in problem.coming), problem.mode
        self._search = TreeSearch(
            problem.position,
            deck,
            0,
            np.array([one.placement.index for one in tried], dtype=np.int16),
            load_evaluation(mode),
            Aim(GOALS[mode], problem.first, problem.lead, problem.made, SPREAD[mode]),
            Parameters(CURIOUS, WIDENING, PLIES[mode]),
            CardTree.of(max(1, nodes), len(tried)),
            PlayoutRoom.of(deck),
            self.results,
            np.zeros(1, dtype=np.int8),
        )

    def dig(self, alive: Numbers, share: int, over: Callable[[], bool], limits: Limits) -> int:
        """Play out the remaining candidates until the share is used up; return the rounds."""
        done, share = 0, max(1, share)
        while done < share and (not done or not (over() or limits.stop())):
            rounds = min(SLICE, share - done)
            done += explore(self._search, alive, rounds, self._rng.getrandbits(60))
        return done


def _gather(
    tried: list[Candidate], alive: list[int], workers: list[_Playouts], rounds: int
) -> None:
    for n in alive:
        tried[n].total = float(sum(worker.results[n, 0] for worker in workers))
        tried[n].use = float(sum(worker.results[n, 1] for worker in workers))
        tried[n].playouts += rounds
