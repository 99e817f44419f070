"""How a level moves the priest, and what hints say about moves."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kheper.bots import naive
from kheper.bots.limits import Limits
from kheper.bots.scarab.levels import SKILLS, WalkSkill
from kheper.bots.scarab.ordering import best_first
from kheper.bots.strategy import Strategy
from kheper.scarab import Move, ScarabView
from kheper.scarab.stones import POINTS

# What a hint searches unless the limits say otherwise, or end it earlier.
HINT_NODES = 100_000


class ScarabStrategy(Strategy[ScarabView, Move]):
    """How bots play SCARAB; the search loads Numba, so beginners do without it."""

    def choose(self, level: int, view: ScarabView, rng: Random, limits: Limits) -> Move:
        """Return the move that a level plays."""
        way, moves = _skill(level, view), view.legal_moves()
        if way.sees < 1:
            return naive.glance(moves, lambda move: _merit(view, move), way.sees, way.counts, rng)
        if not way.nodes:
            return naive.by_sight(
                level,
                moves,
                lambda move: _merit(view, move),
                lambda: best_first(view, rng),
                way.notices,
                rng,
            )
        from kheper.bots.scarab import search  # noqa: PLC0415 - loads Numba

        return search.best_moves(view, limits.or_playouts(way.nodes))[0][0]

    def best_first(self, view: ScarabView, rng: Random) -> Iterator[Move]:
        """Yield moves, the best-looking first."""
        return best_first(view, rng)

    def rank(
        self, view: ScarabView, rng: Random, limits: Limits, most: int
    ) -> list[tuple[Move, float]]:
        """Return the best moves with the difference that each is expected to end with."""
        from kheper.bots.scarab import search  # noqa: PLC0415 - loads Numba

        found = search.best_moves(view, limits.with_playouts(HINT_NODES), best=most)
        return sorted(found, key=lambda hint: -hint[1])

    def searches(self, level: int) -> bool:
        """Say whether a level needs the compiled kernels."""
        skill = SKILLS[level]
        return any(way.nodes for way in (skill.two, skill.teams, skill.several))


def _skill(level: int, view: ScarabView) -> WalkSkill:
    skill, sides = SKILLS[level], len(view.scores)
    if sides > 2:
        return skill.several
    return skill.two if view.seats == sides else skill.teams


def _merit(view: ScarabView, move: Move) -> float:
    """Return what catches the eye: points now."""
    state = view.state
    landed = state.board[move.target.row * state.side + move.target.column]
    back = move.returns.stone.value if move.returns else 0
    return float(POINTS[landed] - back)
