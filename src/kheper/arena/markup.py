"""Writing HTML and SVG: elements whose text is escaped, wherever it comes from."""

from __future__ import annotations

from html import escape


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


def element(name: str, /, *children: str, **attributes: object) -> Markup:
    """Write an element; underscores in attribute names stand for hyphens, and None for nothing.

    >>> element("p", "a < b, ", element("b", "c"), class_="note")
    '<p class="note">a &lt; b, <b>c</b></p>'
    """
    given = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_value(value))}"'
        for key, value in attributes.items()
        if value is not None
    )
    inside = "".join(one if isinstance(one, Markup) else escape(one) for one in children)
    return Markup(f"<{name}{given}>{inside}</{name}>")


def _value(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
