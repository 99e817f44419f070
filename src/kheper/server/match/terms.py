"""The terms of a match beside the rules of its game: clock, spectators, stand-ins."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from kheper.server.refusals import refuse

LEVELS = range(1, 9)
DEFAULT_LEVEL = 3

SECONDS = range(10, 24 * 3600 + 1)
INCREMENTS = range(3600 + 1)
DAYS = range(1, 14 + 1)


class ClockTerms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How long people may think: no clock, seconds for the whole game, or days for each move."""

    kind: Literal["none", "live", "days"] = "none"
    # For a live clock: what each seat starts with, and what each of its moves adds.
    seconds: int = 0
    increment: int = 0
    days: int = 0


class MatchTerms(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What the host decides beside the rules."""

    clock: ClockTerms = ClockTerms()
    # What spectators may do: watch and talk, watch, or neither.
    watchers: Literal["talk", "watch", "none"] = "talk"
    # The level of the bot that stands in for a guest who left.
    stand_in: int = DEFAULT_LEVEL
    # Whether boards or stones are laid out by hand before the start (SY-S3, SB-S1).
    arrange: bool = False
    # Whether the match is shown in the list of open matches.
    listed: bool = False


def check_terms(terms: MatchTerms) -> MatchTerms:
    """Refuse terms that are out of range."""
    check_level(terms.stand_in)
    clock = terms.clock
    allowed: dict[str, tuple[tuple[str, int, range], ...]] = {
        "none": (),
        "live": (
            ("seconds", clock.seconds, SECONDS),
            ("increment", clock.increment, INCREMENTS),
        ),
        "days": (("days", clock.days, DAYS),),
    }
    for name, value, values in allowed[clock.kind]:
        if value not in values:
            raise refuse("bad-clock", f"the clock's {name} must be {values[0]} to {values[-1]}")
    named = {name for name, _, _ in allowed[clock.kind]}
    for name in ("seconds", "increment", "days"):
        if name not in named and getattr(clock, name):
            raise refuse("bad-clock", f"a clock of kind {clock.kind} has no {name}")
    return terms


def check_level(level: int) -> int:
    """Refuse a level that does not exist."""
    if level not in LEVELS:
        raise refuse("no-level", f"the level must be {LEVELS[0]} to {LEVELS[-1]}, not {level}")
    return level
