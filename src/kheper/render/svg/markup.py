"""Writing SVG: elements, text that is escaped, and outlines around squares."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from itertools import pairwise

from kheper.core.grid import Square, clip

Point = tuple[float, float]

SERIF = "Georgia, 'Times New Roman', 'DejaVu Serif', serif"
SANS = "Verdana, 'DejaVu Sans', Arial, sans-serif"


def tag(name: str, *children: str, **attributes: object) -> str:
    """Write an element; underscores in attribute names stand for hyphens, children are markup.

    >>> tag("g", tag("path", d="M0 0", stroke_width=1.50), opacity=0.5)
    '<g opacity="0.5"><path d="M0 0" stroke-width="1.5"/></g>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(children)
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def text_element(name: str, text: str) -> str:
    """Write an element that contains only text, and escape it."""
    return f"<{name}>{plain(text)}</{name}>"


def label(x: float, y: float, text: str, size: float, **attributes: object) -> str:
    """Write text at a point."""
    return tag("text", plain(text), x=x, y=y, font_size=size, **attributes)


def fitted(text: str, width: float, largest: float) -> float:
    """Return the font size at which a line fits into a width, even with wide letters."""
    return min(largest, width / (0.68 * max(1, len(text))))


def plain(text: str) -> str:
    """Escape text for XML, and replace the characters that XML cannot contain."""
    return escape("\n".join(clip(line, len(line)) for line in text.split("\n")))


def use(symbol: str, x: float, y: float, size: float, **attributes: object) -> str:
    """Draw a symbol with its middle at a point."""
    half = size / 2
    return tag(
        "use", href=f"#{symbol}", x=x - half, y=y - half, width=size, height=size, **attributes
    )


def outline(squares: Iterable[Square], cell: float, inset: float, radius: float) -> str:
    """Return the path around connected squares without holes, with rounded corners."""
    corners = _corners(set(squares))
    around = [corners[-1], *corners, corners[0]]
    parts: list[str] = []
    for (before, here), (_, after) in pairwise(pairwise(around)):
        into, out = _direction(before, here), _direction(here, after)
        # The inside is to the right of both directions.
        x = here[0] * cell - inset * (into[1] + out[1])
        y = here[1] * cell + inset * (into[0] + out[0])
        start = f"{number(x - radius * into[0])} {number(y - radius * into[1])}"
        end = f"{number(x + radius * out[0])} {number(y + radius * out[1])}"
        parts.append(f"{'L' if parts else 'M'}{start}Q{number(x)} {number(y)} {end}")
    return "".join(parts) + "Z"


def number(value: float) -> str:
    """Write a number with at most two decimals."""
    return f"{round(value, 2) + 0:.2f}".rstrip("0").rstrip(".")


def _value(value: object) -> str:
    return number(value) if isinstance(value, float) else escape(str(value))


def _corners(squares: set[Square]) -> list[tuple[int, int]]:
    """Return the corners of the outline, clockwise."""
    edges: dict[tuple[int, int], tuple[int, int]] = {}
    for row, column in squares:
        ring = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)]
        beside = [(row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)]
        for n, neighbour in enumerate(beside):
            if neighbour not in squares:
                edges[ring[n]] = ring[(n + 1) % 4]
    first = min(edges)
    path, here = [first], edges[first]
    while here != first:
        path.append(here)
        here = edges[here]
    return [
        point
        for n, point in enumerate(path)
        if _direction(path[n - 1], point) != _direction(point, path[(n + 1) % len(path)])
    ]


def _direction(start: Point, end: Point) -> tuple[int, int]:
    (x, y), (to_x, to_y) = start, end
    return (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
