"""Where a player thinks a move over: finding it by a few letters, and seeing what it does."""

from __future__ import annotations

from typing import Any, Protocol

from kheper.cli.console import Console
from kheper.cli.placing import Placing
from kheper.cli.walking import Cancelled, Walking
from kheper.scarab.state import ScarabState
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.solo import Solo

Group = tuple[str, list[Any]]


class Desk(Protocol):
    """What both games' desks can do."""

    @property
    def prompt(self) -> str:
        """What the player is asked for."""
        ...

    @property
    def hint(self) -> str:
        """How to answer."""
        ...

    def find(self, text: str) -> list[Any]:
        """Return the legal moves that a text may mean; refuse it if there are none."""
        ...

    def groups(self) -> list[Group]:
        """Return all moves in groups, the best or plainest first."""
        ...

    def few(self) -> list[Group]:
        """Return the first of these groups, few enough to read through."""
        ...

    def caption(self, move: Any) -> str:
        """Say in one line what a move does."""
        ...

    def drawing(self, move: Any, text: str) -> list[str]:
        """Draw a move small, its label first; empty where a drawing does not help."""
        ...

    def complete(self, move: Any, console: Console) -> Any:
        """Ask for what is still missing in a move; Cancelled if the player thinks again."""
        ...

    def preview(self, move: Any) -> list[str]:
        """Say what a move does, before it is made."""
        ...


def desk_for(state: Any, seat: int) -> Desk:
    """Return the desk of the player at a seat."""
    if isinstance(state, ScarabState):
        return Walking(state, seat)
    dig = state.digs[seat - 1] if isinstance(state, Expedition) else state.dig
    return Placing(dig, state.card, state.options.flip == "on", not isinstance(state, Solo))


__all__ = ["Cancelled", "Desk", "desk_for"]
