"""What the system has to do in a match: moves of bots, and moves for seats whose time is up."""

from __future__ import annotations

from typing import NamedTuple

from kheper.server.match.seats import people
from kheper.server.match.state import MatchState

# The level of the bot that moves for a seat whose time is up.
TIMEOUT_LEVEL = 3
# How long bots wait for the answer to a take-back request, in milliseconds.
PATIENCE = 30_000


class Due(NamedTuple):
    """Seats where a bot is to move, with its level, and seats whose time is up.

    `wake` is when to look again if no event comes before; None if there is no such time.
    """

    bots: tuple[tuple[int, int], ...] = ()
    expired: tuple[int, ...] = ()
    wake: int | None = None


NOTHING_DUE = Due()


def due_at(match: MatchState, now: int) -> Due:
    """Return what is due in a match."""
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
    """Return when a match with clocks is due, whether or not a process has loaded it."""
    if match.clocks is None:
        return None
    found = due_at(match, match.at)
    return match.at if found.bots or found.expired else found.wake


def is_due_sooner(before: MatchState, after: MatchState) -> bool:
    """Say whether an event has made the deadline of a match earlier."""
    then, now = deadline(before), deadline(after)
    return now is not None and (then is None or now < then)


def _is_anybody_present(match: MatchState) -> bool:
    """Say whether the host, or a guest who holds a seat, is present."""
    host, away = match.host, match.away
    return bool(host and host not in away) or any(
        seat.guest and not seat.left and seat.guest not in away for seat in match.seats
    )


def _unattended_bots(
    match: MatchState, bots: tuple[tuple[int, int], ...]
) -> tuple[tuple[int, int], ...]:
    """Return the bots that move while nobody is present, up to the turn of a person."""
    if not people(match.seats):
        return ()
    # A stand-in waits until somebody is present to see what it plays.
    return tuple((n, level) for n, level in bots if match.seats[n - 1].kind == "bot")


def _deadlines(match: MatchState, now: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the seats whose time is up, and the deadlines of the others."""
    if match.clocks is None:
        return (), []
    times = [(n, match.clocks.deadline(n)) for n in match.game_state.to_move]
    running = [(n, deadline) for n, deadline in times if deadline is not None]
    expired = tuple(n for n, deadline in running if deadline <= now)
    return expired, [deadline for _, deadline in running if deadline > now]
