"""A random played_match at a table: people, bots, a clock that runs, good commands and bad ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from kheper.core.errors import KheperError
from kheper.server.match import commands as ask
from kheper.server.match.commands import AnyCommand, Create, SeatWish
from kheper.server.match.decide import decide, decide_create
from kheper.server.match.due import due_at
from kheper.server.match.events import Event
from kheper.server.match.phrases import PHRASES
from kheper.server.match.seats import SYSTEM, Actor
from kheper.server.match.state import Decision, MatchState, Step
from kheper.server.match.terms import ClockTerms, MatchTerms
from tests.samples import VARIANTS, draw_settings, game_of

PEOPLE = tuple(Actor(f"guest-{name.lower()}-id", name) for name in ("Anna", "Ben", "Cleo", "Dan"))
STRANGER = Actor("guest-stranger-id", "Eve")
CLOCKS = (ClockTerms(), ClockTerms("live", seconds=60, increment=5), ClockTerms("days", days=2))


class RandomMatch:
    """A match that is played at random; `steps` holds everything that happened."""

    def __init__(self, variant: str, seed: int, *, people: int | None = None) -> None:
        self.rng = Random(f"{variant} {seed}")
        self.now = 1_700_000_000_000
        self.steps: list[Step] = []
        self.refusals: list[tuple[AnyCommand, Actor, KheperError]] = []
        self.ids = 0
        # Who asked, with what, and what was answered.
        self.answers: list[tuple[Actor, AnyCommand, int]] = []
        wish = self._wish(variant, people)
        self._keep(decide_create(wish, PEOPLE[0], self.now, self.rng))

    @property
    def match(self) -> MatchState:
        """The table now."""
        return self.steps[-1].after

    @property
    def events(self) -> list[Event]:
        """The log."""
        return [step.event for step in self.steps]

    def _wish(self, variant: str, people: int | None) -> Create:
        settings = draw_settings(variant, self.rng)
        seats = int(settings.pop("seats", "2"))
        if settings.get("mode") != "solo" or self.rng.random() < 0.5:
            settings.pop("deck", None)
        if game_of(variant).name == "scarabya" and self.rng.random() < 0.5:
            settings.pop("site")
            explorer = self.rng.choice(("host", "youngest", "oldest", "random"))
            settings["great_explorer"] = explorer
        crowd = self.rng.randint(1, seats) if people is None else min(people, seats)
        bot = SeatWish("bot", level=1)
        wishes = [SeatWish("here")] + [SeatWish()] * (crowd - 1) + [bot] * (seats - crowd)
        terms = MatchTerms(
            clock=self.rng.choice(CLOCKS),
            arrange=self.rng.random() < 0.5,
            watchers=self.rng.choice(("talk", "watch", "none")),
        )
        return Create(
            game=game_of(variant).name, settings=settings, terms=terms, seats=tuple(wishes)
        )

    def next_id(self) -> str:
        """Return an id that no client has used."""
        self.ids += 1
        return f"id-{self.ids}"

    def ask(self, command: AnyCommand, who: Actor) -> Decision | KheperError:
        """Ask something of the table; a refusal changes nothing."""
        try:
            decided = decide(self.match, command, who, self.now, self.rng)
        except KheperError as error:
            self.refusals.append((command, who, error))
            return error
        self.answers.append((who, command, decided.number))
        self._keep(decided)
        return decided

    def _keep(self, decided: Decision) -> None:
        first = self.steps[-1].number if self.steps else 0
        assert [step.number for step in decided.steps] == [
            first + n for n in range(1, len(decided.steps) + 1)
        ]
        self.steps += decided.steps

    def sit_down(self) -> None:
        """Let people come and go, take the open seats, and the host start."""
        for _ in range(self.rng.choice((0, 0, 10))):
            self.disturb()
        for number, seat in enumerate(self.match.seats, 1):
            if seat.kind == "open":
                who = self.rng.choice(PEOPLE)
                self.ask(ask.Sit(id=self.next_id(), seat=number), who)
            if self.rng.random() < 0.5 and seat.kind != "bot":
                holder = self.person(self.match.seats[number - 1].guest)
                age = ask.Age(id=self.next_id(), seat=number, age=self.rng.randint(5, 90))
                self.ask(age, holder)
        while self.match.phase in ("open", "arranging"):
            if self.match.arranger is not None and self.rng.random() < 0.7:
                self.ask(ask.Arrange(id=self.next_id()), self.person(self.match.arranger.guest))
            starter = self.match.arranger.guest if self.match.arranger else self.match.host
            self.ask(ask.StartGame(id=self.next_id()), self.person(starter))

    def person(self, guest: str) -> Actor:
        """Return the person of a guest's id."""
        return next((who for who in (*PEOPLE, STRANGER) if who.id == guest), STRANGER)

    def play(self, disorder: float = 0.4, most: int = 4000) -> Iterator[None]:
        """Play to the end, with other things in between; yield after each thing that was asked."""
        for _ in range(most):
            if self.match.phase != "running":
                return
            self.now += self.rng.choice((1, 50, 900, 5_000))
            if self.rng.random() < disorder:
                self.disturb()
            else:
                self.move_on()
            yield
        raise AssertionError("the match does not end")

    def move_on(self) -> None:
        """Do what brings the game forward: a bot's move, one for whose time is up, a person's."""
        due = due_at(self.match, self.now)
        if due.expired:
            seat = due.expired[0]
            self.ask(ask.Expire(seat=seat, move=self.legal(seat)), SYSTEM)
        elif due.bots and self.rng.random() < 0.8:
            seat = due.bots[0][0]
            move = self.legal(seat)
            self.ask(ask.BotPlay(seat=seat, move=move, seen=self.match.number), SYSTEM)
        else:
            self.person_moves(due.wake)

    def person_moves(self, wake: int | None) -> None:
        """Let a person move who is to; where all are away, let one come back, or time pass."""
        match = self.match
        seats = [n for n in match.game_state.to_move if match.seats[n - 1].played_by]
        if seats:
            seat = self.rng.choice(seats)
            who = self.person(match.seats[seat - 1].guest)
            move = self.legal(seat)
            play = ask.Play(id=self.next_id(), seat=seat, move=move, seen=match.number)
            self.ask(play, who)
        elif wake is not None and self.rng.random() < 0.5:
            self.now = wake
        else:
            for guest in match.guests:
                self.ask(ask.Back(id=self.next_id()), self.person(guest))

    def legal(self, seat: int) -> str:
        """Return a legal move of a seat; often one that returns no stone."""
        move: Any = self.rng.choice(self.match.game_state.legal_moves(seat))
        if getattr(move, "returns", None) and self.rng.random() < 0.5:
            move = move._replace(returns=None)
        return str(move)

    def disturb(self) -> None:
        """Ask for something at random, that may well be refused."""
        asked = self.match.asked
        if asked is not None and self.rng.random() < 0.5:
            agree = self.rng.random() < 0.7
            answer = ask.Answer(id=self.next_id(), asked=asked.number, agree=agree)
            self.ask(answer, self.person(self.rng.choice(asked.waiting)))
        command = self.any_command()
        seat = getattr(command, "seat", 1)
        who = self.rng.choice((*PEOPLE, *PEOPLE, STRANGER))
        if self.rng.random() < 0.5 and seat <= len(self.match.seats):
            who = self.person(self.match.seats[seat - 1].guest)
        self.ask(command, who)
        if self.rng.random() < 0.05:
            self.ask(ask.Away(guest=self.rng.choice(PEOPLE).id), SYSTEM)
        if self.rng.random() < 0.02:
            self.now += self.rng.choice((70_000, 3 * 24 * 3_600_000))

    def any_command(self) -> AnyCommand:
        """Return any command of a guest, with ids that are often used twice."""
        rng, match = self.rng, self.match
        id_ = self.next_id() if rng.random() < 0.9 else f"id-{rng.randint(0, self.ids)}"
        seat = rng.randint(1, len(match.seats) + (rng.random() < 0.05))
        seated = seat <= len(match.seats) and match.state is not None
        moves = match.game_state.legal_moves(seat) if seated else ()
        text = str(rng.choice(moves)) if moves else rng.choice(("x", "e5", "hd5", "", "e4f4d5e5e6"))
        made: list[AnyCommand] = [
            ask.Play(id=id_, seat=seat, move=text, seen=match.number - rng.choice((0, 0, 1, 3))),
            ask.Unready(id=id_, seat=seat),
            ask.Unready(id=id_, seat=seat),
            ask.TakeBack(id=id_, seat=seat),
            ask.TakeBack(id=id_, seat=seat),
            ask.Answer(
                id=id_, asked=match.asked.number if match.asked else 1, agree=rng.random() < 0.7
            ),
            ask.Answer(
                id=id_, asked=match.asked.number if match.asked else 1, agree=rng.random() < 0.7
            ),
            ask.Withdraw(id=id_),
            ask.Sit(id=id_, seat=seat),
            ask.Stand(id=id_, seat=seat),
            ask.Fill(id=id_, seat=seat, occupant="bot", level=2),
            ask.Swap(id=id_, seat=seat, other=1),
            ask.Rename(id=id_, seat=seat, name=rng.choice(("Zoë", "Anna", "", "x" * 30))),
            ask.Age(id=id_, seat=seat, age=30),
            ask.Change(id=id_, terms=MatchTerms()),
            ask.Arrange(id=id_),
            ask.StartGame(id=id_),
            ask.Back(id=id_),
            ask.PassHost(id=id_, seat=seat),
            ask.StandIn(id=id_, seat=seat, level=rng.choice((0, 1, 9))),
            ask.Say(id=id_, text=rng.choice(("hello", "", "so long " * 40))),
            ask.Phrase(id=id_, phrase=rng.choice((*PHRASES, "rude-word"))),
            ask.Offer(id=id_, seat=seat, code="correct horse battery"),
            ask.Claim(id=id_, code=rng.choice(("correct horse battery", "wrong"))),
            ask.Rematch(id=id_),
        ]
        if rng.random() < 0.1 and match.state is not None:
            made += [ask.Leave(id=id_), ask.Retry(id=id_)]
        return rng.choice(made)


def played(variant: str, seed: int, disorder: float = 0.4) -> RandomMatch:
    """Return a whole match."""
    played_match = RandomMatch(variant, seed)
    played_match.sit_down()
    for _ in played_match.play(disorder):
        pass
    return played_match


__all__ = ["PEOPLE", "STRANGER", "VARIANTS", "RandomMatch", "played"]
