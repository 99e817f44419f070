"""Updates by facts: what the reader holds and may do, where it has changed, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from kheper.server.live.updates import Effects, permissions_update, reseats, view_update
from kheper.server.match import commands as ask
from kheper.server.match import events
from kheper.server.match.decide import decide
from kheper.server.match.events import PLAYS
from kheper.server.match.permissions import allowed_commands, allowed_with_seats
from kheper.server.match.seats import SYSTEM
from kheper.server.match.state import Step
from kheper.server.match.terms import MatchTerms
from kheper.server.match.view_match import SPECTATOR, Audience, own_view, preview_at, view_of
from tests.server.any_state import any_state
from tests.server.match.driver import ANNA, BEN, BOT, EVE, HERE, SITE, Room, told, two_people
from tests.server.match.random_match import PEOPLE, STRANGER, VARIANTS, RandomMatch

EVERYBODY = tuple(who.id for who in (*PEOPLE, STRANGER))


def facts_told(steps: Sequence[Step], guest: str) -> dict[str, Any]:
    """Return the update that tells a guest of some steps."""
    audience = Audience.of(steps[-1].after, guest)
    found: dict[str, Any] = msgspec.json.decode(told(steps, audience, "facts"))
    return found


def last(room: Room, guest: str, count: int = 1) -> dict[str, Any]:
    """Return the update that tells a guest of the last steps."""
    return facts_told(room.steps[-count:], guest)


def batches(played_match: RandomMatch) -> Iterator[list[Step]]:
    """Play a match, and yield the steps of each command that wrote any."""
    played_match.sit_down()
    done = len(played_match.steps)
    for _ in played_match.play():
        steps, done = played_match.steps[done:], len(played_match.steps)
        if steps:
            yield steps


def plain(part: object) -> Any:
    """Return a struct as a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(part))


# --- only what has changed


@pytest.mark.parametrize("variant", VARIANTS)
def test_may_is_sent_when_it_has_changed_and_only_then(variant: str) -> None:
    for steps in batches(RandomMatch(variant, 90)):
        before, after = steps[0].before, steps[-1].after
        assert before is not None
        for guest in EVERYBODY:
            update = facts_told(steps, guest)
            for name, ask_for in (("may", allowed_commands), ("seats_may", allowed_with_seats)):
                is_new = reseats(before, after) or ask_for(before, guest) != ask_for(after, guest)
                assert (name in update) == is_new
                if is_new:
                    assert update[name] == plain(ask_for(after, guest))


@pytest.mark.parametrize("variant", VARIANTS)
def test_own_is_sent_when_it_has_changed_or_a_turn_is_over(variant: str) -> None:
    for steps in batches(RandomMatch(variant, 91)):
        before, after = steps[0].before, steps[-1].after
        assert before is not None
        ends_turn = after.opened != before.opened and type(steps[-1].event) in PLAYS
        for guest in EVERYBODY:
            own = {part["seat"]: part for part in facts_told(steps, guest).get("own", ())}
            assert set(own) <= set(after.held(guest))
            for seat in after.held(guest):
                has_changed = own_view(before, seat) != own_view(after, seat)
                if has_changed or reseats(before, after):
                    assert own[seat] == plain(own_view(after, seat))
                else:
                    assert seat not in own or ends_turn


@pytest.mark.parametrize("game", ["scarab", "scarabya"])
def test_a_line_of_chat_brings_nothing_but_its_event(game: str) -> None:
    room = two_people(game)
    for who, command in (
        (ANNA, ask.Say(id="1", text="Hello")),
        (BEN, ask.Phrase(id="2", phrase="oops")),
    ):
        room.steps += decide(room.match, command, who, room.now, room.rng).steps
        for guest in (ANNA.id, BEN.id, EVE.id):
            assert set(last(room, guest)) == {"type", "number", "news"}
        assert Effects.of(room.steps[-1:]).dealt == set()


def test_what_does_not_concern_a_seat_brings_it_nothing() -> None:
    room = two_people("scarab")
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    assert set(last(room, ANNA.id)) == {"type", "number", "news", "seats_may"}
    room.ask(BEN, ask.Offer, seat=2, code="correct horse battery")
    assert set(last(room, ANNA.id)) == {"type", "number", "news"}


def test_who_follows_by_moves_is_sent_events_and_their_seats_alone() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    room.move(BEN, 2)
    for steps in (room.steps[-1:], room.steps[-2:], room.steps[2:3]):
        for guest in (ANNA.id, BEN.id, EVE.id):
            audience = Audience.of(room.match, guest)
            found = msgspec.json.decode(told(steps, audience, "moves"))
            assert set(found) <= {"type", "number", "news", "you"}
            assert all("facts" not in event for event in found["news"])


def test_hosting_is_sent_when_the_host_changes() -> None:
    room = two_people("scarab")
    room.ask(ANNA, ask.PassHost, seat=2)
    assert (last(room, ANNA.id)["hosting"], last(room, BEN.id)["hosting"]) == (False, True)
    room.move(ANNA, 1)
    assert "hosting" not in last(room, ANNA.id)


# --- legal moves


@pytest.mark.parametrize("variant", VARIANTS)
def test_legal_moves_go_to_the_person_who_is_to_move_and_to_nobody_else(variant: str) -> None:
    for steps in batches(RandomMatch(variant, 92)):
        match = steps[-1].after
        for guest in EVERYBODY:
            movers = {
                seat
                for seat in match.game_state.to_move
                if match.seats[seat - 1].played_by == guest and not match.closed
            }
            audience = Audience.of(match, guest)
            shown = msgspec.json.decode(view_update(match, audience))["view"].get("own", ())
            stood = msgspec.json.decode(permissions_update(match, audience)).get("own", ())
            fresh = facts_told(steps, guest).get("own", ())
            assert {part["seat"] for part in shown if "legal" in part} == movers
            assert {part["seat"] for part in stood if "legal" in part} == movers
            assert {part["seat"] for part in fresh if "legal" in part} <= movers
            assert all("preview" not in part for part in (*shown, *stood, *fresh))


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_seat_that_is_sent_moves_is_sent_their_preview_too(variant: str) -> None:
    for steps in batches(RandomMatch(variant, 93)):
        match = steps[-1].after
        for guest in EVERYBODY:
            sent = {
                part["seat"] for part in facts_told(steps, guest).get("own", ()) if "legal" in part
            }
            assert sent <= Effects.of(steps).dealt
            assert all(preview_at(match, seat) is not None for seat in sent)


def test_spectators_are_sent_no_moves_and_no_seats() -> None:
    room = two_people("scarabya", site=SITE)
    for who, seat in ((ANNA, 1), (BEN, 2)):
        room.move(who, seat)
        assert "own" not in last(room, EVE.id)
    assert view_of(room.match, SPECTATOR).own == ()


def test_nobody_is_sent_moves_for_a_bot_or_after_the_end() -> None:
    room = Room("scarab", HERE, BOT, start=True, size="8")
    room.move(ANNA, 1)
    assert "legal" not in last(room, ANNA.id)["own"][0]
    assert preview_at(room.match, 2) is None
    room.bot_moves()
    assert "legal" in last(room, ANNA.id)["own"][0]
    room.ask(ANNA, ask.Close)
    assert room.view(ANNA).own[0].legal is None
    assert preview_at(room.match, 1) is None


# --- an open round


def test_in_an_open_round_only_the_movers_own_part_is_sent() -> None:
    room = Room("scarabya", HERE, HERE, HERE, site=SITE, start=True)
    room.move(ANNA, 2)
    [own] = last(room, ANNA.id)["own"]
    assert own == {
        "seat": 2,
        "open": str(any_state(room.match).pending[1]),
        "may": ["unready", "take-back"],
    }
    assert Effects.of(room.steps[-1:]).dealt == set()
    room.ask(ANNA, ask.Unready, seat=2)
    [own] = last(room, ANNA.id)["own"]
    assert (own["seat"], own["legal"]["kind"], "open" in own) == (2, "placements", False)
    assert Effects.of(room.steps[-1:]).dealt == {2}


def test_in_an_open_round_others_are_sent_the_tick_alone() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    for guest in (BEN.id, EVE.id):
        update = last(room, guest)
        assert set(update) == {"type", "number", "news"}
        [event] = update["news"]
        assert event["facts"] == {"ready": [1], "open": [None, None]}
        assert "move" not in event
    room.ask(ANNA, ask.Unready, seat=1)
    update = last(room, BEN.id)
    assert set(update) == {"type", "number", "news"}
    assert update["news"][0]["facts"] == {"ready": [], "open": [None, None]}


def test_the_end_of_a_round_brings_every_seat_its_new_moves() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    room.move(BEN, 2)
    for guest, seat in ((ANNA.id, 1), (BEN.id, 2)):
        [own] = last(room, guest)["own"]
        assert (own["seat"], own["legal"]["tile"]) == (seat, any_state(room.match).card.value)
    assert Effects.of(room.steps[-1:]).dealt == {1, 2}


def test_several_entries_in_one_update_bring_the_last_state_of_each_part() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    room.ask(ANNA, ask.Unready, seat=1)
    room.move(BEN, 2)
    for guest, seat in ((ANNA.id, 1), (BEN.id, 2)):
        update = last(room, guest, 3)
        assert [event["number"] for event in update["news"]] == [4, 5, 6]
        assert update["own"] == [plain(own_view(room.match, seat))]
    room.ask(ANNA, ask.Say, text="done")
    assert last(room, ANNA.id, 2)["number"] == 7


# --- coming back


def test_who_comes_back_is_sent_what_they_hold_and_may_do() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    for who in (ANNA, BEN, EVE):
        audience = Audience.of(room.match, who.id)
        view = plain(room.view(who))
        found = msgspec.json.decode(permissions_update(room.match, audience))
        assert found == {
            "type": "update",
            "number": room.match.number,
            "you": view.get("you", []),
            "hosting": view.get("hosting", False),
            "may": view.get("may", []),
            "seats_may": view.get("seats_may", []),
            **({"own": view["own"]} if "own" in view else {}),
        }


def test_before_the_start_there_is_nothing_of_ones_own() -> None:
    room = Room("scarab", HERE, BOT, terms=MatchTerms(arrange=True))
    assert "own" not in msgspec.json.decode(
        permissions_update(room.match, Audience.of(room.match, ANNA.id))
    )
    room.ask(ANNA, ask.StartGame)
    assert isinstance(room.log[-1], events.Arranging)
    assert "own" not in last(room, ANNA.id)
    assert "arrange" in last(room, ANNA.id)["may"]
