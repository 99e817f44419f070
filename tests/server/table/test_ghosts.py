"""The tables of moves that a page gets: they say what the rules say, for every move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.games import SCARAB
from kheper.scarabya.placements import PLACEMENTS
from kheper.server.ghosts import LEGAL, REASONS, Placements, Walks, ghosts, tile_table
from tests.samples import SCARAB_VARIANTS, SCARABYA_VARIANTS, new, walk


def reason(state: Any, seat: int, move: Any) -> str:
    """Return the code of the refusal of a move, or nothing."""
    try:
        state.play(seat, move)
    except KheperError as error:
        return error.code
    return ""


@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
def test_every_placement_is_legal_or_refused_as_the_rules_do(variant: str) -> None:
    rng = Random(variant)
    for state in walk(new(variant, rng), rng):
        for seat in state.to_move[:1]:
            shown = ghosts(state.view(seat))
            assert isinstance(shown, Placements)
            table = [p for p in PLACEMENTS if p.tile is state.card]
            assert len(shown.marks) == len(table)
            for mark, placement in zip(shown.marks, table, strict=True):
                code = reason(state, seat, placement)
                assert (REASONS[mark] if mark != LEGAL else "") == code
            check_closings(state, seat, shown, table)


def check_closings(state: Any, seat: int, shown: Placements, table: list[Any]) -> None:
    """Compare areas and points with what playing the placement comes to."""
    if state.mode == "solo":
        assert shown.closes == ()
        return
    closes = {closing.place: closing for closing in shown.closes}
    dig = state.digs[seat - 1] if state.mode == "expedition" else state.dig
    for place, placement in enumerate(table):
        if shown.marks[place] == LEGAL:
            gained = dig.place(placement).points - dig.points
            closing = closes.get(place)
            assert gained == (closing.points if closing else 0)
            areas = len(dig.place(placement).areas) - len(dig.areas)
            assert areas == (len(closing.areas) if closing else 0)
        else:
            assert place not in closes


def test_a_page_finds_each_placement_by_orientation_row_and_column() -> None:
    for tile, ways in tile_table().items():
        placements = [p for p in PLACEMENTS if p.tile.value == tile]
        count = 0
        for way in ways:
            for row in range(way["down"]):
                for column in range(way["across"]):
                    place = way["first"] + row * way["across"] + column
                    squares = [(row + r, column + c) for r, c in way["squares"]]
                    assert squares == [tuple(square) for square in placements[place].squares]
                    assert placements[place].turned_over == way["turned_over"]
                    count += 1
        assert count == len(placements)


@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
def test_every_landing_is_a_legal_move_and_tells_the_next_line(variant: str) -> None:
    rng = Random(variant)
    for state in list(walk(new(variant, rng), rng))[:25]:
        for seat in state.to_move:
            shown = ghosts(state.view(seat))
            assert isinstance(shown, Walks)
            check_walks(state, seat, shown)
        assert ghosts(state.view(None)) is None


def test_after_the_last_scarab_stone_no_line_holds_anything() -> None:
    """SB-E1: the ankh that stays in the next line is nobody's any more."""
    rows = ["P +1 . . . . . .", ". A . . . . . .", *[". . . . . . . ."] * 6]
    settings = {"size": "8", "position": "/".join(rows), "axis": "h", "mover": "1", "hands": ";"}
    state = SCARAB.new(settings, Random(1))
    shown = ghosts(state.view(state.to_move[0]))
    assert isinstance(shown, Walks)
    assert [(one.stones, one.ankhs) for one in shown.landings] == [(0, 0)]


def check_walks(state: Any, seat: int, shown: Walks) -> None:
    """Compare the landings, and the ways to return a stone, with the legal moves."""
    legal = list(map(str, state.legal_moves(seat)))
    plain = [landing.move for landing in shown.landings]
    ankhs = plain[len(plain) - shown.ankhs :]
    ways = [f"{m}^{stone}@{to}" for m in ankhs for stone in shown.stones for to in shown.squares]
    assert sorted(legal) == sorted(plain + ways)
    for landing in shown.landings[:10]:
        after = state.play(seat, state.parse_move(landing.move))
        sides = zip(after.scores, state.scores, strict=True)
        assert landing.points == sum(new - old for new, old in sides)
        if after.to_move:
            moves = after.legal_moves(after.to_move[0]).landings
            straight = [move for move in moves if move.bend is None]
            assert landing.axis == after.axis
            assert landing.stones + landing.ankhs == len(straight)
            values = [gain(after, move) for move in straight]
            assert landing.sum == sum(values)
            assert (landing.best, landing.worst) == extremes(values)
        else:
            assert landing.stones == landing.ankhs == 0


def gain(state: Any, move: Any) -> int:
    """Return the value of the stone that a move lands on."""
    mark = state.mark(move.target)
    return 0 if mark == "A" else int(mark.rstrip("*"))


def extremes(values: list[int]) -> tuple[int, int]:
    """Return the best and the worst of the scarab stones' values."""
    stones = [value for value in values if value]
    return (max(stones), min(stones)) if stones else (0, 0)
