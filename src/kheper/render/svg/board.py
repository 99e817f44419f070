"""What the boards of both games have in common: the frame and the chequered sand."""

from __future__ import annotations

from kheper.render.svg.drawings import INK, SAND, SAND_OTHER
from kheper.render.svg.markup import tag

INLAY = 4  # how far the inlay lies inside the frame


def frame(ground: int, width: int, radius: int, colour: str, **inlay: object) -> str:
    """Draw a frame around the ground, with a thin inlay."""
    outer = ground + 2 * width
    wood = tag(
        "rect", x=-width, y=-width, width=outer, height=outer, rx=radius, fill=colour, stroke=INK
    )
    start, side = INLAY - width, outer - 2 * INLAY
    line = tag(
        "rect", x=start, y=start, width=side, height=side, rx=radius - 3, fill="none", **inlay
    )
    return wood + line


def sand(side: int, cell: int) -> str:
    """Draw the ground: sand, every other square darker."""
    squares = [(row, column) for row in range(side) for column in range(side)]
    checks = [
        f"M{column * cell} {row * cell}h{cell}v{cell}h-{cell}z"
        for row, column in squares
        if (row + column) % 2
    ]
    ground = tag("rect", width=side * cell, height=side * cell, fill=SAND)
    return ground + tag("path", d="".join(checks), fill=SAND_OTHER)
