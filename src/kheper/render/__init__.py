"""Games made visible: as plain text, in words, and as SVG pictures."""

from kheper.render._seen import count
from kheper.render.svg import board_svg
from kheper.render.text import board_text
from kheper.render.words import (
    describe_change,
    describe_outcome,
    describe_points,
    describe_turn,
)

__all__ = [
    "board_svg",
    "board_text",
    "count",
    "describe_change",
    "describe_outcome",
    "describe_points",
    "describe_turn",
]
