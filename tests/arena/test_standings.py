"""Ratings: who did better than whom, and how sure that is."""

from __future__ import annotations

from math import log10
from random import Random

import numpy as np
import pytest

from kheper.arena import standings
from kheper.arena.standings import Standing, Wins, rate, wins_of_deal
from tests.arena.samples import game

NAMES = ["a", "b", "c"]


def wins(*games: object) -> list[list[float]]:
    return wins_of_deal(games, NAMES).tolist()  # type: ignore[arg-type, no-any-return]  # games


def test_a_victory_is_a_win_and_a_shared_one_half_for_both() -> None:
    assert wins(game("a", "b", scores=(3, 5), winners=(1,))) == [[0, 0, 0], [1, 0, 0], [0, 0, 0]]
    assert wins(game("a", "b", scores=(5, 5), winners=(0, 1)))[0][1] == 0.5


def test_sb_e2_the_winner_by_a_tie_break_wins_though_the_points_are_equal() -> None:
    assert wins(game("a", "b", scores=(5, 5), winners=(1,)))[1][0] == 1


def test_at_a_larger_table_everybody_is_compared_with_everybody() -> None:
    table = game("a", "b", "c", scores=(9, 2, 4), winners=(0,))
    assert wins(table) == [[0, 1, 1], [0, 0, 0], [0, 1, 0]]


def test_a_player_is_not_compared_with_itself() -> None:
    assert wins(game("a", "b", "a", scores=(9, 2, 1), winners=(0,))) == [
        [0, 1, 0],
        [1, 0, 0],
        [0, 0, 0],
    ]


def test_a_fault_loses_to_everybody_and_leaves_the_rest_open() -> None:
    assert wins(game("a", "b", "c", scores=(9, 2, 4), fault=1)) == [
        [0, 0, 0],
        [1, 0, 0],
        [1, 0, 0],
    ]


def test_who_plays_alone_is_compared_on_the_same_deal() -> None:
    alone = [
        game("a", scores=(40,), winners=(0,)),
        game("b", scores=(50,), winners=(0,)),
        game("c", scores=(60,), fault=1),
    ]
    assert wins(*alone) == [[0, 0, 1], [1, 0, 1], [0, 0, 0]]


def test_sy_o2_two_lost_solo_games_are_a_tie_however_much_was_covered() -> None:
    lost = [game("a", scores=(20,)), game("b", scores=(3,)), game("c", scores=(24,), winners=(0,))]
    assert wins(*lost) == [[0, 0.5, 0], [0.5, 0, 0], [1, 1, 0]]


def deals(*shares: float) -> Wins:
    """Return deals of two players, each with a share of one game for the first."""
    return np.array([[[0, share], [1 - share, 0]] for share in shares])


def test_the_rating_of_two_players_is_the_logarithm_of_the_odds() -> None:
    standing = rate([deals(*[1.0] * 75, *[0.0] * 25)], 1)
    odds = (75 + 0.5) / (25 + 0.5)  # everybody who met has tied one game besides
    first, second = standing.ratings
    assert first.value - second.value == pytest.approx(400 * log10(odds), abs=0.2)
    assert first.value == pytest.approx(-second.value, abs=0.1)


def test_who_won_everything_is_rated_finitely_and_surely_stronger() -> None:
    standing = rate([deals(*[1.0] * 30)], 1)
    assert 300 < standing.ratings[0].value < 500
    assert standing.stronger[0][1] == 1.0


def test_equal_players_have_intervals_around_nought() -> None:
    standing = rate([deals(*[1.0, 0.0] * 50)], 1)
    low, high = standing.ratings[0].low, standing.ratings[0].high
    assert low < 0 < high
    # A share's standard error is a twentieth; 1.96 of them in Elo, halved between the two.
    assert high - low == pytest.approx(2 * 1.96 * 0.05 * 4 * 400 / np.log(10) / 2, rel=0.2)
    assert 0.3 < standing.stronger[0][1] < 0.7


def test_games_of_one_deal_are_drawn_together() -> None:
    """Fifty deals of twenty equal games are worth fifty games, not a thousand."""
    single = rate([deals(*[1.0, 0.0] * 25)], 1).ratings[0]
    many = rate([20 * deals(*[1.0, 0.0] * 25)], 1).ratings[0]
    assert many.high - many.low == pytest.approx(single.high - single.low, rel=0.1)


def test_known_strengths_are_found_within_their_intervals() -> None:
    truth, rng = np.array([-200.0, -50.0, 0.0, 250.0]), Random(7)
    found = np.zeros((150, 4, 4))
    for deal in found:
        for a in range(4):
            for b in range(a):
                won = rng.random() < 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
                deal[a, b], deal[b, a] = won, not won
    standing = rate([found[:75], found[75:]], 1)
    for rating, expected in zip(standing.ratings, truth, strict=True):
        assert rating.low < expected < rating.high
        assert rating.high - rating.low < 120
    assert standing == rate([found[:75], found[75:]], 1)


def test_another_seed_draws_other_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standings, "RESAMPLES", 50)
    one, other = (rate([deals(*[1.0] * 20, *[0.0] * 10)], seed) for seed in (1, 2))
    assert isinstance(one, Standing)
    assert one.ratings[0].value == other.ratings[0].value
    assert one != other
