"""SY-M3: the twelve camp tiles, their orientations, and the table of placements."""

import pickle
from collections import Counter

import pytest

from kheper.core import NotationError, RuleError
from kheper.core.grid import around, mask_of
from kheper.scarabya import PLACEMENTS, Tile, parse_placement
from kheper.scarabya.tiles import ORIENTATIONS, parse_tile
from tests.naive import scarabya as naive

ORIENTATION_COUNTS = dict(zip("FILNPTUVWXYZ", (8, 2, 8, 8, 8, 4, 4, 4, 4, 1, 8, 4), strict=True))


def test_sy_m3_there_are_twelve_tiles() -> None:
    assert [tile.value for tile in Tile] == list("FILNPTUVWXYZ")


def test_sy_m3_there_are_63_orientations() -> None:
    counts = {tile.value: len(shapes) for tile, shapes in ORIENTATIONS.items()}
    assert counts == ORIENTATION_COUNTS
    assert sum(counts.values()) == 63


def test_sy_m3_the_tiles_are_the_twelve_pentominoes() -> None:
    for tile, orientations in ORIENTATIONS.items():
        drawn = {
            frozenset((square.column, square.row) for square in orientation.shape)
            for orientation in orientations
        }
        assert drawn == set(naive.shapes(tile.value))
    shapes = [orientation.shape for rows in ORIENTATIONS.values() for orientation in rows]
    assert len(set(shapes)) == 63  # no two tiles share one


def test_sy_m3_there_are_4096_placements() -> None:
    assert len(PLACEMENTS) == 4096
    assert len({placement.mask for placement in PLACEMENTS}) == 4096
    assert [placement.index for placement in PLACEMENTS] == list(range(4096))


def test_sy_m3_each_tile_has_all_of_its_placements() -> None:
    for tile in Tile:
        found = {str(placement) for placement in PLACEMENTS if placement.tile is tile}
        assert found == set(naive.PLACEMENTS[True][tile.value])


def test_sy_m3_a_placement_is_five_connected_squares_inside_the_frame() -> None:
    for placement in PLACEMENTS:
        assert len(set(placement.squares)) == 5
        assert list(placement.squares) == sorted(placement.squares)
        assert all(0 <= row < 10 and 0 <= column < 10 for row, column in placement.squares)
        assert placement.mask == mask_of(placement.squares)
        near = {square for name in map(str, placement.squares) for square in naive.NEIGHBOURS[name]}
        border = near - set(map(str, placement.squares))
        assert placement.border == around(placement.mask)
        assert placement.border.bit_count() == len(border)


def test_sy_m3_a_tile_turned_over_is_one_that_turning_alone_does_not_reach() -> None:
    turned_over = Counter(p.tile.value for p in PLACEMENTS if p.turned_over)
    for tile in "FLNPYZ":
        assert 2 * turned_over[tile] == sum(p.tile.value == tile for p in PLACEMENTS)
    assert set(turned_over) == set("FLNPYZ")


def test_sy_m3_squares_read_in_any_order_and_write_in_reading_order() -> None:
    assert str(parse_placement("e6e5f4d5e4")) == "e4f4d5e5e6"
    for placement in PLACEMENTS[::50]:
        assert parse_placement(str(placement)) is placement
        assert pickle.loads(pickle.dumps(placement)) is placement


@pytest.mark.parametrize("text", ["a1b1c1d1f1", "a1c3e5g7i9", "a1b1a2b2d4"])
def test_sy_m3_five_squares_that_no_tile_has_are_refused(text: str) -> None:
    with pytest.raises(RuleError) as caught:
        parse_placement(text)
    assert (caught.value.rule, caught.value.code) == ("SY-M3", "no-tile")


@pytest.mark.parametrize("letter", ["A", "f", "", "FF", "O"])
def test_sy_m3_another_letter_is_no_tile(letter: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_tile(letter)
    assert (caught.value.rule, caught.value.code) == ("SY-M3", "no-tile")
