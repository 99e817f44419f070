"""Coming and going: leaving, bots that stand in, the host's powers, other devices, watching."""

from __future__ import annotations

import pytest

from kheper.core.errors import KheperError
from kheper.server.match import commands as ask
from kheper.server.match.apply.participants import OFFER_LASTS
from kheper.server.match.due import due_at
from kheper.server.match.events import Played, encode
from kheper.server.match.permissions import check_hint, check_watch
from kheper.server.match.seats import SYSTEM, Seat
from kheper.server.match.terms import MatchTerms
from tests.server.any_state import any_state
from tests.server.match.driver import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    EVE,
    HERE,
    OPEN,
    SITE,
    Room,
    two_people,
)

CODE = "a code of some length"


def test_who_leaves_before_the_start_leaves_an_open_seat() -> None:
    room = Room("scarab", HERE, OPEN)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(BEN, ask.Leave)
    assert room.match.seats[1] == Seat()
    assert room.ask(BEN, ask.Leave).steps == ()


def test_a_bot_takes_over_a_seat_that_was_left_and_gives_it_back() -> None:
    room = two_people(terms=MatchTerms(stand_in=5))
    room.move(ANNA, 1)
    room.ask(BEN, ask.Leave)
    assert due_at(room.match, room.now).bots == ((2, 5),)
    room.bot_moves()
    assert isinstance(room.log[-1], Played)
    assert room.refused(BEN, ask.Play, seat=2, move="hd5", seen=99).code == "bot-plays"
    shown = room.events(ANNA)[-2]
    assert shown.seats is not None
    assert (shown.kind, shown.seats[1].left, shown.seats[1].stand_in) == ("left", True, 5)
    room.move(ANNA, 1)
    room.ask(BEN, ask.Back)
    assert due_at(room.match, room.now).bots == ()
    room.move(BEN, 2)
    assert room.ask(BEN, ask.Back).steps == ()


def test_who_is_away_is_marked_and_keeps_the_seat_until_somebody_calls_a_bot() -> None:
    room = two_people()
    room.move(ANNA, 1)
    assert room.refused(ANNA, ask.StandIn, seat=2).code == "not-away"
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    assert room.ask(SYSTEM, ask.Away, guest=BEN.id).steps == ()
    assert room.ask(SYSTEM, ask.Away, guest=EVE.id).steps == ()
    view = room.view(ANNA)
    assert view.seats[1].away
    assert due_at(room.match, room.now).bots == ()
    assert room.refused(EVE, ask.StandIn, seat=2).code == "not-your-seat"
    room.ask(ANNA, ask.StandIn, seat=2)
    assert due_at(room.match, room.now).bots == ((2, 3),)
    assert room.ask(ANNA, ask.StandIn, seat=2).steps == ()
    room.ask(BEN, ask.Back)
    assert (room.match.away, room.match.seats[1].stand_in) == (frozenset(), 0)


def test_one_can_call_a_bot_for_oneself_but_not_for_a_bot() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    room.ask(ANNA, ask.StandIn, seat=1, level=8)
    assert room.match.seats[0].stand_in == 8
    assert room.refused(ANNA, ask.StandIn, seat=2).code == "not-a-person"
    assert room.refused(ANNA, ask.StandIn, seat=1, level=9).code == "no-level"


def test_the_bot_that_one_calls_for_oneself_plays_while_one_watches() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    room.ask(ANNA, ask.StandIn, seat=1, level=8)
    assert due_at(room.match, room.now).bots == ((1, 8),)
    room.bot_moves()
    assert due_at(room.match, room.now).bots == ((2, 2),)
    room.bot_moves()
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ()


def test_bots_play_on_without_company_only_until_it_is_a_persons_turn() -> None:
    room = Room("scarab", HERE, BOT, BOT, start=True)
    room.move(ANNA, 1)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    room.bot_moves()
    room.bot_moves()
    assert room.match.game_state.to_move == (1,)
    assert due_at(room.match, room.now).bots == ()


def test_in_a_round_without_company_bots_place_and_people_are_waited_for() -> None:
    room = Room("scarabya", HERE, BOT, start=True, site=SITE)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    room.bot_moves()
    assert room.match.game_state.to_move == (1,)
    assert due_at(room.match, room.now).bots == ()


def test_a_stand_in_does_not_play_while_everybody_is_away() -> None:
    room = Room("scarab", HERE, OPEN, BOT)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    room.move(ANNA, 1)
    room.ask(BEN, ask.StandIn, seat=2)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ((2, 3),)  # Ben watches
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    assert due_at(room.match, room.now).bots == ()
    room.ask(ANNA, ask.Back)
    assert due_at(room.match, room.now).bots == ((2, 3),)
    room.bot_moves()
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ((3, 2),)  # no stand-in, and it is for Anna


def test_who_has_left_is_no_company() -> None:
    room = two_people()
    room.move(ANNA, 1)
    room.ask(BEN, ask.Leave)
    assert due_at(room.match, room.now).bots == ((2, 3),)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ()
    room.ask(ANNA, ask.Back)
    assert due_at(room.match, room.now).bots == ((2, 3),)


def test_bots_do_not_play_for_nobody() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    room.move(ANNA, 1)
    room.ask(ANNA, ask.Leave)
    assert due_at(room.match, room.now).bots == ()
    room.ask(ANNA, ask.Back)
    assert due_at(room.match, room.now).bots == ((2, 2),)


def test_a_host_who_holds_no_seat_can_watch_bots() -> None:
    room = Room("scarab", BOT, BOT, start=True)
    assert due_at(room.match, room.now).bots == ((1, 2),)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ()
    room.ask(ANNA, ask.Back)
    assert due_at(room.match, room.now).bots == ((1, 2),)


def test_a_host_who_holds_no_seat_is_company_for_stand_ins() -> None:
    room = Room("scarab", OPEN, BOT)
    room.ask(BEN, ask.Sit, seat=1)
    room.ask(ANNA, ask.StartGame)
    room.ask(BEN, ask.Leave)
    assert due_at(room.match, room.now).bots == ((1, 3),)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due_at(room.match, room.now).bots == ()


def test_the_hosts_powers_pass_on_when_the_host_leaves() -> None:
    room = Room("scarab", HERE, OPEN, OPEN)
    room.ask(BEN, ask.Sit, seat=3)
    room.ask(CLEO, ask.Sit, seat=2)
    room.ask(SYSTEM, ask.Away, guest=CLEO.id)
    room.ask(ANNA, ask.Leave)
    assert (room.match.host, room.match.host_name) == (BEN.id, "Ben")  # Cleo is away
    assert room.refused(ANNA, ask.StartGame).code == "not-host"
    room.ask(BEN, ask.Leave)
    assert room.match.host == CLEO.id
    room.ask(CLEO, ask.Leave)
    assert room.match.host == ""
    room.ask(EVE, ask.Sit, seat=1)
    assert room.match.host == EVE.id


def test_the_hosts_powers_are_handed_on_or_taken_while_the_host_is_away() -> None:
    room = two_people()
    assert room.refused(BEN, ask.PassHost, seat=2).code == "not-host"
    room.ask(ANNA, ask.PassHost, seat=2)
    assert room.match.host == BEN.id
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    assert room.refused(EVE, ask.PassHost, seat=1).code == "not-your-seat"
    room.ask(ANNA, ask.PassHost, seat=1)
    assert room.match.host == ANNA.id
    assert room.ask(ANNA, ask.PassHost, seat=1).steps == ()
    bots = Room("scarab", HERE, BOT)
    assert bots.refused(ANNA, ask.PassHost, seat=2).code == "not-a-person"


def test_a_table_that_everybody_left_has_a_host_again_when_somebody_is_back() -> None:
    room = two_people()
    room.ask(ANNA, ask.Leave)
    room.ask(BEN, ask.Leave)
    assert room.match.host == ""
    room.ask(BEN, ask.Back)
    assert room.match.host == BEN.id


# --- another device


def test_a_seat_goes_to_another_device_with_a_code_once() -> None:
    room = Room("scarab", HERE, HERE, start=True)
    room.ask(ANNA, ask.Offer, seat=2, code=CODE)
    assert CODE.encode() not in b"".join(map(encode, room.log))
    assert room.refused(BEN, ask.Claim, code="another code of length").code == "bad-code"
    room.ask(BEN, ask.Claim, code=CODE, name="Ben")
    assert (room.match.seats[1].guest, room.match.seats[1].name) == (BEN.id, "Ben")
    assert room.match.held(ANNA.id) == (1,)
    assert room.refused(CLEO, ask.Claim, code=CODE).code == "bad-code"
    room.move(ANNA, 1)
    room.move(BEN, 2)


def test_a_code_does_not_last_and_opens_only_ones_own_seat() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    assert room.refused(ANNA, ask.Offer, seat=2, code=CODE).code == "not-your-seat"
    room.ask(ANNA, ask.Offer, seat=1, code=CODE)
    room.now += OFFER_LASTS
    assert room.refused(BEN, ask.Claim, code=CODE).code == "bad-code"


def test_the_same_guest_on_another_device_sees_the_open_placement_again() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    mine, others = room.view(ANNA), room.view(BEN)
    assert mine.own[0].open == str(any_state(room.match).pending[0])
    assert mine.own[0].may == ("unready", "take-back")
    assert others.own[0].open == ""
    assert others.own[0].legal is not None
    assert mine.own[0].legal is None


# --- watching


def test_spectators_see_what_is_public_and_may_do_nothing() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    view = room.view(EVE)
    assert (view.you, view.own, view.may) == ((), (), ("say",))
    assert view.state is not None
    assert (view.state["ready"], view.state["open"]) == ([1], [None, None])
    assert room.refused(EVE, ask.Play, seat=2, move="x", seen=99).code == "not-your-seat"


def test_a_host_can_play_behind_closed_doors() -> None:
    room = Room("scarab", HERE, OPEN, terms=MatchTerms(watchers="none"))
    check_watch(room.match, EVE.id)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    check_watch(room.match, BEN.id)
    with pytest.raises(KheperError) as caught:
        check_watch(room.match, EVE.id)
    assert caught.value.code == "watching"


def test_hints_are_for_games_against_bots() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    check_hint(room.match, ANNA, 1)
    other = two_people()
    with pytest.raises(KheperError) as caught:
        check_hint(other.match, ANNA, 1)
    assert caught.value.code == "others-play"
    room.move(ANNA, 1)
    with pytest.raises(KheperError) as caught:
        check_hint(room.match, ANNA, 1)
    assert caught.value.code == "not-to-move"


def test_the_house_asks_its_own_things_and_no_others() -> None:
    room = two_people()
    move = str(room.match.game_state.legal_moves(1)[0])
    assert room.refused(ANNA, ask.Away, guest=BEN.id).code == "not-allowed"
    assert room.refused(ANNA, ask.Expire, seat=1, move=move).code == "not-allowed"
    assert room.refused(ANNA, ask.BotPlay, seat=1, move=move, seen=9).code == "not-allowed"
    assert room.refused(SYSTEM, ask.StartGame, id="").code == "not-allowed"
    assert room.refused(SYSTEM, ask.BotPlay, seat=1, move=move, seen=9).code == "not-a-bot"


def test_who_claims_the_seat_of_the_one_who_arranges_arranges() -> None:
    room = Room("scarabya", HERE, OPEN, terms=MatchTerms(arrange=True))
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    room.ask(ANNA, ask.Offer, seat=1, code=CODE)
    room.ask(CLEO, ask.Claim, code=CODE)
    assert room.refused(ANNA, ask.Arrange).code == "not-arranger"
    assert "arrange" not in room.view(ANNA).may
    assert "arrange" in room.view(CLEO).may
    room.ask(CLEO, ask.Arrange)
