"""The last cards searched by the plain rules: slowly, but with nothing to compile."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kheper.scarabya.site import LARGEST_AREA
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.proof import INFINITE, Stopped, moves_of


@dataclass(slots=True)
class PlainSearch:
    """A search that asks in every position whether it must stop."""

    must_stop: Callable[[], bool]
    positions: int = 0

    def __call__(self, position: LastCards, alpha: int, beta: int) -> int:
        """Return the value of a position; outside the window it is a bound."""
        self.positions += 1
        if self.must_stop():
            raise Stopped
        position = position.drawn()
        if not position.cards:
            return position.end_value
        most = LARGEST_AREA * position.dig.open_scarabs.bit_count()  # SY-A1, SY-A2
        if position.made + most <= alpha:
            return position.made + most
        best = -INFINITE
        for _, after in moves_of(position):
            window = (alpha, beta) if after.mover is None else (-beta, -alpha)
            best = max(best, after.as_placed(self(after, *window)))
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best
