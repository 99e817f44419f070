"""What each level does in SCARAB, and how long it thinks, where no other limits are given."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class WalkSkill:
    """How a level moves the priest.

    A level that sees only a share of the stones counts their values with the chance `counts`.
    Others notice a share of the good moves, or search `nodes`.
    """

    notices: float = 1.0
    nodes: int = 0
    sees: float = 1.0
    counts: float = 1.0


@dataclass(frozen=True, slots=True)
class ScarabSkill:
    """How a level plays for two, in teams, and against several others."""

    two: WalkSkill = WalkSkill()
    teams: WalkSkill = WalkSkill()
    several: WalkSkill = WalkSkill()


SKILLS = {
    1: ScarabSkill(several=WalkSkill(sees=0.3, counts=0.5)),
    2: ScarabSkill(WalkSkill(0.35), WalkSkill(0.35), WalkSkill(sees=0.3, counts=0.75)),
    3: ScarabSkill(several=WalkSkill(sees=0.4)),
    4: ScarabSkill(WalkSkill(nodes=300), WalkSkill(nodes=100), WalkSkill(0.7)),
    5: ScarabSkill(WalkSkill(nodes=3_000), WalkSkill(nodes=700)),
    6: ScarabSkill(WalkSkill(nodes=12_000), WalkSkill(nodes=4_000), WalkSkill(nodes=150)),
    7: ScarabSkill(WalkSkill(nodes=80_000), WalkSkill(nodes=20_000), WalkSkill(nodes=1_500)),
    8: ScarabSkill(WalkSkill(nodes=600_000), WalkSkill(nodes=600_000), WalkSkill(nodes=100_000)),
}
