"""Every command of the protocol, as its table has it."""

from __future__ import annotations

from random import Random

import pytest

import kheper
from kheper.games import SCARABYA
from kheper.render import board_text
from tests.engine.talk import DECK, DUEL, ENDGAME, SITE, SOLO, THREE, Talk
from tests.naive import scarabya as naive

# Their order is the protocol's.
COMMANDS = """
protocol_version name version list_commands known_command new_game to_move card legal_moves play
undo genmove hint scores over result record save load showboard solve evaluate quit
""".split()


def test_protocol_version_name_and_version() -> None:
    talk = Talk()
    assert talk.say("protocol_version") == "2"
    assert talk.say("name") == "Kheper"
    assert talk.say("version") == kheper.__version__


def test_list_commands_lists_every_command_of_the_protocol() -> None:
    assert Talk().say("list_commands").split("\n") == COMMANDS


@pytest.mark.parametrize("name", COMMANDS)
def test_known_command_knows_it(name: str) -> None:
    assert Talk().say(f"known_command {name}") == "true"


@pytest.mark.parametrize("name", ["final_score", "Play", "play,", "#", "-"])
def test_known_command_does_not_know_it(name: str) -> None:
    assert Talk().say(f"known_command {name}") == "false"


@pytest.mark.parametrize(
    "line",
    [
        *("protocol_version 2", "name x", "version x", "list_commands x", "to_move 1", "card 1"),
        *("known_command", "known_command a b", "new_game", "legal_moves 1 2", "play", "play 1"),
        *("play 1 e4f4d5e5e6 1", "undo 1", "genmove", "genmove 1 2 3 4", "hint", "hint 1 2 3"),
        *("scores 1", "over 1", "result 1", "record 1", "save", "load", "showboard 1"),
        *("solve 1 2", "evaluate", "evaluate 1 2 3", "quit now"),
    ],
)
def test_too_few_or_too_many_arguments_are_refused(line: str) -> None:
    assert Talk(SOLO).refused(line).startswith(f"usage: {line.split(maxsplit=1)[0]}")


@pytest.mark.parametrize(
    "line",
    [
        *("to_move", "card", "legal_moves", "legal_moves 1", "play 1 e4f4d5e5e6", "undo"),
        *("genmove 1", "hint 1", "scores", "over", "result", "record", "save x", "showboard"),
        *("solve", "evaluate 1"),
    ],
)
def test_before_any_game_there_is_nothing_to_ask_about(line: str) -> None:
    assert Talk().refused(line) == "there is no game yet: new_game or load"


def test_quit_ends() -> None:
    talk = Talk()
    assert talk.say("quit") == ""
    assert talk.engine.done


# -- to_move, card, legal_moves


def test_to_move_names_every_seat_that_may_move() -> None:
    talk = Talk(THREE)
    assert talk.say("to_move") == "1 2 3"
    talk.say("genmove 2")
    assert talk.say("to_move") == "1 3"
    assert Talk(DUEL).say("to_move") == "1"
    assert Talk(ENDGAME + " mover=2").say("to_move") == "2"


def test_to_move_and_card_when_the_game_is_over() -> None:
    talk = Talk(SOLO)
    while talk.say("over") == "false":
        talk.say("genmove 1")
    assert talk.say("to_move") == ""
    assert talk.refused("card") == "there is no open card"
    assert talk.say("legal_moves") == ""
    for line in ("genmove 1", "hint 1", "play 1 x", "play 1 e4f4d5e5e6"):
        assert talk.refused(line).startswith("SY-O1: ")


def test_card_is_the_drawn_card_and_scarab_has_none() -> None:
    talk = Talk(SOLO)
    assert talk.say("card") == "F"
    talk.say("genmove 1")
    assert talk.say("card") == "I"
    assert Talk(ENDGAME).refused("card") == "there is no open card"


def test_legal_moves_are_sorted_as_text_and_complete() -> None:
    legal = naive.Dig(SITE).legal("F")
    assert Talk(SOLO).say("legal_moves").split("\n") == legal == sorted(legal)
    assert Talk(SOLO).say("legal_moves 1").split("\n") == legal


def test_legal_moves_without_a_seat_are_those_of_the_first_to_move() -> None:
    talk = Talk(THREE)
    before = talk.say("legal_moves 2")
    talk.say("genmove 1")
    assert talk.say("legal_moves") == before == talk.say("legal_moves 2")
    assert talk.say("legal_moves 1") == ""
    talk = Talk(ENDGAME + " mover=2")
    assert talk.say("legal_moves 1") == ""
    assert talk.say("legal_moves 2") == talk.say("legal_moves") == "hb1\nhc1"


def test_sb_t5_legal_moves_have_every_return() -> None:
    moves = Talk(ENDGAME + " hands=-8*").say("legal_moves").split("\n")
    assert moves == sorted(moves)
    assert moves[:2] == ["hb1", "hc1"]
    # 64 squares without the three stones that stay and the ankh's, where the priest is then.
    assert len([move for move in moves if move.startswith("hc1^-8*@")]) == 64 - 3 - 1


@pytest.mark.parametrize("seat", ["0", "4", "99999", "-1", "+1", "one", "1.0", "\u0661", "1_1"])
@pytest.mark.parametrize(
    "command", ["legal_moves {}", "play {} e4f4d5e5e6", "genmove {}", "hint {}"]
)
def test_a_seat_that_does_not_exist_is_refused(command: str, seat: str) -> None:
    assert "seat" in Talk(THREE).refused(command.format(seat))


# -- play, undo


def test_play_answers_nothing_and_takes_squares_in_any_order() -> None:
    talk = Talk(SOLO)
    assert talk.say("play 1 e6e5d5f4e4") == ""
    assert talk.say("record").endswith("\n;\n1. F: e4f4d5e5e6")


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("play 1 a1b1a2b2a3", "SY-O1: "),
        ("play 1 a1b1c1d1e1", "SY-L2: the tile touches no placed tile"),
        ("play 1 e5f5g5h5i5", "SY-L3: "),
        ("play 1 e3f3g3h3i3", "SY-L3: "),
        ("play 1 x", "SY-L6: "),
        ("play 1 a1c1e1g1i1", "SY-M3: "),
        ("play 1 a1b1c1d1", "'a1b1c1d1' "),
        ("play 1 k1", "'k1' "),
        ("play 1 e4,f4", "'e4 f4' "),
    ],
)
def test_play_says_which_rule_refuses_it(line: str, refusal: str) -> None:
    assert Talk(SOLO, "play 1 e4f4d5e5e6").refused(line).startswith(refusal)


def test_sy_l1_the_first_tile_is_refused_off_the_centre() -> None:
    assert Talk(SOLO).refused("play 1 b1c1a2b2b3").startswith("SY-L1: ")


def test_sy_d1_and_sy_b1_play_out_of_turn_is_refused() -> None:
    assert Talk(DUEL).refused("play 2 e4f4d5e5e6").startswith("SY-D1: ")
    assert Talk(DUEL).refused("play 2 x").startswith("SY-D1: ")
    talk = Talk(THREE, "play 1 e4f4d5e5e6")
    for line in ("play 1 e4f4d5e5e6", "play 1 x", "genmove 1", "hint 1"):
        assert talk.refused(line).startswith("SY-B1: ")
    assert Talk(ENDGAME).refused("play 2 hb1").startswith("SB-S2: ")


def test_sy_l6_a_seat_that_cannot_place_is_not_asked() -> None:
    # Five squares in a row: after I nothing fits, and the rules discard it all by themselves.
    site = "/".join(["#" * 10] * 4 + ["#####....." if n == 0 else "#" * 10 for n in range(6)])
    talk = Talk(f"new_game scarabya mode=solo site={site} deck=FI")
    assert talk.say("card") == "I"
    assert talk.say("legal_moves") == "f5g5h5i5j5"
    assert talk.say("record").endswith("\n1. F: x")
    talk.say("play 1 f5g5h5i5j5")
    assert talk.say("over") == "true"
    assert talk.say("result") == "won"


@pytest.mark.parametrize(
    ("line", "refusal"),
    [
        ("play 1 va2", "SB-T2: "),
        ("play 1 hd1", "SB-T3: "),
        ("play 1 hc1^+5@d1", "SB-T5: "),
        ("play 1 hb1^-8@d1", "SB-T5: "),
        ("play 1 x", "'x' "),
        ("play 1 hj10", "j10 "),
    ],
)
def test_play_says_which_rule_of_scarab_refuses_it(line: str, refusal: str) -> None:
    assert Talk(ENDGAME + " hands=-8").refused(line).startswith(refusal)


def test_undo_takes_back_the_last_move_of_any_seat() -> None:
    talk = Talk(THREE)
    said = [talk.say("record")]
    for seat in (2, 1, 3, 1, 3, 2, 2):
        talk.say(f"genmove {seat}")
        said.append(talk.say("record"))
    while len(said) > 1:
        assert talk.say("record") == said.pop()
        assert talk.say("undo") == ""
    assert talk.say("record") == said[0]
    assert talk.refused("undo") == "there is no move to take back"


def test_undo_takes_a_finished_game_up_again() -> None:
    talk = Talk(ENDGAME, "play 1 hc1", "play 2 vc2", "play 1 ha2")
    assert talk.say("result") == "-3 2"
    talk.say("undo")
    assert (talk.say("result"), talk.say("to_move"), talk.say("scores")) == ("*", "1", "0 2")


# -- genmove, hint


@pytest.mark.parametrize("level", ["", *map(str, range(1, 9))])
def test_genmove_plays_what_it_answers(level: str) -> None:
    for game in (SOLO, DUEL, THREE, ENDGAME):
        talk = Talk(game)
        legal = talk.say("legal_moves 1").split("\n")
        move = talk.say(f"genmove 1 {level}")
        assert move in legal
        undone = Talk(game, f"play 1 {move}")
        assert talk.say("record") == undone.say("record")


@pytest.mark.parametrize("level", ["0", "9", "-1", "1.5", "x", "99999", "\u0664"])
def test_genmove_refuses_another_level(level: str) -> None:
    assert "level is" in Talk(SOLO).refused(f"genmove 1 {level}")


@pytest.mark.parametrize("seconds", ["1", "0.5", ".5", "2.", "1e-3", "1E2", "10"])
def test_seconds_are_any_positive_number(seconds: str) -> None:
    assert Talk(ENDGAME).say(f"genmove 1 3 {seconds}")
    assert Talk(ENDGAME).say(f"hint 1 {seconds}")


@pytest.mark.parametrize(
    "seconds", ["0", "0.0", "-1", "nan", "inf", "1e999", "x", "1_0", "+1", "1e", ".", "\u0661"]
)
def test_other_seconds_are_refused(seconds: str) -> None:
    for line in (
        f"genmove 1 3 {seconds}",
        f"hint 1 {seconds}",
        f"solve {seconds}",
        f"evaluate 1 {seconds}",
    ):
        expected = f"seconds are a number greater than 0, not '{seconds}'"
        assert Talk(ENDGAME).refused(line) == expected


@pytest.mark.parametrize("game", [SOLO, DUEL, THREE, ENDGAME])
def test_hint_names_at_most_ten_moves_best_first(game: str) -> None:
    talk = Talk(game)
    before = talk.engine.conversation.game
    rows = [row.split(" ") for row in talk.say("hint 1").split("\n")]
    assert talk.engine.conversation.game is before
    assert 1 <= len(rows) <= 10
    assert {move for move, _ in rows} <= set(talk.say("legal_moves 1").split("\n"))
    values = [float(value) for _, value in rows]
    assert values == sorted(values, reverse=True)
    assert not any("e" in value or value.endswith(".") for _, value in rows)


def test_hint_values_are_final_ones() -> None:
    # hb1 ends the game with +5; the ankh lets the other take +2 and leaves -3.
    assert Talk(ENDGAME).say("hint 1") == "hb1 5\nhc1 -5"


# -- scores, over, result


def test_scores_over_and_result_of_an_expedition() -> None:
    talk = Talk(THREE)
    assert (talk.say("scores"), talk.say("over"), talk.say("result")) == ("0 0 0", "false", "*")
    while seats := talk.say("to_move"):
        talk.say(f"genmove {seats[-1]}")
    assert talk.say("over") == "true"
    assert talk.say("result") == talk.say("scores")
    assert len(talk.say("scores").split()) == 3


def test_scores_of_a_solo_game_are_the_scarabs_covered() -> None:
    talk = Talk(SOLO, "play 1 e4f4d5e5e6")
    assert talk.say("scores") == "1"


def test_sb_v3_scores_in_teams_are_the_teams() -> None:
    talk = Talk(ENDGAME + " seats=4 teams=yes hands=+1;+2;-3;-5")
    assert talk.say("scores") == "3 -8"
    talk.say("play 1 hb1")
    assert (talk.say("over"), talk.say("result")) == ("true", "8 -8")


# -- record, showboard


def test_record_is_the_games_record_with_a_semicolon_for_its_empty_line() -> None:
    talk = Talk(SOLO, "play 1 e4f4d5e5e6")
    state = SCARABYA.new({"mode": "solo", "site": SITE, "deck": DECK}, Random(1))
    state = state.play(1, state.parse_move("e4f4d5e5e6"))
    written = str(SCARABYA.record(state, deck=True))
    assert talk.say("record") == written.replace("\n\n", "\n;\n").rstrip("\n")
    assert talk.say("record").count(";") == 1


def test_record_of_a_game_without_moves_ends_with_the_semicolon() -> None:
    assert Talk(SOLO).say("record").endswith('[Result "*"]\n;')


def test_showboard_draws_the_board_as_a_spectator_sees_it() -> None:
    talk = Talk(THREE, "play 2 e4f4d5e5e6")
    state = SCARABYA.new({"seats": "3", "site": SITE, "deck": DECK}, Random(1))
    state = state.play(2, state.parse_move("e4f4d5e5e6"))
    assert talk.say("showboard") == board_text(state.view(None))
    assert "P    +5   A" in Talk(ENDGAME).say("showboard")


# -- solve


def test_solve_solo_gives_a_row_for_each_card_that_wins() -> None:
    talk = Talk(SOLO, "genmove 1")
    before = talk.say("record")
    rows = [row.split(" ") for row in talk.say("solve 600").split("\n")]
    assert talk.say("record") == before
    assert "".join(tile for tile, _ in rows) == DECK[1:]
    for tile, placement in rows:
        if placement != "x" and talk.say("over") == "false":
            assert talk.say("card") == tile
            talk.say(f"play 1 {placement}")
    assert talk.say("result") == "won"


def test_solve_solo_says_impossible_or_unknown() -> None:
    full = SITE.replace(".", "s")
    assert Talk(f"new_game scarabya mode=solo site={full}").say("solve") == "impossible"
    crowded = "/".join(["s.ss..s.s.", "..s.s.ss.."] * 5)  # far more than a box has
    talk = Talk(f"new_game scarabya mode=solo seed=1 site={crowded}")
    assert talk.say("solve 0.05") == "unknown"


def test_solve_scarab_gives_the_difference_and_a_best_line() -> None:
    assert Talk(ENDGAME).say("solve") == "5\nhb1"
    talk = Talk(ENDGAME + " hands=-8")
    value, *line = talk.say("solve 600").split("\n")
    for move in line:
        talk.say(f"play {talk.say('to_move')} {move}")
    first, second = map(int, talk.say("result").split())
    assert first - second == int(value)


def test_solve_scarab_says_unknown() -> None:
    talk = Talk("new_game scarab seed=1")
    assert talk.say("solve 0.05") == "unknown"


@pytest.mark.parametrize("game", [THREE, "new_game scarab seats=3", ENDGAME + " seats=4"])
def test_solve_refuses_what_it_does_not_solve(game: str) -> None:
    sentence = (
        "only solo games, duels, expeditions of one seat and SCARAB with two seats are solved"
    )
    assert Talk(game).refused("solve") == sentence
