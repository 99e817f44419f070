"""Boards as text: what a terminal shows and a screen reader reads."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from kheper import new, replay
from kheper.render import board_text
from kheper.render.scarabya.text import site_text
from kheper.scarabya import Dig, Site, parse_placement
from tests.samples import VARIANTS, walk
from tests.samples import new as new_game

GROUND = ["s.......#.", "........s.", "..........", "...s......", "..........", "......s..."]
SITE = "/".join([*GROUND, "..........", "#.........", "s.........", ".........."])
EXPEDITION = f"""\
[Game "Scarabya"]
[Mode "expedition"]
[Site "{SITE}"]
[Deck "WF"]
[Seat1 "Anna"]
[Seat2 "Ben"]
[Result "*"]

1. W: e4e5f5f6g6 | d5e5e6f6f7
"""


def test_a_whole_expedition_as_text() -> None:
    state = replay(EXPEDITION, seed=1).end
    assert (
        board_text(state, ["Anna", "Ben"])
        == """\
Scarabya, expedition. Round 2 of 12, tile F, still to place: Anna and Ben.
Tiles still to come, in an order nobody knows: I L N P T U V X Y Z.
Anna: 0 points.
    a b c d e f g h i j
  1 s . . . . . . . # .
  2 . . . . . . . . s .
  3 . . . . . . . . . .
  4 . . . s W . . . . .
  5 . . . . W W . . . .
  6 . . . . . W W . . .
  7 . . . . . . . . . .
  8 # . . . . . . . . .
  9 s . . . . . . . . .
 10 . . . . . . . . . .
Ben: 0 points.
    a b c d e f g h i j
  1 s . . . . . . . # .
  2 . . . . . . . . s .
  3 . . . . . . . . . .
  4 . . . s . . . . . .
  5 . . . W W . . . . .
  6 . . . . W W s . . .
  7 . . . . . W . . . .
  8 # . . . . . . . . .
  9 s . . . . . . . . .
 10 . . . . . . . . . .
Marks: . free ground, s scarab, # rock, a letter a tile, - closed area,
a digit a scarab in a closed area and what it scores."""
    )


def test_a_scarab_position_as_text() -> None:
    position = "/".join([". +3 P A -8* .  . +1", *[". . . . . . . ."] * 6, ". . -2 . . . . ."])
    state = new(
        "scarab", size=8, turning="yes", position=position, axis="h", mover=2, hands="+5 -3;-8"
    )
    assert (
        board_text(state, ["Anna", "Ben"])
        == """\
SCARAB, board of 8x8, turning. Move 1, turn: Ben, along row 1.
    a    b    c    d    e    f    g    h
  1 .    +3   P    A    -8*  .    .    +1
  2 .    .    .    .    .    .    .    .
  3 .    .    .    .    .    .    .    .
  4 .    .    .    .    .    .    .    .
  5 .    .    .    .    .    .    .    .
  6 .    .    .    .    .    .    .    .
  7 .    .    .    .    .    .    .    .
  8 .    .    -2   .    .    .    .    .
Row 1: b1 +3, d1 A, e1 -8*, h1 +1.
Anna: 2 points, stones: +5 -3.
Ben: -8 points, stones: -8.
Marks: P priest, A ankh, +5 and -5 scarab stones, * star, . empty square."""
    )


def test_sy_a2_a_scarab_in_an_area_shows_what_it_scores() -> None:
    site = Site.parse("/".join([".#s......."] + ["#........."] + [".........."] * 8))
    dig = Dig.on(site)
    for squares in ("e5e4e3e2e1", "d1d2d3d4d5"):
        dig = dig.place(parse_placement(squares))
    first_rows = site_text(dig.place(parse_placement("c2b2b3b4c4"))).split("\n")[1:4]
    assert first_rows == [
        "  1 - # 1 I I . . . . .",
        "  2 # U U I I . . . . .",
        "  3 . U - I I . . . . .",
    ]


def test_sy_a4_a_scarab_that_rocks_enclose_scores_nothing() -> None:
    site = Site.parse("/".join(["s#........", "#.........", *[".........."] * 8]))
    assert site_text(Dig.on(site)).split("\n")[1] == "  1 0 # . . . . . . . ."


def test_sy_o2_solo_marks_what_can_no_longer_be_covered() -> None:
    rows = [".#s.......", "#.........", *[".........."] * 8]
    state = new("scarabya", mode="solo", site="/".join(rows), deck="UPFILNTVWXYZ", seed=1)
    assert "!" not in board_text(state).split("Marks")[0]
    rows[0] = "s#........"
    state = new("scarabya", mode="solo", site="/".join(rows), deck="UPFILNTVWXYZ", seed=1)
    text = board_text(state)
    assert "It can no longer be won." in text
    assert "  1 ! # . ." in text


def test_sy_o3_known_cards_are_shown_in_a_later_try() -> None:
    state = new("scarabya", mode="solo", deck="FILNPTUVWXYZ", seed=1)
    for _ in range(3):
        state = state.play(1, state.legal_moves(1)[0])
    text = board_text(state.retry())
    assert "Try 2, card 1 of 12, tile F." in text
    assert "The next cards, known from an earlier try: I L N." in text
    assert "in an order nobody knows: P T U V W X Y Z." in text


def test_only_one_site_of_an_expedition() -> None:
    state = replay(EXPEDITION, seed=1).end
    text = board_text(state, ["Anna", "Ben"], only=2)
    assert "Ben: 0 points." in text
    assert "Anna: 0 points." not in text


def test_a_seats_own_open_placement_is_in_small_letters() -> None:
    state = replay(EXPEDITION, seed=1).end.play(1, parse_placement("d4c5d5d6e6"))
    own, other = board_text(state.view(1)), board_text(state.view(2))
    assert "  4 . . . f W" in own
    assert "Small letters" in own
    assert "has placed" in own
    assert "has placed" in other
    assert "  4 . . . s W" in other
    assert "Small letters" not in other


def test_foreign_names_cannot_command_the_terminal() -> None:
    state = replay(EXPEDITION, seed=1).end
    text = board_text(state, ["\x1b[31mred", "two\nlines and a name that goes on and on"])
    assert "\x1b" not in text
    assert "\ufffd[31mred: 0 points." in text
    assert "two\ufffdlines and a name tha\u2026: 0" in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_state_and_view_reads_line_by_line(variant: str) -> None:
    rng = Random(variant)
    for state in islice(walk(new_game(variant, rng), rng), 0, None, 5):
        for seen in (state, *(state.view(seat) for seat in (None, *range(1, state.seats + 1)))):
            lines = board_text(seen).split("\n")
            assert all(line.strip() for line in lines), "an empty line would end an answer"
            assert all(line.isascii() and line.isprintable() for line in lines)
            assert max(map(len, lines)) < 400
