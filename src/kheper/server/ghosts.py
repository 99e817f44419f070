"""Legal moves as a page wants them: what it may show before anything is sent.

A page knows no rules. For every way a tile can lie inside the frame it is told whether that is
legal or why not, and for those that close areas, which and for how many points. For every stone
that the priest can land on it is told the points, and what the next line holds.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from msgspec import Struct

from kheper.core.grid import squares_of
from kheper.scarab.moves import Move, Moves, across
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import ANKH, POINTS
from kheper.scarab.view import ScarabView
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import PLACEMENTS, Placement
from kheper.scarabya.solo import SoloView
from kheper.scarabya.tiles import ORIENTATIONS, TILES, Tile

LEGAL = "+"
# The letters of `marks`, and the codes of the refusals they stand for.
REASONS = {
    "r": "rock",
    "c": "covered",
    "f": "flipped",
    "n": "no-contact",
    "e": "no-centre",
}

_BY_TILE = {tile: tuple(p for p in PLACEMENTS if p.tile is tile) for tile in TILES}


class Closing(Struct, frozen=True, array_like=True):
    """The areas that a placement would close: its place in `marks`, points, areas' squares."""

    place: int
    points: int
    areas: tuple[str, ...]


class Placements(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="placements"):
    """All ways the open card's tile can lie, one letter each, and what they close."""

    tile: str
    marks: str
    closes: tuple[Closing, ...] = ()


class Landing(Struct, frozen=True, array_like=True, gc=False):
    """A stone the priest can go to, and what the next player's line would hold."""

    move: str
    points: int
    # The next axis; best, worst, sum and number of the scarab stones on it; how many ankhs.
    axis: str
    best: int
    worst: int
    sum: int
    stones: int
    ankhs: int


class Walks(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="walks"):
    """Where the priest can go; after an ankh any of the stones may return to any square."""

    landings: tuple[Landing, ...]
    ankhs: int = 0
    stones: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()


def ghosts(view: Any) -> Placements | Walks | None:
    """Return the moves of the seat that looks; None if it is not to move."""
    seat: int | None = view.seat
    if seat is None or seat not in view.to_move:
        return None
    if isinstance(view, ScarabView):
        return _walks(view.state, view.legal_moves())
    dig = view.dig if hasattr(view, "dig") else view.digs[seat - 1]
    scores = not isinstance(view, SoloView)
    return _placements(dig, view.card, view.options.flip == "on", scores)


@lru_cache(maxsize=512)
def _placements(dig: Dig, tile: Tile, flip: bool, scores: bool) -> Placements:
    table = _BY_TILE[tile]
    marks = "".join([_mark(dig, placement, flip) for placement in table])
    if not scores:
        return Placements(tile.value, marks)
    legal = [n for n, mark in enumerate(marks) if mark == LEGAL]
    closes = (_closing(dig, n, table[n]) for n in legal)
    return Placements(tile.value, marks, tuple(closing for closing in closes if closing.areas))


def _mark(dig: Dig, placement: Placement, flip: bool) -> str:
    """Return a placement's letter; the order of reasons is that of the rules' own refusals."""
    mask = placement.mask
    if mask & dig.site.rocks:
        return "r"
    if mask & ~dig.free:
        return "c"
    if not mask & dig.reach:
        return "n" if dig.placed else "e"
    return LEGAL if flip or not placement.turned_over else "f"


def _closing(dig: Dig, place: int, placement: Placement) -> Closing:
    areas = dig.closed_by(placement)
    texts = tuple("".join(map(str, squares_of(area.squares))) for area in areas)
    return Closing(place, sum([area.points for area in areas]), texts)


def tile_table() -> dict[str, list[dict[str, Any]]]:
    """Return how the letters of `marks` are counted, for each tile's orientations.

    An orientation's placements stand in `marks` from `first` on, row by row: the one whose top
    left corner is at a row and a column (from 0) is number `first + row * across + column`.
    """
    table: dict[str, list[dict[str, Any]]] = {}
    for tile in TILES:
        first, rows = 0, []
        for way in ORIENTATIONS[tile]:
            down, across = 11 - way.height, 11 - way.width
            rows.append(
                {
                    "first": first,
                    "down": down,
                    "across": across,
                    "squares": [[square.row, square.column] for square in way.shape],
                    "turned_over": way.turned_over,
                }
            )
            first += down * across
        table[tile.value] = rows
    return table


def _walks(state: ScarabState, moves: Moves) -> Walks:
    landings = moves.landings
    stones, squares = moves.returns
    shown = tuple([_landing(state, move) for move in landings])
    ankhs = [landing.points for landing in shown].count(0)
    if not ankhs:
        return Walks(shown)
    return Walks(shown, ankhs, tuple(map(str, stones)), tuple(map(str, squares)))


def _landing(state: ScarabState, move: Move) -> Landing:
    """Look at the line that a landing leaves: what stands there now, but for the stone taken."""
    board, side = state.board, state.side
    row, column = move.target
    axis = across(move.last_axis)  # SB-T2
    if axis == "h":
        line, place = board[row * side : (row + 1) * side], column
    else:
        line, place = board[column::side], row
    code = line[place]
    line = line[:place] + line[place + 1 :]
    values = [points for other in line if (points := POINTS[other])]
    # Where no scarab stone is left, there is no turn in which an ankh could be taken (SB-E1).
    last = state.left == 1 and code != ANKH
    ankhs = 0 if last else line.count(ANKH)
    return Landing(
        str(move),
        POINTS[code],
        axis,
        max(values, default=0),
        min(values, default=0),
        sum(values),
        len(values),
        ankhs,
    )
