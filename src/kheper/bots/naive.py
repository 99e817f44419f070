"""Beginners: they look at few moves, overlook what a move is worth, and think of no reply."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import TypeVar

from kheper.bots.limits import Limits
from kheper.bots.strategy import Strategy
from kheper.core import PlayerView

M = TypeVar("M")

Merit = Callable[[M], float]

# How many moves level 1 looks at, and the fewest that level 2 and a glance take in.
FEW_MOVES, FEWER_MOVES, FEWEST_MOVES = 6, 5, 2
# How often level 1 notices what a move is worth.
NOTICED = 0.5


def by_sight(
    level: int,
    moves: Sequence[M],
    merit: Merit[M],
    best_first: Callable[[], Iterable[M]],
    share: float,
    rng: Random,
) -> M:
    """Return what a level plays without a search; it notices a share of the moves.

    `merit` is what catches a beginner's eye, `best_first` the order in which others judge.
    """
    if level == 1:
        return _best(_some(moves, FEW_MOVES, rng), merit, NOTICED, rng)
    if level == 2:
        return glance(moves, merit, share, 1, rng, FEWER_MOVES)
    return noticed(best_first(), share, rng)


def glance(
    moves: Sequence[M],
    merit: Merit[M],
    share: float,
    counts: float,
    rng: Random,
    fewest: int = FEWEST_MOVES,
) -> M:
    """Look at a share of the moves, notice with this chance what one is worth, take the best."""
    most = max(fewest, int(len(moves) * share))
    return _best(_some(moves, most, rng), merit, counts, rng)


def noticed(best_first: Iterable[M], share: float, rng: Random) -> M:
    """Return the first move that is noticed, each with this chance, or else the last one."""
    for one in best_first:
        if rng.random() < share:
            return one
    return one


def _some(moves: Sequence[M], most: int, rng: Random) -> list[M]:
    if len(moves) <= most:
        return list(moves)
    return [moves[n] for n in rng.sample(range(len(moves)), most)]


def _best(moves: list[M], merit: Merit[M], noticed: float, rng: Random) -> M:
    merits = [(merit(move) if rng.random() < noticed else 0, rng.random()) for move in moves]
    return moves[max(range(len(moves)), key=merits.__getitem__)]


class NaiveStrategy(Strategy[PlayerView[M], M]):
    """A strategy for any game in which each seat is a side: it counts what a move scores at once.

    Levels differ by how much they overlook; there is no search.
    """

    def choose(self, level: int, view: PlayerView[M], rng: Random, limits: Limits) -> M:
        """Return the move that a level plays."""
        return by_sight(
            level,
            view.legal_moves(),
            lambda move: self._gain(view, move, rng),
            lambda: self.best_first(view, rng),
            min(1.0, level / 8),
            rng,
        )

    def best_first(self, view: PlayerView[M], rng: Random) -> Iterator[M]:
        """Yield the moves, those that gain most first."""
        rated = [(self._gain(view, move, rng), rng.random(), move) for move in view.legal_moves()]
        rated.sort(key=lambda one: one[:2], reverse=True)
        return (move for *_, move in rated)

    def rank(
        self, view: PlayerView[M], rng: Random, limits: Limits, most: int
    ) -> list[tuple[M, float]]:
        """Return the moves that gain most, with the seat's score after them."""
        assert view.seat is not None
        now = view.scores[view.seat - 1]
        moves = list(self.best_first(view, rng))[:most]
        return [(move, now + self._gain(view, move, rng)) for move in moves]

    def _gain(self, view: PlayerView[M], move: M, rng: Random) -> float:
        assert view.seat is not None
        state = view.imagine(rng)
        after = state.play(view.seat, move)
        return float(after.scores[view.seat - 1] - state.scores[view.seat - 1])
