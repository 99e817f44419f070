"""A table set up for a test, and short ways to ask things of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from kheper.core.errors import KheperError
from kheper.server.live.messages import encode
from kheper.server.live.updates import Effects, update
from kheper.server.match import commands as ask
from kheper.server.match.apply import state_of
from kheper.server.match.commands import AnyCommand, Create, SeatWish
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.due import due_at
from kheper.server.match.events import Event
from kheper.server.match.seats import SYSTEM, Actor
from kheper.server.match.state import Decision, MatchState, Step
from kheper.server.match.terms import ClockTerms, MatchTerms
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import Audience, view_of
from kheper.server.match.views import EventView, Follow, MatchView

ANNA, BEN, CLEO, DAN = (Actor(f"guest-{name}", name) for name in ("Anna", "Ben", "Cleo", "Dan"))
EVE = Actor("guest-Eve", "Eve")

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
        terms: MatchTerms | None = None,
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
            terms=terms or MatchTerms(),
            start=start,
            record=record,
        )
        self.steps: list[Step] = list(decide_create(wish, ANNA, self.now, self.rng).steps)
        self.asked = 0

    @property
    def match(self) -> MatchState:
        """The table now."""
        return self.steps[-1].after

    @property
    def log(self) -> list[Event]:
        """All events."""
        return [step.event for step in self.steps]

    def ask(self, who: Actor, command: type[AnyCommand], **fields: Any) -> Decision:
        """Ask something that is not refused."""
        if who != SYSTEM and "id" not in fields:
            self.asked += 1
            fields["id"] = f"test-{self.asked}"
        decided = decide(self.match, command(**fields), who, self.now, self.rng)
        self.steps += decided.steps
        assert state_of(self.log) == self.match
        return decided

    def refused(self, who: Actor, command: type[AnyCommand], **fields: Any) -> KheperError:
        """Ask something that is refused, and return the refusal."""
        with pytest.raises(KheperError) as caught:
            self.ask(who, command, **fields)
        return caught.value

    def move(self, who: Actor, seat: int, text: str | None = None) -> Decision:
        """Move for a seat: as written, or the first legal move."""
        move = text or str(self.match.game_state.legal_moves(seat)[0])
        return self.ask(who, ask.Play, seat=seat, move=move, seen=self.match.number)

    def bot_moves(self) -> Decision:
        """Let the bot that is due move."""
        seat, _ = due_at(self.match, self.now).bots[0]
        move = str(self.match.game_state.legal_moves(seat)[0])
        return self.ask(SYSTEM, ask.BotPlay, seat=seat, move=move, seen=self.match.number)

    def finish(self) -> None:
        """Play on to the end, whoever is to move."""
        while self.match.phase == "running":
            seat = self.match.game_state.to_move[0]
            guest = self.match.seats[seat - 1].played_by
            if guest:
                self.move(person(guest), seat)
            else:
                self.bot_moves()

    def events(self, who: Actor, follow: Follow = "moves") -> list[EventView]:
        """Return everything that has happened, as somebody sees it now."""
        return visible_events(self.steps, Audience.of(self.match, who.id), follow)

    def view(self, who: Actor) -> MatchView:
        """Return the whole match as somebody sees it now."""
        return view_of(self.match, Audience.of(self.match, who.id))


def told(steps: Sequence[Step], audience: Audience, follow: Follow) -> bytes:
    """Return the update that tells an audience of some steps."""
    return update(
        Effects.of(steps), audience, follow, encode(visible_events(steps, audience, follow))
    )


def person(guest: str) -> Actor:
    """Return who has a guest's id."""
    return next(who for who in (ANNA, BEN, CLEO, DAN, EVE) if who.id == guest)


def two_people(game: str = "scarab", terms: MatchTerms | None = None, **settings: str) -> Room:
    """Return a started game of Anna at seat 1 and Ben at seat 2."""
    room = Room(game, HERE, OPEN, terms=terms, settings=settings)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    return room


def live(seconds: int = 60, increment: int = 5) -> MatchTerms:
    """Return terms with a live clock."""
    return MatchTerms(clock=ClockTerms("live", seconds=seconds, increment=increment))


def days(number: int = 2) -> MatchTerms:
    """Return terms with days for each move."""
    return MatchTerms(clock=ClockTerms("days", days=number))
