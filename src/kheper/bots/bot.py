"""The levels: eight players, from a first day on the dig to one that plays everything out.

Beginners err as people do: they look at few places, overlook areas, and think of no answer.
They need nothing compiled; from level 4 on the search of `kheper.search` is asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from kheper.bots import people
from kheper.bots.choice import best_first
from kheper.bots.limits import Limits
from kheper.core import SetupError, View
from kheper.scarab import ScarabView
from kheper.scarabya import SoloView


class Bot(Protocol):
    """A player: it sees what its seat may see, and nothing else."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    def choose(self, view: View, rng: Random, limits: Limits | None = None) -> Any:
        """Return a legal move for the seat that looks; it must be to move."""
        ...


@dataclass(frozen=True, slots=True)
class Level:
    """A level: who plays there, how many ideas it has, and how much of them it plays out.

    `width` ideas and `playouts` (expedition and one-on-one), `decks` (solo) and `nodes`
    (SCARAB) bound its search where no other limits are given.
    """

    number: int
    name: str
    character: str
    width: int = 0
    playouts: int = 0
    decks: int = 0
    nodes: int = 0

    @property
    def searches(self) -> bool:
        """Whether it needs the compiled kernels."""
        return self.nodes > 0

    def choose(self, view: View, rng: Random, limits: Limits | None = None) -> Any:
        """Return the move this level plays."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if not self.searches:
            return self._by_sight(view, rng)
        if isinstance(view, ScarabView):
            return self._walk(view, limits)
        if isinstance(view, SoloView):
            return self._cover(view, rng, limits)
        return self._dig(view, rng, limits)

    def _by_sight(self, view: View, rng: Random) -> Any:
        if self.number < len(people.BEGINNERS) + 1:
            return people.BEGINNERS[self.number - 1](view, rng)
        return next(best_first(view, rng))

    def _dig(self, view: Any, rng: Random, limits: Limits | None) -> Any:
        from kheper.bots import diggers  # noqa: PLC0415 - loads Numba, which beginners do without

        if not self.playouts:
            return diggers.candidates(diggers.problem_of(view))[0].placement
        found = diggers.play_out(view, self.width, rng, limits or Limits(playouts=self.playouts))
        return found[0].placement

    def _cover(self, view: SoloView, rng: Random, limits: Limits | None) -> Any:
        from kheper.bots import coverers  # noqa: PLC0415 - as above

        decks = self.decks if limits is None or limits.seconds is None else 400
        found = coverers.cover(view, decks, rng, limits or Limits())
        return found[0][0] if found else next(best_first(view, rng))

    def _walk(self, view: ScarabView, limits: Limits | None) -> Any:
        from kheper.bots import walkers  # noqa: PLC0415 - as above

        found = walkers.walk(view, limits or Limits(playouts=self.nodes))
        return found[0][0]


_LEVELS = (
    Level(1, "Pebble", "On the first dig: looks at a few places and forgets to count."),
    Level(2, "Sandal", "Takes the points that catch the eye and overlooks the rest."),
    Level(3, "Lantern", "Counts everything that can be had at once, and looks no further."),
    Level(4, "Reed", "Has a feeling for good ground, and trusts it.", decks=1, nodes=300),
    Level(
        5, "Ibis", "Tries its favourite ideas a few times before it moves.",
        width=4, playouts=40, decks=3, nodes=3_000,
    ),
    Level(
        6, "Scribe", "Writes down what could come of each idea.",
        width=6, playouts=160, decks=8, nodes=12_000,
    ),
    Level(
        7, "Vizier", "Weighs many ideas against many futures.",
        width=10, playouts=640, decks=24, nodes=50_000,
    ),
    Level(
        8, "Thot", "Plays out all that it can. They say it invented the game.",
        width=20, playouts=4_000, decks=80, nodes=250_000,
    ),
)  # fmt: skip

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
