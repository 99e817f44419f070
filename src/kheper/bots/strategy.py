"""How bots play a game: what every strategy can do, and the registry by the game's name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from random import Random
from typing import Generic, TypeVar, cast

from kheper.bots.limits import UNLIMITED, Limits
from kheper.core import AnyMove, AnyView, View
from kheper.core.registry import AdapterRegistry

M = TypeVar("M")
V = TypeVar("V")

MOST_HINTS = 10


class Strategy(ABC, Generic[V, M]):
    """How the eight levels play one game; V is its view, M its move."""

    @abstractmethod
    def choose(self, level: int, view: V, rng: Random, limits: Limits) -> M:
        """Return the move that a level plays; the seat that looks is to move."""

    @abstractmethod
    def best_first(self, view: V, rng: Random) -> Iterator[M]:
        """Yield the seat's moves, the best-looking first; the rng decides ties."""

    @abstractmethod
    def rank(self, view: V, rng: Random, limits: Limits, most: int) -> list[tuple[M, float]]:
        """Return the best moves with their expected final values, best first."""

    def searches(self, level: int) -> bool:
        """Say whether a level needs the compiled kernels."""
        return False


STRATEGIES: AdapterRegistry[Strategy[AnyView, AnyMove]] = AdapterRegistry("strategy")


def register(game: str, strategy: Strategy[V, M]) -> None:
    """Let bots play a registered game."""
    # A strategy gets the views of its own game and no others: see `strategy_of`.
    STRATEGIES.add(game, cast("Strategy[AnyView, AnyMove]", strategy))


def strategy_of(view: View[M]) -> Strategy[View[M], M]:
    """Return the strategy for the game of a view."""
    return cast("Strategy[View[M], M]", STRATEGIES[view.game])


def best_first(view: View[M], rng: Random) -> Iterator[M]:
    """Yield the moves of the seat that looks, the best-looking first; the rng decides ties.

    Of the ways to return a stone after an ankh, only the few that can matter are among them.
    """
    return strategy_of(view).best_first(view, rng)


def rank(
    view: View[M], rng: Random, limits: Limits = UNLIMITED, *, most: int = MOST_HINTS
) -> list[tuple[M, float]]:
    """Return the best moves of the seat that looks, each with its expected final value.

    Values are points in an expedition, the chance to win in a solo game, and otherwise the
    difference to the best other side. A search that is stopped answers with what it has found.
    """
    if view.seat not in view.to_move:
        return []
    return strategy_of(view).rank(view, rng, limits, most)
