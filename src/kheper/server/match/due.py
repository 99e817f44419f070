"""What the house has to do for a table: bots' moves, and moves for those whose time is up."""

from __future__ import annotations

from typing import NamedTuple

from kheper.server.match.seats import people
from kheper.server.match.state import Table

# The bot that makes the default move when time is up.
TIME_OUT_LEVEL = 3
# How long bots wait for the answer to a take-back that somebody asked for.
PATIENCE = 30_000


class Due(NamedTuple):
    """What is due: seats with the level of the bot to move there, seats whose time is up.

    `wake` is when to ask again, if nothing happens before; None if nothing is awaited.
    """

    bots: tuple[tuple[int, int], ...] = ()
    expired: tuple[int, ...] = ()
    wake: int | None = None


NOTHING = Due()


def due_at(table: Table, now: int) -> Due:
    """Return what is due at a table."""
    state = table.state
    if state is None or not state.to_move or table.closed:
        return NOTHING
    seats = table.seats
    bots: tuple[tuple[int, int], ...] = ()
    for n in state.to_move:
        if level := seats[n - 1].bot:
            bots += ((n, level),)
    if table.clocks is None and not bots:
        return NOTHING
    waits = []
    if bots and not _accompanied(table):
        bots = _unaccompanied(table, bots)
    if bots and table.asked is not None and now < table.asked.at + PATIENCE:
        waits.append(table.asked.at + PATIENCE)
        bots = ()
    expired, deadlines = _deadlines(table, now)
    wake = min([*waits, *deadlines], default=None)
    return Due(bots, expired, wake)


def deadline(table: Table) -> int | None:
    """Return when somebody must look at a table with clocks, be it that nobody has loaded it."""
    if table.clocks is None:
        return None
    found = due_at(table, table.at)
    return table.at if found.bots or found.expired else found.wake


def hastened(before: Table, after: Table) -> bool:
    """Say whether a table must be looked at sooner than it had to be before."""
    then, now = deadline(before), deadline(after)
    return now is not None and (then is None or now < then)


def _accompanied(table: Table) -> bool:
    """Say whether a guest is present who holds a seat, or is host."""
    host, away = table.host, table.away
    return bool(host and host not in away) or any(
        seat.guest and not seat.left and seat.guest not in away for seat in table.seats
    )


def _unaccompanied(table: Table, bots: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """Return the bots that move though nobody is present: those that play on to a person's turn."""
    if not people(table.seats):
        return ()
    # A stand-in waits until somebody is there to see what it plays for a person.
    return tuple((n, level) for n, level in bots if table.seats[n - 1].kind == "bot")


def _deadlines(table: Table, now: int) -> tuple[tuple[int, ...], list[int]]:
    """Return the seats whose time is up, and when the others' will be."""
    if table.clocks is None:
        return (), []
    times = [(n, table.clocks.deadline(n)) for n in table.state.to_move]
    running = [(n, deadline) for n, deadline in times if deadline is not None]
    expired = tuple(n for n, deadline in running if deadline <= now)
    return expired, [deadline for _, deadline in running if deadline > now]
