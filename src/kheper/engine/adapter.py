"""What the engine must know of a game beyond the shared protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from kheper.core import AnyState, SetupError
from kheper.core.registry import AdapterRegistry

S = TypeVar("S")


class EngineAdapter(Generic[S]):
    """A game without cards that nobody solves; S is its state."""

    def card(self, state: S) -> str | None:
        """Return the open card."""
        return None

    def is_deck_known(self, settings: Mapping[str, str]) -> bool:
        """Say whether the settings name every card, so that a record may show them all."""
        return False

    def solve(self, state: S, seconds: float, *, deck_known: bool) -> str:
        """Return perfect play from here on, or `unknown` if there was not enough time."""
        raise SetupError(
            None,
            "only solo games, duels, expeditions of one seat and SCARAB with two seats are solved",
            code="not-solvable",
        )

    def final_value(self, state: S, seat: int) -> float:
        """Return what a finished game was worth to a seat: its lead over the best other."""
        scores = list(cast("AnyState", state).scores)
        return scores.pop(seat - 1) - max(scores, default=0)

    def prove(self, state: S, seat: int, seconds: float) -> float | None:
        """Return the value for a seat if it can be proved in time from what the seat sees."""
        return None

    def sign(self, state: S, seat: int, mover: int) -> int:
        """Return 1 if the mover's value is the seat's, -1 if it is the opposite, 0 otherwise."""
        return int(seat == mover)


ADAPTERS: AdapterRegistry[EngineAdapter[AnyState]] = AdapterRegistry("engine adapter")


def register(game: str, adapter: EngineAdapter[S]) -> None:
    """Let the engine play a registered game."""
    # An adapter gets the states of its own game and no others.
    ADAPTERS.add(game, cast("EngineAdapter[AnyState]", adapter))
