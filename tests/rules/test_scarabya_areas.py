"""SY-A1 to SY-A4: excavation areas, and what they score."""

from random import Random

import pytest

import kheper
from kheper.core.grid import around, squares_of
from kheper.scarabya import Dig
from tests.naive import scarabya as naive
from tests.rules.table import OPEN_GROUND, duel, expedition, play, site, solo

# SY-A1: one to four free squares, connected by sides.


@pytest.mark.parametrize(
    ("row", "area"),
    [
        (".....s####", ["f5"]),
        (".....s.###", ["f5 g5"]),
        (".....s..##", ["f5 g5 h5"]),
        (".....s...#", ["f5 g5 h5 i5"]),
        (".....s....", []),  # five squares are no area
    ],
)
def test_sy_a1_an_area_has_one_to_four_squares(row: str, area: list[str]) -> None:
    rows = ["##########"] * 10
    rows[4] = row
    after = play(expedition("\n".join(rows), "I"), "a5b5c5d5e5")
    assert areas_of(after.digs[0]) == area
    assert after.scores == (len(area[0].split()) if area else 0,)


def areas_of(dig: Dig) -> list[str]:
    """Return the areas, each as its squares."""
    return [" ".join(map(str, squares_of(area.squares))) for area in dig.areas]


def test_sy_a1_tiles_rocks_and_frame_close_an_area_together() -> None:
    begun = expedition(
        """
        ..........
        ..........
        ##........
        s.........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        """,
        "IP",
    )
    first = play(begun, "a5b5c5d5e5")
    assert areas_of(first.digs[0]) == []
    closed = play(first, "c2c3d3c4d4")
    assert areas_of(closed.digs[0]) == ["a4 b4"]
    assert closed.scores == (2,)


def test_sy_a1_squares_that_meet_at_a_corner_are_two_areas() -> None:
    after = play(
        expedition(
            """
            ##########
            ##########
            ##########
            ######s###
            .....s####
            ####.#####
            ##########
            ##########
            ##########
            ##########
            """,
            "I",
        ),
        "a5b5c5d5e5",
    )
    assert areas_of(after.digs[0]) == ["f5", "e6"]
    assert after.scores == (1,)  # g4 was closed before, by rocks alone


def test_sy_a1_ground_with_a_way_out_is_no_area() -> None:
    begun = expedition(
        """
        ##########
        ##########
        ##########
        ######....
        .....s.#..
        ##########
        ##########
        ##########
        ##########
        ##########
        """,
        "I",
    )
    assert areas_of(play(begun, "a5b5c5d5e5").digs[0]) == []


def test_sy_a1_areas_are_those_of_a_plain_flood_on_crowded_ground() -> None:
    for seed in range(25):
        state = kheper.new("scarabya", mode="solo", seed=seed)
        plain = naive.Dig(str(state.dig.site))
        rng = Random(seed)
        while not state.over:
            move = rng.choice(state.legal_moves(1))
            state = state.play(1, move)
            plain.place(str(move))
        assert sorted(areas_of(state.dig)) == sorted(" ".join(area) for area in plain.areas())


# SY-A2: each symbol in a new area scores the squares of its area.


def test_sy_a2_four_squares_with_two_scarabs_are_eight_points() -> None:
    after = play(
        expedition(
            """
            ##########
            ##########
            ##########
            ##########
            .....ss###
            #####..###
            ##########
            ##########
            ##########
            ##########
            """,
            "I",
        ),
        "a5b5c5d5e5",
    )
    assert after.scores == (8,)


def test_sy_a2_all_areas_that_one_placement_creates_score() -> None:
    after = play(
        expedition(
            """
            ##########
            ##########
            ##########
            ##s.######
            s......s.s
            ####.#####
            ##########
            ##########
            ##########
            ##########
            """,
            "I",
        ),
        "c5d5e5f5g5",
    )
    # a5 b5: 2 x 1; c4 d4: 2 x 1; h5 i5 j5: 3 x 2; e6: 1 x 0.
    assert areas_of(after.digs[0]) == ["c4 d4", "a5 b5", "h5 i5 j5", "e6"]
    assert [area.points for area in after.digs[0].areas] == [2, 2, 6, 0]
    assert after.scores == (10,)


def test_sy_a2_a_tile_says_beforehand_what_it_would_close() -> None:
    begun = expedition(
        """
        ##########
        ##########
        ##########
        ##########
        s......s.s
        ####.#####
        ##########
        ##########
        ##########
        ##########
        """,
        "I",
    )
    foreseen = begun.digs[0].closed_by(begun.parse_move("c5d5e5f5g5"))
    assert foreseen == play(begun, "c5d5e5f5g5").digs[0].areas
    assert sum(area.points for area in foreseen) == 8


# SY-A3: an area never changes.


def test_sy_a3_later_tiles_change_neither_areas_nor_their_points() -> None:
    begun = expedition(
        """
        ##########
        ##########
        ##########
        ##########
        s.......##
        ######..##
        ######s.##
        ######..##
        ##########
        ##########
        """,
        "IP",
    )
    first = play(begun, "b5c5d5e5f5")
    assert areas_of(first.digs[0]) == ["a5"]
    assert first.scores == (1,)
    second = play(first, "g5h5g6h6h7")
    assert areas_of(second.digs[0]) == ["a5", "g7 g8 h8"]
    assert second.scores == (1 + 3,)
    assert [area.card for area in second.digs[0].areas] == [1, 2]


def test_sy_a3_in_whole_games_areas_only_come_and_points_never_fall() -> None:
    for seed in range(20):
        state = kheper.new("scarabya", mode="solo", seed=seed)
        rng = Random(seed)
        areas, points = state.dig.areas, state.dig.points
        while not state.over:
            move = rng.choice(state.legal_moves(1))
            closed = state.dig.closed_by(move)
            state = state.play(1, move)
            assert state.dig.areas == areas + closed
            assert state.dig.points == points + sum(area.points for area in closed)
            areas, points = state.dig.areas, state.dig.points
            for area in areas:
                assert not around(area.squares) & state.dig.free


# SY-A4: an area that rocks and frame close before any tile was created by nobody.

NATIVE = """
    s.#.......
    ###.......
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
    ..........
"""


def test_sy_a4_an_area_that_nobody_created_scores_nothing() -> None:
    after = play(expedition(NATIVE, "IP"), "a5b5c5d5e5", "a3b3c3a4b4")
    assert after.scores == (0,)
    # c4 is not closed yet; a1 b1 is, by rocks and frame, although a tile lies below the rocks.
    assert after.digs[0].areas == ()
    assert after.ledger.bank == (18, 18, 18, 18)


def test_sy_a4_the_second_player_gets_no_bonus_for_it() -> None:
    after = play(
        duel(
            """
            ss########
            ##########
            ##########
            ##########
            .....s....
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
    assert after.over
    assert after.scores == (0, 1)  # f5 only: a1 and b1 lie in an excavation area


def test_sy_a4_its_symbols_can_never_be_covered() -> None:
    state = solo(NATIVE, "I")
    assert [str(square) for square in squares_of(state.uncoverable)] == ["a1"]


def test_sy_a4_a_site_that_has_one_gets_a_warning() -> None:
    assert site(OPEN_GROUND.replace("..........", "s.........")).warnings() == ()
    (warning,) = site(NATIVE).warnings()
    assert warning.startswith("SY-A4: rocks and frame alone enclose a1 b1")


@pytest.mark.parametrize(("row", "warned"), [("s...#.....", True), ("s....#....", False)])
def test_sy_a4_ground_of_five_squares_is_no_area(row: str, warned: bool) -> None:
    rows = [row, "######....", *["..........", *["s........."] * 7]]
    assert bool(site("\n".join(rows)).warnings()) is warned
