"""Boards as SVG: well-formed, standing alone, and readable without seeing them."""

from __future__ import annotations

import re
from itertools import islice
from random import Random
from xml.etree.ElementTree import Element, fromstring

import pytest

import kheper
from kheper.core.grid import Square
from kheper.render import board_svg
from kheper.render.scarab.picture import MINUS, PLUS
from kheper.render.scarabya.cards import COLOURS
from kheper.render.svg.drawings import INK, PAPER_EDGE, contrast, ink_on
from kheper.render.svg.markup import outline
from tests.samples import VARIANTS, new, walk

SVG = "{http://www.w3.org/2000/svg}"


def texts(picture: Element, kind: str = "text") -> list[str]:
    return [element.text or "" for element in picture.iter(f"{SVG}{kind}")]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_picture_is_well_formed_and_stands_alone(variant: str) -> None:
    rng = Random(variant)
    for state in islice(walk(new(variant, rng), rng), 0, None, 11):
        for seen in (state, state.view(None), state.view(1)):
            drawn = board_svg(seen)
            picture = fromstring(drawn)
            kinds = [element.tag.removeprefix(SVG) for element in picture]
            assert kinds[:2] == ["title", "desc"]
            assert picture.get("role") == "img"
            assert "script" not in kinds
            assert not re.search(r"(?:href|src)=\"(?!#)|url\((?!#)", drawn), "a link to elsewhere"
            ids = {element.get("id") for element in picture.iter()}
            used = {element.get("href", "")[1:] for element in picture.iter(f"{SVG}use")}
            assert used <= ids


def test_foreign_names_are_text_and_nothing_else() -> None:
    state = kheper.new("scarabya", seats=2, seed=1)
    picture = fromstring(board_svg(state, ['<script>"&', "\x00\x1b\ud800name"]))
    assert '<script>"&' in texts(picture)
    assert "\ufffd\ufffd\ufffdname" in texts(picture)
    stones = kheper.new("scarab", size=8, seed=1)
    assert "]]><svg onload=x>" in texts(fromstring(board_svg(stones, ["]]><svg onload=x>"])))


def test_an_expedition_shows_each_site_with_its_points() -> None:
    state = kheper.new("scarabya", seats=3, seed=2)
    while not state.over:
        seat = state.to_move[0]
        dig = state.digs[seat - 1]
        fits = state.legal_moves(seat)
        state = state.play(seat, max(fits, key=lambda fit: dig.place(fit).points))
    picture = fromstring(board_svg(state, ["Anna", "Ben", "Cleo"]))
    shown = texts(picture)
    for name, points in zip(("Anna", "Ben", "Cleo"), state.scores, strict=True):
        assert name in shown
        assert f"{points} points" in shown
    tiles = [title for title in texts(picture, "title") if title.startswith("Tile ")]
    laid = sum(entry is not None for dig in state.digs for entry in dig.entries)
    assert len([title for title in tiles if " on " in title]) == laid
    for dig in state.digs:
        sums = " + ".join(str(area.points) for area in dig.areas if area.points)
        assert f"{sums} = {dig.points}" in shown


def test_sb_values_carry_their_sign_in_the_text() -> None:
    state = kheper.new("scarab", seed=4)
    shown = texts(fromstring(board_svg(state)))
    board = [text for text in shown if re.fullmatch("[+\N{MINUS SIGN}][1-8]", text)]
    assert len(board) == 96 + 2 * 16, "every stone, and every place of both collections"


def test_the_line_in_use_and_the_priest_are_named() -> None:
    state = kheper.new("scarab", size=8, seed=4)
    state = state.play(1, state.legal_moves(1)[0])
    titles = texts(fromstring(board_svg(state)), "title")
    row, column = divmod(state.priest, 8)
    line = f"row {row + 1}" if state.axis == "h" else f"column {'abcdefgh'[column]}"
    assert f"The line in use: {line}" in titles
    assert f"{Square(row, column)}: the priest" in titles


def test_writing_can_be_read_on_every_colour() -> None:
    for colour in (*COLOURS.values(), PLUS, MINUS):
        assert contrast(ink_on(colour), colour) >= 4.5, colour
    assert contrast(INK, PAPER_EDGE) >= 7
    assert len({*COLOURS.values()}) == 12


@pytest.mark.parametrize(
    ("squares", "corners"),
    [("a1", 4), ("a1b1", 4), ("a1a2b2", 6), ("e4f4d5e5e6", 10), ("e4d5e5f5e6", 12)],
)
def test_an_outline_goes_around_all_squares_once(squares: str, corners: int) -> None:
    path = outline(Square.parse_all(squares), 10, 1, 2)
    assert path.count("Q") == corners
    assert path.startswith("M")
    assert path.endswith("Z")


def test_an_outline_stays_inside_its_squares() -> None:
    path = outline(Square.parse_all("b2"), 10, 1, 2)
    numbers = [float(number) for number in re.findall(r"[\d.]+", path)]
    assert min(numbers) == 11
    assert max(numbers) == 19
