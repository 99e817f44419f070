"""What happened, and who won and why, in sentences."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kheper import new
from kheper.render import describe_change, describe_outcome, describe_points, describe_turn
from kheper.scarabya import parse_placement
from tests.samples import VARIANTS, walk
from tests.samples import new as new_game

EMPTY = "/".join([".........."] * 10)
NAMES = ["Anna", "Ben", "Cleo", "Dan"]


def middle(position: str, hands: str, **more: Any) -> Any:
    """Start SCARAB on the short board with a few stones in the first row."""
    rows = "/".join([position, *[". . . . . . . ."] * 7])
    return new("scarab", size=8, position=rows, hands=hands, axis="h", **more)


def test_sy_b2_an_open_round_tells_who_has_placed_and_not_where() -> None:
    state = new("scarabya", seats=2, site=EMPTY, deck="I", seed=1)
    after = state.play(2, parse_placement("e3e4e5e6e7"))
    assert describe_change(state, after, NAMES) == ["Ben: has placed."]
    closed = after.play(1, parse_placement("a5b5c5d5e5"))
    assert describe_change(after, closed, NAMES) == [
        "Anna: I on a5 b5 c5 d5 e5.",
        "Ben: I on e3 e4 e5 e6 e7.",
    ]


def test_sy_a2_a_placement_tells_its_areas_and_points() -> None:
    site = "/".join([".#s.......", "#.........", *[".........."] * 8])
    first = new("scarabya", site=site, deck="IU", seed=1)
    before = first.play(1, parse_placement("e1e2e3e4e5"))
    after = before.play(1, parse_placement("c2d2c3c4d4"))
    assert describe_change(before, after, NAMES) == [
        "Anna: U on c2 d2 c3 c4 d4, closes c1 d1 (2 squares, 1 scarab) for 2 points "
        "and d3 (1 square, no scarab)."
    ]


def test_sy_l6_discards_are_said() -> None:
    blocked = [list("##########") for _ in range(10)]
    for column in range(5):
        blocked[4][column] = "."
    site = "/".join("".join(row) for row in blocked)
    state = new("scarabya", seats=2, site=site, deck="XI", seed=1)
    assert describe_change(None, state, NAMES) == [
        "Anna: X cannot be placed and is discarded.",
        "Ben: X cannot be placed and is discarded.",
    ]


def test_sy_d4_the_bonus_of_the_second_player_is_told() -> None:
    blocked = ["#" * 10 for _ in range(10)]
    blocked[4] = "....." + "#####"
    blocked[8] = "ss.ss....."
    state = new("scarabya", mode="duel", site="/".join(blocked), deck="I", seed=1)
    state = state.play(1, state.legal_moves(1)[0])
    assert state.over
    assert describe_outcome(state, NAMES) == ["Winner: Ben with 4 points against 0."]
    assert describe_points(state, NAMES) == [
        "Anna, 0 points.",
        "Ben, 4 points: 4 for the scarabs left in the open (SY-D4). Tokens: 4 of value 1.",
    ]


def test_sy_o4_a_win_is_reported_with_the_number_of_tries() -> None:
    blocked = ["#" * 10 for _ in range(10)]
    blocked[4] = "....s" + "#####"
    state = new("scarabya", mode="solo", site="/".join(blocked), deck="XI", seed=1).retry()
    won = state.play(1, parse_placement("a5b5c5d5e5"))
    assert describe_outcome(won) == ["Won after 2 tries: all 1 scarabs are covered."]


def test_sy_o2_a_loss_names_what_is_left() -> None:
    blocked = ["#" * 10 for _ in range(10)]
    blocked[4] = "....s" + "#####"
    blocked[9] = "s#########"
    state = new("scarabya", mode="solo", site="/".join(blocked), deck="XI", seed=1)
    lost = state.play(1, parse_placement("a5b5c5d5e5"))
    assert describe_outcome(lost) == ["Lost on try 1: 1 scarab not covered: a10."]


def test_sy_b3_a_tie_is_shared() -> None:
    state = new("scarabya", seats=2, site=EMPTY, seed=1)
    while not state.over:
        seat = state.to_move[0]
        state = state.play(seat, state.legal_moves(seat)[0])
    assert describe_outcome(state, NAMES) == ["Shared victory: Anna and Ben with 0 points each."]


def test_sy_a5_what_the_bank_owes_is_told() -> None:
    rich = "/".join(["ssssssssss"] * 10)
    state = new("scarabya", seats=4, site=rich, seed=3)
    rng = Random(5)
    while not state.over:
        seat = state.to_move[0]
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
    assert any("owed by the bank" in line for line in describe_points(state, NAMES))


def test_sb_t1_the_first_turn_names_both_lines() -> None:
    state = new("scarab", size=8, seed=1)
    assert ", to a scarab stone." in describe_turn(state, NAMES)
    assert describe_turn(state, NAMES).startswith("Move 1, turn: Anna, along row ")


def test_sb_t5_and_sb_v2_moves_are_told_in_words() -> None:
    state = middle("P A +3* . . . . .", "+5;-8", turning="yes")
    moved = state.play(1, state.parse_move("hb1^+5@d4"))
    assert describe_change(state, moved, NAMES) == [
        "Anna: along the row to b1, takes the ankh out of the game and puts +5 on d4."
    ]
    kept = state.play(1, state.parse_move("hb1"))
    assert describe_change(state, kept, NAMES) == [
        "Anna: along the row to b1, takes the ankh out of the game and puts nothing back."
    ]
    rows = "/".join(["P . +3* . . . . .", ". . -1 . . . . .", *[". . . . . . . ."] * 6])
    state = new("scarab", size=8, position=rows, turning="yes", axis="h")
    bent = state.play(1, state.parse_move("hc1vc2"))
    assert describe_change(state, bent, NAMES) == [
        "Anna: along the row to c1, turns on the star and goes along the column to c2, takes -1."
    ]


def test_sb_e2_a_tie_names_the_stones_that_broke_it() -> None:
    state = middle("P -1 . . . . . .", "+8 +1;+4 +4")
    over = state.play(1, state.parse_move("hb1"))
    assert describe_outcome(over, NAMES) == [
        "The game is over: no scarab stone is left on the board.",
        "Winner: Anna. Anna and Ben have 8 points each, "
        "and the tie is broken by the stones of +8: Anna 1, Ben 0.",
    ]


def test_sb_e1_the_line_without_a_stone_is_named() -> None:
    state = middle("P -1 . +1 . . . .", "+8;+4")
    over = state.play(1, state.parse_move("hb1"))
    assert describe_outcome(over, NAMES)[0] == "The game is over: no stone is left in column b."


def test_sb_v3_teams_win_together() -> None:
    state = middle("P +1 . . . . . .", "+8;+4;-1;-2", teams="yes")
    over = state.play(1, state.parse_move("hb1"))
    assert describe_outcome(over, NAMES)[1] == "Winner: Anna and Ben with 13 points against -3."
    assert describe_points(over, NAMES)[-2:] == [
        "Team Anna and Ben: 13 points.",
        "Team Cleo and Dan: -3 points.",
    ]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_placement_and_every_move_is_told_once(variant: str) -> None:
    rng = Random(variant)
    states = list(walk(new_game(variant, rng), rng))
    told = [line for a, b in pairwise(states) for line in describe_change(a, b)]
    once = [line for line in (*describe_change(None, states[0]), *told) if line not in open_(told)]
    assert sorted(once) == sorted(set(describe_change(None, states[-1])) - open_(told))


def open_(told: list[str]) -> set[str]:
    """What is told while a round is open: who has placed, at an open table also where."""
    return {line for line in told if line.endswith("has placed.") or told.count(line) > 1}
