"""What the arena's tests share: plans and games."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from kheper.arena.entrants import Entrant
from kheper.arena.events import ArenaEvent
from kheper.arena.plan import Plan
from kheper.arena.playing import Blame, GameResult

FUNCTIONS = "python:tests.arena.functions:"


def plan_of(
    *players: str,
    events: Sequence[str] = ("duel",),
    seed: int = 1,
    timeout: float = 60.0,
    sampled: int | None = None,
) -> Plan:
    """Return a plan, as the command line would make it."""
    entrants = tuple(Entrant.parse(player) for player in players)
    return Plan(
        entrants, tuple(ArenaEvent.parse(event) for event in events), seed, timeout, sampled
    )


def without_time(played: GameResult) -> GameResult:
    """Return a game without what no seed repeats."""
    return msgspec.structs.replace(played, seconds=())


def game(
    *sides: str,
    scores: Sequence[int] = (),
    winners: Sequence[int] = (),
    fault: int | None = None,
    deal: int = 0,
    event: str = "scarabya mode=duel",
) -> GameResult:
    """Return a game as the results would hold it; a fault is that of a seat."""
    seats = len(sides)
    return GameResult(
        0,
        event,
        deal,
        sides,
        tuple(scores) or (0,) * seats,
        tuple(winners),
        None if fault is None else Blame(fault, "crash", "it crashed"),
        (1,) * seats,
        (0.5,) * seats,
        "",
    )
