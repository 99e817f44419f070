"""Our own drawings: the scarab, the winged scarab, the ankh, the rock, the star, the priest.

Each is a symbol in a box from -50 to 50, so that it can be drawn at any size. `currentColor`
is the drawing's main colour.
"""

from __future__ import annotations

from math import cos, pi, sin

from kheper.render.svg.markup import tag

INK = "#3b2a1a"
PAPER = "#fbf5e6"
PAPER_EDGE = "#efdfbd"
SAND = "#f1dfb6"
SAND_OTHER = "#ecd7a8"
SAND_LINE = "#d8bf8c"
DUG = "#c9a468"
DUG_EDGE = "#7a5620"
GOLD = "#e9b949"
GOLD_DEEP = "#8a5f10"
LAPIS = "#1b5a73"
SHADOW = "#5b4426"


def darker(colour: str, part: float = 0.45) -> str:
    """Mix a colour with ink."""
    mixed = [
        round(a * (1 - part) + b * part)
        for a, b in zip(_channels(colour), _channels(INK), strict=True)
    ]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def ink_on(colour: str) -> str:
    """Return the text colour with the better contrast: ink or white."""
    return max((INK, "#ffffff"), key=lambda ink: contrast(ink, colour))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the WCAG define it, from 1 to 21."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _channels(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def _luminance(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in _channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


_LEGS = (
    "M-16 -22C-26 -26 -32 -30 -33 -43M16 -22C26 -26 32 -30 33 -43"
    "M-24 2C-34 0 -41 4 -46 14M24 2C34 0 41 4 46 14"
    "M-20 24C-30 28 -35 36 -35 47M20 24C30 28 35 36 35 47"
)
_WINGS = "M0 -9C-11 -14 -25 -11 -27 2C-29 22 -17 43 0 46C17 43 29 22 27 2C25 -11 11 -14 0 -9Z"
_THORAX = "M-25 -8C-27 -20 -16 -28 0 -28C16 -28 27 -20 25 -8C15 -16 -15 -16 -25 -8Z"
_HEAD = (
    "M-13 -29C-14 -34 -12 -38 -10 -41L-6 -38L-4 -43L0 -39L4 -43L6 -38L10 -41"
    "C12 -38 14 -34 13 -29C7 -31 -7 -31 -13 -29Z"
)
_GROOVES = "M0 -9V45M-13 -8C-17 8 -15 26 -8 40M13 -8C17 8 15 26 8 40"


def _scarab() -> str:
    return "".join(
        [
            tag(
                "path",
                d=_LEGS,
                fill="none",
                stroke="currentColor",
                stroke_width=5,
                stroke_linecap="round",
            ),
            *(tag("path", d=d, fill="currentColor") for d in (_WINGS, _THORAX, _HEAD)),
            tag(
                "path", d=_GROOVES, fill="none", stroke="#fff", stroke_opacity=0.45, stroke_width=2
            ),
        ]
    )


def _feathers() -> str:
    """One wing of the winged scarab: three rows of feathers, the right one."""
    rows = []
    for reach, drop, colour in ((50.0, 20.0, LAPIS), (40.0, 13.0, GOLD), (30.0, 7.0, "#b65a3a")):
        rows.append(
            tag(
                "path",
                d=f"M9 -3C20 -16 {reach - 12} -19 {reach} -15C{reach - 5} -4 {reach - 16} "
                f"{drop - 8} 11 {drop - 3}Z",
                fill=colour,
                stroke=PAPER,
                stroke_width=1.2,
            )
        )
    return "".join(rows)


def _winged() -> str:
    right = _feathers()
    body = tag("g", _scarab(), transform="translate(0 2) scale(0.36)", color=INK)
    sun = tag("circle", cx=0, cy=-21, r=7, fill=GOLD, stroke=GOLD_DEEP, stroke_width=1)
    return right + tag("g", right, transform="scale(-1 1)") + sun + body


def _ankh() -> str:
    loop = "M0 -1C-24 -18 -21 -46 0 -46C21 -46 24 -18 0 -1Z"
    eye = "M0 -13C13 -24 12 -37 0 -37C-12 -37 -13 -24 0 -13Z"
    arms = "M-3 -5L-31 -10V8L-3 3ZM3 -5L31 -10V8L3 3Z"
    stem = "M-4 -4H4L9 46H-9Z"
    return "".join(
        tag("path", d=d, fill="currentColor", fill_rule="evenodd") for d in (loop + eye, arms, stem)
    )


def _rock() -> str:
    return "".join(
        [
            tag("ellipse", cx=2, cy=33, rx=42, ry=11, fill=SHADOW, fill_opacity=0.35),
            tag(
                "path",
                d="M-40 30L-44 4L-28 -22L-4 -36L20 -30L40 -6L43 26L24 36H-22Z",
                fill="#7d7064",
            ),
            tag("path", d="M-28 -22L-4 -36L20 -30L6 -10L-20 -2Z", fill="#b5a899"),
            tag("path", d="M-44 4L-28 -22L-20 -2L-26 30L-40 30Z", fill="#978a7c"),
            tag("path", d="M20 -30L40 -6L43 26L24 36L6 -10Z", fill="#5f554b"),
            tag("path", d="M-20 -2L6 -10L24 36H-22L-26 30Z", fill="#857869"),
            tag("path", d="M-8 4L2 18L-2 30", fill="none", stroke="#5f554b", stroke_width=2.5),
        ]
    )


def _star() -> str:
    points = []
    for n in range(10):
        radius, angle = (46 if n % 2 == 0 else 19), -pi / 2 + n * pi / 5
        points.append(f"{radius * cos(angle):.1f},{radius * sin(angle):.1f}")
    return tag(
        "polygon",
        points=" ".join(points),
        fill="#ffd84d",
        stroke="#6b4a00",
        stroke_width=6,
        stroke_linejoin="round",
    )


def _priest() -> str:
    """A priest of Thot: robe, collar, and the head of an ibis."""
    return "".join(
        [
            tag("ellipse", cx=0, cy=42, rx=26, ry=6, fill=SHADOW, fill_opacity=0.45),
            tag(
                "path",
                d="M-15 -10C-8 -14 8 -14 15 -10L24 42H-24Z",
                fill=PAPER,
                stroke=INK,
                stroke_width=2.5,
            ),
            tag("path", d="M0 -6L-7 42H7Z", fill=LAPIS),
            tag(
                "path",
                d="M-17 -7C-9 -15 9 -15 17 -7L12 3C6 -2 -6 -2 -12 3Z",
                fill=GOLD,
                stroke=GOLD_DEEP,
                stroke_width=1.5,
            ),
            tag("path", d="M-5 -10C-7 -17 -7 -21 -4 -25H6C8 -20 7 -16 6 -10Z", fill=INK),
            tag("circle", cx=0, cy=-30, r=11, fill=INK),
            tag("path", d="M7 -37C20 -38 29 -28 31 -12C25 -23 18 -27 8 -26Z", fill=INK),
            tag(
                "path",
                d="M-9 -36C-18 -28 -18 -14 -15 -8L-6 -12L-6 -26Z",
                fill=LAPIS,
                stroke=INK,
                stroke_width=1,
            ),
            tag("circle", cx=4, cy=-32, r=2.4, fill=PAPER),
            tag("circle", cx=-1, cy=-45, r=5, fill=GOLD, stroke=GOLD_DEEP, stroke_width=1),
        ]
    )


_DRAWINGS = {
    "scarab": _scarab,
    "winged": _winged,
    "ankh": _ankh,
    "rock": _rock,
    "star": _star,
    "priest": _priest,
}


def definitions(*names: str) -> str:
    """Return the drawings of these names, ready to be used, and the colour of the paper."""
    symbols = [
        tag("symbol", _DRAWINGS[name](), id=name, viewBox="-50 -50 100 100") for name in names
    ]
    paper = tag(
        "linearGradient",
        tag("stop", offset=0, stop_color=PAPER),
        tag("stop", offset=1, stop_color=PAPER_EDGE),
        id="paper",
        x1=0,
        y1=0,
        x2=0,
        y2=1,
    )
    return tag("defs", paper, *symbols)
