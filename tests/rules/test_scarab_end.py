"""SB-E1 and SB-E2: the end and who wins; SB-V3: teams; KH-12: their ties."""

import pickle

import pytest

from kheper.core import SetupError
from kheper.games import record_of
from tests.rules.table import name_of, play, scarab, texts

# SB-E1: no stone in the line, or no scarab stone on the board.

# g4 is the last stone of row 4; column g is empty below and above it.
LAST_IN_LINE = """
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   P   .   .  -8   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
   +8   .   .   .   .   .   .   .
"""


def test_sb_e1_it_ends_when_the_player_to_move_has_no_stone_in_the_line() -> None:
    state = play(scarab(LAST_IN_LINE, axis="h"), "hg4")
    assert state.over
    assert state.to_move == ()
    assert "+8" in str(state.position)
    assert state.legal_moves(2) == []
    assert state.outcome is not None


def test_sb_e1_only_the_line_they_must_use_counts() -> None:
    # Seat 2 must go along column g; the stone in row 4 does not help.
    row = LAST_IN_LINE.replace("P   .   .  -8", "P  +1   .  -8")
    assert play(scarab(row, axis="h"), "hg4").over


def test_sb_e1_an_ankh_in_the_line_keeps_the_game_going() -> None:
    ankh = LAST_IN_LINE.replace("+8   .   .   .   .   .   . ", "+8   .   .   .   .   .   A ")
    state = play(scarab(ankh, axis="h"), "hg4")
    assert texts(state.legal_moves(2)) == {"vg8"}
    assert play(state, "vg8").to_move == (1,)  # +8 stands in row 8


def test_sb_e1_an_ankh_in_the_row_does_too() -> None:
    state = scarab(
        """
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   P   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .  +1   .   A   .   .
        .   .   .   .   .   .   .   .
       +8   .   .   .   .   .   .   .
        """,
        axis="v",
    )
    assert texts(play(state, "vd6").legal_moves(2)) == {"hf6"}


def test_sb_e1_it_ends_when_no_scarab_stone_is_left_although_an_ankh_is() -> None:
    ankh = LAST_IN_LINE.replace("+8   .   .   .   .   .   . ", " .   .   .   .   .   .   A ")
    state = play(scarab(ankh, axis="h"), "hg4")
    assert state.over
    assert "A" in str(state.position)


def test_sb_e1_a_returned_stone_may_keep_the_game_going() -> None:
    ankh = LAST_IN_LINE.replace("-8", " A")
    begun = scarab(ankh, axis="h", hands="+1;")
    assert play(begun, "hg4").over
    assert play(begun, "hg4^+1@a1").over  # not in column g
    assert texts(play(begun, "hg4^+1@g1").legal_moves(2)) == {"vg1"}


def test_sb_e1_a_stone_returned_to_an_empty_board_counts_as_left() -> None:
    # +8 is the last scarab stone of the board until -1 returns; then two are to be taken.
    begun = scarab(LAST_IN_LINE.replace("-8", " A"), axis="h", hands="-1;")
    state = play(begun, "hg4^-1@g8", "vg8")
    assert not state.over
    assert play(state, "ha8").over


def test_sb_e1_a_position_may_be_over_at_once() -> None:
    assert scarab(LAST_IN_LINE, axis="v").over
    nothing = LAST_IN_LINE.replace("-8", " A").replace("+8", " .")
    assert scarab(nothing, axis="h").over


# SB-E2: most points, then most +8, and so on down to -8.

# Column d is empty, so the game is over at once and the collections decide.
OVER = LAST_IN_LINE


def decided(hands: str, **settings: str) -> tuple[tuple[int, ...], str]:
    seats = str(hands.count(";") + 1)
    state = scarab(OVER, axis="v", hands=hands, seats=seats, **settings)
    assert state.over
    assert state.outcome is not None
    assert state.view(1).outcome == state.outcome
    return state.outcome.winners, state.outcome.reason


@pytest.mark.parametrize(
    ("hands", "winners"), [("+5;+4", (1,)), ("-5;-4", (2,)), ("+1;+2;+3", (3,)), (";-1", (1,))]
)
def test_sb_e2_most_points_wins(hands: str, winners: tuple[int, ...]) -> None:
    assert decided(hands) == (winners, "points")


@pytest.mark.parametrize(
    ("better", "worse", "value"),
    [
        ("+8", "+7 +1", "+8"),
        ("+7", "+6 +1", "+7"),
        ("+6", "+5 +1", "+6"),
        ("+5", "+4 +1", "+5"),
        ("+4", "+3 +1", "+4"),
        ("+3", "+2 +1", "+3"),
        ("+2", "+1 +1", "+2"),
        ("+1 -1", "", "+1"),
        ("-1 -1", "-2", "-1"),
        ("-2 -2", "-4", "-2"),
        ("-3 -3", "-6", "-3"),
        ("-4 -4", "-8", "-4"),
        ("-5 -5 -5", "-7 -8", "-5"),
        # The last that six stones of a value can come to: 7a = 8b wants eight.
        ("-6 -6 -6 -6", "-8 -8 -8", "-6"),
    ],
)
def test_sb_e2_a_tie_goes_to_the_greatest_stones_down_to_minus_eight(
    better: str, worse: str, value: str
) -> None:
    assert decided(f"{better};{worse}") == ((1,), f"most {value}")
    assert decided(f"{worse};{better}") == ((2,), f"most {value}")


def test_sb_e2_the_number_of_stones_decides_not_one_of_them() -> None:
    assert decided("+8 +8 -4;+8 +4") == ((1,), "most +8")


@pytest.mark.parametrize(
    ("hands", "winners"),
    [("+3 -2;+3 -2", (1, 2)), (";", (1, 2)), ("+3* -2;+3 -2", (1, 2)), ("+1;+2;+2", (2, 3))],
)
def test_sb_e2_still_equal_is_shared(hands: str, winners: tuple[int, ...]) -> None:
    assert decided(hands) == (winners, "shared")


def test_sb_e2_greater_stones_do_not_make_up_for_points() -> None:
    assert decided("+5;+4 +1;+8 -8") == ((1,), "most +5")


def test_sb_e2_who_has_fallen_behind_stays_behind() -> None:
    # All have 14. Seat 3 has no +8 and is out, so its two +7 do not matter.
    assert decided("+8 +7 -1;+8 +6;+7 +7") == ((1,), "most +7")


def test_sb_e2_two_of_three_may_share() -> None:
    assert decided("+8;+8;+7 +1") == ((1, 2), "shared")


def test_sb_e2_there_is_no_outcome_before_the_end() -> None:
    assert scarab(LAST_IN_LINE, axis="h", hands="+5;").outcome is None


def test_sb_e2_the_scores_are_sums() -> None:
    state = scarab(OVER, axis="v", hands="+5 -3;-8* +1")
    assert state.scores == (2, -7)
    assert state.outcome is not None
    assert state.outcome.result == "2 -7"


# SB-V3: teams.


def test_sb_v3_seats_1_and_2_play_against_seats_3_and_4() -> None:
    assert decided("+1;+2;+4;-2", teams="yes") == ((1, 2), "points")
    assert decided("+1;+2;+4;", teams="yes") == ((3, 4), "points")


def test_sb_v3_a_teams_result_is_the_sum() -> None:
    state = scarab(OVER, axis="v", hands="+1;+2;+4;-2", teams="yes", seats="4")
    assert state.scores == (3, 2)
    assert state.outcome is not None
    assert state.outcome.result == "3 2"
    assert record_of(state).tag("Result") == "3 2"


def test_sb_v3_team_mates_sit_next_to_each_other_in_turn_order() -> None:
    state = scarab(
        """
        P  +1   .   .   .   .   .   .
        .  +2  +3   .   .   .   .   .
        .   .  +4  +5   .   .   .   .
        .   .   .  +6   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        .   .   .   .   .   .   .   .
        """,
        axis="h",
        teams="yes",
        seats="4",
    )
    movers: list[int] = []
    for move in ("hb1", "vb2", "hc2", "vc3", "hd3"):
        movers += state.to_move
        state = play(state, move)
    assert movers == [1, 2, 3, 4, 1]
    assert state.scores == (1 + 2 + 5, 3 + 4)


def test_sb_v3_ties_are_broken_on_the_teams_joint_stones() -> None:
    # 12 points each. Two +7 in the first team, one in the second; singly it would be even.
    assert decided("+7 -1;+7 -1;+7;+5", teams="yes") == ((1, 2), "most +7")


def test_sb_v3_a_tie_down_to_the_last_stone_is_shared_by_all() -> None:
    assert decided("+7;+1;+1;+7", teams="yes") == ((1, 2, 3, 4), "shared")


def test_kh_12_who_holds_a_teams_stones_does_not_matter() -> None:
    assert decided("+8;;+4;+4", teams="yes") == ((1, 2), "most +8")
    assert decided("+4;+4;;+8", teams="yes") == ((3, 4), "most +8")


@pytest.mark.parametrize("seats", ["2", "3"])
def test_sb_v3_teams_need_four_players(seats: str) -> None:
    with pytest.raises(SetupError) as caught:
        scarab(OVER, axis="v", teams="yes", seats=seats)
    assert name_of(caught.value) == "SB-V3 bad-seats"


def test_sb_v3_four_players_may_also_play_each_for_themselves() -> None:
    assert decided("+1;+2;+4;+4") == ((3, 4), "shared")


def test_sb_v3_a_team_mate_sees_no_more_than_anybody() -> None:
    state = scarab(LAST_IN_LINE, axis="h", hands="+1;+2;+3;-4*", teams="yes", seats="4")
    spectator = state.view(None).json()
    for seat in (1, 2, 3, 4):
        view = state.view(seat)
        assert view.json() | {"seat": None} == spectator
        assert str(record_of(view)) == str(record_of(state.view(None)))
        assert view.imagine(None) == state  # type: ignore[arg-type]  # nothing is drawn


def test_sb_v3_nothing_in_a_state_is_private() -> None:
    # What everybody sees is the whole state: from a spectator's record it can be rebuilt.
    state = scarab(LAST_IN_LINE, axis="h", hands="+1;+2;+3;-4*", teams="yes", seats="4")
    assert state.view(None).imagine(None) == state  # type: ignore[arg-type]  # nothing is drawn
    assert pickle.loads(pickle.dumps(state.view(2))).state == state
