"""Hints: the best moves, and what they are worth in the end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.bots import Limits, rank
from kheper.games import SCARAB, SCARABYA
from tests.samples import VARIANTS, new, walk

SOME_VARIANTS = [name for n, name in enumerate(VARIANTS) if n % 5 == 0]


@pytest.mark.parametrize("variant", SOME_VARIANTS)
def test_the_best_moves_come_first_and_are_legal(variant: str) -> None:
    rng = Random(variant)
    states = [state for state in walk(new(variant, rng), rng) if not state.over]
    for state in states[-3:]:
        seat = state.to_move[-1]
        ranked = rank(state.view(seat), Random(1))
        values = [value for _, value in ranked]
        assert 1 <= len(ranked) <= 10
        assert values == sorted(values, reverse=True)
        assert all(move in state.legal_moves(seat) for move, _ in ranked)
        assert len({str(move) for move, _ in ranked}) == len(ranked)


def last_states(settings: dict[str, str], game: Any, rng: Random) -> Any:
    """Return the states of a random game in which the last move is to be made."""
    *before, _ = walk(game.new(settings, rng), rng)
    return before[-1]


def test_expedition_values_are_the_seats_own_points() -> None:
    for seed in range(5):
        state = last_states({"seats": "2"}, SCARABYA, Random(seed))
        (seat,) = state.to_move
        for move, value in rank(state.view(seat), Random(1)):
            after = state.play(seat, move)
            if after.over:
                assert value == after.scores[seat - 1]


def test_duel_values_are_the_difference_with_the_bonus_of_sy_d4() -> None:
    for seed in range(8):
        state = last_states({"mode": "duel"}, SCARABYA, Random(seed))
        (seat,) = state.to_move
        for move, value in rank(state.view(seat), Random(1)):
            after = state.play(seat, move)
            if state.number == 12:
                assert value == after.scores[seat - 1] - after.scores[2 - seat]


def test_solo_values_are_the_chance_to_win() -> None:
    site = "/".join(["##########"] * 4 + ["####.s...s"] + ["##########"] * 5)
    state = SCARABYA.new({"mode": "solo", "site": site, "deck": "IF"}, Random(1))
    values = {str(move): value for move, value in rank(state.view(1), Random(1))}
    assert values == {"f5g5h5i5j5": 1, "e5f5g5h5i5": 0}
    rng = Random(1)
    states = [state for state in walk(SCARABYA.new({"mode": "solo"}, rng), rng) if not state.over]
    chances = [chance for state in states[1:5] for _, chance in rank(state.view(1), Random(2))]
    assert all(0 <= chance <= 1 for chance in chances)
    assert any(0 < chance < 1 for chance in chances)


@pytest.mark.parametrize("settings", [{"size": "8"}, {"size": "8", "seats": "3"}])
def test_scarab_values_are_the_difference_to_the_best_other_seat(settings: Any) -> None:
    checked = 0
    for seed in range(8):
        state = last_states(settings, SCARAB, Random(seed))
        (seat,) = state.to_move
        for move, value in rank(state.view(seat), Random(1)):
            after = state.play(seat, move)
            if after.over:
                others = [score for n, score in enumerate(after.scores, 1) if n != seat]
                assert value == after.scores[seat - 1] - max(others)
                checked += 1
    assert checked


def test_sb_v3_values_in_teams_are_the_difference_to_the_other_team() -> None:
    checked = 0
    for seed in range(8):
        state = last_states({"size": "8", "teams": "yes"}, SCARAB, Random(seed))
        (seat,) = state.to_move
        team = 0 if seat < 3 else 1
        for move, value in rank(state.view(seat), Random(1)):
            after = state.play(seat, move)
            if after.over:
                assert value == after.scores[team] - after.scores[1 - team]
                checked += 1
    assert checked


def test_the_same_chance_gives_the_same_hints() -> None:
    view = SCARAB.new({"size": "8"}, Random(2)).view(1)
    assert rank(view, Random(3), most=2) == rank(view, Random(3), most=2)


def test_when_stopped_at_once_it_still_names_moves() -> None:
    state = SCARAB.new({}, Random(2))
    for given in (state, SCARABYA.new({"mode": "duel"}, Random(2))):
        ranked = rank(given.view(1), Random(3), Limits(stop=lambda: True))
        assert len(ranked) == 10
        assert all(move in given.legal_moves(1) for move, _ in ranked)
