"""The levels: eight players, from a first day on the dig to one that plays everything out.

Beginners err as people do: they look at few places, overlook areas, and think of no answer.
They need nothing compiled; from level 4 on the search of `kheper.search` is asked. How far the
levels are apart depends on the game: where much is luck, one-on-one, there are more of them
between a beginner and somebody who overlooks nothing (docs/strength.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

from kheper.bots import people
from kheper.bots.choice import best_first
from kheper.bots.limits import UNLIMITED, Limits
from kheper.core import SetupError, View
from kheper.scarab import ScarabView
from kheper.scarabya import DuelView, ExpeditionView, SoloView


class Bot(Protocol):
    """A player: it sees what its seat may see, and nothing else."""

    @property
    def name(self) -> str:
        """What to call it."""
        ...

    def choose(self, view: View, rng: Random, limits: Limits = ...) -> Any:
        """Return a legal move for the seat that looks; it must be to move."""
        ...


@dataclass(frozen=True, slots=True)
class Digging:
    """How a level chooses among placements, where points count.

    It `notices` so much of all there is; it goes by the points at once, or `judges` the ground
    that is left as well; and it plays its best ideas out, `width` of them, if it has `playouts`.
    """

    notices: float = 1.0
    judges: bool = False
    width: int = 0
    playouts: int = 0


@dataclass(frozen=True, slots=True)
class Covering:
    """How a level plays solo: so often it thinks `decks` through to the end, or goes by sight."""

    notices: float = 1.0
    thorough: float = 0.0
    decks: int = 0


@dataclass(frozen=True, slots=True)
class Walking:
    """How a level moves the priest.

    It has short sight, where it `sees` a share of the stones alone and `counts` their values now
    and then; or it `notices` so much of what is good; or it searches `nodes`.
    """

    notices: float = 1.0
    nodes: int = 0
    sees: float = 1.0
    counts: float = 1.0


@dataclass(frozen=True, slots=True)
class Level:
    """A level: who plays there, and how, where no other limits are given.

    SCARAB has three ways: `scarab` for two players, `teams`, and `several` for more sides.
    """

    number: int
    name: str
    character: str
    expedition: Digging = Digging()
    duel: Digging = Digging()
    solo: Covering = Covering()
    scarab: Walking = Walking()
    teams: Walking = Walking()
    several: Walking = Walking()

    @property
    def searches(self) -> bool:
        """Whether it needs the compiled kernels, in one game or the other."""
        return self.scarab.nodes > 0

    def choose(self, view: View, rng: Random, limits: Limits = UNLIMITED) -> Any:
        """Return the move this level plays."""
        moves = view.legal_moves()
        if len(moves) == 1:
            return moves[0]
        match view:
            case ScarabView():
                return self._walk(view, rng, limits)
            case SoloView():
                return self._cover(view, rng, limits)
            case DuelView():
                return self._dig(self.duel, view, rng, limits)
            case ExpeditionView():
                return self._dig(self.expedition, view, rng, limits)
        raise TypeError(f"{type(view).__name__} is not the view of a game")

    def _by_sight(self, view: View, rng: Random, notices: float = 1.0) -> Any:
        if self.number <= len(people.BEGINNERS):
            return people.BEGINNERS[self.number - 1](view, notices, rng)
        return people.noticed(best_first(view, rng), notices, rng)

    def _dig(self, way: Digging, view: Any, rng: Random, limits: Limits) -> Any:
        if not way.judges:
            return self._by_sight(view, rng, way.notices)
        from kheper.bots import diggers  # noqa: PLC0415 - loads Numba, which beginners do without

        if not way.playouts:
            found = diggers.candidates(diggers.problem_of(view))
            return people.noticed(found, way.notices, rng).placement
        within = limits.or_playouts(way.playouts)
        return diggers.play_out(view, way.width, rng, within)[0].placement

    def _cover(self, view: SoloView, rng: Random, limits: Limits) -> Any:
        way = self.solo
        if way.thorough and rng.random() < way.thorough:
            from kheper.bots import coverers  # noqa: PLC0415 - as above

            decks = way.decks if limits.seconds is None else MOST_DECKS
            if found := coverers.cover(view, decks, rng, limits):
                return found[0][0]
        return self._by_sight(view, rng, way.notices)

    def _walk(self, view: ScarabView, rng: Random, limits: Limits) -> Any:
        sides = len(view.scores)
        way = self.several if sides > 2 else self.scarab if view.seats == sides else self.teams
        if way.sees < 1:
            return people.glance(view, way.sees, way.counts, rng)
        if not way.nodes:
            return self._by_sight(view, rng, way.notices)
        from kheper.bots import walkers  # noqa: PLC0415 - as above

        return walkers.walk(view, limits.or_playouts(way.nodes))[0][0]


# So many decks are enough, however much time there is.
MOST_DECKS = 400

_LEVELS = (
    Level(
        1, "Pebble", "On the first dig: looks at a few places and forgets to count.",
        several=Walking(sees=0.3, counts=0.5),
    ),
    Level(
        2, "Sandal", "Takes the points that catch the eye and overlooks the rest.",
        expedition=Digging(0.35), duel=Digging(0.05), solo=Covering(0.05),
        scarab=Walking(0.35), teams=Walking(0.35), several=Walking(sees=0.3, counts=0.75),
    ),
    Level(
        3, "Lantern", "Counts where the light falls, and looks no further.",
        expedition=Digging(0.6), duel=Digging(0.35), solo=Covering(0.35),
        several=Walking(sees=0.4),
    ),
    Level(
        4, "Reed", "Misses little of what can be had at once.",
        duel=Digging(0.52), solo=Covering(0.6),
        scarab=Walking(nodes=300), teams=Walking(nodes=100), several=Walking(0.7),
    ),
    Level(
        5, "Ibis", "Begins to feel which ground is good.",
        expedition=Digging(0.5, judges=True), duel=Digging(0.72), solo=Covering(0.8),
        scarab=Walking(nodes=3_000), teams=Walking(nodes=700),
    ),
    Level(
        6, "Scribe", "Knows good ground, and minds what it leaves to others.",
        expedition=Digging(judges=True), solo=Covering(thorough=0.2, decks=1),
        scarab=Walking(nodes=12_000), teams=Walking(nodes=4_000), several=Walking(nodes=500),
    ),
    Level(
        7, "Vizier", "Thinks of what may come before it moves.",
        expedition=Digging(judges=True, width=4, playouts=40), duel=Digging(judges=True),
        solo=Covering(thorough=0.95, decks=1),
        scarab=Walking(nodes=80_000), teams=Walking(nodes=20_000), several=Walking(nodes=4_000),
    ),
    Level(
        8, "Thot", "Plays out all that it can. They say it invented the game.",
        expedition=Digging(judges=True, width=20, playouts=4_000),
        duel=Digging(judges=True, width=20, playouts=4_000),
        solo=Covering(thorough=1.0, decks=80),
        scarab=Walking(nodes=600_000), teams=Walking(nodes=600_000), several=Walking(nodes=400_000),
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
