"""Who is how strong: comparisons of players, and ratings with their confidence.

Ratings are those of the Bradley–Terry model, fitted by choix. What is resampled for the
confidence is a whole deal: the games on one site and deck, in all seatings, belong together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from math import log

import choix
import msgspec
import numpy as np
from numpy.typing import NDArray

from kheper.arena.playing import GameResult

Wins = NDArray[np.float64]

# Points of Elo for a factor of e in the odds.
ELO = 400 / log(10)
# Everybody who met has tied this many games besides: nobody's rating is endless then.
TIES = 1.0
RESAMPLES = 500
# Of a hundred intervals, 95 hold what they are about.
CONFIDENCE = 0.95
# So that the fit ends, and differs from the best one by nothing that could be seen.
ITERATIONS = 100_000
TOLERANCE = 1e-6


class Rating(msgspec.Struct, frozen=True):
    """A player's rating on the scale of Elo, where the mean of all players is 0."""

    value: float
    low: float
    high: float


class Standing(msgspec.Struct, frozen=True):
    """The ratings of all players, and how likely each is stronger than each other one."""

    ratings: tuple[Rating, ...]
    stronger: tuple[tuple[float, ...], ...]


def wins_of_deal(games: Iterable[GameResult], names: Sequence[str]) -> Wins:
    """Count how often each player did better than each other in the games of a deal.

    A tie is half a game for both. Where everybody plays alone, the games of the deal are
    compared with each other.
    """
    wins: Wins = np.zeros((len(names), len(names)))
    alone: list[GameResult] = []
    for game in games:
        if len(game.sides) == 1:
            alone.append(game)
        for a, b in combinations(range(len(game.sides)), 2):
            _count(wins, names, (game.sides[a], game.sides[b]), _together(game, a, b))
    for one, other in combinations(alone, 2):
        _count(wins, names, (one.sides[0], other.sides[0]), _apart(one, other))
    return wins


def _count(wins: Wins, names: Sequence[str], met: tuple[str, str], share: float | None) -> None:
    one, other = map(names.index, met)
    if share is not None and one != other:
        wins[one, other] += share
        wins[other, one] += 1 - share


def _together(game: GameResult, a: int, b: int) -> float | None:
    """Compare two sides of a game; None if somebody else's fault ended it."""
    if game.loser is not None:
        return {a: 0.0, b: 1.0}.get(game.loser)
    return _share((a in game.winners, game.scores[a]), (b in game.winners, game.scores[b]))


def _apart(one: GameResult, other: GameResult) -> float:
    """Compare two games of one player each: a fault is worse than a lost game."""
    merits = [
        (game.fault is None, bool(game.winners), game.scores[0] if game.winners else 0)
        for game in (one, other)
    ]
    return _share(*merits)


def _share(one: tuple[int, ...], other: tuple[int, ...]) -> float:
    return 0.5 + 0.5 * ((one > other) - (one < other))


def rate(events: Sequence[Wins], seed: int) -> Standing:
    """Rate players by the deals of some events, each a stack of wins, deal by deal."""
    total = np.sum([deals.sum(axis=0) for deals in events], axis=0)
    best = _fitted(total)
    rng = np.random.default_rng(seed)
    drawn = np.sum([_resampled(deals, rng) for deals in events], axis=0)
    fits = np.array([_fitted(wins, best) for wins in drawn])
    edge = (1 - CONFIDENCE) / 2
    lows, highs = np.quantile(fits, (edge, 1 - edge), axis=0)
    better = fits[:, :, None] - fits[:, None, :]
    stronger = ((better > 0) + 0.5 * (better == 0)).mean(axis=0)
    return Standing(
        tuple(
            Rating(*(round(float(value) * ELO, 1) + 0.0 for value in values))  # not -0
            for values in zip(best, lows, highs, strict=True)
        ),
        tuple(tuple(round(float(chance), 3) for chance in row) for row in stronger),
    )


def _resampled(deals: Wins, rng: np.random.Generator) -> Wins:
    """Draw as many deals as there are, with replacement, many times, and add up their wins."""
    count = len(deals)
    weights = rng.multinomial(count, np.full(count, 1 / count), size=RESAMPLES)
    return np.tensordot(weights.astype(float), deals, axes=1)


def _fitted(wins: Wins, near: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Fit the Bradley–Terry model; the mean of all players is 0."""
    met = wins + wins.T > 0
    return choix.ilsr_pairwise_dense(
        wins + TIES / 2 * met, initial_params=near, max_iter=ITERATIONS, tol=TOLERANCE
    )
