"""Counts of all ways to play a few moves, from fixed starts: the numbers never change.

A wrong move generator may pass any one test of a rule; it does not come to the same sums. The
naive second implementation has counted all of these once, and counts the short ones in each run.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from kheper.games import SCARAB, SCARABYA
from tests.parity.oracle import Oracle, scarab_oracle, scarabya_oracle
from tests.perft.positions import STARTS
from tests.samples import Settings

NAIVE_DEPTH = 2


def count(state: Any, depth: int) -> int:
    """Count the sequences of so many moves; in an open round the first seat to move plays."""
    if not state.to_move:
        return 0
    seat = state.to_move[0]
    moves = state.legal_moves(seat)
    if depth == 1:
        return len(moves)
    return sum(count(state.play(seat, move), depth - 1) for move in moves)


def naive_count(oracle: Oracle, depth: int) -> int:
    """Count the same, naively."""
    if oracle.over():
        return 0
    seat = oracle.to_move()[0]
    moves = oracle.legal(seat)
    if depth == 1:
        return len(moves)
    total = 0
    for move in moves:
        after = deepcopy(oracle)
        after.play(seat, move)
        total += naive_count(after, depth - 1)
    return total


def naive(settings: Settings) -> Oracle:
    """Set the naive game up."""
    return scarabya_oracle(settings) if "mode" in settings else scarab_oracle(settings)


@pytest.mark.parametrize("name", STARTS)
def test_the_number_of_ways_to_play_never_changes(name: str) -> None:
    settings, ways = STARTS[name]
    state = (SCARABYA if "mode" in settings else SCARAB).new(settings, Random(1))
    assert [count(state, depth) for depth in range(1, len(ways) + 1)] == list(ways)


@pytest.mark.parametrize("name", STARTS)
def test_the_naive_implementation_counts_the_same(name: str) -> None:
    settings, ways = STARTS[name]
    oracle = naive(settings)
    assert [naive_count(oracle, n) for n in range(1, NAIVE_DEPTH + 1)] == list(ways[:NAIVE_DEPTH])
