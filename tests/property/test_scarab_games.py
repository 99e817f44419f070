"""What holds all through a game of SCARAB."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import given

from kheper.scarab import ScarabState
from tests.property.strategies import Story, stories


@given(stories("turning"))
def test_sb_t4_sb_t5_stones_on_the_board_and_in_hand_stay_the_same_but_for_ankhs(
    story: Story,
) -> None:
    stones = Counter(_stones(story.states[0]))
    ankhs = stones.pop("A", 0)
    landed = 0
    for before, after in pairwise(story.states):
        landed += before.mark(after.played[-1].target) == "A"
        found = Counter(_stones(after))
        assert found.pop("A", 0) == ankhs - landed
        assert found == stones


@given(stories("turning"))
def test_sb_t2_sb_v2_the_next_axis_is_across_the_last_leg(story: Story) -> None:
    for before, after in pairwise(story.states):
        move = after.played[-1]
        origin = before.parse_move(f"h{_priest(before)}").target
        if before.axis is not None:
            assert move.axis == before.axis
        corner = move.bend or move.target
        assert corner[move.axis == "v"] == origin[move.axis == "v"]
        assert after.axis != move.last_axis
        assert {after.axis, move.last_axis} == {"h", "v"}
        assert _priest(after) == str(move.target)


@given(stories("turning"))
def test_sb_s2_seats_move_in_turn(story: Story) -> None:
    state = story.state
    first = int(story.settings.get("mover", "1"))
    if state.to_move:
        assert state.to_move == ((first - 1 + len(state.played)) % state.seats + 1,)


@given(stories("turning"))
def test_sb_v2_only_turning_games_bend_and_a_starred_stone_stays(story: Story) -> None:
    for before, after in pairwise(story.states):
        move = after.played[-1]
        if move.bend is not None:
            assert before.start.turning
            assert after.mark(move.bend) == before.mark(move.bend)
            assert after.mark(move.bend).endswith("*")


@given(stories("turning", whole=True))
def test_sb_e1_it_ends_when_the_line_is_empty_or_the_last_stone_is_taken(story: Story) -> None:
    end = story.state
    scarabs = [mark for mark in str(end.position).replace("/", " ").split() if mark[0] in "+-"]
    if end.played:
        line = [end.mark(square) for square in _line(end)]
        assert not scarabs or all(mark in (".", "P") for mark in line)
    for state in story.states[:-1]:
        assert state.left > 0
        assert state.legal_moves(state.to_move[0])


@given(stories("turning"))
def test_sb_v3_scores_are_the_sums_of_the_hands(story: Story) -> None:
    state = story.state
    sums = [sum(stone.value for stone in hand) for hand in state.hands]
    if story.settings["teams"] == "yes":
        sums = [sums[0] + sums[1], sums[2] + sums[3]]
    assert list(state.scores) == sums


@given(stories("teams", whole=True))
def test_sb_v3_team_mates_win_together(story: Story) -> None:
    assert story.state.outcome.winners in ((1, 2), (3, 4), (1, 2, 3, 4))
    assert len(story.state.outcome.scores) == 2


def _stones(state: ScarabState) -> list[str]:
    """Return all stones and ankhs there are: on the board, and in hand."""
    marks = str(state.position).replace("/", " ").split()
    held = [str(stone) for hand in state.hands for stone in hand]
    return [mark for mark in marks if mark not in (".", "P")] + held


def _priest(state: ScarabState) -> str:
    rows = [row.split() for row in str(state.position).split("/")]
    (found,) = [
        f"{'abcdefghij'[column]}{row}"
        for row, marks in enumerate(rows, 1)
        for column, mark in enumerate(marks)
        if mark == "P"
    ]
    return found


def _line(state: ScarabState) -> list[object]:
    """Return the squares of the line that the next mover would have to use."""
    here = _priest(state)
    names = "abcdefghij"[: state.side]
    if state.axis == "h":
        squares = [f"{column}{here[1:]}" for column in names]
    else:
        squares = [f"{here[0]}{row}" for row in range(1, state.side + 1)]
    return [state.parse_move(f"h{square}").target for square in squares]
