"""The mission cards in a picture: the open one, and all twelve in a row."""

from __future__ import annotations

from collections.abc import Iterator

from kheper.render.scarabya.facts import CARDS, drawn, foreseen, unseen
from kheper.render.svg.drawings import GOLD_DEEP, INK, SAND_LINE, darker
from kheper.render.svg.markup import label, outline, tag, text_element
from kheper.render.svg.page import MARGIN
from kheper.scarabya.setup import ScarabyaView
from kheper.scarabya.tiles import ORIENTATIONS, Tile

COLOURS = {
    Tile.F: "#bb533b",
    Tile.I: "#2f6d8e",
    Tile.L: "#e3ad44",
    Tile.N: "#7aa971",
    Tile.P: "#8a5b96",
    Tile.T: "#dd9474",
    Tile.U: "#347d75",
    Tile.V: "#95622e",
    Tile.W: "#c8c26e",
    Tile.X: "#743a30",
    Tile.Y: "#8699c6",
    Tile.Z: "#b0526b",
}


def open_card(view: ScarabyaView, width: float) -> Iterator[str]:
    """Draw the open card, in the upper right corner."""
    if view.card is None:
        return
    x, y = width - MARGIN - 74, 14
    yield tag(
        "g",
        text_element("title", f"Mission card: tile {view.card}"),
        tag("rect", x=x, y=y, width=74, height=80, rx=8, fill="#fffaf0", stroke=GOLD_DEEP),
        _small_tile(view.card, x + 37, y + 34, 56, 52),
        label(x + 37, y + 73, f"tile {view.card}", 12, text_anchor="middle", fill=INK),
    )


def all_cards(view: ScarabyaView, width: float, y: float) -> str:
    """Draw all twelve cards: drawn ones in order, then those to come."""
    seen, known, rest = drawn(view), foreseen(view), unseen(view)
    step = min(52.0, (width - 2 * MARGIN) / CARDS)
    left = (width - step * CARDS) / 2
    cards = []
    for n, tile in enumerate((*seen, *known, *rest)):
        ahead = n >= len(seen)
        now = view.card is not None and n == len(seen) - 1
        number = str(n + 1) if n < len(seen) + len(known) else "?"
        cards.append(_card(tile, left + n * step, y, step, number, ahead=ahead, now=now))
    return "".join(cards)


def _card(
    tile: Tile, x: float, y: float, step: float, number: str, *, ahead: bool, now: bool
) -> str:
    sentence = "the open card" if now else "still to come" if ahead else "has been played"
    return tag(
        "g",
        text_element("title", f"Tile {tile}: {sentence}"),
        tag(
            "rect",
            x=x + 2,
            y=y,
            width=step - 4,
            height=58,
            rx=5,
            fill="#fffaf0",
            fill_opacity=1 if ahead or now else 0.45,
            stroke=GOLD_DEEP if now else SAND_LINE,
            stroke_width=3 if now else 1,
        ),
        tag(
            "g",
            _small_tile(tile, x + step / 2, y + 22, step - 12, 34),
            opacity=None if ahead or now else 0.35,
        ),
        label(
            x + step / 2,
            y + 53,
            f"{tile} {number}",
            11,
            text_anchor="middle",
            fill=INK,
            font_weight="bold" if now else None,
        ),
    )


def _small_tile(tile: Tile, x: float, y: float, width: float, height: float) -> str:
    """A tile as the cards show it, fitted into a box around a point."""
    lying = ORIENTATIONS[tile][0]
    cell = min(width / 3, height / 3, width / lying.width, height / lying.height)
    left, top = x - lying.width * cell / 2, y - lying.height * cell / 2
    colour = COLOURS[tile]
    return tag(
        "path",
        d=outline(lying.shape, cell, 0.5, cell / 6),
        transform=f"translate({left:g} {top:g})",
        fill=colour,
        stroke=darker(colour),
        stroke_width=1.2,
    )
