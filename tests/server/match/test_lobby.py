"""Before the start: seats, settings, the Great Explorer's arranging, and starting."""

from __future__ import annotations

from random import Random

import pytest

from kheper.bots import LEVELS
from kheper.core.errors import KheperError
from kheper.scarab.start import Position
from kheper.scarabya.boards import BOARDS, Arrangement
from kheper.server.match import commands as ask
from kheper.server.match import terms
from kheper.server.match.commands import Create
from kheper.server.match.decide import decide_create
from kheper.server.match.record import record
from kheper.server.match.seats import SYSTEM, Seat
from kheper.server.match.setup import match_id
from kheper.server.match.terms import ClockTerms, MatchTerms
from tests.server.any_state import any_state
from tests.server.match.driver import (
    ANNA,
    BEN,
    BOT,
    CLEO,
    DECK,
    EVE,
    HERE,
    OPEN,
    SITE,
    Room,
    two_people,
)

ARRANGE = MatchTerms(arrange=True)


def test_a_table_seats_its_host_first_and_is_open_to_who_has_the_link() -> None:
    match = Room("scarab").match
    assert (match.phase, match.host, len(match.seats)) == ("open", ANNA.id, 2)
    assert match.seats == (Seat(kind="person", guest=ANNA.id, name="Anna"), Seat())


def test_the_id_of_a_match_cannot_be_guessed() -> None:
    ids = {match_id(Random(seed)) for seed in range(100)}
    assert len(ids) == 100
    assert {len(id_) for id_ in ids} == {26}  # of 32 letters: 130 bits


def test_several_people_at_one_device_hold_several_seats() -> None:
    room = Room("scarab", HERE, OPEN, OPEN)
    room.ask(ANNA, ask.Sit, seat=2, name="Grandma")
    room.ask(ANNA, ask.Sit, seat=3)
    assert [seat.name for seat in room.match.seats] == ["Anna", "Grandma", "Anna (2)"]
    assert room.match.held(ANNA.id) == (1, 2, 3)


def test_a_taken_seat_is_refused_and_a_seat_that_was_given_up_is_open() -> None:
    room = Room("scarab")
    room.ask(BEN, ask.Sit, seat=2)
    assert room.refused(CLEO, ask.Sit, seat=2).code == "seat-taken"
    assert room.refused(CLEO, ask.Stand, seat=2).code == "not-your-seat"
    room.ask(BEN, ask.Stand, seat=2)
    room.ask(CLEO, ask.Sit, seat=2)
    assert room.refused(CLEO, ask.Sit, seat=3).code == "no-seat"


def test_the_host_alone_fills_swaps_changes_and_starts() -> None:
    room = Room("scarab")
    for command, fields in (
        (ask.Fill, {"seat": 2, "occupant": "bot", "level": 3}),
        (ask.Swap, {"seat": 1, "other": 2}),
        (ask.Change, {"terms": MatchTerms()}),
        (ask.StartGame, {}),
    ):
        assert room.refused(BEN, command, **fields).code == "not-host"
    room.ask(ANNA, ask.Fill, seat=2, occupant="bot", level=3)
    room.ask(ANNA, ask.Swap, seat=1, other=2)
    assert [seat.kind for seat in room.match.seats] == ["bot", "person"]
    room.ask(ANNA, ask.StartGame)
    assert room.match.phase == "running"


def test_the_host_can_open_a_seat_that_somebody_sits_on() -> None:
    room = Room("scarab")
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.Fill, seat=2, occupant="open")
    assert room.match.seats[1] == Seat()
    assert room.ask(ANNA, ask.Fill, seat=2, occupant="open").steps == ()


def test_levels_are_those_of_the_bots() -> None:
    assert terms.LEVELS == LEVELS
    assert (
        Room("scarab").refused(ANNA, ask.Fill, seat=2, occupant="bot", level=9).code == "no-level"
    )


def test_a_game_does_not_start_while_a_seat_is_open_nor_twice() -> None:
    room = Room("scarab")
    assert room.refused(ANNA, ask.StartGame).code == "seats-open"
    assert room.refused(ANNA, ask.Play, seat=1, move="hd5", seen=1).code == "not-started"
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    assert room.refused(ANNA, ask.StartGame).code == "started"
    assert room.refused(ANNA, ask.Stand, seat=1).code == "started"


def test_settings_are_those_of_the_game_and_checked_by_it() -> None:
    room = Room("scarabya", HERE, OPEN, OPEN)
    room.ask(ANNA, ask.Change, settings={"mode": "duel", "flip": "off"})
    assert len(room.match.seats) == 2
    assert room.refused(ANNA, ask.Change, settings={"mode": "chess"}).code == "bad-option"
    assert room.refused(ANNA, ask.Change, settings={"colour": "red"}).code == "no-setting"
    assert room.refused(ANNA, ask.Change, seats=3).code == "bad-seats"
    room.ask(ANNA, ask.Change, settings={"mode": "expedition"}, seats=4)
    room.ask(BEN, ask.Sit, seat=4)
    assert room.refused(ANNA, ask.Change, settings={"mode": "duel"}).code == "seat-taken"


@pytest.mark.parametrize(
    ("game", "settings", "code"),
    [
        ("chess", {}, "no-game"),
        ("scarabya", {"seats": "2"}, "no-setting"),
        ("scarab", {"ages": "3 4"}, "no-setting"),
        ("scarabya", {"mode": "duel", "deck": DECK}, "no-setting"),
        ("scarabya", {"site": "..."}, "unreadable"),
        ("scarabya", {"arrangement": "A0 B0 C0 D0", "great_explorer": "oldest"}, "no-setting"),
        ("scarab", {"position": "+5 P"}, "unreadable"),
    ],
)
def test_settings_that_make_no_game_are_refused(
    game: str, settings: dict[str, str], code: str
) -> None:
    with pytest.raises(KheperError) as caught:
        Room(game, settings=settings)
    assert caught.value.code == code


def test_sy_s5_a_deck_may_be_given_for_solo_alone_and_is_not_shown() -> None:
    room = Room("scarabya", HERE, mode="solo", deck=DECK, start=True)
    assert "".join(any_state(room.match).deck) == DECK
    view = room.view(ANNA)
    assert "deck" not in view.settings


@pytest.mark.parametrize(
    "clock",
    [
        ClockTerms("live", seconds=5),
        ClockTerms("live", seconds=60, days=1),
        ClockTerms("days"),
        ClockTerms("days", days=15),
        ClockTerms("none", seconds=60),
    ],
)
def test_clocks_that_nobody_can_play_under_are_refused(clock: ClockTerms) -> None:
    with pytest.raises(KheperError) as caught:
        Room("scarab", terms=MatchTerms(clock=clock))
    assert caught.value.code == "bad-clock"


# --- laying out by hand


def test_sy_s1_the_great_explorer_arranges_the_boards_and_begins() -> None:
    room = Room("scarabya", HERE, OPEN, terms=ARRANGE)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    assert room.match.phase == "arranging"
    assert room.refused(BEN, ask.Arrange, layout="A0 B0 C0 D0").code == "not-arranger"
    assert room.refused(BEN, ask.StartGame).code == "not-arranger"
    assert room.refused(BEN, ask.Stand, seat=2).code == "arranging"
    room.ask(ANNA, ask.Arrange)
    drawn = room.match.layout
    assert str(Arrangement.parse(drawn)) == drawn
    room.ask(ANNA, ask.Arrange, layout="B90  A0 C180 D270")
    seen = room.view(BEN)
    assert seen.setup is not None
    site = str(Arrangement.parse("B90 A0 C180 D270").site())
    assert (seen.setup.layout, seen.setup.ground) == ("B90 A0 C180 D270", site)
    assert room.refused(ANNA, ask.Arrange, layout="A0 A0 C0 D0").code == "bad-boards"
    room.ask(ANNA, ask.StartGame)
    assert str(any_state(room.match).digs[0].site) == site


@pytest.mark.parametrize(("option", "seat"), [("youngest", 3), ("oldest", 2), ("host", 1)])
def test_sy_s2_who_is_great_explorer_follows_from_the_option(option: str, seat: int) -> None:
    room = Room("scarabya", HERE, OPEN, OPEN, terms=ARRANGE, great_explorer=option)
    for number, (who, age) in enumerate(((ANNA, 30), (BEN, 64), (CLEO, 9)), 1):
        if number > 1:
            room.ask(who, ask.Sit, seat=number)
        room.ask(who, ask.Age, seat=number, age=age)
    room.ask(ANNA, ask.StartGame)
    assert room.match.arranger is not None
    assert room.match.arranger.seat == seat


def test_tb_1_of_those_who_told_no_age_nobody_is_youngest() -> None:
    room = Room("scarabya", HERE, OPEN, OPEN, terms=ARRANGE, great_explorer="youngest")
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(CLEO, ask.Sit, seat=3)
    room.ask(CLEO, ask.Age, seat=3, age=70)
    room.ask(ANNA, ask.StartGame)
    assert room.match.arranger is not None
    assert room.match.arranger.seat == 3


def test_tb_2_a_host_without_a_seat_is_great_explorer_all_the_same() -> None:
    room = Room("scarabya", OPEN, BOT, terms=ARRANGE)
    room.ask(BEN, ask.Sit, seat=1)
    room.ask(ANNA, ask.StartGame)
    assert room.match.arranger == (ANNA.id, 0)


def test_sy_s3_a_bot_that_is_great_explorer_has_the_site_drawn() -> None:
    room = Room("scarabya", HERE, BOT, terms=ARRANGE, great_explorer="oldest")
    room.ask(ANNA, ask.Swap, seat=1, other=2)
    room.ask(ANNA, ask.StartGame)
    assert room.match.phase == "running"


def test_the_host_begins_while_the_great_explorer_is_away() -> None:
    room = Room("scarabya", HERE, OPEN, terms=ARRANGE, great_explorer="youngest")
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(BEN, ask.Age, seat=2, age=8)
    room.ask(ANNA, ask.StartGame)
    room.ask(SYSTEM, ask.Away, guest=BEN.id)
    room.ask(ANNA, ask.StartGame)
    assert room.match.phase == "running"


def test_who_leaves_while_arranging_leaves_an_open_seat() -> None:
    room = Room("scarabya", HERE, OPEN, terms=ARRANGE)
    room.ask(BEN, ask.Sit, seat=2)
    room.ask(ANNA, ask.StartGame)
    room.ask(ANNA, ask.Leave)
    assert (room.match.phase, room.match.host) == ("open", BEN.id)
    assert room.match.seats[0] == Seat()


def test_sy_o5_boards_and_sites_of_ones_own() -> None:
    boards = " ".join(str(board) for board in BOARDS[::-1])
    room = Room("scarabya", HERE, terms=ARRANGE, mode="solo", boards=boards)
    room.ask(ANNA, ask.StartGame)
    room.ask(ANNA, ask.Arrange, layout="A0 B0 C0 D0")
    room.ask(ANNA, ask.StartGame)
    assert str(any_state(room.match).dig.site) == str(Arrangement.parse("D0 C0 B0 A0").site())
    odd = Room("scarabya", HERE, OPEN, site="#" * 10 + "/" + "/".join([".........."] * 9))
    view = odd.view(ANNA)
    assert view.setup is not None
    assert any("SY-M2" in warning for warning in view.setup.warnings)


def test_sb_s1_the_stones_are_spread_by_hand_or_drawn() -> None:
    room = Room("scarab", HERE, BOT, terms=ARRANGE, size="8")
    room.ask(ANNA, ask.StartGame)
    room.ask(ANNA, ask.Arrange)
    position = room.match.layout
    rows = position.split("/")
    turned = "/".join(rows[::-1])
    room.ask(ANNA, ask.Arrange, layout=turned)
    assert room.refused(ANNA, ask.Arrange, layout="/".join(["+1"] * 8)).code
    room.ask(ANNA, ask.StartGame)
    assert any_state(room.match).start.position == Position.parse(turned, 8)


@pytest.mark.parametrize(("ages", "mover"), [((40, 9), 2), ((9, 40), 1), ((9, 9), 1)])
def test_sb_s2_the_youngest_begins_where_that_is_chosen(ages: tuple[int, int], mover: int) -> None:
    room = Room("scarab", HERE, OPEN, starts="youngest")
    room.ask(BEN, ask.Sit, seat=2)
    for who, seat, age in ((ANNA, 1, ages[0]), (BEN, 2, ages[1])):
        room.ask(who, ask.Age, seat=seat, age=age)
    room.ask(ANNA, ask.StartGame)
    assert room.match.game_state.to_move == (mover,)


# --- going on with a record


def test_a_game_goes_on_from_its_record_with_other_cards_to_come() -> None:
    first = two_people("scarabya", mode="duel", site=SITE)
    for _ in range(3):
        seat = first.match.game_state.to_move[0]
        first.move((ANNA, BEN)[seat - 1], seat)
    text = str(record(first.match))
    room = Room("", HERE, BOT, record=text, start=True, seed=9)
    assert len(room.match.plays) == 3
    assert any_state(room.match).dig == any_state(first.match).dig
    assert any_state(room.match).number == any_state(first.match).number
    assert room.refused(ANNA, ask.TakeBack, seat=1).code == "nothing-to-take-back"
    room.finish()


def test_a_finished_record_is_nothing_to_go_on_with_and_settings_stay() -> None:
    first = two_people("scarab", size="8")
    first.finish()
    wish = Create(record=str(record(first.match)))
    with pytest.raises(KheperError) as caught:
        decide_create(wish, ANNA, 0, Random(1))
    assert caught.value.code == "over"
    with pytest.raises(KheperError) as caught:
        decide_create(Create(record="[Game]", game="scarab"), ANNA, 0, Random(1))
    assert caught.value.code == "fixed"


def test_names_are_text_and_told_apart() -> None:
    room = Room("scarab")
    room.ask(EVE, ask.Sit, seat=2, name=" anna\n\u202e ")
    assert room.match.seats[1].name == "anna (2)"
    assert room.refused(EVE, ask.Rename, seat=2, name="\u202e\n").code == "empty"
    assert room.refused(EVE, ask.Rename, seat=2, name="x" * 25).code == "too-long"
    assert room.refused(EVE, ask.Rename, seat=1, name="x").code == "not-your-seat"
    room.ask(EVE, ask.Rename, seat=2, name="<b>Eve</b>")
    assert room.match.seats[1].name == "<b>Eve</b>"
