"""A layer's adapters, by the name of the game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

A = TypeVar("A")


class AdapterRegistry(Generic[A]):
    """One adapter for each game.

    >>> names = AdapterRegistry[str]("name")
    >>> names.add("nim", "Nim")
    >>> names["nim"], list(names)
    ('Nim', ['nim'])
    """

    def __init__(self, kind: str) -> None:
        self._kind = kind
        self._adapters: dict[str, A] = {}

    def add(self, game: str, adapter: A) -> None:
        """Register the adapter of a game."""
        if game in self._adapters:
            raise ValueError(f"{game} already has a {self._kind}")
        self._adapters[game] = adapter

    def __getitem__(self, game: str) -> A:
        if game not in self._adapters:
            raise LookupError(f"{game} has no {self._kind}")
        return self._adapters[game]

    def __iter__(self) -> Iterator[str]:
        return iter(self._adapters)
