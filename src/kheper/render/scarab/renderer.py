"""The renderer of SCARAB."""

from __future__ import annotations

from kheper.render.renderer import Renderer
from kheper.render.scarab import sentences
from kheper.render.scarab.picture import scarab_svg
from kheper.render.scarab.text import LEGEND, board_lines
from kheper.scarab.records import PRIESTS
from kheper.scarab.view import ScarabView


class ScarabRenderer(Renderer[ScarabView]):
    """Shows SCARAB."""

    default_names = PRIESTS

    def text(
        self, view: ScarabView, names: tuple[str, ...], only: int | None, *, legend: bool
    ) -> str:
        """Draw the board as text."""
        lines = board_lines(view.state, names)
        return "\n".join([*lines, *((LEGEND,) if legend else ())])

    def svg(self, view: ScarabView, names: tuple[str, ...]) -> str:
        """Draw the board as an SVG document."""
        return scarab_svg(view.state, names)

    def turn(self, view: ScarabView, names: tuple[str, ...]) -> str:
        """Say whose turn it is, or that the game is over."""
        return sentences.turn_sentence(view.state, names)

    def change(
        self, before: ScarabView | None, after: ScarabView, names: tuple[str, ...]
    ) -> list[str]:
        """Say what happened between two views; None stands for the start."""
        return list(sentences.changes(before.state if before else None, after.state, names))

    def outcome(self, view: ScarabView, names: tuple[str, ...]) -> list[str]:
        """Say who won and why; nothing while the game goes on."""
        return list(sentences.outcome_sentences(view.state, names))

    def points(self, view: ScarabView, names: tuple[str, ...]) -> list[str]:
        """Say, seat by seat, what the points are made of."""
        return list(sentences.points_sentences(view.state, names))
