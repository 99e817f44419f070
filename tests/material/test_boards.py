"""SY-M1 and SY-M2: the four boards of the box, and every way to arrange them."""

import pytest

from kheper.core import KheperError, Square
from kheper.scarabya import BOARDS, Arrangement, Board, Site
from tests.naive.scarabya import CENTRE, NEIGHBOURS, SQUARES

TURNS = (0, 90, 180, 270)


def test_sy_m1_there_are_four_boards_of_five_by_five() -> None:
    assert len(BOARDS) == 4
    assert all([len(row) for row in board.rows] == [5] * 5 for board in BOARDS)


def test_sy_m1_a_site_is_ten_by_ten_squares_of_four_boards() -> None:
    rows = Arrangement.parse("A0 B0 C0 D0").site().rows()
    assert [len(row) for row in rows] == [10] * 10
    a, b, c, d = (board.rows for board in BOARDS)
    assert rows == [*map("".join, zip(a, b, strict=True)), *map("".join, zip(c, d, strict=True))]


@pytest.mark.parametrize("board", BOARDS, ids="ABCD")
def test_sy_m2_a_board_has_six_scarabs_and_two_rocks(board: Board) -> None:
    marks = "".join(board.rows)
    assert (marks.count("s"), marks.count("#"), marks.count(".")) == (6, 2, 17)


def test_sy_m2_a_site_has_24_scarabs_and_8_rocks() -> None:
    site = Arrangement.parse("D90 A0 C270 B180").site()
    assert site.scarab_count == 24
    assert str(site).count("#") == 8


def test_sy_m1_no_board_equals_another_or_itself_turned() -> None:
    turned = [board.turned(degrees) for board in BOARDS for degrees in TURNS]
    assert len(set(turned)) == 4 * 4


def test_sy_m1_four_quarter_turns_are_none() -> None:
    for board in BOARDS:
        assert board.turned(360) == board
        assert board.turned(90).turned(270) == board


def naive_groups(free: set[str]) -> list[set[str]]:
    """Return the connected groups of free squares, by the plainest flood."""
    groups = []
    while free:
        group, waiting = set(), [free.pop()]
        while waiting:
            square = waiting.pop()
            group.add(square)
            near = NEIGHBOURS[square] & free
            free -= near
            waiting += near
        groups.append(group)
    return groups


def test_sy_a4_none_of_the_6144_arrangements_closes_an_area_or_blocks_the_centre() -> None:
    sites = set()
    for arrangement in Arrangement.every():
        site = arrangement.site()
        sites.add(str(site))
        marks = str(site).replace("/", "")
        free = {square for square, mark in zip(SQUARES, marks, strict=True) if mark != "#"}
        assert CENTRE & free, arrangement
        assert min(map(len, naive_groups(free))) > 4, arrangement
        assert not site.warnings(), arrangement
    assert len(sites) == 6144  # no two arrangements look alike


def test_kh_11_a_board_has_six_symbols_and_two_rocks() -> None:
    for text, sentence in [
        (".#ss./..s../s...s/..#../.....", "a board has 6 scarab symbols, this one has 5"),
        (".#ss./..s../s...s/..#../.ss..", "a board has 6 scarab symbols, this one has 7"),
        (".#ss./..s../s...s/...../.s...", "a board has 2 rocks, this one has 1"),
        (".#ss./..s../s...s/..#../.s..#", "a board has 2 rocks, this one has 3"),
    ]:
        with pytest.raises(KheperError) as caught:
            Board.parse(text)
        assert caught.value.refusal == f"SY-M2: {sentence}"
        assert caught.value.code == "bad-board"


def test_kh_11_a_site_of_ones_own_may_hold_any_number() -> None:
    rocky = "/".join(["##########"] * 4 + ["sssss....."] + ["##########"] * 5)
    assert Site.parse(rocky).scarab_count == 5
    assert Site.parse(rocky).warnings() == ()
    bare = Site.parse("/".join([".........."] * 10))
    assert [warning[:5] for warning in bare.warnings()] == ["SY-M2"]
    rocks_alone = Site.parse("/".join([".........."] * 9 + ["........##"]))
    assert [warning[:5] for warning in rocks_alone.warnings()] == ["SY-M2"]
    symbols_alone = Site.parse("/".join([".........."] * 9 + ["........ss"]))
    assert symbols_alone.warnings() == ()


def test_kh_11_what_is_odd_is_told_as_a_warning() -> None:
    blocked = Site.parse("/".join(["s........."] * 4 + ["....##...."] * 2 + [".........."] * 4))
    (warning,) = blocked.warnings()
    assert warning == "SY-L1: rocks block all four central squares: no tile can be placed"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("...../...../...../.....", "SY-M1: a board has 5 rows, not 4"),
        ("...../....../...../...../.....", "SY-M1: row 2 has 6 squares, expected 5"),
        (
            "...../..x../...../...../.....",
            "SY-M2: row 2, column 3: 'x' is not a mark: . is free, s a scarab, # a rock",
        ),
    ],
)
def test_sy_m1_a_board_of_another_size_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(KheperError) as caught:
        Board.parse(text)
    assert caught.value.refusal == sentence


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("/".join([".........."] * 9), "SY-M1: a site has 10 rows, this one has 9"),
        ("/".join([".........."] * 11), "SY-M1: a site has 10 rows, this one has 11"),
        (
            "/".join([".........."] * 9 + ["........."]),
            "SY-M1: row 10 has 9 squares, expected 10",
        ),
        (
            "/".join([".........."] * 3 + ["....S....."] + [".........."] * 6),
            "SY-M2: row 4, column 5: 'S' is not a mark: . is free, s a scarab, # a rock",
        ),
    ],
)
def test_sy_m1_a_site_of_another_size_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(KheperError) as caught:
        Site.parse(text)
    assert caught.value.refusal == sentence


def test_sy_m1_a_square_holds_a_scarab_or_a_rock_inside_the_frame() -> None:
    for scarabs, rocks in [(1, 1), (1 << 10, 0), (0, 1 << 110)]:
        with pytest.raises(KheperError, match="SY-M1"):
            Site(scarabs, rocks)


def test_sy_m1_a_site_reads_as_it_is_written() -> None:
    for text in ("A0 B90 C180 D270", "D270 C180 B90 A0"):
        site = Arrangement.parse(text).site()
        assert Site.parse(str(site)) == site
        squares = [Square.parse(name) for name in SQUARES]
        assert "".join(map(site.mark, squares)) == str(site).replace("/", "")
