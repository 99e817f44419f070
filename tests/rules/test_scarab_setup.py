"""SB-M1, SB-M2, SB-S1, SB-S2 and SB-V1: stones, stars, set-up and who begins; KH-6, KH-10."""

from collections import Counter
from random import Random

import pytest

import kheper
from kheper.core import NotationError, RuleError, SetupError
from kheper.games import SCARAB, record_of
from kheper.scarab import parse_move
from tests.rules.table import name_of, refusal, scarab, setup_refusal

VALUES = [*range(-8, 0), *range(1, 9)]


def marks(size: int = 10, seed: int = 1) -> list[str]:
    """Return what stands on the squares of a new game."""
    state = SCARAB.new({"size": str(size)}, Random(seed))
    return str(state.position).replace("/", " ").split()


def values(found: list[str]) -> Counter[int]:
    return Counter(int(mark.rstrip("*")) for mark in found if mark[0] in "+-")


def position(found: list[str]) -> str:
    side = 10 if len(found) == 100 else 8
    return "/".join(" ".join(found[n : n + side]) for n in range(0, side * side, side))


def replaced(found: list[str], **changes: str) -> str:
    """Return the position with the first stones of some kinds changed, `plus3="A"` for +3."""
    changed = list(found)
    for name, new in changes.items():
        old = name.replace("plus", "+").replace("minus", "-")
        changed[changed.index(old)] = new
    return position(changed)


# SB-M1: 96 scarab stones, 3 ankhs, 1 priest on 10x10 squares.


@pytest.mark.parametrize("seed", range(3))
def test_sb_m1_six_stones_of_each_value_three_ankhs_one_priest(seed: int) -> None:
    found = marks(seed=seed)
    assert len(found) == 100
    assert values(found) == dict.fromkeys(VALUES, 6)
    assert (found.count("A"), found.count("P"), found.count(".")) == (3, 1, 0)


@pytest.mark.parametrize("stone", ["+0", "+9", "-9", "5", "+5+", "*", "a"])
def test_sb_m1_there_are_no_other_stones(stone: str) -> None:
    with pytest.raises(NotationError) as caught:
        SCARAB.new({"position": position([stone, *marks()[1:]])}, Random(1))
    assert caught.value.rule == "SB-M1"


def test_sb_m1_nor_in_hand() -> None:
    for hands in ("+9;", "A;", "P;", ".;"):
        assert setup_refusal(SCARAB, axis="h", hands=hands) == "SB-M1 no-stone"


def test_sb_m1_one_priest() -> None:
    without = ["." if mark == "P" else mark for mark in marks()]
    assert setup_refusal(SCARAB, position=position(without)) == "SB-M1 bad-priest"
    assert setup_refusal(SCARAB, position=replaced(without, plus1="P", plus2="P")) == (
        "SB-M1 bad-priest"
    )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/".join(["."] * 9), "a position has 10 rows, this one has 9"),
        ("/".join([" ".join(["."] * 9)] * 10), "row 1 has 9 squares, not 10"),
    ],
)
def test_sb_m1_the_board_is_ten_by_ten(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        SCARAB.new({"position": text, "size": "10"}, Random(1))
    assert caught.value.refusal == f"SB-M1: {sentence}"


# KH-10: what a start position must hold.


def test_kh_10_a_whole_game_starts_with_the_full_set() -> None:
    assert setup_refusal(SCARAB, position=replaced(marks(), plus3=".")) == "SB-M1 bad-set"
    assert setup_refusal(SCARAB, position=replaced(marks(), plus3="+4")) == "SB-M1 bad-set"
    assert setup_refusal(SCARAB, position=replaced(marks(), A=".")) == "SB-M1 bad-set"
    assert setup_refusal(SCARAB, position=replaced(marks(8), plus3=".")) == "SB-V1 bad-set"


def test_kh_10_a_game_that_starts_in_the_middle_may_hold_less() -> None:
    text = replaced(marks(), plus3=".", A=".")
    assert SCARAB.new({"position": text, "axis": "h"}, Random(1)).to_move == (1,)
    assert SCARAB.new({"position": text, "hands": "+3;"}, Random(1)).to_move == (1,)


@pytest.mark.parametrize("change", [{"plus3": "+4"}, {"plus3": "A"}, {"A": "+8"}])
def test_kh_10_but_never_more(change: dict[str, str]) -> None:
    more = replaced(marks(), **change)
    assert setup_refusal(SCARAB, position=more, axis="h") == "SB-M1 bad-set"


def test_kh_10_stones_in_hand_count() -> None:
    assert setup_refusal(SCARAB, position=position(marks()), hands="+3;") == "SB-M1 bad-set"


def test_kh_10_stars_in_hand_count() -> None:
    text = replaced(marks(), plus3=".")
    assert text.count("*") == 8
    assert SCARAB.new({"position": text, "hands": "+3;"}, Random(1)).to_move == (1,)
    assert setup_refusal(SCARAB, position=text, hands="+3*;") == "SB-M2 bad-stars"


def test_kh_10_the_refusal_names_the_stone_that_is_too_many() -> None:
    text = replaced(marks(), minus8=".", plus3="+4")
    with pytest.raises(SetupError, match=r"there are 7 stones of \+4, not 6"):
        SCARAB.new({"position": text, "axis": "h"}, Random(1))
    with pytest.raises(SetupError, match="there are 3 ankhs"):
        SCARAB.new({"position": replaced(marks(), plus3="A"), "axis": "h"}, Random(1))


def starless(size: int = 10) -> list[str]:
    return [mark.rstrip("*") for mark in marks(size)]


def test_kh_10_with_turning_exactly_eight_stars_without_it_at_most_eight() -> None:
    none = position(starless())
    assert SCARAB.new({"position": none}, Random(1)).to_move == (1,)
    assert setup_refusal(SCARAB, position=none, turning="yes") == "SB-M2 bad-stars"
    nine = position([mark + "*" if mark == "+8" else mark for mark in marks()])
    assert nine.count("*") > 8
    assert setup_refusal(SCARAB, position=nine) == "SB-M2 bad-stars"
    assert setup_refusal(SCARAB, position=nine, axis="h") == "SB-M2 bad-stars"


def test_kh_10_in_the_middle_of_a_turning_game_stars_may_be_gone() -> None:
    none = position(starless())
    state = SCARAB.new({"position": none, "turning": "yes", "axis": "h"}, Random(1))
    assert state.to_move == (1,)


# SB-M2: eight stars.


@pytest.mark.parametrize("size", [8, 10])
@pytest.mark.parametrize("seed", range(3))
def test_sb_m2_by_default_one_star_on_each_absolute_value(size: int, seed: int) -> None:
    stars = [mark for mark in marks(size, seed) if mark.endswith("*")]
    assert sorted(abs(int(mark.rstrip("*"))) for mark in stars) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_sb_m2_the_stars_are_drawn_from_all_scarab_stones() -> None:
    starred = {mark for seed in range(60) for mark in marks(10, seed) if mark.endswith("*")}
    assert starred == {f"{value:+d}*" for value in VALUES}


def test_sb_m2_a_start_position_may_name_any_eight() -> None:
    eight = starless()
    chosen = [n for n, mark in enumerate(eight) if mark in ("+8", "-8")][:8]
    for n in chosen:
        eight[n] += "*"
    state = SCARAB.new({"position": position(eight), "turning": "yes"}, Random(1))
    assert str(state.position) == position(eight)


# SB-S1: the stones are spread at random, or by hand.


def test_sb_s1_by_default_the_stones_are_spread_at_random() -> None:
    assert len({tuple(marks(10, seed)) for seed in range(20)}) == 20
    priests = {marks(8, seed).index("P") for seed in range(60)}
    assert len(priests) > 30


def test_sb_s1_the_priest_takes_the_square_left_over() -> None:
    state = SCARAB.new({}, Random(4))
    assert "." not in str(state.position)
    assert str(state.position).count("P") == 1


def test_sb_s1_the_position_may_be_set_up_by_hand() -> None:
    text = position(marks(10, 77))
    state = SCARAB.new({"position": text}, Random(1))
    assert str(state.start.position) == text
    assert kheper.replay(record_of(state), game="scarab").end == state


# SB-S2: who begins, and in which order.


@pytest.mark.parametrize("seats", ["0", "1", "5"])
def test_sb_s2_two_to_four_players(seats: str) -> None:
    assert setup_refusal(SCARAB, seats=seats) == "SB-S2 bad-seats"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sb_s2_play_goes_clockwise(seats: int) -> None:
    state = SCARAB.new({"seats": str(seats)}, Random(1))
    movers = []
    for _ in range(seats + 1):
        (mover,) = state.to_move
        movers.append(mover)
        state = state.play(mover, state.legal_moves(mover)[0])
    assert movers == [*range(1, seats + 1), 1]


def test_sb_s2_who_is_not_in_turn_may_not_move() -> None:
    state = SCARAB.new({}, Random(1))
    assert refusal(state, str(state.legal_moves(1)[0]), seat=2) == "SB-S2 not-to-move"
    assert state.legal_moves(2) == []


def begins(seed: int = 1, **settings: str) -> int:
    (mover,) = SCARAB.new(settings, Random(seed)).to_move
    assert isinstance(mover, int)
    return mover


def test_sb_s2_the_first_seat_begins_by_default() -> None:
    assert begins(seats="3") == 1
    assert begins(seats="3", starts="first", ages="40 8 70") == 1


def test_sb_s2_the_youngest_where_the_option_says_so() -> None:
    assert begins(seats="3", starts="youngest", ages="40 8 70") == 2


def test_sb_s2_anybody_where_it_is_drawn() -> None:
    drawn = {begins(seed, seats="4", starts="random") for seed in range(30)}
    assert drawn == {1, 2, 3, 4}


def test_sb_s2_the_first_mover_may_be_named() -> None:
    assert begins(seats="3", mover="3") == 3
    assert setup_refusal(SCARAB, seats="3", mover="4") == "SB-S2 bad-seats"


def test_sb_s2_other_choices_are_refused() -> None:
    assert setup_refusal(SCARAB, starts="tallest") == "bad-option"


def test_sb_s2_every_seat_has_an_age_or_none_has() -> None:
    assert setup_refusal(SCARAB, seats="3", starts="youngest", ages="40 8") == "SB-S2 bad-ages"


def test_kh_6_of_two_as_young_the_one_who_sits_first_begins() -> None:
    assert begins(seats="3", starts="youngest", ages="40 8 8") == 2
    assert begins(seats="3", starts="youngest") == 1


# SB-V1: the short game.

SMALL = """
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
  +1*   .   .   P   .   A   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
    .   .   .   .   .   .   .   .
   +2   .   .   .   .   .   .   .
"""


@pytest.mark.parametrize("turning", ["no", "yes"])
def test_sb_v1_the_short_game_leaves_sixty_stones_and_three_ankhs(turning: str) -> None:
    state = SCARAB.new({"size": "8", "turning": turning}, Random(2))
    found = str(state.position).replace("/", " ").split()
    assert len(found) == 64
    expected = {value: 3 if abs(value) <= 2 else 4 for value in VALUES}
    assert values(found) == expected
    assert sum(expected.values()) == 60
    assert (found.count("A"), found.count("P"), found.count(".")) == (3, 1, 0)


def test_sb_v1_the_starred_stones_stay_in() -> None:
    state = SCARAB.new({"size": "8", "turning": "yes"}, Random(2))
    assert str(state.position).count("*") == 8


def test_sb_v1_there_are_eight_rows_and_eight_columns() -> None:
    state = SCARAB.new({"size": "8"}, Random(2))
    assert state.side == 8
    assert {move.target.row < 8 and move.target.column < 8 for move in state.legal_moves(1)} == {
        True
    }
    for text in ("hi1", "va9", "hj10"):
        with pytest.raises(NotationError):
            state.parse_move(text)


@pytest.mark.parametrize("text", ["hi3", "hj3", "ha11", "hi3^+1@a1"])
def test_sb_v1_a_move_that_was_read_for_the_full_board_lands_nowhere(text: str) -> None:
    state = scarab(SMALL, axis="h", hands="+1;")
    # i3 would be the square a4, if squares were counted through.
    with pytest.raises((RuleError, NotationError)) as caught:
        state.play(1, parse_move(text, 10))
    assert name_of(caught.value) in ("SB-T3 off-line", "no-move")


def test_sb_v1_nor_does_a_stone_return_or_a_bend_turn_there() -> None:
    state = scarab(SMALL, axis="h", hands="+1;", turning="yes")
    for text, refused in [
        ("hf4^+1@j1", "SB-T5 not-empty"),
        ("hf4^+1@a9", "SB-T5 not-empty"),
        ("hi3va8", "SB-V2 off-line"),
        ("ha4vi7", "SB-T3 off-line"),
    ]:
        with pytest.raises(RuleError) as caught:
            state.play(1, parse_move(text, 10))
        assert name_of(caught.value) == refused


def test_sb_v1_there_is_no_other_size() -> None:
    assert setup_refusal(SCARAB, size="9") == "bad-option"


def test_sb_v1_a_short_game_holds_no_more_than_its_own_set() -> None:
    rows = ["P +1 +1 +1 +1 . . .", *[". . . . . . . ."] * 7]
    with pytest.raises(SetupError) as caught:
        scarab("\n".join(rows), axis="h")
    assert name_of(caught.value) == "SB-M1 bad-set"
