"""Clocks: how long each seat may still think, and when its time is up.

Times are milliseconds. A clock runs while its seat is to move and a person plays there; bots
have no clock. Of several seats at one device, one runs at a time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import NamedTuple

from kheper.server.match.seats import Seats
from kheper.server.match.terms import ClockTerms

SECOND = 1000
DAY = 24 * 3600 * SECOND
# How late a message may arrive and still count as in time.
GRACE = 1 * SECOND
# The least time a seat has at the start of its turn on a live clock (TB-4).
LEAST = 10 * SECOND


class Clocks(NamedTuple):
    """The time each seat had left when its clock last started or stopped, and when that was.

    `since` is 0 where the clock is stopped.
    """

    left: tuple[int, ...]
    since: tuple[int, ...]

    def spent(self, at: int) -> tuple[int, ...]:
        """Return the time each seat has left now."""
        return tuple(
            max(0, left - max(0, at - since)) if since else left
            for left, since in zip(self.left, self.since, strict=True)
        )

    def deadline(self, seat: int) -> int | None:
        """Return when a seat's time is up, or None if its clock is stopped."""
        since = self.since[seat - 1]
        return since + self.left[seat - 1] + GRACE if since else None


def running(seats: Seats, to_move: Iterable[int]) -> tuple[int, ...]:
    """Return the seats whose clocks run: one for each guest who is to move."""
    first: dict[str, int] = {}
    for number in to_move:
        guest = seats[number - 1].played_by
        if guest:
            first.setdefault(guest, number)
    return tuple(first.values())


def restarted(clocks: Clocks, runners: Collection[int], at: int) -> Clocks:
    """Stop and start clocks in the middle of a turn; a clock that keeps running is left as it is.

    So a deadline that has passed stays passed, whatever the others do.
    """
    left, since = list(clocks.left), list(clocks.since)
    spent = clocks.spent(at)
    for n, began in enumerate(clocks.since):
        runs = n + 1 in runners
        if bool(began) != runs:
            left[n], since[n] = spent[n], at if runs else 0
    return Clocks(tuple(left), tuple(since))


def run(left: tuple[int, ...], runners: Collection[int], at: int) -> Clocks:
    """Return clocks that run for these seats only, from now on."""
    since = tuple(at if seat in runners else 0 for seat in range(1, len(left) + 1))
    return Clocks(left, since)


def initial_times(terms: ClockTerms, seats: int) -> tuple[int, ...]:
    """Return the time each seat has at the start."""
    return (_whole(terms),) * seats


def after_turn(
    terms: ClockTerms, left: tuple[int, ...], moved: Collection[int], to_move: Collection[int]
) -> tuple[int, ...]:
    """Return the time each seat has when a turn or a round ends and the next one begins."""
    if terms.kind == "days":
        return tuple(
            _whole(terms) if seat in to_move else rest for seat, rest in enumerate(left, 1)
        )
    added = [
        rest + terms.increment * SECOND if seat in moved else rest
        for seat, rest in enumerate(left, 1)
    ]
    return tuple(
        max(rest, LEAST) if seat in to_move else rest for seat, rest in enumerate(added, 1)
    )


def _whole(terms: ClockTerms) -> int:
    return terms.days * DAY if terms.kind == "days" else terms.seconds * SECOND
