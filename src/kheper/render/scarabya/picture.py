"""Scarabya as a picture: sites with their tiles and areas, the card, and what is to come."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kheper.core.grid import COLUMNS, SIDE, Mask, Square, squares_of
from kheper.render.scarabya.cards import COLOURS, all_cards, open_card
from kheper.render.scarabya.facts import (
    CARDS,
    MODES,
    areas_of,
    digs_of,
    drawn,
    pending_of,
    squares_text,
)
from kheper.render.scarabya.sentences import describe_area, outcome_sentences, turn_sentence
from kheper.render.svg.board import frame, sand
from kheper.render.svg.drawings import (
    DUG,
    DUG_EDGE,
    GOLD,
    GOLD_DEEP,
    INK,
    LAPIS,
    PAPER,
    SAND_LINE,
    darker,
    ink_on,
)
from kheper.render.svg.markup import fitted, label, outline, tag, text_element, use
from kheper.render.svg.page import MARGIN, heading, page
from kheper.render.wording import count
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.expedition import ExpeditionView
from kheper.scarabya.placements import Placement
from kheper.scarabya.setup import ScarabyaView
from kheper.scarabya.solo import SoloView

CELL = 36
GROUND = SIDE * CELL
FRAME = 11  # the frame around the ground
RIM = 20  # room for the coordinates
TITLE = 38  # room for the name above a site
SUM = 26  # room for the sum below it
SITE_WIDTH = RIM + 2 * FRAME + GROUND
SITE_HEIGHT = TITLE + RIM + 2 * FRAME + GROUND + SUM
GAP = 34
HEADER = 104
FOOTER = 84

# The four worlds of the four sets: desert, rainforest, deep sea, ice.
WORLDS = ("#a8662b", "#4f7a45", "#2f6288", "#6f8fa3")
LOST = "#a3241b"


def scarabya_svg(view: ScarabyaView, names: tuple[str, ...]) -> str:
    """Draw a view of Scarabya."""
    digs = digs_of(view)
    columns = len(digs) if len(digs) < 4 else 2
    rows = -(-len(digs) // columns)
    width = 2 * MARGIN + columns * SITE_WIDTH + (columns - 1) * GAP
    height = HEADER + rows * SITE_HEIGHT + FOOTER
    parts = [heading("Scarabya", _status(view)), *open_card(view, width)]
    for seat in range(1, len(digs) + 1):
        row, column = divmod(seat - 1, columns)
        x, y = MARGIN + column * (SITE_WIDTH + GAP), HEADER + row * SITE_HEIGHT
        parts.append(tag("g", *_site(view, names, seat), transform=f"translate({x} {y})"))
    parts.append(all_cards(view, width, height - FOOTER + 12))
    return page(
        f"Scarabya, {MODES[view.mode]}",
        " ".join(_story(view, names)),
        (width, height),
        ("scarab", "winged", "rock"),
        parts,
    )


def _story(view: ScarabyaView, names: tuple[str, ...]) -> Iterator[str]:
    yield turn_sentence(view, names)
    if isinstance(view, SoloView):
        yield f"{view.scores[0]} of {count(view.site.scarab_count, 'scarab')} covered."
    else:
        for name, points in zip(names, view.scores, strict=True):
            yield f"{name}: {count(points, 'point')}."
    yield from outcome_sentences(view, names)


def _status(view: ScarabyaView) -> str:
    mode = MODES[view.mode].capitalize()
    if not view.to_move:
        return f"{mode} · the game is over"
    kind = "round" if isinstance(view, ExpeditionView) else "card"
    tries = f" · try {view.tries}" if isinstance(view, SoloView) else ""
    return f"{mode}{tries} · {kind} {len(drawn(view))} of {CARDS}"


def _site(view: ScarabyaView, names: tuple[str, ...], seat: int) -> Iterator[str]:
    dig, pending = digs_of(view)[seat - 1], pending_of(view)[seat - 1]
    yield from _titles(view, names, seat)
    yield tag(
        "g",
        *_frame(WORLDS[seat - 1]),
        *_ground(dig),
        *(_area(view, area, seat) for area in dig.areas),
        *(_enclosed(squares, dig) for squares in dig.site.enclosed()),
        *(_tile(entry) for entry in dig.entries if entry),
        *([_tile(pending, open_=True)] if pending else []),
        *_bonus(view),
        *_lost(view),
        transform=f"translate({RIM + FRAME} {TITLE + RIM + FRAME})",
    )
    if not isinstance(view, SoloView):
        yield from _sums(view, seat)


def _titles(view: ScarabyaView, names: tuple[str, ...], seat: int) -> Iterator[str]:
    left, right, base = RIM, SITE_WIDTH, TITLE - 8
    if isinstance(view, DuelView):
        yield _player(view, names, 1, left, "start")
        yield _player(view, names, 2, right, "end")
        return
    name = names[seat - 1]
    if isinstance(view, SoloView):
        points = f"{view.scores[0]} of {view.site.scarab_count} covered"
    else:
        points = count(view.scores[seat - 1], "point")
        name += " · has placed" if seat in view.ready else ""
    size = fitted(name, right - left - 150, 17)
    yield label(left, base, name, size, font_weight="bold", fill=darker(WORLDS[seat - 1]))
    yield label(right, base, points, 17, text_anchor="end", fill=INK)


def _player(view: DuelView, names: tuple[str, ...], seat: int, x: float, anchor: str) -> str:
    """A player of a one-on-one, with the shape of their tokens."""
    toward = 1 if anchor == "start" else -1
    token = _token(x + toward * 9, TITLE - 14, "", seat)
    score = f"{names[seat - 1]} {view.scores[seat - 1]}"
    weight = "bold" if seat in view.to_move else "normal"
    at = x + toward * 24
    size = fitted(score, (SITE_WIDTH - RIM) / 2 - 44, 17)
    return token + label(
        at, TITLE - 8, score, size, text_anchor=anchor, font_weight=weight, fill=INK
    )


def _frame(colour: str) -> Iterator[str]:
    yield frame(GROUND, FRAME, 7, colour, stroke=PAPER, stroke_opacity=0.45)
    for n in range(SIDE):
        middle = (n + 0.5) * CELL
        style = {"text_anchor": "middle", "fill": INK}
        yield label(middle, -FRAME - 6, COLUMNS[n], 12, **style)
        yield label(-FRAME - 11, middle + 4, str(n + 1), 12, **style)


def _ground(dig: Dig) -> Iterator[str]:
    yield sand(SIDE, CELL)
    lines = (f"M{n * CELL} 0V{GROUND}M0 {n * CELL}H{GROUND}" for n in range(1, SIDE))
    yield tag("path", d="".join(lines), stroke=SAND_LINE, stroke_width=1)
    half = GROUND // 2  # the seams of the four boards
    yield tag("path", d=f"M{half} 0V{GROUND}M0 {half}H{GROUND}", stroke="#b8975a", stroke_width=2)
    for square in squares_of(dig.site.scarabs & dig.free):
        x, y = _middle(square)
        yield use("scarab", x, y, CELL * 0.72, color=LAPIS)
    for square in squares_of(dig.site.rocks):
        x, y = _middle(square)
        yield use("rock", x, y, CELL * 0.96)


def _lost(view: ScarabyaView) -> Iterator[str]:
    """The scarabs that can no longer be covered (SY-O2)."""
    for square in squares_of(view.uncoverable if isinstance(view, SoloView) else 0):
        x, y = _middle(square)
        yield tag(
            "g",
            text_element("title", f"{square} can no longer be covered"),
            tag("circle", cx=x, cy=y, r=15, fill="none", stroke=LOST, stroke_width=2),
            tag("circle", cx=x + 11, cy=y - 11, r=6.5, fill=LOST),
            label(x + 11, y - 7, "!", 11, font_weight="bold", text_anchor="middle", fill="#fff"),
        )


def _area(view: ScarabyaView, area: Area, seat: int) -> str:
    """An excavation area: dug ground, and a token on each symbol that scores (SY-A5)."""
    if isinstance(view, SoloView):
        return _dug(area.squares, "dug, scores nothing in solo") + _symbols(area.scarabs)
    owner = view.owner(area) if isinstance(view, DuelView) else seat
    shape = owner if isinstance(view, DuelView) else 1
    edge = WORLDS[2] if shape == 2 else DUG_EDGE
    tokens = (
        _token(*_middle(square), str(area.size), shape) for square in squares_of(area.scarabs)
    )
    return _dug(area.squares, describe_area(area), edge) + "".join(tokens)


def _enclosed(squares: Mask, dig: Dig) -> str:
    """An area that rocks and frame close by themselves (SY-A4)."""
    sentence = f"{squares_text(squares)}: closed by nobody, scores nothing"
    return _dug(squares, sentence) + _symbols(squares & dig.site.scarabs)


def _symbols(scarabs: Mask) -> str:
    return "".join(
        use("scarab", *_middle(s), CELL * 0.72, color=LAPIS) for s in squares_of(scarabs)
    )


def _dug(squares: Mask, sentence: str, edge: str = DUG_EDGE) -> str:
    listed = list(squares_of(squares))
    path = outline(listed, CELL, 2.5, 6)
    ticks = "".join(
        f"M{x - 9:g} {y + 3:g}l6 -6M{x + 3:g} {y - 5:g}l6 -6M{x + 2:g} {y + 11:g}l6 -6"
        for x, y in map(_middle, listed)
    )
    return tag(
        "g",
        text_element("title", sentence),
        tag("path", d=path, fill=DUG),
        tag("path", d=ticks, stroke=DUG_EDGE, stroke_opacity=0.5, stroke_width=1.2),
        tag("path", d=path, fill="none", stroke=edge, stroke_width=2, stroke_dasharray="5 3"),
    )


def _token(x: float, y: float, value: str, seat: int) -> str:
    """A token: round for the first player of a one-on-one, square for the second."""
    style = {"fill": GOLD, "stroke": GOLD_DEEP, "stroke_width": 1.6}
    if seat == 1:
        shape = tag("circle", cx=x, cy=y, r=CELL * 0.36 if value else 9, **style)
    else:
        half = CELL * 0.34 if value else 9
        side = {"width": 2 * half, "height": 2 * half, "rx": 3}
        style |= {"fill": "#cfe3ea", "stroke": WORLDS[2]}
        shape = tag("rect", x=x - half, y=y - half, **side, **style)
    if not value:
        return shape
    number = label(x, y + 6, value, 17, font_weight="bold", text_anchor="middle", fill=INK)
    return shape + number


def _tile(placement: Placement, *, open_: bool = False) -> str:
    """A camp: one piece of canvas with a seam, and its letter in the middle."""
    colour = COLOURS[placement.tile]
    x, y = _middle(_heart(placement.squares))
    name = f"Tile {placement.tile} on {squares_text(placement.squares)}"
    return tag(
        "g",
        text_element("title", f"{name}, not yet revealed" if open_ else name),
        tag(
            "path",
            d=outline(placement.squares, CELL, 1, 6),
            fill=colour,
            fill_opacity=0.7 if open_ else None,
            stroke=darker(colour),
            stroke_width=2,
            stroke_dasharray="6 4" if open_ else None,
        ),
        tag(
            "path",
            d=outline(placement.squares, CELL, 5, 4),
            fill="none",
            stroke="#fff",
            stroke_opacity=0.5,
            stroke_width=1,
            stroke_dasharray="3 3",
        ),
        label(
            x,
            y + 7,
            placement.tile,
            20,
            font_weight="bold",
            text_anchor="middle",
            fill=ink_on(colour),
        ),
    )


def _heart(squares: Iterable[Square]) -> Square:
    """The square nearest to the middle of a tile."""
    listed = list(squares)
    row = sum(square.row for square in listed) / len(listed)
    column = sum(square.column for square in listed) / len(listed)
    return min(listed, key=lambda s: (s.row - row) ** 2 + (s.column - column) ** 2)


def _middle(square: Square) -> tuple[float, float]:
    return (square.column + 0.5) * CELL, (square.row + 0.5) * CELL


def _bonus(view: ScarabyaView) -> Iterator[str]:
    """The second player's point on each symbol in the open (SY-D4)."""
    if isinstance(view, DuelView):
        for square in squares_of(view.bonus):
            yield _token(*_middle(square), "1", 2)


def _sums(view: ExpeditionView | DuelView, seat: int) -> Iterator[str]:
    """What the points are made of, below the site."""
    sides = (1, 2) if isinstance(view, DuelView) else (seat,)
    for side in sides:
        points = [str(area.points) for area in areas_of(view, side) if area.points]
        if isinstance(view, DuelView) and side == 2 and view.bonus:
            points.append(str(view.bonus.bit_count()))
        if points:
            x = RIM if side == 1 or len(sides) == 1 else SITE_WIDTH
            sum_ = f"{' + '.join(points)} = {view.scores[side - 1]}"
            anchor = "start" if x == RIM else "end"
            yield label(x, SITE_HEIGHT - 6, sum_, 13, text_anchor=anchor, fill=INK)
