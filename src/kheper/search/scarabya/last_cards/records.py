"""What the search for the last cards works on: records of words, numbers and arrays."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import Bytes, NumberRows, Numbers, Shorts, WordRows, Words
from kheper.search.scarabya.moves import MOST_FITS


class LastDeal(NamedTuple):
    """What stays the same in a search: the cards in their order, the symbols, the rules."""

    cards: Bytes
    scarabs: Words
    flip: int
    # One-on-one, where the players take turns; else one player's dig.
    duel: bool


class SearchLimits(NamedTuple):
    """What ends a search: the positions that it may still look at, and two flags."""

    budget: Numbers
    stop: Bytes
    alarm: Bytes


class Stack(NamedTuple):
    """The positions from the first to the one at hand, a row each.

    A position is its ground, the next card, and in a duel whether the second player is to move.
    Its moves place a card, after which `drawn` cards are off the deck; `total` moves are listed,
    `tried` of them have been tried, and the last one scored `gain`.

    Values are points to come: in a duel the mover's minus the other's. They must be exact between
    `alpha`, which rises from `root_alpha`, and `beta`; `best` is the best one so far.
    """

    grounds: WordRows
    moves: NumberRows
    # Room for the placements of one card.
    placements: Shorts
    card: Numbers
    second: Numbers
    drawn: Numbers
    total: Numbers
    tried: Numbers
    gain: Numbers
    root_alpha: Numbers
    alpha: Numbers
    beta: Numbers
    best: Numbers


def new_stack(cards: int) -> Stack:
    """Return a stack for that many cards."""
    rows = cards + 1
    numbers = [np.zeros(rows, np.int64) for _ in Stack._fields[3:]]
    grounds, moves = np.zeros((rows, 5), np.uint64), np.zeros((rows, MOST_FITS), np.int64)
    return Stack(grounds, moves, np.zeros(MOST_FITS, np.int16), *numbers)
