"""What every renderer can do, and the registry of renderers by the game's name."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Generic, TypeVar, cast

from kheper.core import AnyView, State, View
from kheper.core.grid import clip
from kheper.core.registry import AdapterRegistry

M = TypeVar("M")
V = TypeVar("V")

LONGEST_NAME = 24


class Renderer(ABC, Generic[V]):
    """Shows one game; V is its view. Each method gets one name for each seat."""

    # The seats' names where nobody has given one.
    default_names: ClassVar[tuple[str, ...]]

    @abstractmethod
    def text(self, view: V, names: tuple[str, ...], only: int | None, *, legend: bool) -> str:
        """Draw the board as text; `only` one seat's board, where each seat has its own."""

    @abstractmethod
    def svg(self, view: V, names: tuple[str, ...]) -> str:
        """Draw the board as an SVG document."""

    @abstractmethod
    def turn(self, view: V, names: tuple[str, ...]) -> str:
        """Say whose turn it is, or that the game is over."""

    @abstractmethod
    def change(self, before: V | None, after: V, names: tuple[str, ...]) -> list[str]:
        """Say what happened between two views; None stands for the start."""

    @abstractmethod
    def outcome(self, view: V, names: tuple[str, ...]) -> list[str]:
        """Say who won and why; nothing while the game goes on."""

    @abstractmethod
    def points(self, view: V, names: tuple[str, ...]) -> list[str]:
        """Say, seat by seat, what the points are made of."""


RENDERERS: AdapterRegistry[Renderer[AnyView]] = AdapterRegistry("renderer")


def register(game: str, renderer: Renderer[V]) -> None:
    """Add the renderer of a game."""
    # A renderer gets the views of its own game and no others: see `_prepared`.
    RENDERERS.add(game, cast("Renderer[AnyView]", renderer))


def board_text(
    seen: State[M] | View[M],
    names: Sequence[str] = (),
    only: int | None = None,
    *,
    legend: bool = True,
) -> str:
    """Draw a state or a view as text; `only` one seat's board, where each seat has its own."""
    renderer, view, called = _prepared(seen, names)
    return renderer.text(view, called, only, legend=legend)


def board_svg(seen: State[M] | View[M], names: Sequence[str] = ()) -> str:
    """Draw a state or a view as an SVG document without scripts, fonts or links."""
    renderer, view, called = _prepared(seen, names)
    return renderer.svg(view, called)


def describe_change(
    before: State[M] | View[M] | None, after: State[M] | View[M], names: Sequence[str] = ()
) -> list[str]:
    """Say what happened between two states or views of a game; None stands for its start."""
    renderer, view, called = _prepared(after, names)
    earlier = None if before is None else shown(before)
    return renderer.change(earlier, view, called)


def describe_turn(seen: State[M] | View[M], names: Sequence[str] = ()) -> str:
    """Say whose turn it is, and with which card or along which axis."""
    renderer, view, called = _prepared(seen, names)
    return renderer.turn(view, called)


def describe_outcome(seen: State[M] | View[M], names: Sequence[str] = ()) -> list[str]:
    """Say who won and why; nothing while the game goes on."""
    renderer, view, called = _prepared(seen, names)
    return renderer.outcome(view, called)


def describe_points(seen: State[M] | View[M], names: Sequence[str] = ()) -> list[str]:
    """Say, seat by seat, what the points are made of."""
    renderer, view, called = _prepared(seen, names)
    return renderer.points(view, called)


def shown(seen: State[M] | View[M]) -> View[M]:
    """Return what may be shown: of a state what a spectator sees, a view as it is."""
    return seen.view(None) if hasattr(seen, "view") else seen


def _prepared(
    seen: State[M] | View[M], names: Sequence[str]
) -> tuple[Renderer[AnyView], AnyView, tuple[str, ...]]:
    view = shown(seen)
    renderer = RENDERERS[view.game]
    given = [clip(name.strip(), LONGEST_NAME) for name in names[: view.seats]]
    given += [""] * (view.seats - len(given))
    called = (name or other for name, other in zip(given, renderer.default_names, strict=False))
    return renderer, view, tuple(called)
