"""SCARAB as a picture: the stones, the priest with the line in use, and the collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from kheper.core.grid import COLUMNS, Square
from kheper.render.scarab.sentences import (
    line_name,
    line_squares,
    outcome_sentences,
    played_moves,
    points_sentences,
    turn_sentence,
)
from kheper.render.svg.board import frame, sand
from kheper.render.svg.drawings import (
    GOLD,
    GOLD_DEEP,
    INK,
    SAND_LINE,
    darker,
    ink_on,
)
from kheper.render.svg.markup import fitted, label, tag, text_element, use
from kheper.render.svg.page import MARGIN, heading, page
from kheper.render.wording import count
from kheper.scarab.moves import across
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import VALUES, Stone

CELL = 46
FRAME = 12
RIM = 22
HEADER = 108
CHIP = 38  # a place in a collection
RACK = CHIP * len(VALUES) // 2
PANEL = 136  # a collection's height
GAP = 36
MOVE_LINE = 21
TEAM_LINE = 26

PLUS = "#23697f"
MINUS = "#a8431f"
LIT = "#ffe9a3"
LIT_EDGE = "#c08a1a"


def scarab_svg(state: ScarabState, names: tuple[str, ...]) -> str:
    """Draw a position of SCARAB."""
    board = RIM + 2 * FRAME + state.side * CELL
    panels = PANEL * state.seats + TEAM_LINE * 2 * state.start.teams
    width, height = 2 * MARGIN + board + GAP + RACK, HEADER + max(board, panels)
    left, room = MARGIN + board + GAP, (board - panels) // MOVE_LINE
    parts = [
        heading("SCARAB", _status(state)),
        _at(MARGIN + RIM + FRAME, HEADER + RIM + FRAME, *_board(state)),
        _at(left, HEADER, *_collections(state, names)),
        _at(left, HEADER + panels + MOVE_LINE, *_last_moves(state, names, min(room, 8))),
    ]
    story = " ".join(
        [
            turn_sentence(state, names),
            *points_sentences(state, names),
            *outcome_sentences(state, names),
        ]
    )
    return page(
        "SCARAB",
        story,
        (width, height + MARGIN),
        ("scarab", "winged", "ankh", "star", "priest"),
        parts,
    )


def _last_moves(state: ScarabState, names: tuple[str, ...], lines: int) -> Iterator[str]:
    """The moves before this one, newest first, as many as there is room for."""
    told = list(enumerate(played_moves(state), 1))[::-1][: max(0, lines)]
    for n, (number, (seat, move, mark)) in enumerate(told):
        taken = "ankh" if mark == "A" else signed(mark)
        text = f"{number}. {names[seat - 1]}: {move} takes {taken}"
        size, faint = fitted(text, RACK, 13), 1 if n == 0 else 0.75
        yield label(0, n * MOVE_LINE, text, size, fill=INK, fill_opacity=faint)


def _status(state: ScarabState) -> str:
    words_ = ["short board" if state.side == 8 else "full board"]
    words_ += ["turning"] * state.start.turning + ["teams"] * state.start.teams
    if not state.to_move:
        return " · ".join([*words_, "the game is over"]).capitalize()
    lines = " or ".join(line_name(state, axis) for axis in _axes(state))
    return " · ".join([*words_, f"move {len(state.played) + 1}", f"along {lines}"]).capitalize()


def _axes(state: ScarabState) -> tuple[str, ...]:
    return (state.axis,) if state.axis else ("h", "v")


def _board(state: ScarabState) -> Iterator[str]:
    ground = state.side * CELL
    yield from _frame(state.side, ground)
    if state.to_move:
        if state.start.turning:
            yield from _bends(state, ground)
        for axis in _axes(state):
            yield _lit(state, axis, ground)
    targets = _targets(state)
    for row in range(state.side):
        for column in range(state.side):
            square = Square(row, column)
            yield _content(state, square, lit=square in targets)


def _frame(side: int, ground: int) -> Iterator[str]:
    yield frame(ground, FRAME, 8, "#7c4a24", stroke=GOLD, stroke_opacity=0.6)
    yield sand(side, CELL)
    for n in range(side):
        middle = (n + 0.5) * CELL
        style = {"text_anchor": "middle", "fill": INK}
        yield label(middle, -FRAME - 7, COLUMNS[n], 13, **style)
        yield label(-FRAME - 13, middle + 5, str(n + 1), 13, **style)


def _lit(state: ScarabState, axis: str, ground: float) -> str:
    """The line that the mover must use."""
    square = Square(*divmod(state.priest, state.side))
    title = text_element("title", f"The line in use: {line_name(state, axis)}")
    return tag("g", title, _band(square, axis, ground, fill=LIT, stroke_width=2))


def _band(square: Square, axis: str, ground: float, **style: object) -> str:
    """A square's row or column."""
    if axis == "h":
        x, y, width, height = 1.0, square.row * CELL + 1.0, ground - 2, CELL - 2.0
    else:
        x, y, width, height = square.column * CELL + 1.0, 1.0, CELL - 2.0, ground - 2
    return tag("rect", x=x, y=y, width=width, height=height, rx=9, stroke=LIT_EDGE, **style)


def _bends(state: ScarabState, ground: float) -> Iterator[str]:
    """Where the priest may turn: a fainter line through each star of the line (SB-V2)."""
    style = {"fill": LIT, "fill_opacity": 0.5, "stroke_width": 1.6, "stroke_dasharray": "3 4"}
    for axis in _axes(state):
        for square in line_squares(state, axis):
            if state.mark(square).endswith("*"):
                yield _band(square, across(axis), ground, **style)


def _targets(state: ScarabState) -> set[Square]:
    if not state.to_move:
        return set()
    return {
        square
        for axis in _axes(state)
        for square in line_squares(state, axis)
        if state.axis or state.mark(square) != "A"  # SB-T1
    }


def _content(state: ScarabState, square: Square, *, lit: bool) -> str:
    mark = state.mark(square)
    x, y = _middle(square)
    if mark == "P":
        return _priest(state, square)
    if mark == ".":
        return tag("circle", cx=x, cy=y, r=2.5, fill=SAND_LINE)
    name = text_element("title", f"{square}: {'ankh' if mark == 'A' else mark}")
    if mark == "A":
        return tag("g", name, _ankh(x, y, CELL * 0.84, lit=lit))
    return tag("g", name, stone(x, y, CELL * 0.84, Stone.parse(mark), lit=lit))


def _priest(state: ScarabState, square: Square) -> str:
    """The priest, with arrows along the axis it leaves on."""
    x, y = _middle(square)
    arrows = []
    for axis in _axes(state) if state.to_move else ():
        turn = 0 if axis == "h" else 90
        arrow = f"M{CELL * 0.36:g} -5L{CELL * 0.5:g} 0L{CELL * 0.36:g} 5Z"
        for angle in (turn, turn + 180):
            arrows.append(tag("path", d=arrow, transform=f"rotate({angle})", fill=INK))
    ring = tag(
        "circle", r=CELL * 0.4, fill=GOLD, fill_opacity=0.85, stroke=GOLD_DEEP, stroke_width=2
    )
    return tag(
        "g",
        text_element("title", f"{square}: the priest"),
        ring,
        *arrows,
        use("priest", 0, -4, CELL * 1.12),
        transform=f"translate({x:g} {y:g})",
    )


def _ankh(x: float, y: float, size: float, *, lit: bool) -> str:
    return tag(
        "rect",
        x=x - size / 2,
        y=y - size / 2,
        width=size,
        height=size,
        rx=size * 0.28,
        fill="#fffaf0",
        stroke=LIT_EDGE if lit else GOLD_DEEP,
        stroke_width=2.5 if lit else 1.2,
    ) + use("ankh", x, y, size * 0.84, color=GOLD_DEEP)


def stone(x: float, y: float, size: float, value: Stone, *, lit: bool = False) -> str:
    """A scarab stone: lapis for plus, carnelian for minus, and the value as text."""
    colour = PLUS if value.value > 0 else MINUS
    half = size / 2
    body = tag(
        "path",
        d=f"M0 {-half:g}C{half * 0.7:g} {-half:g} {half:g} {-half * 0.45:g} {half:g} {half * 0.1:g}"
        f"C{half:g} {half * 0.75:g} {half * 0.5:g} {half:g} 0 {half:g}"
        f"C{-half * 0.5:g} {half:g} {-half:g} {half * 0.75:g} {-half:g} {half * 0.1:g}"
        f"C{-half:g} {-half * 0.45:g} {-half * 0.7:g} {-half:g} 0 {-half:g}Z",
        fill=colour,
        stroke=INK if lit else darker(colour, 0.6),
        stroke_width=2.6 if lit else 1.2,
    )
    beetle = use("scarab", 0, -size * 0.02, size * 0.9, color="#fff", opacity=0.12)
    number = label(
        0,
        size * 0.19,
        signed(f"{value.value:+d}"),
        size * 0.49,
        font_weight="bold",
        text_anchor="middle",
        fill=ink_on(colour),
    )
    star = use("star", half * 0.74, -half * 0.7, size * 0.44) if value.starred else ""
    return _at(x, y, body, beetle, number, star)


def signed(text: str) -> str:
    """Write a proper minus sign, which is as wide as the plus."""
    return text.replace("-", "\N{MINUS SIGN}")


def _at(x: float, y: float, *parts: str) -> str:
    return tag("g", *parts, transform=f"translate({x:g} {y:g})")


def _middle(square: Square) -> tuple[float, float]:
    return (square.column + 0.5) * CELL, (square.row + 0.5) * CELL


def _collections(state: ScarabState, names: tuple[str, ...]) -> Iterator[str]:
    y = 0.0
    for seat, name in enumerate(names, 1):
        if state.start.teams and seat in (1, 3):
            points = signed(count(state.scores[seat // 2], "point"))
            style = {"font_weight": "bold", "fill": INK}
            yield label(0, y + 16, f"Team {seat // 2 + 1}", 15, **style)
            yield label(RACK, y + 16, points, 15, text_anchor="end", **style)
            y += TEAM_LINE
        yield _at(0, y, *_rack(state, name, seat))
        y += PANEL


def _rack(state: ScarabState, name: str, seat: int) -> Iterator[str]:
    """One player's stones: a place for each value, and how many there are of it."""
    stones = state.hands[seat - 1]
    turn = seat in state.to_move
    points = signed(count(sum(s.value for s in stones), "point"))
    if turn:
        yield tag("path", d="M-16 8L-6 13.5L-16 19Z", fill=GOLD_DEEP)
    weight = "bold" if turn else "normal"
    yield label(0, 19, name, fitted(name, RACK - 120, 17), font_weight=weight, fill=INK)
    yield label(RACK, 19, points, 17, text_anchor="end", fill=INK)
    values, stars = Counter(s.value for s in stones), Counter(s.value for s in stones if s.starred)
    for n, value in enumerate([*VALUES[:7:-1], *VALUES[7::-1]]):
        row, column = divmod(n, len(VALUES) // 2)
        x, y = (column + 0.5) * CHIP, 46 + row * 48
        yield _place(x, y, value, values[value], stars[value])


def _place(x: float, y: float, value: int, number: int, stars: int) -> str:
    shown = stone(x, y, CHIP * 0.86, Stone(value, stars > 0))
    if not number:
        return tag("g", shown, opacity=0.16)
    words_ = f"×{number}" if number > 1 else ""
    return shown + label(x, y + 28, words_, 11, text_anchor="middle", fill=INK)
