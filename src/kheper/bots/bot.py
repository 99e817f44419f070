"""The levels: 1 plays decent moves by chance, 2 to 8 the best move that one look ahead shows.

Levels 2 to 8 are equal for now: whoever asks for a level gets one, and what each of them can do
is still to come.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import Any, Protocol

from kheper.bots.choice import best_first
from kheper.core import SetupError, View

LEVELS = range(1, 9)

# A beginner finds one of the better moves: of the best third, but at least of the best three.
_DECENT_SHARE, _DECENT_FEWEST = 3, 3


class Bot(Protocol):
    """A player: it sees what its seat may see, and nothing else."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    def choose(self, view: View, rng: Random) -> Any:
        """Return a legal move for the seat that looks; it must be to move."""
        ...


@dataclass(frozen=True, slots=True)
class Beginner:
    """Plays one of the better moves by chance."""

    name: str

    def choose(self, view: View, rng: Random) -> Any:
        """Return a decent move."""
        decent = max(_DECENT_FEWEST, len(view.legal_moves()) // _DECENT_SHARE)
        return rng.choice(list(islice(best_first(view, rng), decent)))


@dataclass(frozen=True, slots=True)
class Greedy:
    """Plays what is best at once."""

    name: str

    def choose(self, view: View, rng: Random) -> Any:
        """Return the best move at sight."""
        return next(best_first(view, rng))


def level(number: int) -> Bot:
    """Return the bot of a level.

    >>> level(1).name, level(8).name
    ('Level 1', 'Level 8')
    """
    if number not in LEVELS:
        raise SetupError(
            None, f"levels are {LEVELS[0]} to {LEVELS[-1]}, not {number}", code="no-level"
        )
    name = f"Level {number}"
    return Beginner(name) if number == LEVELS[0] else Greedy(name)
