"""Take-backs: free against bots, by consent against people, never past what was revealed."""

from __future__ import annotations

import pytest

from kheper.core.errors import KheperError
from kheper.server.match import commands as ask
from kheper.server.match.due import PATIENCE, due_at
from kheper.server.match.events import BackAsked, TakenBack
from kheper.server.match.seats import SYSTEM
from tests.server.any_state import any_state
from tests.server.match.driver import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    DAN,
    EVE,
    HERE,
    OPEN,
    SITE,
    Room,
    two_people,
)

SOLO_SITE = "/".join([".........."] * 10)


def test_against_bots_a_move_is_taken_back_with_the_bots_replies() -> None:
    room = Room("scarab", HERE, BOT, BOT, start=True)
    first = room.match.state
    room.move(ANNA, 1)
    room.bot_moves()
    room.bot_moves()
    room.move(ANNA, 1)
    room.bot_moves()
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert (len(room.match.plays), room.match.game_state.to_move) == (3, (1,))
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.match.state == first
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "nothing-to-take-back"


def test_a_move_thought_of_before_the_take_back_is_stale() -> None:
    room = Room("scarab", HERE, BOT, start=True)
    room.move(ANNA, 1)
    seen = room.match.number
    move = str(room.match.game_state.legal_moves(2)[0])
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.refused(SYSTEM, ask.BotPlay, seat=2, move=move, seen=seen).code == "stale"
    refusal = room.refused(ANNA, ask.Play, seat=1, move="hd5", seen=seen)
    assert (refusal.code, room.match.opened) == ("stale", room.match.number)


def test_people_at_one_device_take_back_without_asking_each_other() -> None:
    room = Room("scarab", HERE, HERE, start=True)
    room.move(ANNA, 1)
    room.move(ANNA, 2)
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.match.plays == ()


def test_against_people_the_request_names_the_move_and_all_opponents_answer() -> None:
    room = Room("scarab", HERE, OPEN, OPEN)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(CLEO, ask.Sit, seat=3)
    room.ask(ANNA, ask.StartGame)
    played = room.move(ANNA, 1)
    decided = room.ask(ANNA, ask.TakeBack, seat=1)
    assert isinstance(decided.events[0], BackAsked)
    view = room.view(BEN)
    assert view.asked is not None
    assert "answer" in view.may
    assert (view.asked.play, view.asked.waiting) == (played.number, (2, 3))
    assert view.asked.move == str(played.match.plays[0].move)
    asked = view.asked.number
    assert room.refused(EVE, ask.Answer, asked=asked, agree=True).code == "not-asked"
    assert room.refused(BEN, ask.Answer, asked=asked - 1, agree=True).code == "nothing-asked"
    room.ask(BEN, ask.Answer, asked=asked, agree=True)
    assert room.refused(BEN, ask.Answer, asked=asked, agree=True).code == "not-asked"
    decided = room.ask(CLEO, ask.Answer, asked=asked, agree=True)
    assert isinstance(decided.events[-1], TakenBack)
    assert room.match.plays == ()
    assert room.match.asked is None


def test_one_who_does_not_agree_ends_it_and_nobody_asks_twice() -> None:
    room = two_people()
    room.move(ANNA, 1)
    room.ask(ANNA, ask.TakeBack, seat=1)
    room.ask(BEN, ask.Answer, asked=room.match.number, agree=False)
    assert (room.match.asked, len(room.match.plays)) == (None, 1)
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "asked-already"


def test_a_request_lapses_when_another_move_is_made() -> None:
    room = two_people()
    room.move(ANNA, 1)
    asked = room.ask(ANNA, ask.TakeBack, seat=1).number
    room.move(BEN, 2)
    assert room.match.asked is None
    assert room.refused(BEN, ask.Answer, asked=asked, agree=True).code == "nothing-asked"
    room.ask(ANNA, ask.TakeBack, seat=1)  # a new move, a new question


def test_a_request_can_be_withdrawn_by_who_asked() -> None:
    room = two_people()
    room.move(ANNA, 1)
    assert room.refused(ANNA, ask.Withdraw).code == "nothing-asked"
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.refused(BEN, ask.Withdraw).code == "not-your-seat"
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "asked-already"
    room.ask(ANNA, ask.Withdraw)
    assert room.match.asked is None


def test_who_has_left_is_not_waited_for() -> None:
    room = Room("scarab", HERE, OPEN, OPEN)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(CLEO, ask.Sit, seat=3)
    room.ask(ANNA, ask.StartGame)
    room.move(ANNA, 1)
    asked = room.ask(ANNA, ask.TakeBack, seat=1).number
    room.ask(BEN, ask.Answer, asked=asked, agree=True)
    decided = room.ask(CLEO, ask.Leave)
    assert isinstance(decided.events[-1], TakenBack)


def test_who_asks_and_leaves_asks_no_more() -> None:
    room = two_people()
    room.move(ANNA, 1)
    room.ask(ANNA, ask.TakeBack, seat=1)
    room.ask(ANNA, ask.Leave)
    assert room.match.asked is None


def test_in_teams_the_opponents_agree_and_a_mate_whose_move_would_go() -> None:
    room = Room("scarab", HERE, OPEN, OPEN, OPEN, teams="yes")
    for seat, who in enumerate((BEN, CLEO, DAN), 2):
        room.ask(who, ask.Sit, seat=seat)
    room.ask(ANNA, ask.StartGame)
    room.move(ANNA, 1)
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.match.asked is not None
    assert room.match.asked.waiting == (CLEO.id, DAN.id)
    room.move(BEN, 2)
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.match.asked is not None
    assert set(room.match.asked.waiting) == {BEN.id, CLEO.id, DAN.id}


def test_bots_wait_for_the_answer_but_not_for_ever() -> None:
    room = Room("scarab", HERE, OPEN, BOT)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    room.move(ANNA, 1)
    room.move(BEN, 2)
    room.ask(ANNA, ask.TakeBack, seat=1)
    due = due_at(room.match, room.now)
    assert (due.bots, due.wake) == ((), room.now + PATIENCE)
    assert due_at(room.match, room.now + PATIENCE).bots == ((3, 2),)


def test_a_finished_game_of_scarab_is_taken_back_until_there_is_a_rematch() -> None:
    room = Room("scarab", HERE, BOT, size="8", start=True)
    room.finish()
    plays = len(room.match.plays)
    room.ask(ANNA, ask.TakeBack, seat=1)
    assert room.match.phase == "running"
    assert len(room.match.plays) < plays
    room.finish()
    room.ask(ANNA, ask.Rematch)
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "over"


# --- never past what was revealed


def test_sy_b2_an_open_placement_is_taken_back_freely_until_the_reveal() -> None:
    room = two_people("scarabya", site=SITE)
    room.move(ANNA, 1)
    assert any_state(room.match).to_move == (2,)
    room.ask(ANNA, ask.Unready, seat=1)
    assert any_state(room.match).to_move == (1, 2)
    assert room.refused(ANNA, ask.Unready, seat=1).code == "nothing-to-take-back"
    room.move(ANNA, 1)
    room.ask(ANNA, ask.TakeBack, seat=1)  # the same, by another name
    room.move(ANNA, 1)
    room.move(BEN, 2)
    for command in (ask.Unready, ask.TakeBack):
        refusal = room.refused(ANNA, command, seat=1)
        assert refusal.code in ("nothing-to-take-back", "revealed")


@pytest.mark.parametrize("mode", ["duel", "solo", "expedition"])
def test_sy_s5_a_move_stays_once_the_next_card_is_drawn(mode: str) -> None:
    seats = {"duel": (HERE, BOT), "solo": (HERE,), "expedition": (HERE,)}[mode]
    room = Room("scarabya", *seats, mode=mode, site=SITE, start=True)
    room.move(ANNA, 1)
    refusal = room.refused(ANNA, ask.TakeBack, seat=1)
    assert (refusal.rule, refusal.code) == ("SY-S5", "revealed")


def test_tb_3_the_last_placement_reveals_nothing_and_may_be_taken_back() -> None:
    room = Room("scarabya", HERE, mode="expedition", site=SITE, start=True)
    room.finish()
    drawn = any_state(room.match).number
    last = room.match.plays[-1]
    if len(any_state(room.match).digs[0].entries) == last_card(room):
        room.ask(ANNA, ask.TakeBack, seat=1)
        assert (room.match.phase, any_state(room.match).number) == ("running", drawn)
    else:
        assert room.refused(ANNA, ask.TakeBack, seat=1).code == "revealed"
    assert last not in room.match.plays or room.match.phase == "over"


def last_card(room: Room) -> int:
    """Return the number of the last card that was placed."""
    events = any_state(room.match).digs[0].entries
    return max(n for n, event in enumerate(events, 1) if event is not None)


def test_sy_b2_the_last_round_of_several_is_revealed_and_stays() -> None:
    room = Room("scarabya", HERE, BOT, mode="expedition", site=SITE, start=True)
    room.finish()
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "revealed"


def test_sy_o2_a_solo_game_that_is_won_stays_won() -> None:
    room = Room("scarabya", HERE, mode="solo", site=SOLO_SITE, start=True)
    room.finish()
    assert any_state(room.match).outcome.result == "won"
    refusal = room.refused(ANNA, ask.TakeBack, seat=1)
    assert (refusal.rule, refusal.code) == ("SY-O2", "revealed")


def test_others_cannot_take_back_for_a_seat() -> None:
    room = two_people()
    room.move(ANNA, 1)
    assert room.refused(BEN, ask.TakeBack, seat=1).code == "not-your-seat"
    assert isinstance(room.refused(EVE, ask.TakeBack, seat=1), KheperError)
