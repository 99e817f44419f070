"""SY-O5: boards and sites that people write by hand, and where they slip."""

from random import Random

import pytest

from kheper.core import KheperError
from kheper.games import SCARABYA
from kheper.scarabya import BOARDS, Arrangement, Board, Site, parse_material

SITE = """\
..s.......
..........
....#.....
..........
....s.....
..........
..........
.......#..
..........
s.........
"""

BOX = """\
A
.#ss.
..s..
s...s
..#..
.s...
B
..ss.
.....
#s...
s.s..
.s#..
C
.ss..
....#
s....
.ss..
.#..s
D
.s#s.
....s
....#
...ss
..s..
"""


def test_sy_o5_ten_rows_are_a_site() -> None:
    material = parse_material(SITE)
    assert material == Site.parse("/".join(SITE.split()))


def test_sy_o5_four_letters_with_five_rows_each_are_a_box() -> None:
    assert parse_material(BOX) == BOARDS


def test_sy_o5_boards_may_stand_in_any_order() -> None:
    blocks = [BOX[n : n + len(BOX) // 4] for n in range(0, len(BOX), len(BOX) // 4)]
    assert parse_material("".join(blocks[::-1])) == BOARDS


@pytest.mark.parametrize("text", [SITE, BOX], ids=["site", "box"])
@pytest.mark.parametrize(
    "written",
    [
        lambda text: "; my own, from the attic\n" + text,
        lambda text: text.replace("\n", " ; a row\n"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text,
        lambda text: " ".join(text).replace(" \n ", "\n"),
        lambda text: text.replace(".", ".\t"),
        lambda text: text.rstrip("\n"),
        lambda text: "\ufeff; note\r\n\r\n  " + text.replace("\n", "  ;x\r\n\t") + "\r\n",
    ],
    ids="comment row-comments blank-lines crlf bom spaces tabs no-final-newline all".split(),
)
def test_sy_o5_comments_spaces_and_line_ends_do_not_matter(text: str, written: object) -> None:
    assert callable(written)
    assert parse_material(written(text)) == parse_material(text)


def line(text: str, number: int, new: str) -> str:
    """Return the text with one line changed, counting from 1."""
    lines = text.splitlines()
    lines[number - 1] = new
    return "\n".join(lines) + "\n"


def without(text: str, number: int) -> str:
    lines = text.splitlines()
    return "\n".join(lines[: number - 1] + lines[number:]) + "\n"


NO_MARK = "is not a mark: . is free, s a scarab, # a rock"

SLIPS = [
    # what is written, line, column, what is said
    ("", 1, 1, "SY-O5: this file is empty: a site has ten rows"),
    ("; a note\n\n", 1, 1, "SY-O5: this file is empty: a site has ten rows"),
    (line(SITE, 3, "....X....."), 3, 5, f"SY-M2: 'X' {NO_MARK}"),
    (line(SITE, 3, "  . . . . X"), 3, 11, f"SY-M2: 'X' {NO_MARK}"),
    (line(SITE, 3, ".\t.\tS......."), 3, 5, f"SY-M2: 'S' {NO_MARK}"),
    ("\ufeff" + line(SITE, 1, "X........."), 1, 1, f"SY-M2: 'X' {NO_MARK}"),
    (line(SITE, 10, "s........o"), 10, 10, f"SY-M2: 'o' {NO_MARK}"),
    (line(SITE, 4, ".........."[:-1]), 4, 10, "SY-M1: this row has 9 squares, expected 10"),
    (line(SITE, 4, ". . ."), 4, 6, "SY-M1: this row has 3 squares, expected 10"),
    (line(SITE, 4, "..........."), 4, 11, "SY-M1: this row has 11 squares, expected 10"),
    (line(SITE, 4, "..... ..... ."), 4, 13, "SY-M1: this row has 11 squares, expected 10"),
    (without(SITE, 10), 9, 1, "SY-M1: a site has 10 rows, this file has 9"),
    (SITE + "\n  ..........\n", 12, 3, "SY-M1: a site has 10 rows, this file has 11"),
    (SITE + "..........\n" * 2, 11, 1, "SY-M1: a site has 10 rows, this file has 12"),
    (line(BOX, 3, "..!.."), 3, 3, f"SY-M2: '!' {NO_MARK}"),
    (line(BOX, 9, "......"), 9, 6, "SY-M1: this row has 6 squares, expected 5"),
    (line(BOX, 9, "...."), 9, 5, "SY-M1: this row has 4 squares, expected 5"),
    (without(BOX, 1), 1, 1, "SY-M1: a board's letter, A, B, C or D, must come before its rows"),
    (line(BOX, 7, "  A"), 7, 3, "SY-M1: board A appears twice"),
    (line(BOX, 19, "E"), 19, 1, f"SY-M2: 'E' {NO_MARK}"),
    (
        "\n".join(BOX.splitlines()[:18]),
        18,
        1,
        "SY-M1: a box has the boards A, B, C and D; missing: D",
    ),
    (
        "\n".join(BOX.splitlines()[:12]),
        12,
        1,
        "SY-M1: a box has the boards A, B, C and D; missing: C, D",
    ),
    (without(BOX, 12), 7, 1, "SY-M1: a board has 5 rows, not 4"),
    (line(BOX, 12, ".s#..\n....."), 7, 1, "SY-M1: a board has 5 rows, not 6"),
    (line(BOX, 12, "..#.."), 7, 1, "SY-M2: a board has 6 scarab symbols, this one has 5"),
    (line(BOX, 12, ".s..."), 7, 1, "SY-M2: a board has 2 rocks, this one has 1"),
]


@pytest.mark.parametrize(
    ("text", "at_line", "column", "sentence"), SLIPS, ids=[slip[3] for slip in SLIPS]
)
def test_sy_o5_a_slip_is_named_with_line_and_column(
    text: str, at_line: int, column: int, sentence: str
) -> None:
    with pytest.raises(KheperError) as caught:
        parse_material(text)
    error = caught.value
    assert (error.line, error.column, error.refusal) == (at_line, column, sentence)


def test_sy_o5_a_slip_is_told_in_one_sentence_with_its_place() -> None:
    with pytest.raises(KheperError) as caught:
        parse_material(line(SITE, 3, "....X....."))
    assert str(caught.value) == f"line 3, column 5: SY-M2: 'X' {NO_MARK}"


@pytest.mark.parametrize("mode", ["expedition", "duel", "solo"])
def test_sy_o5_one_can_play_on_a_site_of_ones_own(mode: str) -> None:
    site = parse_material(SITE)
    assert isinstance(site, Site)
    state = SCARABYA.new({"mode": mode, "site": str(site)}, Random(1))
    assert state.site == site


def test_sy_o5_one_can_play_with_the_boards_of_ones_own_box() -> None:
    mine = (Board.parse("sss../sss../...../...../...##"), *BOARDS[1:])
    state = SCARABYA.new(
        {"boards": " ".join(map(str, mine)), "arrangement": "A0 B0 C0 D0"}, Random(1)
    )
    assert state.site == Arrangement.parse("A0 B0 C0 D0").site(mine)
    assert state.site.rows()[0][:5] == "sss.."


@pytest.mark.parametrize(
    ("settings", "refusal"),
    [
        ({"boards": " ".join(map(str, BOARDS[:3]))}, "SY-M1: a box has four boards, not 3"),
        (
            {"site": "/".join(SITE.split()), "arrangement": "A0 B0 C0 D0"},
            "SY-S1: give either a site or boards and their arrangement",
        ),
        (
            {"site": "/".join(SITE.split()), "boards": " ".join(map(str, BOARDS))},
            "SY-S1: give either a site or boards and their arrangement",
        ),
    ],
)
def test_sy_o5_a_box_has_four_boards_and_a_site_has_none(
    settings: dict[str, str], refusal: str
) -> None:
    with pytest.raises(KheperError) as caught:
        SCARABYA.new(settings, Random(1))
    assert caught.value.refusal == refusal
