"""`kheper play`: whole games by typed lines, for every mode and variant."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

from kheper import Record, new, record_of, replay
from tests.cli.shell import FIRST_OF_THE_LIST, kheper, play

GAMES = {
    "expedition alone": ["--seats", "you"],
    "expedition with a bot": ["--mode", "expedition"],
    "expedition, four people": ["--seats", "Anna,Ben,Cleo,Dan"],
    "expedition, people and bots": ["--seats", "bot:1,Anna,bot:8,Ben"],
    "expedition, open table": ["--seats", "Anna,Ben", "--option", "open_table=open"],
    "expedition without turning over": ["--seats", "you,bot", "--option", "flip=off"],
    "duel with a bot": ["--mode", "duel"],
    "duel, two people": ["--mode", "duel", "--seats", "Anna,Ben"],
    "duel, the bot begins": ["--mode", "duel", "--seats", "bot,Anna"],
    "solo": ["--mode", "solo"],
    "solo without turning over": ["--mode", "solo", "--option", "flip=off"],
    "scarab": ["--game", "scarab"],
    "scarab, three people": ["--game", "scarab", "--seats", "Anna,Ben,Cleo"],
    "scarab short": ["--size", "8"],
    "scarab turning": ["--turning", "--seats", "Anna,bot:1"],
    "scarab teams": ["--teams"],
    "scarab short, turning, teams": ["--size", "8", "--turning", "--teams", "--seats", "A,B,bot,C"],
    "scarab, chance begins": ["--option", "starts=random", "--size", "8"],
    "bots alone": ["--seats", "bot,bot:1,bot:8"],
    "bots alone, scarab": ["--size", "8", "--seats", "bot,bot:1,bot:3,bot"],
}


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_played_and_its_record_replays(name: str, tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    result = play(*GAMES[name], "--save", str(out), typed=FIRST_OF_THE_LIST)
    assert result.exit_code == 0
    assert result.stderr == ""
    assert re.search("Winner: |Shared victory: |Won after |Lost on try |ends with", result.output)
    assert f"The record is in {out}." in result.output
    record = Record.parse(out.read_text(encoding="utf-8"))
    end = replay(record).end
    assert end.outcome is not None
    assert record.tag("Result") == end.outcome.result
    assert str(record_again(record)) == out.read_text(encoding="utf-8")


def record_again(record: Record) -> Record:
    return record_of(replay(record).end, record.tags)


@pytest.mark.parametrize("name", GAMES)
def test_a_screen_reader_gets_plain_lines(name: str) -> None:
    result = play(*GAMES[name], "--no-drawings", typed=FIRST_OF_THE_LIST)
    assert "\x1b" not in result.output
    assert result.output.isascii()
    assert all(line.isprintable() for line in result.output.split("\n"))


def test_enter_alone_starts_a_quick_game_against_a_bot() -> None:
    result = kheper("play", "--seed", "1", typed=["", "", "", "", "quit"])
    assert result.exit_code == 0
    assert "Scarabya, expedition. Round 1 of 12" in result.output
    assert "still to place: You and Thot (bot 2)." in result.output


def test_the_first_question_is_which_game() -> None:
    result = kheper("play", typed=["4", "", "2", "quit"])
    assert result.exit_code == 0
    assert "SCARAB, board of 10x10. Move 1, turn: Anna" in result.output


def test_the_questions_take_other_answers() -> None:
    typed = ["x", "9", "1", "Anna,Anna", "Anna,bot,bot:9", ",", "Anna,bot", "0", "3", "1"]
    result = kheper("play", "--seed", "1", typed=[*typed, "quit"])
    assert result.exit_code == 0
    for answer in (
        "Type a number, 1 to 5, or press Enter.",
        "Type a number from 1 to 5.",
        "two seats are called Anna",
        "bots have levels 1 to 8, not '9'",
        "'' is not a seat such as you, bot:3 or Anna",
        "Type a number, 1 to 8.",
        "still to place: Anna and Thot (bot 3).",
    ):
        assert answer in result.output


def test_too_few_or_many_seats_are_asked_for_again() -> None:
    result = kheper("play", typed=["2", "Anna", "Anna,Ben,Cleo", "2", "", "quit"])
    assert result.output.count("this game has 2 to 2 seats") == 2
    assert "Scarabya, one-on-one. Card 1 of 12" in result.output


def test_variants_of_scarab_are_asked_for() -> None:
    result = kheper("play", typed=["5", "4", "", "1", "quit"])
    assert "SCARAB, board of 8x8, turning, teams. Move 1" in result.output


def test_a_move_is_shown_before_it_is_made() -> None:
    typed = ["e5", "1", "n", "e5", "2", "", "quit"]
    result = kheper("play", "--seed", "3", "--mode", "solo", typed=typed)
    assert result.output.count("Enter to play it, n to think again") == 2
    assert "card 2 of 12" in result.output


def test_another_move_can_be_typed_instead_of_a_yes() -> None:
    typed = ["e5", "1", "f6", "1", "", "quit"]
    result = kheper("play", "--seed", "3", "--mode", "solo", typed=typed)
    assert result.output.count("Enter to play it") == 2
    assert "card 2 of 12" in result.output


def test_squares_narrow_the_choice_until_one_is_left() -> None:
    options = ["--mode", "solo", "--option", "deck=IX", "--option", f"site={PLAIN}"]
    first = play(*options, typed=["e5", "E4, E5 e6", "1", "quit"])
    assert first.output.count("Type a number.") == 2
    assert "You: I on e2 e3 e4 e5 e6." in first.output
    straight = play(*options, typed=["a5b5", "quit"])
    assert "You: I on a5 b5 c5 d5 e5." in straight.output


PLAIN = "/".join([".........."] * 10)


def test_a_square_and_a_number_take_a_way_at_once() -> None:
    options = ["--mode", "solo", "--option", "deck=IX", "--option", f"site={PLAIN}"]
    listed = play(*options, typed=["e5", "3", "quit"]).output
    at_once = play(*options, typed=["e5 3", "quit"]).output
    told = re.findall(r"You: I on .*", listed)
    assert told == re.findall(r"You: I on .*", at_once)
    assert len(told) == 1
    assert "There is no number 99 in the list: 1 to 10." in play(*options, typed=["e5 99"]).output


def test_five_squares_are_a_placement_at_once() -> None:
    options = ["--mode", "solo", "--option", "deck=IX", "--option", f"site={PLAIN}"]
    result = play(*options, typed=["e9e8e7e6e5", "quit"])
    assert "You: I on e5 e6 e7 e8 e9." in result.output


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a1a2a3a4a5", "SY-L1: the first tile covers none of the four central squares"),
        ("a1", "SY-L1: I cannot cover a1 and also one of the central squares"),
        ("e4f4d5e5e6", "SY-B1: the card shows I, this is F"),
        ("j5", "SY-L3: there is a rock on j5"),
        ("e5e6e7e8e9e10", "is not five different squares"),
        ("k5", "is not a row of squares such as e4f4. Type help"),
        ("x", "SY-L6: I can be placed, so it must be"),
        ("pass", "SY-L6: I can be placed, so it must be"),
        ("nonsense", "Type help for what can be typed."),
        ("7", "There is no number 7 in the list: none yet: type list."),
        ("9" * 5000, "There is no number 999999 in the list"),
        ("undo", "The next card has been revealed: what lies there stays. Type retry"),
        ("rematch", "SY-D6: only a one-on-one has a rematch"),
        ("undo Anna", "The next card has been revealed"),
        ("save", "Name a file: save FILE."),
        ("", "Type squares to cover, such as e5"),
    ],
)
def test_what_cannot_be_is_refused_with_the_reason(text: str, answer: str) -> None:
    rows = [".........."] * 4 + [".........#"] + [".........."] * 5
    options = ["--mode", "solo", "--option", "deck=I", "--option", f"site={'/'.join(rows)}"]
    result = play(*options, typed=[text, "quit"])
    assert result.exit_code == 0
    assert answer in result.output


def test_sy_l2_the_reason_after_the_first_tile() -> None:
    options = ["--mode", "solo", "--option", "deck=IX", "--option", f"site={PLAIN}"]
    result = play(*options, typed=["e5e6e7e8e9", "a1", "b2", "e6", "quit"])
    assert "SY-L2: X cannot cover a1 and touch a placed tile" in result.output
    assert "SY-L2: X cannot cover b2 and touch a placed tile" in result.output
    assert "SY-L3: e6 is already covered" in result.output


def test_commands_answer_in_every_game(monkeypatch: pytest.MonkeyPatch) -> None:
    commands = ["help", "?", "rules", "board", "board all", "list", "list all", "hint"]
    commands += ["at e5", "confirm on", "confirm off", "drawings off", "e5", "drawings on", "quit"]
    monkeypatch.setattr("kheper.cli.session.SECONDS_FOR_A_HINT", 0.05)
    for options in (["--mode", "duel"], ["--mode", "solo"], ["--seats", "A,bot"], ["--size", "8"]):
        result = play(*options, typed=commands)
        assert result.exit_code == 0
        assert "How to type a move:" in result.output
        assert "Tip: " in result.output


def test_the_rules_show_the_tiles() -> None:
    result = play("--mode", "solo", typed=["rules", "quit"])
    for row in ("F     I     L     N", ".##   #     #.    .#", "##.   #     #.    .#"):
        assert row in result.output


def test_a_list_is_grouped_and_its_numbers_count() -> None:
    result = play("--mode", "duel", typed=["list all", "quit"])
    numbers = [int(n) for n in re.findall(r"^  (\d+)\. ", result.output, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert "For 0 points:" in result.output


def test_boards_of_others_can_be_looked_at() -> None:
    typed = ["list", "1", "board Isis", "board 1", "board all", "board Nobody", "quit"]
    result = play("--seats", "you,bot,bot", typed=typed)
    assert "Isis (bot 2): 0 points." in result.output
    assert "There is no player called Nobody." in result.output


def test_sy_b1_undo_gives_the_tile_of_the_open_round_back() -> None:
    typed = ["list", "1", "", "undo", "undo Ben", "undo Anna", "list", "2", "", "quit"]
    result = play("--seats", "Anna,Ben", typed=typed)
    assert "Name whose tile comes back: undo Anna." in result.output
    assert "SY-B1: seat 2 has no placement to take back" in result.output
    assert "Anna has the tile back." in result.output
    assert "Round 2 of" not in result.output


def test_undo_in_scarab_is_free_against_bots() -> None:
    typed = ["undo", "list", "1", "list", "1", "undo", "undo", "quit"]
    result = play("--size", "8", typed=typed)
    assert "you have not moved yet" in result.output
    assert result.output.count("Taken back.") == 2
    assert result.output.count("Move 1, turn: You") == 3 - 1


def test_undo_in_scarab_is_a_request_among_people() -> None:
    typed = ["list", "1", "list", "1", "undo", "n", "undo", "y", "quit"]
    result = play("--size", "8", "--seats", "Anna,Ben", typed=typed)
    assert re.search(r"Does everybody agree that Anna takes back [hv][a-h]\d\?", result.output)
    assert result.output.count("Taken back.") == 1


def test_sy_o3_retry_keeps_the_cards() -> None:
    typed = ["list", "1", "list", "1", "retry", "quit"]
    result = play("--mode", "solo", "--option", "deck=FIL", typed=typed)
    assert "Try 2, with the same cards." in result.output
    assert "Try 2, card 1 of 12, tile F." in result.output
    assert "known from an earlier try: I L." in result.output


def test_sy_o3_a_lost_game_offers_another_try() -> None:
    rows = [*["#" * 10] * 4, "....." + "#####", *["#" * 10] * 4, "s#########"]
    options = ["--mode", "solo", "--option", f"site={'/'.join(rows)}", "--option", "deck=IX"]
    result = play(*options, typed=["a5b5c5d5e5", "what", "y", "quit"])
    assert "Lost on try 1: 1 scarab not covered: a10." in result.output
    assert "Type y for yes or n for no." in result.output
    assert "Try 2, card 1 of 12, tile I. It can no longer be won." in result.output


def test_sy_d6_a_rematch_lets_the_other_player_start() -> None:
    rows = [*["#" * 10] * 4, "....." + "#####", *["#" * 10] * 5]
    options = ["--mode", "duel", "--seats", "Anna,Ben", "--option", f"site={'/'.join(rows)}"]
    typed = ["rematch", "a5b5c5d5e5", "y", "a5b5c5d5e5", "n"]
    result = play(*options, "--option", "deck=IX", typed=typed)
    assert "SY-D6: a rematch follows a finished game" in result.output
    assert "Ben: I on a5 b5 c5 d5 e5." in result.output
    turned = play(*options, "--option", "deck=IX", "--option", "rematch=reverse", typed=typed[1:])
    assert turned.output.count("Anna: I on a5 b5 c5 d5 e5.") == 2


def test_sy_l6_discards_are_announced() -> None:
    rows = [*["#" * 10] * 4, "....." + "#####", *["#" * 10] * 5]
    options = ["--option", f"site={'/'.join(rows)}", "--option", "deck=XIT"]
    result = play("--seats", "Anna,Ben", *options, typed=["a5b5c5d5e5", "", "a5b5c5d5e5"])
    for name in ("Anna", "Ben"):
        for tile in "XT":
            assert f"{name}: {tile} cannot be placed and is discarded." in result.output


FREE = ". . . . . . . ."
POSITION = "/".join(["P A +3 . . . . .", FREE, ". . . +1 . . . .", *[FREE] * 4, ". -1 . . . . . ."])
ANKH = ["--game", "scarab", "--seats", "Anna,Ben", "--option", f"position={POSITION}"]
ANKH += ["--option", "axis=h", "--option", "hands=+5 -8;+2"]


def test_sb_t5_an_ankh_asks_for_a_stone_and_a_square() -> None:
    typed = ["b1", "3", "b1", "zz", "list", "a1", "quit"]
    result = play(*ANKH, typed=typed)
    assert "1. none, keep them all (Enter)" in result.output
    assert "SB-T5: b1 is not" in result.output
    assert "'zz' is not a row of squares" in result.output
    assert "Anna: along the row to b1, takes the ankh out of the game and puts -8 on a1." in (
        result.output
    )


def test_sb_t5_an_ankh_may_be_declined_or_thought_over() -> None:
    declined = play(*ANKH, typed=["b1", "", "quit"])
    assert "and puts nothing back." in declined.output
    again = play(*ANKH, typed=["b1", "back", "b1", "-8", "back", "b1", "+9", "-8", "h8", "quit"])
    assert "You have no stone '+9'." in again.output
    assert "and puts -8 on h8." in again.output
    assert play(*ANKH, typed=["hb1^-8@h8", "quit"]).output.count("puts -8 on h8.") == 1


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("a2", "SB-T3: there is no stone on a2"),
        ("a1", "SB-T3: there is no stone on a1"),
        ("d3", "SB-T2: d3 is not in row 1"),
        ("vb8", "SB-T2: the priest must leave along h"),
        ("hc1^-8@h8", "SB-T5: only an ankh lets a stone return"),
        ("hc1vc5", "SB-V2: this game is played without turning"),
        ("j10", "j10 is not on a board of 8x8"),
        ("hello", "is not a move such as hd5"),
        ("pass", "SB-T6: there is no passing"),
    ],
)
def test_scarab_moves_are_refused_with_the_reason(text: str, answer: str) -> None:
    assert answer in play(*ANKH, typed=[text, "quit"]).output


def test_sb_v2_a_square_behind_a_star_is_found_and_two_ways_are_told_apart() -> None:
    rows = ["P . +3* . . . . .", *[". . . . . . . ."] * 6, ". . -1 . . . . ."]
    options = ["--turning", "--seats", "Anna,Ben", "--option", f"position={'/'.join(rows)}"]
    result = play(*options, "--option", "axis=h", typed=["c8", "quit"])
    assert "turns on the star and goes along the column to c8, takes -1." in result.output


def test_sb_v2_two_ways_to_a_square_are_told_apart() -> None:
    seed, square = next(_two_ways())
    result = play("--size", "8", "--turning", typed=[square, "2", "quit"], seed=seed)
    assert "Type a number." in result.output
    assert "turns on the star" in result.output


def _two_ways() -> Iterator[tuple[int, str]]:
    """Find first moves that get to a square over a star of the row and over one of the column."""
    for seed in count():
        state = new("scarab", size=8, turning="yes", seed=seed)
        ways = Counter(str(move.target) for move in state.legal_moves(1))
        yield from ((seed, square) for square, number in ways.items() if number > 1)


def test_nonsense_never_breaks_a_game() -> None:
    rng = Random(9)
    signs = "abcdefghij0123456789 +-^@*hvxAP,;/\\\"'#\u00e9\t"
    words = "list undo board at confirm retry rematch 1 2 3 save help".split()
    for options in (["--mode", "solo"], ["--seats", "A,B"], ["--size", "8", "--turning"], ANKH):
        lines = [
            rng.choice(words)
            if rng.random() < 0.3
            else "".join(rng.choices(signs, k=rng.randint(0, 9)))
            for _ in range(200)
        ]
        result = play(*options, typed=lines)
        assert result.exit_code in (0, 130)
        assert "Traceback" not in result.output
