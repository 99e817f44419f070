"""Trying again, playing again, ending a match, and records of all that."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from kheper.core.errors import KheperError
from kheper.games import replay
from kheper.server.match import commands as ask
from kheper.server.match.apply import state_of
from kheper.server.match.decide import MOST_EVENTS, decide
from kheper.server.match.decide.create import rematch_event
from kheper.server.match.events import decode, encode
from kheper.server.match.record import record
from kheper.server.match.seats import SYSTEM, Seat
from tests.server.any_state import any_state
from tests.server.match.driver import ANNA, BEN, BOT, EVE, HERE, OPEN, SITE, Room, two_people


def test_sy_o3_a_solo_game_is_tried_again_with_the_same_cards() -> None:
    room = Room("scarabya", HERE, mode="solo", start=True)
    room.move(ANNA, 1)
    room.move(ANNA, 1)
    first, cards = any_state(room.match), any_state(room.match).number
    room.ask(ANNA, ask.Retry)  # giving up is a failure like any other (KH-5)
    state = any_state(room.match)
    assert (state.tries, state.known, state.deck) == (2, cards, first.deck)
    assert room.match.plays == ()
    event = room.events(ANNA)[-1]
    assert event.state is not None
    assert event.state["cards"] == "".join(first.deck[:cards])
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "nothing-to-take-back"
    assert room.refused(EVE, ask.Retry).code == "not-your-seat"


def test_sy_o3_a_solo_game_that_is_won_is_not_tried_again() -> None:
    room = Room("scarabya", HERE, mode="solo", site="/".join([".........."] * 10), start=True)
    room.finish()
    assert room.refused(ANNA, ask.Retry).code == "won"
    assert two_people().refused(ANNA, ask.Retry).code == "no-retry"


def test_tb_6_a_lost_solo_game_does_not_tell_the_cards_that_were_not_drawn() -> None:
    for seed in range(40):
        room = Room("scarabya", HERE, mode="solo", start=True, seed=seed)
        room.finish()
        deck, state = record(room.match).tag("Deck"), any_state(room.match)
        if state.outcome.winners:
            assert deck == "".join(state.deck)
        else:
            assert deck == "".join(state.deck[: state.number])


def test_tb_7_a_rematch_is_another_match_that_both_are_led_to() -> None:
    room = two_people(size="8")
    assert room.refused(ANNA, ask.Rematch).code == "not-over"
    room.finish()
    assert room.refused(EVE, ask.Rematch).code == "watching"
    room.ask(BEN, ask.Rematch)
    link = room.match.next
    assert room.events(ANNA)[-1].match == link
    assert room.ask(ANNA, ask.Rematch).steps == ()  # the same one
    again = state_of([decode(encode(rematch_event(room.match)))])
    assert (again.id, again.previous) == (link, room.match.id)
    assert (again.phase, again.host, again.settings) == ("open", ANNA.id, {"size": "8"})
    assert [seat.guest for seat in again.seats] == [ANNA.id, BEN.id]
    assert rematch_event(room.match) == rematch_event(state_of(room.log))


def test_a_table_without_a_link_has_no_rematch() -> None:
    with pytest.raises(KheperError) as caught:
        rematch_event(two_people().match)
    assert caught.value.code == "no-rematch"


@pytest.mark.parametrize("option", ["same", "reverse"])
def test_sy_d6_a_duel_is_played_again_on_the_same_site(option: str) -> None:
    room = two_people("scarabya", mode="duel", site=SITE, rematch=option)
    room.finish()
    room.ask(ANNA, ask.Rematch)
    match = state_of([rematch_event(room.match)])
    started = decide(match, ask.StartGame(id="go"), ANNA, room.now, Random(99)).match
    old, new = any_state(room.match), any_state(started)
    assert new.dig.site == old.dig.site
    if option == "same":
        assert new.deck == old.deck
        assert [seat.guest for seat in started.seats] == [BEN.id, ANNA.id]
    else:
        assert new.deck == old.deck[::-1]
        assert [seat.guest for seat in started.seats] == [ANNA.id, BEN.id]


def test_sy_d6_a_rematch_is_played_as_it_was_set_up() -> None:
    room = two_people("scarabya", mode="duel", site=SITE)
    room.finish()
    room.ask(ANNA, ask.Rematch)
    match = state_of([rematch_event(room.match)])
    with pytest.raises(KheperError) as caught:
        decide(match, ask.Change(id="1", settings={"mode": "solo"}), ANNA, room.now, Random(1))
    assert caught.value.code == "fixed"


def test_who_has_left_comes_to_the_rematch_by_its_link() -> None:
    room = two_people(size="8")
    room.ask(BEN, ask.Leave)
    room.finish()
    room.ask(ANNA, ask.Rematch)
    assert rematch_event(room.match).seats[1] == Seat()


def test_tb_5_a_match_that_nobody_else_plays_can_be_ended() -> None:
    alone = Room("scarabya", HERE, mode="solo", start=True)
    assert alone.refused(EVE, ask.Close).code == "not-your-seat"
    alone.ask(ANNA, ask.Close)
    assert alone.match.phase == "closed"
    assert alone.refused(ANNA, ask.Play, seat=1, move="x", seen=9).code == "closed"
    assert alone.ask(SYSTEM, ask.Away, guest=ANNA.id).steps == ()
    assert record(alone.match).tag("Result") == "*"

    together = two_people()
    assert together.refused(ANNA, ask.Close).code == "others-play"
    together.ask(BEN, ask.Leave)
    together.ask(ANNA, ask.Close)

    waiting = Room("scarab", HERE, OPEN)
    assert waiting.refused(BEN, ask.Close).code == "not-host"
    waiting.ask(ANNA, ask.Close)
    assert waiting.refused(BEN, ask.Sit, seat=2).code == "closed"


def test_a_finished_match_is_not_ended_again() -> None:
    room = Room("scarab", HERE, BOT, size="8", start=True)
    room.finish()
    assert room.refused(ANNA, ask.Close).code == "over"


@pytest.mark.parametrize(
    ("game", "settings"),
    [
        ("scarabya", {"mode": "expedition"}),
        ("scarabya", {"mode": "duel"}),
        ("scarab", {"size": "8", "turning": "yes"}),
    ],
)
def test_a_record_can_be_read_again(game: str, settings: dict[str, str]) -> None:
    room = Room(game, HERE, BOT, settings=settings, start=True)
    unfinished = record(room.match)
    assert unfinished.tag("Result") == "*"
    room.finish()
    text = str(record(room.match))
    assert replay(text, Random(1)).end == room.match.state
    assert record(room.match).tag("Seat1") == "Anna"
    assert record(room.match).tag("Seat2") == "Bot 2"
    assert record(room.match).tag("Date") == "2023.11.14"


def test_there_is_no_record_before_the_start() -> None:
    with pytest.raises(KheperError) as caught:
        record(Room("scarab").match)
    assert caught.value.code == "not-started"


def test_a_log_does_not_grow_for_ever_but_a_game_comes_to_its_end() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    long = replace(room.match, number=MOST_EVENTS)
    with pytest.raises(KheperError) as caught:
        decide(long, ask.Say(id="1", text="hello"), ANNA, room.now, room.rng)
    assert caught.value.code == "full"
    move = str(long.game_state.legal_moves(1)[0])
    play = ask.Play(id="2", seat=1, move=move, seen=MOST_EVENTS)
    assert decide(long, play, ANNA, room.now, room.rng).number == MOST_EVENTS + 1
