"""Starting a game: its settings, and its seed."""

from __future__ import annotations

from random import Random

import pytest

from kheper.games import SCARAB, SCARABYA
from tests.engine.talk import ENDGAME, SITE, SOLO, Talk


def test_new_game_starts_with_the_fewest_seats_of_the_mode() -> None:
    for line, seats in (
        ("new_game scarabya", "1"),
        ("new_game scarabya mode=expedition", "1"),
        ("new_game scarabya mode=duel", "0 0"),
        ("new_game scarab", "0 0"),
        ("new_game scarab teams=yes", "0 0"),
    ):
        scores = Talk(line).say("scores")
        assert scores == ("0" if seats == "1" else seats)
    assert "Seat4" in Talk("new_game scarab teams=yes").say("record")


@pytest.mark.parametrize("game", ["scarabya mode=solo", "scarabya mode=duel", "scarab turning=yes"])
def test_the_same_seed_and_settings_give_the_same_game(game: str) -> None:
    def told(seed: str) -> str:
        talk = Talk(f"new_game {game} seed={seed}")
        while seats := talk.say("to_move"):
            talk.say(f"genmove {seats[0]} 1")
        return talk.say("record")

    assert told("7") == told("7")
    assert told("a,word") == told("a,word")
    assert len({told(seed) for seed in ("7", "8", "a,word", "9" * 5000)}) == 4


def test_a_seed_of_digits_is_the_number_that_python_takes() -> None:
    state = SCARAB.new({}, Random(12))
    written = str(SCARAB.record(state)).replace("\n\n", "\n;").rstrip("\n")
    assert Talk("new_game scarab seed=12").say("record") == written


def test_without_a_seed_games_differ() -> None:
    assert len({Talk("new_game scarab").say("record") for _ in range(3)}) == 3


def test_what_was_asked_in_between_does_not_change_what_a_seed_gives() -> None:
    plain = Talk("new_game scarabya mode=duel seed=5")
    curious = Talk(
        "new_game scarabya mode=duel seed=5", "hint 1", "showboard", "genmove 1 1", "undo"
    )
    assert plain.say("genmove 1 1") == curious.say("genmove 1 1")


def test_a_comma_stands_for_a_space() -> None:
    talk = Talk("new_game scarabya arrangement=A0,B90,C180,D270")
    site = SCARABYA.new({"arrangement": "A0 B90 C180 D270"}, Random(1)).site
    assert f'[Site "{site}"]' in talk.say("record")
    hands = Talk(ENDGAME + " hands=+5,-3;-8*").say("record")
    assert '[Hands "+5 -3;-8*"]' in hands


@pytest.mark.parametrize(
    ("settings", "tag"),
    [
        ("flip=off", '[flip "off"]'),
        ("open_table=open", '[open_table "open"]'),
        ("great_explorer=random", '[great_explorer "random"]'),
        ("great_explorer=oldest", '[great_explorer "oldest"]'),
        ("seats=2 great_explorer=youngest ages=31,8", '[great_explorer "youngest"]'),
        ("rematch=reverse", '[rematch "reverse"]'),
    ],
)
def test_every_option_of_scarabya_is_a_key(settings: str, tag: str) -> None:
    assert tag in Talk(f"new_game scarabya {settings}").say("record")


@pytest.mark.parametrize(
    ("settings", "tag"),
    [
        ("size=8", '[Size "8"]'),
        ("turning=yes", '[Turning "yes"]'),
        ("teams=yes", '[Teams "yes"]'),
        ("starts=random", '[starts "random"]'),
        ("starts=youngest ages=31,8", '[Mover "2"]'),
        ("mover=2", '[Mover "2"]'),
    ],
)
def test_every_option_of_scarab_is_a_key(settings: str, tag: str) -> None:
    assert tag in Talk(f"new_game scarab {settings}").say("record")


@pytest.mark.parametrize(
    "line",
    [
        *("new_game chess", "new_game Scarabya", "new_game scarabya,", "new_game scarabya solo"),
        *("new_game scarabya mode=tennis", "new_game scarabya mode=", "new_game scarabya =solo"),
        *("new_game scarabya seats=0", "new_game scarabya seats=5", "new_game scarabya seats=two"),
        *("new_game scarabya mode=duel seats=3", "new_game scarabya mode=solo seats=2"),
        *("new_game scarabya size=8", "new_game scarabya colour=red", "new_game scarab mode=solo"),
        *("new_game scarabya seed=1 seed=1", "new_game scarabya mode=solo mode=duel"),
        *("new_game scarabya seed=", "new_game scarabya site=..s", "new_game scarabya deck=AA"),
        *("new_game scarabya deck=FF", "new_game scarabya flip=maybe", "new_game scarab size=9"),
        *(
            "new_game scarab seats=1",
            "new_game scarab seats=5",
            "new_game scarab teams=yes seats=2",
        ),
        *("new_game scarab position=P", "new_game scarab axis=x", "new_game scarab mover=3"),
        *("new_game scarab hands=+9", "new_game scarab turning=1", "new_game scarab starts=last"),
        *("new_game scarabya SEED=1", f"new_game scarabya site={SITE} arrangement=A0,B0,C0,D0"),
        "new_game scarab ages=1,2,3 starts=youngest",
    ],
)
def test_bad_settings_leave_the_game_that_is_on(line: str) -> None:
    Talk(SOLO, "genmove 1").refused(line)
    Talk().refused(line)
