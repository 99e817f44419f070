"""The eight levels, from a beginner to one that searches everything it can.

What a level does in a game, and how long it thinks, is in that game's `levels.py`.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TypeVar

from kheper.bots.limits import UNLIMITED, Limits
from kheper.bots.strategy import STRATEGIES, strategy_of
from kheper.core import SetupError, View

M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Level:
    """A bot: its number, its name, and how it plays, in a sentence."""

    number: int
    name: str
    character: str

    @property
    def searches(self) -> bool:
        """Whether it needs the compiled kernels in some game."""
        return any(STRATEGIES[game].searches(self.number) for game in STRATEGIES)

    def choose(self, view: View[M], rng: Random, limits: Limits = UNLIMITED) -> M:
        """Return a legal move for the seat that looks, which must be to move."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        return strategy_of(view).choose(self.number, view, rng, limits)


_LEVELS = (
    Level(1, "Pebble", "On the first dig: looks at a few places and forgets to count."),
    Level(2, "Sandal", "Takes the points that catch the eye and overlooks the rest."),
    Level(3, "Lantern", "Counts where the light falls, and looks no further."),
    Level(4, "Reed", "Misses little of what can be had at once."),
    Level(5, "Ibis", "Begins to feel which ground is good."),
    Level(6, "Scribe", "Knows good ground, and minds what it leaves to others."),
    Level(7, "Vizier", "Thinks of what may come before it moves."),
    Level(8, "Thot", "Plays out all that it can. They say it invented the game."),
)

LEVELS = range(1, len(_LEVELS) + 1)


def level(number: int) -> Level:
    """Return the bot of a level.

    >>> level(1).name, level(8).name
    ('Pebble', 'Thot')
    """
    if number not in LEVELS:
        raise SetupError(
            None, f"levels are {LEVELS[0]} to {LEVELS[-1]}, not {number}", code="no-level"
        )
    return _LEVELS[number - 1]
