"""What each level does in Scarabya, and how long it thinks, where no other limits are given.

Where much is luck, one-on-one, more levels lie between a beginner and a bot that overlooks
nothing (docs/strength.md). Levels that neither judge nor think through need nothing compiled.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DigSkill:
    """How a level places tiles where points count.

    It notices a share of the placements. It goes by the points that a placement scores at once,
    or also judges the ground that is left. It plays out its `width` best ideas, if it has
    `playouts`.
    """

    notices: float = 1.0
    judges: bool = False
    width: int = 0
    playouts: int = 0


@dataclass(frozen=True, slots=True)
class SoloSkill:
    """How a level plays solo: with the chance `thorough` it solves `decks`, else it goes by sight.

    By sight it notices a share of the placements.
    """

    notices: float = 1.0
    thorough: float = 0.0
    decks: int = 0


@dataclass(frozen=True, slots=True)
class ScarabyaSkill:
    """How a level plays each mode."""

    expedition: DigSkill = DigSkill()
    duel: DigSkill = DigSkill()
    solo: SoloSkill = SoloSkill()


SKILLS = {
    1: ScarabyaSkill(),
    2: ScarabyaSkill(DigSkill(0.35), DigSkill(0.05), SoloSkill(0.05)),
    3: ScarabyaSkill(DigSkill(0.6), DigSkill(0.35), SoloSkill(0.35)),
    4: ScarabyaSkill(duel=DigSkill(0.52), solo=SoloSkill(0.6)),
    5: ScarabyaSkill(DigSkill(0.5, judges=True), DigSkill(0.72), SoloSkill(0.8)),
    6: ScarabyaSkill(DigSkill(judges=True), solo=SoloSkill(thorough=0.2, decks=1)),
    7: ScarabyaSkill(
        DigSkill(judges=True, width=4, playouts=40),
        DigSkill(judges=True),
        SoloSkill(thorough=0.95, decks=1),
    ),
    8: ScarabyaSkill(
        DigSkill(judges=True, width=20, playouts=4_000),
        DigSkill(judges=True, width=20, playouts=4_000),
        SoloSkill(thorough=1.0, decks=80),
    ),
}
