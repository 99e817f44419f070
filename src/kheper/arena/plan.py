"""The plan of a run: who meets whom, on which site and deck, in which seats.

Games are numbered. From the number follow the event, the deal, and who sits where; so a game can
be played anywhere, at any time, and comes out the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, permutations
from random import Random
from typing import Any

from kheper import __version__
from kheper.arena.entrants import Entrant
from kheper.arena.events import ArenaEvent
from kheper.arena.seeds import seed_of
from kheper.core import SetupError

# A day: whoever needs more for a move does not answer at all.
LONGEST_TIMEOUT = 86_400.0


def seatings(players: int, sides: int) -> list[tuple[int, ...]]:
    """Return who sits where: every table, in every order, for it matters whom one follows.

    A table has as many different players as it can: all of them different, or, where there are
    more seats than players, everybody, and some more than once.

    >>> seatings(3, 2)
    [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)]
    >>> seatings(2, 3)
    [(0, 0, 1), (0, 1, 0), (1, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)]
    """
    if players >= sides:
        tables = list(combinations(range(players), sides))
    else:
        filled = combinations_with_replacement(range(players), sides)
        tables = [table for table in filled if len(set(table)) == players]
    return list(dict.fromkeys(order for table in tables for order in permutations(table)))


@dataclass(frozen=True, slots=True)
class Meeting:
    """One game of a plan: its number, what is played, and the entrant of each side."""

    number: int
    event: ArenaEvent
    deal: int
    sides: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that decides how a run's games come out."""

    entrants: tuple[Entrant, ...]
    events: tuple[ArenaEvent, ...]
    seed: int = 1
    # Seconds that a program or function may take for a move.
    timeout: float = 60.0
    # How many of an event's seatings each deal meets, drawn anew for each deal; None: all.
    sampled: int | None = None
    version: str = __version__
    # The seatings of each event.
    orders: tuple[tuple[tuple[int, ...], ...], ...] = field(init=False)
    # The games of a deal: the number of an event, and which of its seatings, counted from 0.
    tables: tuple[tuple[int, int], ...] = field(init=False)

    def __post_init__(self) -> None:
        _check_different("players have the name", [entrant.name for entrant in self.entrants])
        _check_different("events are", [event.text for event in self.events])
        if len(self.entrants) < 2:
            raise SetupError(None, "an arena needs two players or more", code="few-players")
        if not 0 < self.timeout <= LONGEST_TIMEOUT:  # nor is what is no number between them
            sentence = f"the time-out is up to {LONGEST_TIMEOUT:.0f} seconds, not {self.timeout}"
            raise SetupError(None, sentence, code="bad-timeout")
        orders = [tuple(seatings(len(self.entrants), event.sides)) for event in self.events]
        tables = [
            (number, n)
            for number, seated in enumerate(orders)
            for n in range(min(len(seated), self.sampled or len(seated)))
        ]
        object.__setattr__(self, "orders", tuple(orders))
        object.__setattr__(self, "tables", tuple(tables))

    def games(self, deals: int) -> range:
        """Return the numbers of the games of so many deals; more deals only add games."""
        return range(deals * len(self.tables))

    def meeting(self, number: int) -> Meeting:
        """Say what is played in a game: each deal meets all seatings, or a sample of them."""
        deal, place = divmod(number, len(self.tables))
        event, n = self.tables[place]
        return Meeting(number, self.events[event], deal, self._drawn(event, deal)[n])

    def _drawn(self, event: int, deal: int) -> Sequence[tuple[int, ...]]:
        orders = self.orders[event]
        if self.sampled is None or self.sampled >= len(orders):
            return orders
        seed = seed_of(self.seed, self.events[event].text, "tables", deal)
        return Random(seed).sample(orders, self.sampled)

    def deal(self, meeting: Meeting) -> Any:
        """Return the first state: the same for all games of an event's deal."""
        return meeting.event.deal(seed_of(self.seed, meeting.event.text, "deal", meeting.deal))

    def seated(self, meeting: Meeting, seats: int) -> tuple[Entrant, ...]:
        """Return who sits at each seat; a team's seats lie side by side."""
        size = seats // len(meeting.sides)
        return tuple(self.entrants[side] for side in meeting.sides for _ in range(size))


def _check_different(what: str, names: Sequence[str]) -> None:
    twice = next((name for n, name in enumerate(names) if name in names[:n]), None)
    if twice is not None:
        sentence = f"two {what} '{twice}': put different names in front, as in a={twice}"
        raise SetupError(None, sentence, code="same-name")
