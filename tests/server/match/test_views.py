"""Events are enough to follow a game by, and whole views agree with them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest
from msgspec import UNSET
from msgspec.structs import replace

from kheper.core.errors import KheperError
from kheper.server.match import commands as ask
from kheper.server.match.decide import decide
from kheper.server.match.seats import SYSTEM, Actor
from kheper.server.match.state import MatchState
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import SPECTATOR, Audience, view_of
from kheper.server.match.views import EventView, Follow
from tests.server.any_state import any_state
from tests.server.match.driver import ANNA, BEN, BOT, EVE, HERE, OPEN, SITE, Room, told, two_people
from tests.server.match.random_match import PEOPLE, STRANGER, VARIANTS, RandomMatch, played


class Follower:
    """Somebody who watches, follows by moves, and keeps a record of it."""

    def __init__(self) -> None:
        self.number = 0
        self.moves: list[tuple[int, str]] = []
        self.cards = ""
        self.scores: list[int] = []
        self.to_move: tuple[int, ...] = ()
        self.plays = 0
        self.phase = ""
        self.waiting: list[int] = []
        self.result = "*"

    def hear(self, event: EventView) -> None:
        """Follow one event."""
        assert event.number == self.number + 1
        self.number = event.number
        if event.to_move is not None:
            self.to_move = event.to_move
        if event.plays is not None:
            self.plays = event.plays
        self.phase = event.phase or self.phase
        if event.kind in ("started", "retried"):
            assert event.state is not None
            self.moves, self.waiting = [], []
            drawn_now = event.state.get("number", 12)
            self.cards = event.state.get("cards", "")[:drawn_now]
            self.scores = list(event.state["scores"])
        if event.kind in ("played", "expired"):
            self._play(event)
        if event.kind == "unreadied":
            self.waiting.remove(event.seat)
        if event.kind == "taken-back":
            assert event.plays is not None
            assert event.scores is not None
            assert event.state is not None
            del self.moves[event.plays :]
            self.scores = list(event.scores)
            assert self.scores == event.state["scores"]
        self.cards += event.cards
        self.scores = [a + b for a, b in zip(self.scores, event.points or [0] * 4, strict=False)]
        if event.outcome is not None:
            self.result = event.outcome["result"]
        elif event.to_move:
            self.result = "*"

    def _play(self, event: EventView) -> None:
        self.waiting.append(event.seat)
        if event.reveal:
            self.moves += [
                (seat, event.reveal[seat - 1]) for seat in self.waiting if seat != event.seat
            ]
        if event.reveal or event.move:
            self.moves.append((event.seat, event.move))
            self.waiting = []


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not name.endswith("middle")])
def test_who_follows_by_moves_knows_the_whole_game(variant: str) -> None:
    for seed in (70, 71):
        played_match = played(variant, seed)
        options = getattr(played_match.match.state, "options", None)
        if options is not None and options.open_table == "open":
            continue  # placements of an open round are seen at once: the same, but simpler
        follower = Follower()
        for step in played_match.steps:
            [event] = visible_events([step], SPECTATOR, "moves")
            follower.hear(event)
            assert follower.plays == len(step.after.plays)
            assert follower.phase == step.after.phase
            state = step.after.state
            if state is not None:
                assert follower.cards == step.after.adapter.drawn(state)
                assert tuple(follower.scores) == state.scores
                assert follower.to_move == state.to_move
        plays = [(ply.seat, str(ply.move)) for ply in played_match.match.plays]
        assert follower.moves == plays
        assert follower.result == any_state(played_match.match).outcome.result


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_view_says_what_may_be_asked_and_the_table_agrees(variant: str) -> None:
    played_match = RandomMatch(variant, 80)
    check_possible(played_match)
    played_match.sit_down()
    for _ in played_match.play():
        if played_match.rng.random() < 0.2:
            check_possible(played_match)
    check_possible(played_match)


def check_possible(played_match: RandomMatch) -> None:
    """Ask for everything that a view offers, and for everything that it does not."""
    match = played_match.match
    for who in (*PEOPLE, STRANGER):
        view = view_of(match, Audience.of(match, who.id))
        for name, command in offers(match):
            accepts = accepted(match, command, who, played_match)
            assert (name in view.may) == accepts, (name, who, view.phase)
        for seat in range(1, len(match.seats) + 1):
            may = view.seats_may[seat - 1] if view.seats_may else ()
            for name, command in seat_offers(match, seat):
                assert (name in may) == accepted(match, command, who, played_match), (
                    name,
                    who,
                    seat,
                )
        for own in view.own:
            for seat_command in (ask.Unready, ask.TakeBack):
                wish = seat_command(id="may", seat=own.seat)
                name = str(seat_command.__struct_config__.tag)
                assert (name in own.may) == accepted(match, wish, who, played_match), (name, own)


def offers(match: MatchState) -> Iterator[tuple[str, ask.AnyCommand]]:
    """Yield the commands that a view speaks of."""
    empty = [n for n, seat in enumerate(match.seats, 1) if seat.kind == "open"]
    yield "sit", ask.Sit(id="may", seat=empty[0] if empty else 1)
    yield "change", ask.Change(id="may", terms=match.terms)
    yield "arrange", ask.Arrange(id="may")
    yield "start", ask.StartGame(id="may")
    asked = match.asked.number if match.asked else 0
    yield "answer", ask.Answer(id="may", asked=asked, agree=False)
    yield "withdraw", ask.Withdraw(id="may")
    yield "say", ask.Say(id="may", text="hello")
    yield "retry", ask.Retry(id="may")
    yield "rematch", ask.Rematch(id="may")
    yield "close", ask.Close(id="may")


def seat_offers(match: MatchState, seat: int) -> Iterator[tuple[str, ask.AnyCommand]]:
    """Yield the commands about a seat that a view speaks of, and only where they change it."""
    visible_events = match.seats[seat - 1]
    yield "sit", ask.Sit(id="may", seat=seat)
    yield "stand", ask.Stand(id="may", seat=seat)
    yield "fill", ask.Fill(id="may", seat=seat, occupant="bot")
    yield "rename", ask.Rename(id="may", seat=seat, name="Nefertari")
    yield "offer", ask.Offer(id="may", seat=seat, code="0123456789abcdef")
    if visible_events.guest != match.host:
        yield "pass-host", ask.PassHost(id="may", seat=seat)
    if match.state is not None and match.state.to_move and not visible_events.stand_in:
        yield "stand-in", ask.StandIn(id="may", seat=seat)


def accepted(
    match: MatchState, command: ask.AnyCommand, who: Actor, played_match: RandomMatch
) -> bool:
    """Say whether the table does what is asked."""
    try:
        decide(match, command, who, match.at, played_match.rng)
    except KheperError:
        return False
    return True


@pytest.mark.parametrize("variant", VARIANTS)
def test_an_event_is_the_same_by_moves_and_by_facts_but_for_the_facts(variant: str) -> None:
    played_match = played(variant, 72)
    for who in (*PEOPLE, STRANGER):
        audience = Audience.of(played_match.match, who.id)
        by_moves = visible_events(played_match.steps, audience, "moves")
        by_facts = visible_events(played_match.steps, audience, "facts")
        assert [replace(event, facts=None) for event in by_facts] == by_moves
        for event in by_facts:
            is_play = event.kind in ("played", "expired", "unreadied")
            assert (event.facts is not None) == is_play


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_event_of_a_match_with_clocks_tells_them(variant: str) -> None:
    for seed in range(73, 76):
        for step in played(variant, seed).steps:
            [event] = visible_events([step], SPECTATOR, "moves")
            match = step.after
            if match.clocks is None:
                assert (event.clocks, event.running) == ((), None)
            else:
                assert event.clocks == match.clocks.spent(match.at)
                running = [n for n, since in enumerate(match.clocks.since, 1) if since]
                assert event.running is not None
                assert sorted(event.running) == running


@pytest.mark.parametrize("variant", [name for name in VARIANTS if not name.endswith("middle")])
def test_an_event_tells_of_a_request_when_it_changes_and_only_then(variant: str) -> None:
    played_match = played(variant, 74, disorder=0.6)
    for step in played_match.steps:
        [event] = visible_events([step], SPECTATOR, "moves")
        before = step.before.asked if step.before is not None else None
        after = step.after.asked
        if after is not None:
            assert event.asked is UNSET or (event.asked and event.asked.number == after.number)
        else:
            assert (event.asked is None) == (before is not None)
        if before != after:
            assert event.asked is not UNSET


def test_an_open_placement_is_a_tick_for_others_and_stays_one_in_the_log() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    own, other = room.events(ANNA)[-1], room.events(BEN)[-1]
    assert own.move == str(any_state(room.match).pending[0])
    assert (other.seat, other.move, other.to_move) == (1, "", (2,))
    room.move(BEN, 2)
    reveal = room.events(BEN)[-1]
    assert reveal.reveal == (own.move, reveal.move)
    assert room.events(BEN)[-2] == other


def test_on_an_open_table_placements_are_seen_at_once() -> None:
    room = two_people("scarabya", site=SITE, open_table="open")
    room.move(ANNA, 1)
    assert room.events(BEN)[-1].move == str(any_state(room.match).pending[0])


def test_people_at_one_device_see_the_placements_of_all_their_seats() -> None:
    room = Room("scarabya", HERE, HERE, BOT, site=SITE, start=True)
    room.move(ANNA, 1)
    room.move(ANNA, 2)
    assert [own.open for own in room.view(ANNA).own] == [
        str(placement) for placement in any_state(room.match).pending[:2]
    ]


@pytest.mark.parametrize(("follow", "most"), [("moves", 200), ("facts", 350)])
def test_a_move_is_told_in_few_bytes(follow: Follow, most: int) -> None:
    for room in (two_people("scarab"), two_people("scarabya", mode="duel")):
        room.move(ANNA, 1)
        assert len(frame(room, SPECTATOR, follow)) < most


@pytest.mark.parametrize("follow", ["moves", "facts"])
def test_who_sits_down_is_told_which_seats_are_theirs(follow: Follow) -> None:
    room = Room("scarab", HERE, OPEN)
    room.ask(BEN, ask.Sit, seat=2)
    for who, you in ((ANNA, [1]), (BEN, [2]), (EVE, [])):
        audience = Audience.of(room.match, who.id)
        assert msgspec.json.decode(frame(room, audience, follow))["you"] == you
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    assert "you" not in msgspec.json.decode(frame(room, SPECTATOR, follow))


def frame(room: Room, audience: Audience, follow: Follow) -> bytes:
    """Return the update that tells an audience of the last event."""
    return told(room.steps[-1:], audience, follow)
