"""What the engine must know of a game beyond the shared protocol."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, TypeVar, cast

from kheper.core import AnyState, SetupError
from kheper.core.registry import Registry

S = TypeVar("S")


class EngineAdapter(Generic[S]):
    """A game without cards that nobody solves; S is its state."""

    def card(self, state: S) -> str | None:
        """Return the open card."""
        return None

    def is_deck_known(self, settings: Mapping[str, str]) -> bool:
        """Say whether the settings name every card, so that a record may show them all."""
        return False

    def solve(self, state: S, seconds: float) -> str:
        """Return perfect play from here on, or `unknown` if there was not enough time."""
        raise SetupError(
            None, "only solo games and SCARAB with two seats are solved", code="not-solvable"
        )


ADAPTERS: Registry[EngineAdapter[AnyState]] = Registry("engine adapter")


def register(game: str, adapter: EngineAdapter[S]) -> None:
    """Let the engine play a registered game."""
    # An adapter gets the states of its own game and no others.
    ADAPTERS.add(game, cast("EngineAdapter[AnyState]", adapter))
