"""Nim as text, in sentences and as a picture."""

from __future__ import annotations

from kheper.render import Renderer, count
from kheper.render.svg.markup import label
from kheper.render.svg.page import page
from kheper.render.wording import winner
from tests.third_game.nim.rules import NimView


class NimRenderer(Renderer[NimView]):
    """Shows Nim."""

    default_names = ("First", "Second")

    def text(self, view: NimView, names: tuple[str, ...], only: int | None, *, legend: bool) -> str:
        heap = "|" * view.left or "no match is left"
        lines = [f"Nim. {self.turn(view, names)}", heap, *self.points(view, names)]
        return "\n".join([*lines, *["Marks: | a match."] * legend])

    def svg(self, view: NimView, names: tuple[str, ...]) -> str:
        lines = self.text(view, names, None, legend=False).split("\n")
        parts = [label(20, 30 + 24 * n, line, 16) for n, line in enumerate(lines)]
        return page("Nim", " ".join(lines), (400, 24 * len(lines) + 40), (), parts)

    def turn(self, view: NimView, names: tuple[str, ...]) -> str:
        return f"Turn: {names[view.to_move[0] - 1]}." if view.to_move else "The game is over."

    def change(self, before: NimView | None, after: NimView, names: tuple[str, ...]) -> list[str]:
        first = len(before.taken) if before else 0
        return [
            f"{names[n % 2]}: takes {taken}." for n, taken in enumerate(after.taken[first:], first)
        ]

    def outcome(self, view: NimView, names: tuple[str, ...]) -> list[str]:
        return [winner(view.outcome, names)] if view.outcome else []

    def points(self, view: NimView, names: tuple[str, ...]) -> list[str]:
        both = zip(names, view.scores, strict=True)
        return [f"{name}: {count(score, 'point')}." for name, score in both]
