"""Frames of an environment: as text, as SVG, or as an array of pixels."""

from __future__ import annotations

from io import BytesIO
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kheper.render import board_svg, board_text

RENDER_MODES = ("ansi", "rgb_array", "svg")

Frame: TypeAlias = str | NDArray[np.uint8]


def check_render_mode(render_mode: str | None) -> None:
    """Refuse a way to draw that does not exist."""
    if render_mode is not None and render_mode not in RENDER_MODES:
        raise ValueError(f"render_mode is one of {', '.join(RENDER_MODES)}, not {render_mode!r}")


def frame(view: Any, render_mode: str) -> Frame:
    """Draw a view: `ansi` and `svg` are texts, `rgb_array` has rows, columns and three colours."""
    if render_mode == "ansi":
        return board_text(view)
    svg = board_svg(view)
    return svg if render_mode == "svg" else pixels(svg)


def pixels(svg: str) -> NDArray[np.uint8]:
    """Draw an SVG picture as an array of pixels; needs the extra `gymnasium` or `pettingzoo`."""
    from PIL import Image  # noqa: PLC0415 - of an extra, and for this alone
    from resvg_py import svg_to_bytes  # noqa: PLC0415 - as above

    with Image.open(BytesIO(svg_to_bytes(svg_string=svg, background="#ffffff"))) as image:
        return np.array(image.convert("RGB"), dtype=np.uint8)
