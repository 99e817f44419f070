"""How a level chooses a placement, and what hints say about placements."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from kheper.bots import naive
from kheper.bots.limits import Limits
from kheper.bots.scarabya.levels import SKILLS, DigSkill
from kheper.bots.scarabya.ordering import best_first, best_first_solo
from kheper.bots.strategy import Strategy
from kheper.scarabya import Dig, DuelView, ExpeditionView, Placement, SoloView
from kheper.scarabya.setup import ScarabyaView

# More decks than this add nothing, however much time there is.
MOST_DECKS = 400
# What a hint searches unless the limits say otherwise, or end it earlier.
HINT_PLAYOUTS = 4000
HINT_DECKS = 40


class ScarabyaStrategy(Strategy[ScarabyaView, Placement]):
    """How bots play Scarabya; the searches load Numba, so beginners do without them."""

    def choose(self, level: int, view: ScarabyaView, rng: Random, limits: Limits) -> Placement:
        """Return the placement that a level plays."""
        skill = SKILLS[level]
        if isinstance(view, SoloView):
            return self._cover(level, view, rng, limits)
        way = skill.duel if isinstance(view, DuelView) else skill.expedition
        return self._dig(level, way, view, rng, limits)

    def best_first(self, view: ScarabyaView, rng: Random) -> Iterator[Placement]:
        """Yield placements, the best-looking first."""
        return best_first_solo(view, rng) if isinstance(view, SoloView) else best_first(view, rng)

    def rank(
        self, view: ScarabyaView, rng: Random, limits: Limits, most: int
    ) -> list[tuple[Placement, float]]:
        """Return the best placements with their expected final values."""
        if isinstance(view, SoloView):
            ranked = self._covers(view, rng, limits, most)
        else:
            ranked = self._digs(view, rng, limits, most)
        # Placements that were tried longest come first, which need not be by their values.
        return sorted(ranked, key=lambda hint: -hint[1])

    def searches(self, level: int) -> bool:
        """Say whether a level needs the compiled kernels."""
        skill = SKILLS[level]
        return skill.expedition.judges or skill.duel.judges or skill.solo.decks > 0

    def _by_sight(self, level: int, view: ScarabyaView, share: float, rng: Random) -> Placement:
        return naive.by_sight(
            level,
            view.legal_moves(),
            lambda placement: _merit(view, placement),
            lambda: self.best_first(view, rng),
            share,
            rng,
        )

    def _dig(
        self,
        level: int,
        way: DigSkill,
        view: ExpeditionView | DuelView,
        rng: Random,
        limits: Limits,
    ) -> Placement:
        if not way.judges:
            return self._by_sight(level, view, way.notices, rng)
        from kheper.bots.scarabya import playouts  # noqa: PLC0415 - loads Numba

        if not way.playouts:
            found = playouts.candidates(playouts.problem_of(view))
            return naive.noticed(found, way.notices, rng).placement
        within = limits.or_playouts(way.playouts)
        return playouts.play_out(view, way.width, rng, within)[0].placement

    def _cover(self, level: int, view: SoloView, rng: Random, limits: Limits) -> Placement:
        way = SKILLS[level].solo
        if way.thorough and rng.random() < way.thorough:
            from kheper.bots.scarabya import solo  # noqa: PLC0415 - loads Numba

            decks = way.decks if limits.seconds is None else MOST_DECKS
            if found := solo.cover(view, decks, rng, limits):
                return found[0][0]
        return self._by_sight(level, view, way.notices, rng)

    def _covers(
        self, view: SoloView, rng: Random, limits: Limits, most: int
    ) -> list[tuple[Placement, float]]:
        from kheper.bots.scarabya import solo  # noqa: PLC0415 - loads Numba

        others = tuple(islice(best_first_solo(view, rng), most))
        return solo.cover(view, HINT_DECKS, rng, limits, others)[:most]

    def _digs(
        self, view: ExpeditionView | DuelView, rng: Random, limits: Limits, most: int
    ) -> list[tuple[Placement, float]]:
        from kheper.bots.scarabya import playouts  # noqa: PLC0415 - loads Numba

        assert view.seat is not None
        found = playouts.play_out(view, most, rng, limits.with_playouts(HINT_PLAYOUTS))[:most]
        made: float = view.scores[view.seat - 1]
        if isinstance(view, DuelView):
            made -= view.scores[2 - view.seat]
        return [(one.placement, made + one.mean) for one in found]


def _merit(view: ScarabyaView, placement: Placement) -> float:
    """Return what catches the eye: points now, or in a solo game symbols that get covered."""
    dig = _dig_of(view)
    if isinstance(view, SoloView):
        return float((placement.mask & dig.site.scarabs).bit_count())
    return float(sum(area.points for area in dig.closed_by(placement)))


def _dig_of(view: ScarabyaView) -> Dig:
    return view.digs[(view.seat or 1) - 1] if isinstance(view, ExpeditionView) else view.dig
