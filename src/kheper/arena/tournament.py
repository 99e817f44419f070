"""Holding a tournament: the games of a plan that are not in the results yet are played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from kheper.arena.entrants import Entrant
from kheper.arena.journal import Journal
from kheper.arena.plan import Plan
from kheper.arena.playing import GameResult, check, play
from kheper.core import SetupError
from kheper.runners import Runner


@dataclass(frozen=True, slots=True)
class TournamentProgress:
    """How far a tournament is: so many of its games, of which so many in this session."""

    done: int
    total: int
    fresh: int = 0
    faults: int = 0
    # The player that is being started, before the games begin.
    starting: str | None = None


def hold(
    plan: Plan,
    deals: int,
    journal: Journal,
    runner: Runner,
    tell: Callable[[TournamentProgress], object] = lambda progress: None,
) -> list[GameResult]:
    """Play what is missing, and return all games of so many deals, in their order."""
    games = plan.games(deals)
    missing = [number for number in games if number not in journal.played]
    played = [journal.played[number] for number in games if number in journal.played]
    faults = sum(one.fault is not None for one in played)
    now = TournamentProgress(len(played), len(games), 0, faults)
    for entrant in plan.entrants if missing else ():
        tell(replace(now, starting=entrant.name))
        _check(plan, entrant, runner)
    tell(now)
    for fresh, one in enumerate(runner.run(partial(play, plan), missing), 1):
        journal.append(one)
        faults += one.fault is not None
        tell(TournamentProgress(len(played) + fresh, len(games), fresh, faults))
    return [journal.played[number] for number in games]


def _check(plan: Plan, entrant: Entrant, runner: Runner) -> None:
    """Start a player once, before the games: one that cannot start would lose every game.

    Whatever has to be compiled is compiled by one worker then, and read by the others.
    """
    (failure,) = runner.run(partial(check, plan), [entrant])
    if failure is not None:
        raise SetupError(None, f"{entrant.name} does not start: {failure}", code="no-start")
