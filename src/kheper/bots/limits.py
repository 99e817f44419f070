"""How long a bot may think: playouts, seconds, cores, and a way to be stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from kheper.search.stop import Stop, never

ENDLESS = 10**9


@dataclass(frozen=True, slots=True)
class Limits:
    """With playouts and a seed a choice repeats; with seconds it takes as long as it may."""

    playouts: int = ENDLESS
    seconds: float | None = None
    cores: int = 1
    stop: Stop = never

    def or_playouts(self, playouts: int) -> Limits:
        """Return the same limits, with so many playouts where they tell neither these nor time."""
        told = self.playouts != ENDLESS or self.seconds is not None
        return self if told else replace(self, playouts=playouts)

    def share(self, part: float, began: float) -> Callable[[], bool]:
        """Return what tells that a part of the time, counted from the start, is over."""
        if self.seconds is None:
            return never
        end = began + part * self.seconds
        return lambda: monotonic() > end


UNLIMITED = Limits()
