"""Seats: held by guests for people, by bots, or by bots that stand in for people."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Literal, NamedTuple

from msgspec import Struct

Seats = tuple["Seat", ...]


class Actor(NamedTuple):
    """Whoever submits a command: a guest's id, which is not their token, and their name."""

    id: str
    name: str


SYSTEM = Actor("", "")


class Seat(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A seat that is open to whoever has the link, held by a guest for a person, or held by a bot.

    Several people at one device are several seats of the same guest.
    """

    kind: Literal["open", "person", "bot"] = "open"
    guest: str = ""
    name: str = ""
    level: int = 0
    # Stated where age decides something (SY-S2, SB-S2), and shown to nobody.
    age: int | None = None
    # Whether its guest has left the running game; the seat stays theirs.
    left: bool = False
    # The level of the bot that plays for an absent guest, or 0.
    stand_in: int = 0

    @property
    def bot(self) -> int:
        """The level of the bot that plays for the seat now, or 0 if a person does."""
        return self.level or self.stand_in

    @property
    def played_by(self) -> str:
        """The guest who plays the seat now, or ""."""
        return "" if self.stand_in else self.guest


def held(seats: Seats, guest: str) -> tuple[int, ...]:
    """Return the seats that a guest holds."""
    return tuple(n for n, seat in enumerate(seats, 1) if seat.guest == guest and guest)


def put(seats: Seats, number: int, seat: Seat) -> Seats:
    """Return the seats with one of them changed."""
    return (*seats[: number - 1], seat, *seats[number:])


def people(seats: Iterable[Seat]) -> tuple[str, ...]:
    """Return the guests who play now, without stand-ins, in the order of their seats."""
    playing = [guest for seat in seats if (guest := seat.played_by)]
    return tuple(dict.fromkeys(playing))


def next_host(seats: Seats, leaving: str, away: Collection[str]) -> tuple[str, str]:
    """Return the next host and their name when the host leaves: the first person who stays."""
    staying = [seat for seat in seats if seat.guest not in ("", leaving) and not seat.left]
    present = [seat for seat in staying if seat.guest not in away] or staying
    return (present[0].guest, present[0].name) if present else ("", "")


def youngest(seats: Seats) -> int:
    """Return the seat of the youngest person whose age is known; seat 1 if none is (TB-1)."""
    return _by_age(seats, 1)


def oldest(seats: Seats) -> int:
    """Return the seat of the oldest person whose age is known; seat 1 if none is (TB-1)."""
    return _by_age(seats, -1)


def _by_age(seats: Seats, sign: int) -> int:
    ages = [(sign * seat.age, n) for n, seat in enumerate(seats, 1) if seat.age is not None]
    return min(ages)[1] if ages else 1
