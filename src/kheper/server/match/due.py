"""What the house has to do for a table: bots' moves, and moves for those whose time is up."""

from __future__ import annotations

from typing import NamedTuple

from kheper.server.match.seats import people
from kheper.server.match.state import MatchState

# The bot that makes the default move when time is up.
TIMEOUT_LEVEL = 3
# How long bots wait for the answer to a take-back that somebody asked for.
PATIENCE = 30_000


class Due(NamedTuple):
    """What is due: seats with the level of the bot to move there, seats whose time is up.

    `wake` is when to ask again, if nothing happens before; None if nothing is awaited.
    """

    bots: tuple[tuple[int, int], ...] = ()
    expired: tuple[int, ...] = ()
    wake: int | None = None


NOTHING_DUE = Due()


def due_at(match: MatchState, now: int) -> Due:
    """Return what is due at a table."""
    state = match.state
    if state is None or not state.to_move or match.closed:
        return NOTHING_DUE
    seats = match.seats
    bots: tuple[tuple[int, int], ...] = ()
    for n in state.to_move:
        if level := seats[n - 1].bot:
            bots += ((n, level),)
    if match.clocks is None and not bots:
        return NOTHING_DUE
    waits = []
    if bots and not _is_anybody_present(match):
        bots = _unattended_bots(match, bots)
    if bots and match.asked is not None and now < match.asked.at + PATIENCE:
        waits.append(match.asked.at + PATIENCE)
        bots = ()
    expired, deadlines = _deadlines(match, now)
    wake = min([*waits, *deadlines], default=None)
    return Due(bots, expired, wake)


def deadline(match: MatchState) -> int | None:
    """Return when somebody must look at a table with clocks, be it that nobody has loaded it."""
    if match.clocks is None:
        return None
    found = due_at(match, match.at)
    return match.at if found.bots or found.expired else found.wake


def is_due_sooner(before: MatchState, after: MatchState) -> bool:
    """Say whether a table must be looked at sooner than it had to be before."""
    then, now = deadline(before), deadline(after)
    return now is not None and (then is None or now < then)


def _is_anybody_present(match: MatchState) -> bool:
    """Say whether a guest is present who holds a seat, or is host."""
    host, away = match.host, match.away
    return bool(host and host not in away) or any(
        seat.guest and not seat.left and seat.guest not in away for seat in match.seats
    )


def _unattended_bots(
    match: MatchState, bots: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return the bots that move though nobody is present: those that play on to a person's turn."""
    if not people(match.seats):
        return ()
    # A stand-in waits until somebody is there to see what it plays for a person.
    return tuple((n, level) for n, level in bots if match.seats[n - 1].kind == "bot")


def _deadlines(match: MatchState, now: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the seats whose time is up, and when the others' will be."""
    if match.clocks is None:
        return (), []
    times = [(n, match.clocks.deadline(n)) for n in match.state.to_move]
    running = [(n, deadline) for n, deadline in times if deadline is not None]
    expired = tuple(n for n, deadline in running if deadline <= now)
    return expired, [deadline for _, deadline in running if deadline > now]
