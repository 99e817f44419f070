"""How long a bot may think: playouts, seconds, cores, and a function that stops it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from kheper.search.stop import Stop, never

ENDLESS = 10**9


@dataclass(frozen=True, slots=True)
class Limits:
    """With playouts and a seed a choice repeats; with seconds it uses the time it has."""

    playouts: int = ENDLESS
    seconds: float | None = None
    cores: int = 1
    stop: Stop = never

    def or_playouts(self, playouts: int) -> Limits:
        """Return the same limits, with this many playouts where they name no number and no time."""
        limited = self.playouts != ENDLESS or self.seconds is not None
        return self if limited else replace(self, playouts=playouts)

    def with_playouts(self, playouts: int) -> Limits:
        """Return the same limits, with this many playouts where they name no number."""
        return replace(self, playouts=playouts) if self.playouts == ENDLESS else self

    def share(self, part: float, began: float) -> Callable[[], bool]:
        """Return a function that says whether a part of the time has passed since the start."""
        if self.seconds is None:
            return never
        end = began + part * self.seconds
        return lambda: monotonic() > end


UNLIMITED = Limits()
