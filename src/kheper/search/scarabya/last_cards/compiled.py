"""The last cards searched by the compiled kernel."""

from __future__ import annotations

import numpy as np

from kheper.search.jit.stop import StopFlag
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.proof import Stopped
from kheper.search.scarabya.last_cards.records import LastDeal, SearchLimits, new_stack
from kheper.search.scarabya.last_cards.search import STOPPED, search
from kheper.search.scarabya.last_cards.table import new_table
from kheper.search.scarabya.tables import cards_of, ground_of, scarabs_of

# The table's size, as a power of two, by the number of cards: at most 32 MB.
_SMALLEST, _FOR_A_CARD, _LARGEST = 8, 2, 20

_WITHOUT_END = 1 << 62


class KernelSearch:
    """A search of a position and those that follow from it; its table stays between calls."""

    def __init__(
        self, root: LastCards, budget: int | None, stop: StopFlag, alarm: StopFlag
    ) -> None:
        self._cards = len(root.cards)
        self._deal = LastDeal(
            cards_of(root.cards), scarabs_of(root.dig), int(root.flip), root.mover is not None
        )
        self._stack = new_stack(self._cards)
        self._table = new_table(min(_SMALLEST + _FOR_A_CARD * self._cards, _LARGEST))
        self._budget = _WITHOUT_END if budget is None else budget
        self._limits = SearchLimits(np.array([self._budget]), stop.flag, alarm.flag)

    @property
    def positions(self) -> int:
        """How many positions have been looked at."""
        return self._budget - int(self._limits.budget[0])

    def __call__(self, position: LastCards, alpha: int, beta: int) -> int:
        """Return the value of a position; outside the window it is a bound."""
        stack = self._stack
        stack.grounds[0] = ground_of(position.dig)
        stack.card[0] = self._cards - len(position.cards)
        stack.second[0] = position.mover == 2
        stack.alpha[0], stack.beta[0] = alpha - position.made, beta - position.made
        value = search(self._deal, stack, self._table, self._limits)
        if value == STOPPED:
            raise Stopped
        return position.made + value
