"""The sheet that a picture is drawn on: paper, title, and a description for screen readers."""

from __future__ import annotations

from collections.abc import Iterable

from kheper.render.svg.drawings import INK, SAND_LINE, definitions
from kheper.render.svg.markup import SANS, SERIF, label, tag, text_element, use

MARGIN = 28


def page(
    title: str, story: str, size: tuple[float, float], drawings: Iterable[str], parts: list[str]
) -> str:
    """Return a picture as a complete document."""
    width, height = size
    sheet = tag("rect", width=width, height=height, rx=14, fill="url(#paper)", stroke=SAND_LINE)
    return (
        tag(
            "svg",
            text_element("title", title),
            text_element("desc", story),
            definitions(*drawings),
            sheet,
            *parts,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {width:g} {height:g}",
            width=width,
            height=height,
            role="img",
            font_family=SANS,
        )
        + "\n"
    )


def heading(title: str, status: str) -> str:
    """Write the game's name and status, next to the winged scarab."""
    return (
        use("winged", MARGIN + 42, 58, 96)
        + label(MARGIN + 104, 52, title, 32, font_family=SERIF, font_weight="bold", fill=INK)
        + label(MARGIN + 105, 78, status, 15, fill=INK)
    )
