"""Renderers: states and views as plain text, as sentences, and as SVG pictures."""

from kheper.render.renderer import (
    Renderer,
    board_svg,
    board_text,
    describe_change,
    describe_outcome,
    describe_points,
    describe_turn,
    register,
)
from kheper.render.scarab.renderer import ScarabRenderer
from kheper.render.scarabya.renderer import ScarabyaRenderer
from kheper.render.wording import count

__all__ = [
    "Renderer",
    "board_svg",
    "board_text",
    "count",
    "describe_change",
    "describe_outcome",
    "describe_points",
    "describe_turn",
    "register",
]

register("scarabya", ScarabyaRenderer())
register("scarab", ScarabRenderer())
