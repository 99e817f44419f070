"""Nothing leaves a table that an audience may not see.

The strong form: two tables that differ only in what an audience may not know are shown to it
byte for byte alike, in whole views, events by moves and by facts, updates, previews, records and
refusals. The plain form: the bytes are searched for what must not be in them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from kheper.core.errors import KheperError
from kheper.server.live import messages
from kheper.server.live.bot_pool import InlineBots
from kheper.server.live.match import LiveMatch
from kheper.server.live.messages import PreviewMessage
from kheper.server.live.publish import publish
from kheper.server.live.registry import Registry
from kheper.server.live.updates import permissions_update, view_update
from kheper.server.match import commands as ask
from kheper.server.match import events
from kheper.server.match.apply import steps_of
from kheper.server.match.decide import decide
from kheper.server.match.events import Event
from kheper.server.match.record import record
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step
from kheper.server.match.view_events import visible_events
from kheper.server.match.view_match import SPECTATOR, Audience, preview_at
from kheper.server.match.views import Follow
from tests.server.any_state import any_state
from tests.server.match.driver import told
from tests.server.match.random_match import PEOPLE, STRANGER, VARIANTS, RandomMatch
from tests.server.simulation.memory import Disk, MemoryStore

SCARABYA = [name for name in VARIANTS if name[0] in "eds"]
EVERYBODY = (*PEOPLE, STRANGER)
FOLLOWS: tuple[Follow, ...] = ("moves", "facts")


def letters(log: list[Event], who: Actor) -> Iterator[bytes]:
    """Yield everything that a guest could read of a log, as bytes."""
    steps = list(steps_of(log))
    match = steps[-1].after
    audience = Audience.of(match, who.id)
    yield from standings(match, audience)
    for follow in FOLLOWS:
        yield messages.encode(visible_events(steps, audience, follow))
        yield told(steps[-3:], audience, follow)
    for step in steps[-3:]:
        yield from standings(step.after, audience)
        for follow in FOLLOWS:
            yield told([step], audience, follow)
    if match.state is not None:
        yield str(record(match)).encode()
    yield from refusals(match, who)


def standings(match: MatchState, audience: Audience) -> Iterator[bytes]:
    """Yield what an audience is sent of a table as it stands: at a hello, and previews."""
    yield view_update(match, audience)
    yield permissions_update(match, audience)
    for seat in audience.seats:
        if preview := preview_at(match, seat):
            yield messages.encode(PreviewMessage(number=match.number, seat=seat, preview=preview))


def refusals(match: MatchState, who: Actor) -> Iterator[bytes]:
    """Yield the answers to commands that find out what they can."""
    seats = range(1, len(match.seats) + 1)
    texts = ("e4f4d5e5e6", "a1b1c1d1e1", "x", "e5e6e7e8e9", "hd5")
    tries: list[ask.AnyCommand] = [
        *(ask.Play(id="?", seat=n, move=text, seen=match.number) for n in seats for text in texts),
        *(ask.TakeBack(id="?", seat=n) for n in seats),
        *(ask.Unready(id="?", seat=n) for n in seats),
        ask.Retry(id="?"),
        ask.Change(id="?", settings={"deck": "F"}),
    ]
    for command in tries:
        try:
            decided = decide(match, command, who, match.at, Random(1))
        except KheperError as error:
            yield messages.encode(messages.refused(error, match.number, "?"))
        else:
            yield messages.encode(messages.Ack(id="?", number=decided.number))


def known(log: list[Event]) -> int:
    """Return how many cards anybody has seen, in this try or an earlier one."""
    states = [step.after.state for step in steps_of(log)]
    return max((getattr(state, "number", 0) for state in states if state is not None), default=0)


def with_other_cards(log: list[Event], rng: Random) -> list[Event]:
    """Return the log of the same game with the undrawn cards in another order."""
    seen, changed = known(log), list[Event]()
    for event in log:
        if isinstance(event, events.Started):
            deck = event.settings["deck"]
            rest = list(deck[seen:])
            rng.shuffle(rest)
            other = event.settings | {"deck": deck[:seen] + "".join(rest)}
            event = replace(event, settings=other)  # noqa: PLW2901 - the event is rewritten
        if isinstance(event, events.Created) and "deck" in event.settings:
            shuffled = "".join(rng.sample(event.settings["deck"], len(event.settings["deck"])))
            event = replace(event, settings=event.settings | {"deck": shuffled})  # noqa: PLW2901
        changed.append(event)
    return changed


@pytest.mark.parametrize("variant", SCARABYA)
def test_sy_s5_the_undrawn_cards_make_no_difference_to_anybody(variant: str) -> None:
    for seed in range(2):
        played_match = RandomMatch(variant, 20 + seed)
        played_match.sit_down()
        for _ in played_match.play():
            if played_match.rng.random() < 0.08:
                compare(
                    played_match.events, with_other_cards(played_match.events, played_match.rng)
                )


def compare(log: list[Event], twin: list[Event], whom: tuple[Actor, ...] = EVERYBODY) -> None:
    """Compare what everybody can read of two logs."""
    for who in whom:
        assert list(letters(log, who)) == list(letters(twin, who))


def open_plays(match: MatchState) -> dict[int, int]:
    """Return the number of the event that made each seat's hidden placement."""
    if getattr(match.state, "pending", None) is None or match.phase != "running":
        return {}
    if any_state(match).options.open_table == "open":
        return {}
    return {ply.seat: ply.number for ply in match.plays if ply.number > match.opened}


@pytest.mark.parametrize("variant", [name for name in SCARABYA if name[10] in "234"])
def test_sy_b2_an_open_placement_makes_no_difference_to_the_others(variant: str) -> None:
    compared = 0
    for seed in range(30, 60):
        if compared > 5:
            break
        played_match = RandomMatch(variant, seed, people=4)
        played_match.sit_down()
        for _ in played_match.play():
            match = played_match.match
            for seat, number in open_plays(match).items():
                log = played_match.events
                elsewhere = str(
                    played_match.rng.choice(match.game_state.take_back(seat).legal_moves(seat))
                )
                twin = [*log[: number - 1], replace(log[number - 1], move=elsewhere), *log[number:]]
                others = tuple(who for who in EVERYBODY if who.id != match.seats[seat - 1].guest)
                if played_match.rng.random() < 0.1:
                    compare(log, twin, others)
                    compared += 1
    assert compared > 5


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_byte_tells_a_secret(variant: str) -> None:
    played_match = RandomMatch(variant, 40)
    played_match.sit_down()
    for _ in played_match.play():
        if played_match.rng.random() < 0.05:
            search(played_match)
    search(played_match)


def search(played_match: RandomMatch) -> None:
    """Look for secrets in everything that anybody can read."""
    match = played_match.match
    secret = {event.by for event in played_match.events} | {seat.guest for seat in match.seats}
    secret |= {"digest", '"age"', '"deck"', "seed", '"fixed"'}
    deck = "".join(getattr(match.state, "deck", ""))
    hidden = deck[known(played_match.events) :]
    if len(hidden) > 2:
        secret |= {deck, hidden, hidden[-3:]}
    for who in (*EVERYBODY, Actor("", "")):
        own = set(match.held(who.id))
        theirs = {
            match.adapter.read_move(match.game_state, played_match.events[number - 1].move)[1]  # type: ignore[attr-defined] # a play
            for seat, number in open_plays(match).items()
            if seat not in own
        }
        mine = {
            played_match.events[number - 1].move  # type: ignore[attr-defined] # a play
            for seat, number in open_plays(match).items()
            if seat in own
        }
        for letter in without_previews(played_match, who):
            for text in (secret | (theirs - mine)) - {""}:
                assert text.encode() not in letter, (text, letter)


def without_previews(played_match: RandomMatch, who: Actor) -> Iterator[bytes]:
    """Yield what a guest can read, but for previews: an area may look like a placement."""
    match = played_match.match
    audience = Audience.of(match, who.id) if who.id else SPECTATOR
    for follow in FOLLOWS:
        yield messages.encode(visible_events(played_match.steps, audience, follow))
        yield told(played_match.steps[-1:], audience, follow)
        yield told(played_match.steps[-3:], audience, follow)
    yield stripped(view_update(match, audience))
    yield stripped(permissions_update(match, audience))
    yield str(record(match)).encode()


def stripped(frame: bytes) -> bytes:
    """Return an update without its previews."""
    message = msgspec.json.decode(frame)
    for own in (message.get("view") or message).get("own", ()):
        own.pop("preview", None)
    return msgspec.json.encode(message)


@pytest.mark.parametrize("variant", [name for name in SCARABYA if name[10] in "234"])
def test_sy_b2_no_update_holds_a_hidden_placement_of_another_seat(variant: str) -> None:
    """Also not one that was picked up again: that is never told."""
    searched = 0
    for seed in range(61, 91):
        if searched > 30:
            break
        played_match = RandomMatch(variant, seed, people=4)
        played_match.sit_down()
        done = len(played_match.steps)
        for _ in played_match.play():
            steps, done = played_match.steps[done:], len(played_match.steps)
            hidden = hidden_placements(steps)
            for who in (*EVERYBODY, Actor("", "")) if hidden else ():
                searched += 1
                audience = Audience.of(played_match.match, who.id) if who.id else SPECTATOR
                own = {text for seat, text in hidden if seat in audience.seats}
                for seat, text in hidden:
                    if seat not in audience.seats and text not in own:
                        for follow in FOLLOWS:
                            assert text.encode() not in told(steps, audience, follow)
    assert searched > 30


def hidden_placements(steps: Sequence[Step]) -> list[tuple[int, str]]:
    """Return seats and placements that lie hidden after some steps, or were picked up in them."""
    if not steps:
        return []
    found = []
    for match in (steps[0].before, steps[-1].after):
        if match is not None and open_plays(match) and match.opened == steps[-1].after.opened:
            pending = any_state(match).pending
            found += [(seat, str(pending[seat - 1])) for seat in open_plays(match)]
    return found


class Reader:
    """A session that keeps what it is sent."""

    def __init__(self, who: Actor, follow: Follow) -> None:
        self.who = who
        self.follow: Follow = follow
        self.audience = SPECTATOR
        self.got: list[bytes] = []

    def send(self, frame: bytes) -> None:
        """Keep a message."""
        self.got.append(frame)

    def end(self, code: str, sentence: str) -> None:
        """Keep nothing: who may not watch is sent no more."""


@pytest.mark.parametrize("variant", VARIANTS)
def test_sessions_that_share_bytes_get_what_each_would_get_alone(variant: str) -> None:
    asyncio.run(publish_evening(RandomMatch(variant, 50)))


async def publish_evening(played_match: RandomMatch) -> None:
    """Publish a match to two sessions of everybody, one for each way to follow."""
    live = LiveMatch(played_match.match.id)
    registry = Registry(MemoryStore(Disk(), Random(0)), InlineBots(), lambda: 0, Random(0))
    live.match = played_match.match
    live.sessions = [Reader(who, follow) for who in EVERYBODY for follow in FOLLOWS]
    for session in live.sessions:
        session.audience = Audience.of(live.match, session.who.id)
    done = len(played_match.steps)
    played_match.sit_down()
    for _ in played_match.play():
        steps, done = played_match.steps[done:], len(played_match.steps)
        if steps:
            live.match = played_match.match
            publish(registry, live, steps)
        for session in live.sessions if steps else ():
            assert isinstance(session, Reader)
            audience = Audience.of(live.match, session.who.id)
            assert session.got.pop() == told(steps, audience, session.follow)
            assert session.got == []
    for timer in live.timers():
        timer.cancel()


def test_sy_s5_the_deck_is_told_after_the_end_and_not_before() -> None:
    played_match = RandomMatch("duel-flip-on", 60)
    played_match.sit_down()
    assert len(record(played_match.match).tag("Deck") or "") < 12
    for _ in played_match.play():
        pass
    assert record(played_match.match).tag("Deck") == "".join(any_state(played_match.match).deck)
