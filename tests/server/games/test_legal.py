"""Legal moves and previews agree with the rules, for every move."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.core.grid import squares_of
from kheper.games import SCARAB
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.refusals import LEGAL
from kheper.server.games import adapter_of
from kheper.server.games.scarab.facts import Forecasts, NextLine, PriestMoves
from kheper.server.games.scarabya.placements import Closings, Placements
from kheper.server.games.scarabya.tiles import tile_constants
from kheper.server.match.view_match import own_view, preview_at
from tests.samples import SCARAB_VARIANTS, SCARABYA_VARIANTS, VARIANTS, new, walk
from tests.server.match.random_match import played


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
    reasons = tile_constants().reasons
    for state in walk(new(variant, rng), rng):
        for seat in state.to_move[:1]:
            legal, preview = (
                adapter_of("scarabya").legal(state.view(seat)),
                adapter_of("scarabya").preview(state.view(seat)),
            )
            assert isinstance(legal, Placements)
            assert isinstance(preview, Closings)
            assert legal.tile == state.card.value
            table = [p for p in PLACEMENTS if p.tile is state.card]
            assert len(legal.marks) == len(table)
            for mark, placement in zip(legal.marks, table, strict=True):
                code = reason(state, seat, placement)
                assert (reasons[mark] if mark != LEGAL else "") == code
            check_closings(state, seat, legal, preview)


def check_closings(state: Any, seat: int, legal: Placements, preview: Closings) -> None:
    """Compare areas and points with what playing each placement leads to."""
    if state.mode == "solo":
        assert preview.closes == ()
        return
    closes = {closing.place: closing for closing in preview.closes}
    assert len(closes) == len(preview.closes)
    dig = state.digs[seat - 1] if state.mode == "expedition" else state.dig
    table = [p for p in PLACEMENTS if p.tile is state.card]
    for place, placement in enumerate(table):
        if legal.marks[place] == LEGAL:
            after = dig.place(placement)
            closing = closes.get(place)
            assert after.points - dig.points == (closing.points if closing else 0)
            new = after.areas[len(dig.areas) :]
            areas = ["".join(map(str, squares_of(area.squares))) for area in new]
            assert sorted(areas) == sorted(closing.areas if closing else ())
        else:
            assert place not in closes


@pytest.mark.parametrize("variant", VARIANTS)
def test_who_is_not_to_move_has_neither_moves_nor_preview(variant: str) -> None:
    for step in played(variant, 7).steps:
        table = step.after
        for seat in range(1, len(table.seats) + 1) if table.state is not None else ():
            is_played = bool(table.seats[seat - 1].played_by) and not table.closed
            is_to_move = is_played and seat in table.game_state.to_move
            assert (own_view(table, seat).legal is not None) == is_to_move
            assert (preview_at(table, seat) is not None) == is_to_move


def test_a_page_finds_each_placement_by_orientation_row_and_column() -> None:
    for tile, ways in tile_constants().tiles.items():
        placements = [p for p in PLACEMENTS if p.tile.value == tile]
        count = 0
        for way in ways:
            for row in range(way.down):
                for column in range(way.across):
                    place = way.first + row * way.across + column
                    squares = [(row + r, column + c) for r, c in way.squares]
                    assert squares == [tuple(square) for square in placements[place].squares]
                    assert placements[place].turned_over == way.turned_over
                    count += 1
        assert count == len(placements)


@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
def test_every_walk_is_a_legal_move_and_its_forecast_is_the_next_line(variant: str) -> None:
    rng = Random(variant)
    for state in list(walk(new(variant, rng), rng))[:25]:
        for seat in state.to_move:
            legal, preview = (
                adapter_of("scarab").legal(state.view(seat)),
                adapter_of("scarab").preview(state.view(seat)),
            )
            assert isinstance(legal, PriestMoves)
            assert isinstance(preview, Forecasts)
            check_walks(state, seat, legal)
            assert len(preview.lines) == len(legal.moves)
            for move, line in list(zip(legal.moves, preview.lines, strict=True))[:10]:
                check_line(state.play(seat, state.parse_move(move)), line)


def test_after_the_last_scarab_stone_no_line_holds_anything() -> None:
    """SB-E1: the ankh that stays in the next line is nobody's any more."""
    rows = ["P +1 . . . . . .", ". A . . . . . .", *[". . . . . . . ."] * 6]
    settings = {"size": "8", "position": "/".join(rows), "axis": "h", "mover": "1", "hands": ";"}
    state = SCARAB.new(settings, Random(1))
    preview = adapter_of("scarab").preview(state.view(state.to_move[0]))
    assert isinstance(preview, Forecasts)
    assert [(line.stones, line.ankhs) for line in preview.lines] == [(0, 0)]


def check_walks(state: Any, seat: int, legal: PriestMoves) -> None:
    """Compare the walks, and the ways to return a stone, with the legal moves."""
    ankhs = legal.moves[len(legal.moves) - legal.ankhs :]
    ways = [f"{m}^{stone}@{to}" for m in ankhs for stone in legal.stones for to in legal.squares]
    assert sorted([*legal.moves, *ways]) == sorted(map(str, state.legal_moves(seat)))


def check_line(after: Any, line: NextLine) -> None:
    """Compare a forecast with the moves that the next player has."""
    if not after.to_move:
        assert line.stones == line.ankhs == 0
        return
    moves = after.legal_moves(after.to_move[0]).landings
    straight = [move for move in moves if move.bend is None]
    assert line.axis == after.axis
    assert line.stones + line.ankhs == len(straight)
    values = [gain(after, move) for move in straight]
    assert line.sum == sum(values)
    assert (line.best, line.worst) == extremes(values)


def gain(state: Any, move: Any) -> int:
    """Return the value of the stone that a move lands on."""
    mark = state.mark(move.target)
    return 0 if mark == "A" else int(mark.rstrip("*"))


def extremes(values: list[int]) -> tuple[int, int]:
    """Return the best and the worst of the scarab stones' values."""
    stones = [value for value in values if value]
    return (max(stones), min(stones)) if stones else (0, 0)
