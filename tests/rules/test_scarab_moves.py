"""SB-T1 to SB-T6: how the priest moves, and what it takes; KH-9 and KH-12."""

import pytest

from kheper.core import NotationError, RuleError, SetupError, Square
from kheper.scarab import ScarabState, Start
from tests.rules.table import name_of, play, refusal, scarab, texts

# SB-T1: the first move goes along either axis, to a scarab stone.

# A stone in hand lets a game start without the full set.
CROSSROADS = """
    .   .   .  +2   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   A   .   .   .   .
   +3   .  -4*  P   .   A  +5   .
    .   .   .   .   .   .   .   .
    .   .   .  -6   .   .   .   .
    .   .   A   .   .   .   .   .
    .   .  +7   .   .   .   .  +8
"""


def test_sb_t1_the_first_move_goes_along_row_or_column_to_any_scarab_stone() -> None:
    state = scarab(CROSSROADS, hands="+1;")
    assert state.axis is None
    assert texts(state.legal_moves(1)) == {"ha4", "hc4", "hg4", "vd1", "vd6"}


@pytest.mark.parametrize("move", ["ha4", "hg4", "vd1", "vd6"])
def test_sb_t1_either_axis_may_be_used(move: str) -> None:
    state = play(scarab(CROSSROADS, hands="+1;"), move)
    assert len(state.hands[0]) == 2


@pytest.mark.parametrize("move", ["hf4", "vd3", "hf4^+1@a1"])
def test_sb_t1_no_ankh_on_the_first_move(move: str) -> None:
    state = scarab(CROSSROADS, hands="+1;")
    assert refusal(state, move) == "SB-T1 ankh-first"
    assert move not in texts(state.legal_moves(1))


def test_sb_t1_nor_after_a_bend_in_it() -> None:
    state = scarab(CROSSROADS, hands="+1;", turning="yes")
    assert {move for move in texts(state.legal_moves(1)) if "vc" in move} == {"hc4vc8"}
    assert refusal(state, "hc4vc7") == "SB-T1 ankh-first"


def test_sb_t1_it_holds_for_the_first_mover_alone() -> None:
    state = play(scarab(CROSSROADS, hands="+1;"), "hc4")
    assert "vc7" in texts(state.legal_moves(2))


def test_sb_t1_a_whole_game_begins_with_it_whoever_begins() -> None:
    state = scarab(CROSSROADS, hands="+1;", mover="2")
    assert refusal(state, "hf4", seat=2) == "SB-T1 ankh-first"


# KH-9: no scarab stone in row and column.

ANKHS_ALONE = """
    .   .   .   A   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   P   .   A   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .  +8
"""


def test_kh_9_a_first_mover_without_a_scarab_stone_in_reach_ends_the_game() -> None:
    state = scarab(ANKHS_ALONE, hands="+1;-1")
    assert state.over
    assert state.outcome is not None
    assert state.outcome.winners == (1,)


def test_kh_9_later_in_the_game_an_ankh_in_the_line_is_enough() -> None:
    assert texts(scarab(ANKHS_ALONE, axis="h").legal_moves(1)) == {"hf4"}


# SB-T2: the axis alternates.


def test_sb_t2_after_a_row_comes_a_column_and_after_that_a_row() -> None:
    first = play(scarab(CROSSROADS, hands="+1;"), "hc4")
    assert first.axis == "v"
    assert {text[0] for text in texts(first.legal_moves(2))} == {"v"}
    second = play(first, "vc8")
    assert second.axis == "h"
    assert texts(second.legal_moves(1)) == {"hh8"}


def test_sb_t2_after_a_column_comes_a_row() -> None:
    assert play(scarab(CROSSROADS, hands="+1;"), "vd6").axis == "h"


@pytest.mark.parametrize(("axis", "move"), [("h", "vd1"), ("v", "ha4")])
def test_sb_t2_the_other_axis_is_refused(axis: str, move: str) -> None:
    state = scarab(CROSSROADS, axis=axis)
    assert refusal(state, move) == "SB-T2 other-axis"
    assert move not in texts(state.legal_moves(1))


# SB-T3: any distance, over everything, onto a stone.


def test_sb_t3_over_stones_and_empty_squares_alike() -> None:
    state = scarab(CROSSROADS, axis="h")
    assert texts(state.legal_moves(1)) == {"ha4", "hc4", "hf4", "hg4"}
    after = play(state, "ha4")  # over c4, a stone, and b4, empty
    assert after.mark(Square.parse("c4")) == "-4*"
    assert after.mark(Square.parse("a4")) == "P"
    assert after.mark(Square.parse("d4")) == "."


@pytest.mark.parametrize("move", ["hb4", "hh4"])
def test_sb_t3_never_onto_an_empty_square(move: str) -> None:
    assert refusal(scarab(CROSSROADS, axis="h"), move) == "SB-T3 no-stone"


@pytest.mark.parametrize("move", ["hc8", "hh8", "hd1", "hd4"])
def test_sb_t3_only_along_the_line(move: str) -> None:
    assert refusal(scarab(CROSSROADS, axis="h"), move) == "SB-T3 off-line"


@pytest.mark.parametrize("move", ["vc8", "va4", "vd4"])
def test_sb_t3_only_along_the_line_in_columns_too(move: str) -> None:
    assert refusal(scarab(CROSSROADS, axis="v"), move) == "SB-T3 off-line"


def test_sb_t3_rows_and_columns_do_not_run_into_each_other() -> None:
    state = scarab(
        """
        .   .   .   .   .   .   .  +1
       +2   .   .   .   .   .   .   P
       +3   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        """,
        axis="h",
    )
    assert texts(state.legal_moves(1)) == {"ha2"}


def test_sb_t3_an_ankh_may_be_landed_on() -> None:
    assert play(scarab(CROSSROADS, axis="h"), "hf4").mark(Square.parse("f4")) == "P"


# SB-T4: what is landed on goes to the mover's collection.


def test_sb_t4_the_stone_goes_to_the_mover() -> None:
    state = play(scarab(CROSSROADS, axis="h", mover="2"), "hg4")
    assert [list(map(str, hand)) for hand in state.hands] == [[], ["+5"]]
    assert state.scores == (0, 5)
    assert "+5" not in str(state.position)


def test_sb_t4_and_leaves_the_board() -> None:
    state = play(scarab(CROSSROADS, axis="h"), "hc4", "vc8")
    assert state.mark(Square.parse("c4")) == "."


def test_sb_t4_with_its_star() -> None:
    state = play(scarab(CROSSROADS, axis="h"), "hc4")
    assert list(map(str, state.hands[0])) == ["-4*"]
    assert state.scores == (-4, 0)


def test_sb_t4_all_collections_are_public() -> None:
    state = play(scarab(CROSSROADS, axis="h"), "hg4")
    for seat in (1, 2, None):
        assert state.view(seat).json()["hands"] == [["+5"], []]
        assert state.view(seat).scores == (5, 0)


def test_sb_t4_a_collection_is_that_of_a_seat() -> None:
    position = scarab(CROSSROADS, axis="h").position
    with pytest.raises(SetupError, match="SB-T4: there are 3 hands for 2 seats"):
        scarab(CROSSROADS, hands="+1;+1;+1")
    with pytest.raises(SetupError, match="SB-T4: there are 3 hands for 2 seats"):
        Start(position, axis="h", hands=((), (), ()))


# SB-T5: the ankh.

# f4 is an ankh. Empty are d1, e1 and h8, and d4 once the priest has left it.
FULL_BOARD = """
   +1  -1  +2   .   .  -2  +3  -3
   +4  -4  +5  -5  +6  -6  +7  -7
   +8  -8  -1  +2  -2  +3  -3  +4
   -4  +5  -5   P  +6   A  -6  +7
   -7  +8  -8  -1  +2  +3  -3  +4
   -4  +5  -5  +6  -6  +7  -7  +8
   -8  +3  -3  +4  -4  +5  -5  +6
   -6  +7  -7  +8  -8   A   A   .
"""
EMPTY = ("d1", "e1", "h8", "d4")


def at_the_ankh(hands: str = "+1 -2*;", **settings: str) -> ScarabState:
    return scarab(FULL_BOARD, axis="h", hands=hands, **settings)


def returns(state: ScarabState) -> set[str]:
    return {text for text in texts(state.legal_moves(state.to_move[0])) if text.startswith("hf4")}


def test_sb_t5_the_mover_may_return_any_of_their_stones_to_any_empty_square() -> None:
    ways = {f"hf4^{stone}@{square}" for stone in ("+1", "-2*") for square in EMPTY}
    assert returns(at_the_ankh()) == {"hf4"} | ways
    assert len(at_the_ankh().legal_moves(1)) == 6 + 1 + 8


def test_sb_t5_the_ankh_leaves_the_game() -> None:
    state = play(at_the_ankh(), "hf4")
    assert state.mark(Square.parse("f4")) == "P"
    assert str(state.position).count("A") == 2
    assert list(map(str, state.hands[0])) == ["+1", "-2*"]
    later = play(state, "vf5")  # the priest has left f4, and nothing stands there
    assert later.mark(Square.parse("f4")) == "."


def test_sb_t5_the_square_the_priest_has_just_left_counts() -> None:
    state = play(at_the_ankh(), "hf4^+1@d4")
    assert state.mark(Square.parse("d4")) == "+1"
    assert list(map(str, state.hands[0])) == ["-2*"]
    assert state.scores == (-2, 0)


def test_sb_t5_the_square_the_priest_stands_on_does_not() -> None:
    assert refusal(at_the_ankh(), "hf4^+1@f4") == "SB-T5 not-empty"


def test_sb_t5_nor_does_a_square_with_a_stone_or_an_ankh() -> None:
    assert refusal(at_the_ankh(), "hf4^+1@a1") == "SB-T5 not-empty"
    assert refusal(at_the_ankh(), "hf4^+1@g8") == "SB-T5 not-empty"


def test_sb_t5_a_returned_stone_keeps_its_star() -> None:
    state = play(at_the_ankh(turning="yes"), "hf4^-2*@d1")
    assert state.mark(Square.parse("d1")) == "-2*"
    # Seat 2 takes a stone of row 1, and seat 1 may bend on the star again.
    assert "hd1vd2" in texts(play(state, "vf1").legal_moves(1))


def test_sb_t5_the_mover_may_decline() -> None:
    state = play(at_the_ankh(), "hf4")
    assert list(map(str, state.hands[0])) == ["+1", "-2*"]
    assert state.mark(Square.parse("d1")) == "."


def test_sb_t5_with_an_empty_collection_nothing_happens() -> None:
    state = at_the_ankh(hands=";+1")
    assert returns(state) == {"hf4"}
    assert refusal(state, "hf4^+1@d1") == "SB-T5 no-such-stone"


def test_sb_t5_only_a_stone_that_one_holds() -> None:
    assert refusal(at_the_ankh(), "hf4^-2@d1") == "SB-T5 no-such-stone"  # it holds -2 with a star
    assert refusal(at_the_ankh(), "hf4^+3@d1") == "SB-T5 no-such-stone"


def test_sb_t5_one_stone_of_several_equal_ones() -> None:
    state = play(at_the_ankh(hands="+1 +1;"), "hf4^+1@d1")
    assert list(map(str, state.hands[0])) == ["+1"]
    # Six scarab stones to take, or the ankh: with no stone, or one of them to four squares.
    assert len(at_the_ankh(hands="+1 +1;").legal_moves(1)) == 6 + 1 + 4


def test_sb_t5_only_an_ankh_lets_a_stone_return() -> None:
    assert refusal(at_the_ankh(), "he4^+1@d1") == "SB-T5 no-ankh"


def test_sb_t5_a_stone_that_was_returned_may_be_taken_again() -> None:
    state = play(at_the_ankh(), "hf4^+1@d1", "vf1", "hd1")
    assert list(map(str, state.hands[0])) == ["-2*", "+1"]


def test_sb_t5_the_board_in_play_of_a_short_game_is_eight_by_eight() -> None:
    for text in ("hf4^+1@i1", "hf4^+1@a9", "hi4"):
        with pytest.raises(NotationError):
            at_the_ankh().parse_move(text)


def test_kh_12_an_ankh_returns_a_stone_of_the_movers_own_collection_only() -> None:
    state = at_the_ankh(hands="+1;-2*;;", teams="yes", seats="4")
    assert returns(state) == {"hf4"} | {f"hf4^+1@{square}" for square in EMPTY}
    assert refusal(state, "hf4^-2*@d1") == "SB-T5 no-such-stone"


# SB-T6: no passing.


def test_sb_t6_the_priest_may_not_stay() -> None:
    state = scarab(CROSSROADS, axis="h")
    assert refusal(state, "hd4") == "SB-T3 off-line"
    assert all(move.target != Square.parse("d4") for move in state.legal_moves(1))


@pytest.mark.parametrize("text", ["", "-", "x", "pass", "h", "0000"])
def test_sb_t6_no_text_is_a_pass(text: str) -> None:
    with pytest.raises(NotationError):
        scarab(CROSSROADS, axis="h").parse_move(text)


def test_sb_t6_a_bad_stone_must_be_taken_if_there_is_nothing_else() -> None:
    state = scarab(
        """
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   P   .   .  -8   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .  +8   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        """,
        axis="h",
    )
    assert state.to_move == (1,)
    assert texts(state.legal_moves(1)) == {"hg4"}


def test_sb_t6_a_move_that_was_made_stays() -> None:
    with pytest.raises(RuleError) as caught:
        play(scarab(CROSSROADS, axis="h"), "hg4").take_back(1)
    assert name_of(caught.value) == "SB-T6 nothing-to-take-back"
