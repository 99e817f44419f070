"""SB-V2: turning by 90 degrees on a starred stone."""

import pytest

from kheper.core import NotationError, Square
from tests.rules.table import play, refusal, scarab, texts

# c5 and h2 carry stars; the priest stands at f5.
STARS = """
    .   .  +1   .   .  -2*  .   .
    .   .   .   .   .   .   .  +3*
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .  -4*  .  +5   P   .  -6
    .   .   .   .   .   .   .   .
    .   .   A   .   .   .   .   .
   +7   .  -8   .   .   .   .   .
"""


def test_sb_v2_a_move_may_turn_on_a_starred_stone_once() -> None:
    state = scarab(STARS, axis="h", turning="yes")
    assert texts(state.legal_moves(1)) == {
        "hc5",
        "he5",
        "hh5",
        "hc5vc1",
        "hc5vc7",
        "hc5vc8",
    }


def test_sb_v2_from_a_column_into_a_row_as_well() -> None:
    state = scarab(STARS, axis="v", turning="yes")
    assert texts(state.legal_moves(1)) == {"vf1", "vf1hc1"}
    after = play(state, "vf1hc1")
    assert after.mark(Square.parse("c1")) == "P"
    assert list(map(str, after.hands[0])) == ["+1"]


def test_sb_v2_the_first_move_may_bend_along_either_axis() -> None:
    state = scarab(STARS, hands="+1;", turning="yes")
    bends = {text for text in texts(state.legal_moves(1)) if len(text) > 3}
    assert bends == {"hc5vc1", "hc5vc8", "vf1hc1"}


@pytest.mark.parametrize(
    ("start", "move", "axis"),
    [("h", "hc5vc8", "h"), ("v", "vf1hc1", "v"), ("h", "hc5", "v"), ("v", "vf1", "h")],
)
def test_sb_v2_the_next_axis_is_the_one_across_the_last_leg(
    start: str, move: str, axis: str
) -> None:
    assert play(scarab(STARS, axis=start, turning="yes"), move).axis == axis


def test_sb_v2_the_starred_stone_passed_over_stays() -> None:
    state = play(scarab(STARS, axis="h", turning="yes"), "hc5vc8")
    assert state.mark(Square.parse("c5")) == "-4*"
    assert list(map(str, state.hands[0])) == ["-8"]
    assert state.scores == (-8, 0)


def test_sb_v2_stones_between_do_not_matter() -> None:
    # e5 lies on the first leg, the ankh c7 on the second.
    state = play(scarab(STARS, axis="h", turning="yes"), "hc5vc8")
    assert state.mark(Square.parse("e5")) == "+5"
    assert state.mark(Square.parse("c7")) == "A"


def test_sb_v2_only_once_in_a_move() -> None:
    two_stars = STARS.replace("+1 ", "+1*")
    state = scarab(two_stars, axis="h", turning="yes")
    assert {text for text in texts(state.legal_moves(1)) if text.startswith("hc5vc1")} == {"hc5vc1"}
    with pytest.raises(NotationError):
        state.parse_move("hc5vc1hf1")


def test_sb_v2_not_on_a_stone_without_a_star() -> None:
    state = scarab(STARS, axis="h", turning="yes")
    assert refusal(state, "he5ve1") == "SB-V2 no-star"
    assert refusal(state, "hd5vd1") == "SB-V2 no-star"


def test_sb_v2_not_on_an_ankh() -> None:
    ankh = STARS.replace("+5", "A ").replace("-8   .   .", "-8   .  +2")
    state = scarab(ankh, axis="h", turning="yes")
    assert refusal(state, "he5ve8") == "SB-V2 no-star"
    assert "he5" in texts(state.legal_moves(1))
    assert "he5ve8" not in texts(state.legal_moves(1))


def test_sb_v2_not_on_a_star_that_the_priest_does_not_pass() -> None:
    state = scarab(STARS, axis="h", turning="yes")
    assert refusal(state, "hh2vh5") == "SB-V2 off-line"


def test_sb_v2_not_on_the_priests_own_square() -> None:
    state = scarab(STARS, axis="h", turning="yes")
    assert refusal(state, "hf5vf1") == "SB-V2 off-line"
    # Nor on the star it landed on a move ago: that stone is gone.
    landed = play(state, "hc5")
    assert not any(len(text) > 3 and "c5" in text for text in texts(landed.legal_moves(2)))


def test_sb_v2_the_second_leg_ends_on_another_stone() -> None:
    state = scarab(STARS, axis="h", turning="yes")
    assert refusal(state, "hc5vc6") == "SB-T3 no-stone"
    assert refusal(state, "hc5vc5") == "SB-T3 off-line"
    assert refusal(state, "hc5va8") == "SB-T3 off-line"


def test_sb_v2_both_legs_along_one_axis_are_no_bend() -> None:
    with pytest.raises(NotationError, match="SB-V2"):
        scarab(STARS, axis="h", turning="yes").parse_move("hc5hh5")


def test_sb_v2_the_first_leg_follows_the_axis() -> None:
    assert refusal(scarab(STARS, axis="h", turning="yes"), "vf1hc1") == "SB-T2 other-axis"


def test_sb_v2_a_bend_may_end_on_an_ankh_and_return_a_stone() -> None:
    state = scarab(STARS, axis="h", turning="yes", hands="+2;")
    ankhs = {text for text in texts(state.legal_moves(1)) if text.startswith("hc5vc7")}
    assert "hc5vc7" in ankhs
    assert "hc5vc7^+2@f5" in ankhs  # the square just left
    assert "hc5vc7^+2@c5" not in ankhs  # the starred stone stands there
    after = play(state, "hc5vc7^+2@d5")
    assert after.mark(Square.parse("d5")) == "+2"
    assert after.axis == "h"


def test_sb_v2_without_turning_nothing_bends() -> None:
    state = scarab(STARS, axis="h")
    assert texts(state.legal_moves(1)) == {"hc5", "he5", "hh5"}
    assert refusal(state, "hc5vc8") == "SB-V2 no-turning"


def test_sb_v2_a_line_whose_stones_are_stars_is_not_empty() -> None:
    state = scarab(
        """
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   P   .   .  -8*  .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .  +8   .
        """,
        axis="h",
        turning="yes",
    )
    assert texts(state.legal_moves(1)) == {"hg4", "hg4vg8"}
    after = play(state, "hg4vg8")
    assert after.over  # row 8 is empty now, although -8* is left
    assert after.scores == (8, 0)
