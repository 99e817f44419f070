"""Clocks: none, live, days for a move; default moves when time is up."""

from __future__ import annotations

import pytest

from kheper.server.match import commands as ask
from kheper.server.match import due
from kheper.server.match.clocks import DAY, GRACE, LEAST, SECOND
from kheper.server.match.due import due_at
from kheper.server.match.events import Expired, StoodIn
from kheper.server.match.seats import SYSTEM
from tests.server.match.driver import ANNA, BEN, BOT, HERE, SITE, Room, days, live, two_people


def expire(room: Room, seat: int) -> None:
    """Let the house make the first legal move for a seat."""
    move = str(room.match.game_state.legal_moves(seat)[0])
    room.ask(SYSTEM, ask.Expire, seat=seat, move=move)


def left(room: Room) -> tuple[int, ...]:
    """Return what each seat has left now."""
    assert room.match.clocks is not None
    return room.match.clocks.spent(room.now)


def test_without_a_clock_nobody_is_ever_late() -> None:
    room = two_people()
    assert room.match.clocks is None
    assert due_at(room.match, room.now + 10**12) == ((), (), None)
    assert room.refused(SYSTEM, ask.Expire, seat=1, move="hd5").code == "not-due"


def test_a_live_clock_runs_for_who_is_to_move_and_adds_the_increment() -> None:
    room = two_people(terms=live(60, 5))
    room.now += 20 * SECOND
    room.move(ANNA, 1)
    assert left(room) == (45 * SECOND, 60 * SECOND)
    room.now += 7 * SECOND
    assert left(room) == (45 * SECOND, 53 * SECOND)
    view = room.view(ANNA)
    assert (view.clocks, view.running) == ((45 * SECOND, 60 * SECOND), (2,))


def test_when_time_is_up_the_house_moves_and_no_sooner() -> None:
    room = two_people(terms=live(60, 5))
    deadline = room.now + 60 * SECOND + GRACE
    assert due_at(room.match, room.now).wake == deadline
    room.now = deadline - 1
    move = str(room.match.game_state.legal_moves(1)[0])
    assert room.refused(SYSTEM, ask.Expire, seat=1, move=move).code == "not-due"
    room.now = deadline
    assert due_at(room.match, room.now).expired == (1,)
    assert room.refused(ANNA, ask.Play, seat=1, move=move, seen=99).code == "time-up"
    expire(room, 1)
    assert isinstance(room.log[-1], Expired)
    assert room.match.game_state.to_move == (2,)
    event = room.events(BEN)[-1]
    assert (event.kind, event.seat, event.move, event.bot) == ("expired", 1, move, True)


def test_a_move_within_the_grace_is_in_time() -> None:
    room = two_people(terms=live(60, 0))
    room.now += 60 * SECOND + GRACE - 1
    room.move(ANNA, 1)
    assert left(room)[0] == 0


def test_tb_4_whoever_begins_a_turn_has_ten_seconds() -> None:
    room = two_people(terms=live(60, 0))
    room.now += 60 * SECOND
    room.move(ANNA, 1)
    room.move(BEN, 2)
    assert left(room)[0] == LEAST


def test_tb_4_after_two_default_moves_in_a_row_a_bot_stands_in_until_one_is_back() -> None:
    room = two_people(terms=live(10, 0))
    for _ in range(2):
        room.now += LEAST + GRACE
        expire(room, 1)
        room.move(BEN, 2)
    assert [type(event) for event in room.log[-3:-1]] == [Expired, StoodIn]
    assert due_at(room.match, room.now).bots == ((1, 3),)
    room.ask(ANNA, ask.Back)
    assert room.match.seats[0].stand_in == 0
    room.move(ANNA, 1)
    assert room.match.missed == (0, 0)


def test_days_are_for_each_move() -> None:
    room = two_people(terms=days(2))
    room.now += DAY
    room.move(ANNA, 1)
    assert left(room)[1] == 2 * DAY
    room.now += DAY
    room.move(BEN, 2)
    assert left(room)[0] == 2 * DAY
    room.now += 2 * DAY + GRACE
    assert due_at(room.match, room.now).expired == (1,)


def test_in_a_round_everybodys_clock_runs_at_once_and_stands_when_ready() -> None:
    room = two_people("scarabya", terms=live(60, 5), site=SITE)
    room.now += 10 * SECOND
    room.move(ANNA, 1)
    room.now += 10 * SECOND
    assert left(room) == (50 * SECOND, 40 * SECOND)
    room.ask(ANNA, ask.Unready, seat=1)
    room.now += 5 * SECOND
    assert left(room) == (45 * SECOND, 35 * SECOND)
    room.move(ANNA, 1)
    room.move(BEN, 2)
    assert left(room) == (50 * SECOND, 40 * SECOND)  # the increment comes with the reveal


def test_being_ready_and_unready_earns_no_time() -> None:
    room = two_people("scarabya", terms=live(60, 30), site=SITE)
    for _ in range(5):
        room.move(ANNA, 1)
        room.ask(ANNA, ask.Unready, seat=1)
    assert left(room) == (60 * SECOND, 60 * SECOND)


def test_time_that_is_up_in_a_round_places_for_that_seat_alone_and_stays_hidden() -> None:
    room = two_people("scarabya", terms=live(60, 0), site=SITE)
    room.move(BEN, 2)
    room.ask(BEN, ask.Unready, seat=2)
    room.now += 30 * SECOND
    room.move(BEN, 2)
    room.now += 40 * SECOND
    assert due_at(room.match, room.now).expired == (1,)
    room.ask(BEN, ask.Unready, seat=2)
    expire(room, 1)
    assert room.match.game_state.to_move == (2,)
    event = room.events(BEN)[-1]
    assert (event.seat, event.move) == (1, "")
    assert room.refused(ANNA, ask.Unready, seat=1).code == "time-up"
    room.move(BEN, 2)
    assert room.events(BEN)[-1].reveal


def test_bots_have_no_clock() -> None:
    room = Room("scarab", HERE, BOT, terms=live(60, 0), start=True)
    room.move(ANNA, 1)
    room.now += 1000 * SECOND
    due = due_at(room.match, room.now)
    assert (due.expired, due.wake, due.bots) == ((), None, ((2, 2),))
    room.bot_moves()
    assert left(room) == (60 * SECOND, 60 * SECOND)


def test_of_several_seats_at_one_device_one_runs_at_a_time() -> None:
    room = Room("scarabya", HERE, HERE, terms=live(60, 0), site=SITE, start=True)
    room.now += 10 * SECOND
    assert left(room) == (50 * SECOND, 60 * SECOND)
    room.move(ANNA, 1)
    room.now += 10 * SECOND
    assert left(room) == (50 * SECOND, 50 * SECOND)


def test_a_seat_that_a_bot_plays_loses_no_time() -> None:
    room = two_people(terms=live(60, 0))
    room.now += 10 * SECOND
    room.ask(ANNA, ask.Leave)
    room.now += 100 * SECOND
    assert left(room) == (50 * SECOND, 60 * SECOND)
    room.ask(ANNA, ask.Back)
    room.now += 5 * SECOND
    assert left(room) == (45 * SECOND, 60 * SECOND)


def test_a_take_back_turns_the_clocks_back() -> None:
    room = two_people(terms=live(60, 0))
    room.now += 10 * SECOND
    room.move(ANNA, 1)
    room.now += 10 * SECOND
    asked = room.ask(ANNA, ask.TakeBack, seat=1).number
    room.ask(BEN, ask.Answer, asked=asked, agree=True)
    assert left(room) == (60 * SECOND, 60 * SECOND)


def test_a_clock_on_the_wall_that_goes_back_takes_no_time() -> None:
    room = two_people(terms=live(60, 0))
    room.now -= 5 * SECOND
    room.move(ANNA, 1)
    assert room.log[-1].at == room.log[-2].at
    assert left(room) == (60 * SECOND, 60 * SECOND)


@pytest.mark.parametrize("terms", [live(10, 0), days(1)])
def test_a_match_that_everybody_forgot_comes_to_rest_when_bots_stand_in(terms: object) -> None:
    room = two_people(terms=terms, size="8")  # type: ignore[arg-type] # of both clocks
    for guest in (ANNA, BEN):
        room.ask(SYSTEM, ask.Away, guest=guest.id)
    for _ in range(1000):
        due = due_at(room.match, room.now)
        if due.expired:
            expire(room, due.expired[0])
        elif due.bots:
            room.bot_moves()
        elif due.wake is not None:
            room.now = due.wake
        else:
            break
    # Both were replaced by bots, which do not play for nobody; who comes back plays on.
    assert all(seat.stand_in for seat in room.match.seats)
    assert room.match.phase == "running"
    room.ask(ANNA, ask.Back)
    assert due_at(room.match, room.now).bots or due_at(room.match, room.now).wake


def test_a_match_with_clocks_is_due_at_once_for_a_bot_that_plays_on_alone() -> None:
    room = Room("scarab", HERE, BOT, terms=days(1), start=True)
    room.move(ANNA, 1)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    assert due.deadline(room.match) == room.match.at
    room.bot_moves()
    assert due.deadline(room.match) == room.match.at + DAY + GRACE


def test_a_match_with_clocks_is_not_due_for_a_stand_in_before_somebody_is_back() -> None:
    room = two_people(terms=days(1))
    room.move(ANNA, 1)
    room.ask(BEN, ask.Leave)
    room.ask(SYSTEM, ask.Away, guest=ANNA.id)
    forgotten = room.match
    assert due.deadline(forgotten) is None
    room.ask(ANNA, ask.Back)
    assert due.deadline(room.match) == room.match.at
    assert due.is_due_sooner(forgotten, room.match)
    assert not due.is_due_sooner(room.match, forgotten)
