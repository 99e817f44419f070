"""A table set up for a test, and short ways to ask things of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.server.live.messages import encode
from kheper.server.live.updates import Change, update
from kheper.server.match import commands as ask
from kheper.server.match.apply import state_of
from kheper.server.match.commands import AnyCommand, Create, SeatWish
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.due import due_at
from kheper.server.match.events import Event
from kheper.server.match.seats import SERVER, Who
from kheper.server.match.state import Decided, Step, Table
from kheper.server.match.terms import ClockTerms, Terms
from kheper.server.match.view_events import shown
from kheper.server.match.view_match import Audience, view_of
from kheper.server.match.views import EventShown, Follow, MatchView

ANNA, BEN, CLEO, DAN = (Who(f"guest-{name}", name) for name in ("Anna", "Ben", "Cleo", "Dan"))
EVE = Who("guest-Eve", "Eve")

HERE, OPEN, BOT = SeatWish("here"), SeatWish(), SeatWish("bot", level=2)
# A site on which the first placements are known to fit.
SITE = "/".join(["s........."] * 10)
DECK = "WFILNPTUVXYZ"


class Room:
    """A table, its log, and a clock that a test turns."""

    def __init__(
        self,
        game: str,
        *seats: SeatWish,
        terms: Terms | None = None,
        start: bool = False,
        record: str = "",
        seed: int = 7,
        settings: Mapping[str, str] | None = None,
        **more: str,
    ) -> None:
        self.rng = Random(seed)
        self.now = 1_700_000_000_000
        wish = Create(
            game=game,
            settings={**(settings or {}), **more},
            seats=seats,
            terms=terms or Terms(),
            start=start,
            record=record,
        )
        self.steps: list[Step] = list(decide_create(wish, ANNA, self.now, self.rng).steps)
        self.asked = 0

    @property
    def table(self) -> Table:
        """The table now."""
        return self.steps[-1].after

    @property
    def log(self) -> list[Event]:
        """All events."""
        return [step.event for step in self.steps]

    def ask(self, who: Who, command: type[AnyCommand], **fields: Any) -> Decided:
        """Ask something that is not refused."""
        if who != SERVER and "id" not in fields:
            self.asked += 1
            fields["id"] = f"test-{self.asked}"
        decided = decide(self.table, command(**fields), who, self.now, self.rng)
        self.steps += decided.steps
        assert state_of(self.log) == self.table
        return decided

    def refused(self, who: Who, command: type[AnyCommand], **fields: Any) -> KheperError:
        """Ask something that is refused, and return the refusal."""
        with pytest.raises(KheperError) as caught:
            self.ask(who, command, **fields)
        return caught.value

    def move(self, who: Who, seat: int, text: str | None = None) -> Decided:
        """Move for a seat: as written, or the first legal move."""
        move = text or str(self.table.state.legal_moves(seat)[0])
        return self.ask(who, ask.Play, seat=seat, move=move, seen=self.table.number)

    def bot_moves(self) -> Decided:
        """Let the bot that is due move."""
        seat, _ = due_at(self.table, self.now).bots[0]
        move = str(self.table.state.legal_moves(seat)[0])
        return self.ask(SERVER, ask.BotPlay, seat=seat, move=move, seen=self.table.number)

    def finish(self) -> None:
        """Play on to the end, whoever is to move."""
        while self.table.phase == "running":
            seat = self.table.state.to_move[0]
            guest = self.table.seats[seat - 1].played_by
            if guest:
                self.move(person(guest), seat)
            else:
                self.bot_moves()

    def events(self, who: Who, follow: Follow = "moves") -> list[EventShown]:
        """Return everything that has happened, as somebody sees it now."""
        return shown(self.steps, Audience.of(self.table, who.id), follow)

    def view(self, who: Who) -> MatchView:
        """Return the whole match as somebody sees it now."""
        return view_of(self.table, Audience.of(self.table, who.id))


def told(steps: Sequence[Step], audience: Audience, follow: Follow) -> bytes:
    """Return the update that tells an audience of some steps."""
    return update(Change.of(steps), audience, follow, encode(shown(steps, audience, follow)))


def person(guest: str) -> Who:
    """Return who has a guest's id."""
    return next(who for who in (ANNA, BEN, CLEO, DAN, EVE) if who.id == guest)


def two_people(game: str = "scarab", terms: Terms | None = None, **settings: str) -> Room:
    """Return a started game of Anna at seat 1 and Ben at seat 2."""
    room = Room(game, HERE, OPEN, terms=terms, settings=settings)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.Start)
    return room


def live(seconds: int = 60, increment: int = 5) -> Terms:
    """Return terms with a live clock."""
    return Terms(clock=ClockTerms("live", seconds=seconds, increment=increment))


def days(number: int = 2) -> Terms:
    """Return terms with days for each move."""
    return Terms(clock=ClockTerms("days", days=number))
