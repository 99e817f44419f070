"""Bots of every level play every game and mode by the rules, and see what their seat may see."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from kheper import bots
from kheper.core import SetupError
from kheper.games import SCARAB, SCARABYA
from kheper.scarabya.views import complete_deck
from tests.samples import SCARAB_VARIANTS, SCARABYA_VARIANTS, VARIANTS, new


def played_out(state: Any, number: int, rng: Random) -> Any:
    bot = bots.level(number)
    while not state.over:
        seat = rng.choice(state.to_move)
        move = bot.choose(state.view(seat), rng)
        assert move in state.legal_moves(seat)
        state = state.play(seat, move)
    return state


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_whole_game_of_every_variant_is_played_by_the_rules(variant: str, number: int) -> None:
    rng = Random(f"{variant} {number}")
    assert played_out(new(variant, rng), number, rng).outcome is not None


def test_there_are_eight_levels_with_a_name_and_a_character() -> None:
    levels = [bots.level(number) for number in bots.LEVELS]
    assert [one.number for one in levels] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len({one.name for one in levels}) == len({one.character for one in levels}) == 8
    assert [one.searches for one in levels] == [False] * 3 + [True] * 5


@pytest.mark.parametrize("number", [-1, 0, 9, 10])
def test_another_level_is_refused(number: int) -> None:
    with pytest.raises(SetupError, match=f"levels are 1 to 8, not {number}"):
        bots.level(number)


@pytest.mark.parametrize("variant", list(VARIANTS)[::6])
@pytest.mark.parametrize("number", [4, 5, 6])
def test_levels_that_search_play_by_the_rules_and_repeat(variant: str, number: int) -> None:
    state, rng = new(variant, Random(variant)), Random(3)
    bot = bots.level(number)
    for turn in range(6):
        if state.over:
            return
        seat = state.to_move[0]
        moves = [bot.choose(state.view(seat), Random(turn)) for _ in range(2)]
        assert moves[0] == moves[1], "a level without a clock repeats"
        assert moves[0] in state.legal_moves(seat)
        state = state.play(seat, rng.choice(state.legal_moves(seat)))


def test_a_level_with_seconds_answers_and_can_be_stopped() -> None:
    for state in (SCARABYA.new({"mode": "duel"}, Random(1)), SCARAB.new({}, Random(1))):
        for limits in (bots.Limits(seconds=0.05, cores=2), bots.Limits(50, stop=lambda: True)):
            move = bots.level(8).choose(state.view(1), Random(1), limits)
            assert move in state.legal_moves(1)


@pytest.mark.parametrize(
    ("game", "settings"),
    [(SCARABYA, {"mode": "duel"}), (SCARAB, {}), (SCARAB, {"turning": "yes", "size": "8"})],
)
def test_level_2_beats_level_1_and_level_1_beats_chance(game: Any, settings: Any) -> None:
    def chance(view: Any, rng: Random) -> Any:
        return rng.choice(view.legal_moves())

    for better, worse in (
        (bots.level(2).choose, bots.level(1).choose),
        (bots.level(1).choose, chance),
    ):
        lead = 0
        for seed in range(10):
            state, rng = game.new(settings, Random(seed)), Random(seed)
            first = 1 + seed % 2
            while not state.over:
                seat = state.to_move[0]
                choose = better if seat == first else worse
                state = state.play(seat, choose(state.view(seat), rng))
            lead += state.scores[first - 1] - state.scores[2 - first]
        assert lead > 0


@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
def test_sy_s5_undrawn_cards_play_no_part_in_a_choice(variant: str) -> None:
    rng = Random(variant)
    state = new(variant, rng)
    for _ in range(4):
        if state.over:
            return
        other = _with_deck(state, complete_deck(state.deck[: state.number], rng))
        seat = state.to_move[0]
        for number in (1, 2, 3, 6):
            choices = [
                str(bots.level(number).choose(each.view(seat), Random(5)))
                for each in (state, other)
            ]
            assert choices[0] == choices[1]
        ranks = [bots.rank(each.view(seat), Random(5), most=2) for each in (state, other)]
        assert ranks[0] == ranks[1]
        state = state.play(seat, rng.choice(state.legal_moves(seat)))


@pytest.mark.parametrize("level", [1, 2, 3, 6])
def test_sy_b2_another_seats_open_placement_plays_no_part_in_a_choice(level: int) -> None:
    state = SCARABYA.new({"seats": "3"}, Random(6))
    one, two = (state.play(1, state.legal_moves(1)[n]) for n in (0, 20))
    choices = {str(bots.level(level).choose(each.view(2), Random(7))) for each in (state, one, two)}
    assert len(choices) == 1
    assert bots.rank(one.view(2), Random(3), most=3) == bots.rank(two.view(2), Random(3), most=3)


def test_a_seat_that_is_not_to_move_has_no_best_move() -> None:
    for variant in (*SCARABYA_VARIANTS, *SCARAB_VARIANTS):
        state = new(variant, Random(9))
        for seat in {None, *range(1, state.seats + 1)} - set(state.to_move):
            assert list(bots.best_first(state.view(seat), Random(1))) == []
            assert bots.rank(state.view(seat), Random(1)) == []


def test_a_view_of_a_game_that_no_bot_plays_is_our_own_mistake() -> None:
    view: Any = SimpleNamespace(game="chess")
    with pytest.raises(LookupError, match="chess has no strategy"):
        bots.best_first(view, Random(1))


def _with_deck(state: Any, deck: Any) -> Any:
    return state._replace(deck=deck) if hasattr(state, "_replace") else replace(state, deck=deck)
