"""How a person types a move: found by a few letters, described before it is played."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from kheper.cli.console import Console

M = TypeVar("M")

Group = tuple[str, list[M]]


class Cancelled(Exception):  # noqa: N818 - control flow, not an error
    """The player wants to choose another move."""


class MoveInput(ABC, Generic[M]):
    """Reads and describes the moves of the player whose turn it is."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """What the player is asked for."""

    @property
    @abstractmethod
    def hint(self) -> str:
        """How to answer."""

    @abstractmethod
    def find(self, text: str) -> list[M]:
        """Return the legal moves that a text may mean; refuse it if there are none."""

    @abstractmethod
    def groups(self) -> list[Group[M]]:
        """Return all moves in groups, the best or simplest first."""

    @abstractmethod
    def few(self) -> list[Group[M]]:
        """Return the first of these groups, short enough to read through."""

    @abstractmethod
    def caption(self, move: M) -> str:
        """Say in one line what a move does."""

    @abstractmethod
    def preview(self, move: M) -> list[str]:
        """Say what a move does, before it is played."""

    def drawing(self, move: M, text: str) -> list[str]:
        """Draw a move small, its label first; empty where a drawing does not help."""
        return []

    def complete(self, move: M, console: Console) -> M:
        """Ask for what is still missing in a move; Cancelled if the player reconsiders."""
        return move
