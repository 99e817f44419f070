"""Random games as hypothesis draws them: few numbers, so that a failure shrinks to a short one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.samples import VARIANTS, Settings, draw_move, draw_settings, game_of

SEEDS = st.integers(0, 2**32 - 1)

Play = tuple[int, Any] | None  # None: the player of a solo game tries again


@dataclass(frozen=True, repr=False)
class Story:
    """A game from its settings to some state: the states passed, and the plays between them."""

    variant: str
    settings: Settings
    plays: tuple[Play, ...]
    states: tuple[Any, ...]
    rng: Random

    @property
    def state(self) -> Any:
        """Where the story has come to."""
        return self.states[-1]

    @property
    def viewers(self) -> list[int | None]:
        """Everybody who looks on: a spectator, and all seats."""
        return [None, *range(1, self.state.seats + 1)]

    def __repr__(self) -> str:
        plays = [f"{play[0]} {play[1]}" if play else "retry" for play in self.plays]
        return f"Story({self.variant}, {self.settings}, {plays})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # hypothesis would print every state


def tell(variant: str, settings: Settings, plays: tuple[Play, ...], rng: Random) -> Story:
    """Play a story from its settings."""
    states: list[Any] = [game_of(variant).new(settings, rng)]
    for play in plays:
        states.append(states[-1].retry() if play is None else states[-1].play(*play))
    return Story(variant, settings, plays, tuple(states), rng)


@st.composite
def stories(
    draw: st.DrawFn, kind: str = "", most: int = 70, retries: bool = False, whole: bool = False
) -> Story:
    """Draw a story of a variant whose name has this pattern; whole stories run to the end."""
    variant = draw(st.sampled_from([name for name in VARIANTS if re.search(kind, name)]))
    steps = 10_000 if whole else draw(st.integers(0, most))
    rng = Random(draw(SEEDS))
    settings = draw_settings(variant, rng)
    state: Any = game_of(variant).new(settings, rng)
    states, plays = [state], list[Play]()
    while len(plays) < steps:
        again = retries and variant.startswith("solo") and rng.random() < 0.15
        if state.over and not (again and not state.outcome.winners):
            break
        plays.append(None if again else draw_move(state, rng))
        state = state.retry() if plays[-1] is None else state.play(*plays[-1])
        states.append(state)
    return Story(variant, settings, tuple(plays), tuple(states), rng)
