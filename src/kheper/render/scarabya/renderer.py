"""The renderer of Scarabya."""

from __future__ import annotations

from kheper.render.renderer import Renderer
from kheper.render.scarabya import sentences
from kheper.render.scarabya.picture import scarabya_svg
from kheper.render.scarabya.text import board_lines, legend_lines
from kheper.scarabya.records import WORLDS
from kheper.scarabya.setup import ScarabyaView


class ScarabyaRenderer(Renderer[ScarabyaView]):
    """Shows Scarabya."""

    default_names = WORLDS

    def text(
        self, view: ScarabyaView, names: tuple[str, ...], only: int | None, *, legend: bool
    ) -> str:
        """Draw the board as text; `only` one seat's site of an expedition."""
        lines = board_lines(view, names, only)
        return "\n".join([*lines, *(legend_lines(view) if legend else ())])

    def svg(self, view: ScarabyaView, names: tuple[str, ...]) -> str:
        """Draw the board as an SVG document."""
        return scarabya_svg(view, names)

    def turn(self, view: ScarabyaView, names: tuple[str, ...]) -> str:
        """Say whose turn it is, or that the game is over."""
        return sentences.turn_sentence(view, names)

    def change(
        self, before: ScarabyaView | None, after: ScarabyaView, names: tuple[str, ...]
    ) -> list[str]:
        """Say what happened between two views; None stands for the start."""
        return list(sentences.changes(before, after, names))

    def outcome(self, view: ScarabyaView, names: tuple[str, ...]) -> list[str]:
        """Say who won and why; nothing while the game goes on."""
        return list(sentences.outcome_sentences(view, names))

    def points(self, view: ScarabyaView, names: tuple[str, ...]) -> list[str]:
        """Say, seat by seat, what the points are made of."""
        return list(sentences.points_sentences(view, names))
