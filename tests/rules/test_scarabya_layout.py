"""SY-L1 to SY-L7: where a tile may lie."""

from random import Random

import pytest

from kheper.core import NotationError, RuleError, Square
from kheper.core.grid import squares_of
from kheper.core.record import Record
from kheper.games import record_of
from kheper.scarabya.records import replay
from tests.rules.table import OPEN_GROUND, duel, expedition, play, refusal, solo, texts

CENTRE = {"e5", "f5", "e6", "f6"}


# SY-L1: the first tile covers a central square.


@pytest.mark.parametrize(
    "placement", ["a5b5c5d5e5", "f5g5h5i5j5", "a6b6c6d6e6", "f6g6h6i6j6", "e1e2e3e4e5"]
)
def test_sy_l1_one_of_the_four_central_squares_is_enough(placement: str) -> None:
    after = play(expedition(OPEN_GROUND, "I"), placement)
    assert str(after.digs[0].entries[0]) == placement


@pytest.mark.parametrize("placement", ["a1a2a3a4a5", "d1d2d3d4d5", "f7g7h7i7j7", "e7e8e9e10f7"])
def test_sy_l1_a_first_tile_beside_the_centre_is_refused(placement: str) -> None:
    deck = "L" if placement.endswith("f7") else "I"
    assert refusal(expedition(OPEN_GROUND, deck), placement) == "SY-L1 no-centre"


def test_sy_l1_legal_first_placements_are_those_that_cover_the_centre() -> None:
    legal = expedition(OPEN_GROUND, "I").legal_moves(1)
    assert len(legal) == 24
    assert all(CENTRE & set(map(str, placement.squares)) for placement in legal)


def test_sy_l1_later_tiles_need_not_cover_the_centre() -> None:
    after = play(expedition(OPEN_GROUND, "IV"), "a5b5c5d5e5", "a2a3a4b4c4")
    assert after.number == 3


# SY-L2: later tiles touch a placed tile by a full side.


def test_sy_l2_a_full_side_is_enough() -> None:
    after = play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5", "e6f6e7f7e8")
    assert after.number == 3


def test_sy_l2_corner_contact_is_refused() -> None:
    begun = play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5")
    assert refusal(begun, "f6g6f7g7f8") == "SY-L2 no-contact"
    assert "f6g6f7g7f8" not in texts(begun.legal_moves(1))


def test_sy_l2_touching_a_rock_is_not_enough() -> None:
    begun = expedition(
        """
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ........#.
        ..........
        ..........
        """,
        "IP",
    )
    assert refusal(play(begun, "a5b5c5d5e5"), "g7h7g8h8g9") == "SY-L2 no-contact"


def test_sy_l2_touching_the_frame_is_not_enough() -> None:
    begun = play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5")
    assert refusal(begun, "a1b1a2b2a3") == "SY-L2 no-contact"


def test_sy_l2_the_right_edge_does_not_touch_the_left_edge() -> None:
    begun = play(expedition(OPEN_GROUND, "IP"), "f5g5h5i5j5")
    assert refusal(begun, "a6b6a7b7a8") == "SY-L2 no-contact"


def test_sy_l2_any_placed_tile_will_do_not_only_the_last() -> None:
    begun = play(expedition(OPEN_GROUND, "IPV"), "a5b5c5d5e5", "f5g5f6g6f7")
    assert "a2a3a4b4c4" in texts(begun.legal_moves(1))
    assert play(begun, "a2a3a4b4c4").number == 4


def test_sy_l2_the_centre_alone_no_longer_counts_after_the_first_tile() -> None:
    # f6 is central, and beside e6, which is free.
    begun = play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5")
    assert refusal(begun, "f6g6f7g7f8") == "SY-L2 no-contact"


# SY-L3: five free squares inside the frame.

ROCK_IN_THE_CENTRE = """
    ..........
    ..........
    ..........
    ..........
    ....#.....
    ..........
    ..........
    ..........
    ..........
    ..........
"""


def test_sy_l3_a_rock_may_not_be_covered() -> None:
    begun = expedition(ROCK_IN_THE_CENTRE, "I")
    assert refusal(begun, "b5c5d5e5f5") == "SY-L3 rock"
    assert not any("e5" in text for text in texts(begun.legal_moves(1)))


def test_sy_l3_a_covered_square_may_not_be_covered_again() -> None:
    begun = play(expedition(OPEN_GROUND, "IP"), "a5b5c5d5e5")
    assert refusal(begun, "d4e4d5e5d6") == "SY-L3 covered"
    assert "d4e4d5e5d6" not in texts(begun.legal_moves(1))


@pytest.mark.parametrize("covered", ["a5", "b5", "c5", "d5", "e5"])
def test_sy_l3_all_five_squares_of_a_tile_are_covered(covered: str) -> None:
    begun = play(expedition(OPEN_GROUND, "IX"), "a5b5c5d5e5")
    assert all(covered not in text for text in texts(begun.legal_moves(1)))
    assert Square.parse(covered) in squares_of(begun.digs[0].covered)


@pytest.mark.parametrize("text", ["g5h5i5j5k5", "f7f8f9f10f11", "j5a6b6c6d6", "e0e1e2e3e4"])
def test_sy_l3_nothing_lies_outside_the_frame(text: str) -> None:
    with pytest.raises((NotationError, RuleError)):
        expedition(OPEN_GROUND, "I").parse_move(text)


def test_sy_l3_no_legal_placement_runs_over_the_edge() -> None:
    begun = play(expedition(OPEN_GROUND, "IX"), "f5g5h5i5j5")
    for placement in begun.legal_moves(1):
        columns = [square.column for square in placement.squares]
        assert max(columns) - min(columns) == 2


@pytest.mark.parametrize("text", ["e4e5e6e7", "e4e5e6e7e8e9", "e4e5e5e6e7", ""])
def test_sy_l3_a_tile_covers_exactly_five_squares(text: str) -> None:
    with pytest.raises(NotationError):
        expedition(OPEN_GROUND, "I").parse_move(text)


# SY-L4: tiles may be turned, and turned over unless the option says no.

F_TURNED = ["e4f4d5e5e6", "e4d5e5f5f6", "e4e5f5d6e6", "d4d5e5f5e6"]
F_TURNED_OVER = ["d4e4e5f5e6", "e4d5e5f5d6", "e4d5e5e6f6", "f4d5e5f5e6"]


@pytest.mark.parametrize("flip", ["on", "off"])
@pytest.mark.parametrize("placement", F_TURNED)
def test_sy_l4_a_tile_may_always_be_turned(placement: str, flip: str) -> None:
    begun = expedition(OPEN_GROUND, "F", flip=flip)
    assert placement in texts(begun.legal_moves(1))
    assert play(begun, placement).number == 2


@pytest.mark.parametrize("placement", F_TURNED_OVER)
def test_sy_l4_a_tile_may_be_turned_over_by_default(placement: str) -> None:
    begun = expedition(OPEN_GROUND, "F")
    assert begun.options.flip == "on"
    assert placement in texts(begun.legal_moves(1))
    assert play(begun, placement).number == 2


@pytest.mark.parametrize("placement", F_TURNED_OVER)
def test_sy_l4_with_flip_off_a_tile_turned_over_is_refused(placement: str) -> None:
    begun = expedition(OPEN_GROUND, "F", flip="off")
    assert refusal(begun, placement) == "SY-L4 flipped"
    assert placement not in texts(begun.legal_moves(1))


MIRRORED_HOLE = """
    ##########
    ##########
    ##########
    ###..#####
    ####..####
    ####.#####
    ##########
    ##########
    ##########
    ##########
"""


@pytest.mark.parametrize("begin", [expedition, duel, solo])
def test_sy_l4_with_flip_off_what_fits_only_turned_over_is_discarded(begin: object) -> None:
    assert callable(begin)
    assert texts(begin(MIRRORED_HOLE, "F").legal_moves(1)) == {"d4e4e5f5e6"}
    assert begin(MIRRORED_HOLE, "F", flip="off").over


# KH-1: the face that lies up.

FACES = [
    ("F", "e4f4d5e5e6", "d4e4e5f5e6"),
    ("L", "e4e5e6e7f7", "f4f5f6e7f7"),
    ("N", "f4f5e6f6e7", "e4e5e6f6f7"),
    ("P", "e4f4e5f5e6", "e4f4e5f5f6"),
    ("Y", "f4e5f5f6f7", "e4e5f5e6e7"),
    ("Z", "d4e4e5e6f6", "e4f4e5d6e6"),
]


@pytest.mark.parametrize(("tile", "face", "back"), FACES)
def test_kh_1_the_face_drawn_lies_up(tile: str, face: str, back: str) -> None:
    begun = expedition(OPEN_GROUND, tile, flip="off")
    assert face in texts(begun.legal_moves(1))
    assert refusal(begun, back) == "SY-L4 flipped"


@pytest.mark.parametrize("tile", "ITUVWX")
def test_kh_1_six_tiles_look_the_same_from_both_sides(tile: str) -> None:
    with_flip, without = expedition(OPEN_GROUND, tile), expedition(OPEN_GROUND, tile, flip="off")
    assert texts(with_flip.legal_moves(1)) == texts(without.legal_moves(1))


# SY-L5: symbols may be covered, and then never score.


def test_sy_l5_a_symbol_may_be_covered_and_never_scores() -> None:
    after = play(
        expedition(
            """
            ##########
            ##########
            ##########
            ##########
            sssss.ss##
            ##########
            ##########
            ##########
            ##########
            ##########
            """,
            "I",
        ),
        "a5b5c5d5e5",
    )
    assert after.scores == (6,)  # f5 g5 h5: three squares, two visible symbols
    assert after.digs[0].covered_scarabs == 5


# SY-L6: a tile that can be placed must be; one that cannot is discarded.

# I at e5 to i5 leaves a hole for P; I at c5 to g5 leaves none.
HOLE_FOR_P = """
    ##########
    ##########
    ##########
    ##########
    ##.......#
    #...######
    ##########
    ##########
    ##########
    ##########
"""


def test_sy_l6_a_tile_that_nobody_can_place_is_discarded_by_itself() -> None:
    begun = expedition(HOLE_FOR_P, "XI", seats=2)
    assert begun.card == "I"
    assert [dig.entries for dig in begun.digs] == [(None,), (None,)]
    assert record_of(play(begun, "c5d5e5f5g5", "e5f5g5h5i5")).lines[0].text == "X: x | x"


def test_sy_l6_who_cannot_place_is_not_asked_and_the_others_are() -> None:
    begun = expedition(HOLE_FOR_P, "IP", seats=2)
    second = play(begun, "c5d5e5f5g5", "e5f5g5h5i5")
    assert second.to_move == (2,)
    assert second.legal_moves(1) == []
    assert refusal(second, "c5d5b6c6d6", seat=1) == "SY-L6 not-to-move"
    after = play(second, "c5d5b6c6d6")
    assert after.digs[0].entries[1] is None
    assert after.view(1).json()["sites"][0]["entries"][1] == "x"
    assert record_of(after).lines[1].text == "P: x | c5d5b6c6d6"


@pytest.mark.parametrize("begin", [expedition, duel, solo])
def test_sy_l6_passing_is_refused_while_a_placement_exists(begin: object) -> None:
    assert callable(begin)
    state = begin(HOLE_FOR_P, "I")
    assert "x" not in texts(state.legal_moves(1))
    assert refusal(state, "x") == "SY-L6 must-place"


def test_sy_l6_a_record_that_passes_is_refused() -> None:
    begun = play(solo(HOLE_FOR_P, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    honest = str(record_of(begun))
    passing = honest.replace("2. P: c5d5b6c6d6", "2. P: x").replace('"won"', '"*"')
    with pytest.raises(RuleError, match=r"line \d+: SY-L6: P can be placed, so it must") as caught:
        replay(Record.parse(passing), Random(1))
    assert caught.value.code == "must-place"
    assert passing.splitlines()[(caught.value.line or 0) - 1] == "2. P: x"


# SY-L7: the first tile is the first one actually placed.


@pytest.mark.parametrize("begin", [expedition, duel, solo])
def test_sy_l7_after_a_discard_the_next_tile_is_still_the_first(begin: object) -> None:
    assert callable(begin)
    begun = begin(
        """
        ##########
        ##########
        ##########
        ##########
        ##.....###
        ##########
        ##########
        ##########
        ##########
        .....#####
        """,
        "XI",
    )
    assert begun.card == "I"
    assert refusal(begun, "a10b10c10d10e10") == "SY-L1 no-centre"
    assert texts(begun.legal_moves(1)) == {"c5d5e5f5g5"}
