"""Setting a game up by options, taking it up again, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from kheper import Record, replay
from kheper.scarabya import BOARDS, Arrangement
from tests.cli.shell import FIRST_OF_THE_LIST, kheper, play

ROW = ".........."


def file(folder: Path, text: str, name: str = "material.txt") -> str:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return str(path)


def site_in(output: str) -> list[str]:
    rows = re.findall(r"^ {1,2}\d+ ((?:\S ){9}\S)$", output, re.MULTILINE)
    return [row.replace(" ", "") for row in rows[:10]]


def rows_in(output: str) -> list[str]:
    rows = re.findall(r"^ +\d+ (.+)$", output, re.MULTILINE)[:8]
    return [" ".join(row.split()) for row in rows]


def test_the_same_seed_gives_the_same_game() -> None:
    for options in (["--seats", "you,bot"], ["--game", "scarab"]):
        one, two = (play(*options, typed=FIRST_OF_THE_LIST, seed=8) for _ in range(2))
        assert one.output == two.output
    assert play("--mode", "solo", typed=["quit"]).output != play("--mode", "solo", seed=4).output


def test_sy_o5_a_site_of_ones_own(tmp_path: Path) -> None:
    rows = ["s........#", *[ROW] * 9]
    path = file(tmp_path, "; mine\n" + "\n".join(rows))
    assert site_in(play("--mode", "solo", "--site", path, typed=["quit"]).output) == rows


def test_sy_a4_warnings_about_a_site_are_shown(tmp_path: Path) -> None:
    path = file(tmp_path, "\n".join(["s#........", "#.........", *[ROW] * 8]))
    result = play("--mode", "solo", "--site", path, typed=["quit"])
    assert "Warning: SY-A4: rocks and frame alone enclose a1" in result.output


def test_sy_o5_boards_of_ones_own_are_arranged(tmp_path: Path) -> None:
    boards = [board.turned(90) for board in BOARDS]
    named = zip("ABCD", boards, strict=True)
    path = file(tmp_path, "\n".join(f"{name}\n" + "\n".join(b.rows) for name, b in named))
    options = ["--mode", "duel", "--site", path, "--arrange", "D0 C90 B180 A270"]
    expected = Arrangement.parse("D0 C90 B180 A270").site(boards).rows()
    assert site_in(play(*options, typed=["quit"]).output) == expected


def test_a_slip_in_a_site_is_told_with_its_place(tmp_path: Path) -> None:
    path = file(tmp_path, "\n".join([ROW, "..!.......", *[ROW] * 8]))
    result = play("--mode", "solo", "--site", path)
    assert result.exit_code == 1
    assert result.stderr == (
        "kheper: line 2, column 3: SY-M2: '!' is not a mark: . is free, s a scarab, # a rock\n"
    )


def test_sy_s1_an_arrangement_by_option() -> None:
    result = play("--mode", "solo", "--arrange", "B90 A0 C180 D270", typed=["quit"])
    assert site_in(result.output) == Arrangement.parse("B90 A0 C180 D270").site().rows()
    wrong = play("--mode", "solo", "--arrange", "B90 A0 C180 D45")
    assert wrong.exit_code == 1
    assert "SY-S1" in wrong.stderr


def test_sy_s3_the_great_explorer_arranges_by_hand_or_has_them_drawn() -> None:
    typed = ["b90 a0", "A0 B0 C0 D0", "n", "b90 a0 c180 d270", "y", "quit"]
    result = play("--mode", "solo", "--arrange", "ask", typed=typed)
    assert "You: Great Explorer." in result.output
    assert "SY-S1: each of the boards A, B, C and D lies in one quarter" in result.output
    after = result.output.split("B90 A0 C180 D270: keep it?")[1]
    assert site_in(after) == Arrangement.parse("B90 A0 C180 D270").site().rows()
    drawn = play("--mode", "solo", "--arrange", "ask", typed=["", "", "quit"])
    assert re.search(r"([A-D](0|90|180|270) ?){4}: keep it\?", drawn.output)


def test_sy_s2_ages_are_asked_only_where_an_age_decides() -> None:
    seats = ["--seats", "Anna,Ben"]
    assert "How old" not in play(*seats, typed=["quit"]).output
    assert "How old" not in play(*seats, "--option", "great_explorer=random", typed=[""] * 2).output
    typed = ["forty", "40", "9", "", "", "quit"]
    youngest = play(*seats, "--option", "great_explorer=youngest", typed=typed)
    assert "an age is a number, not 'forty'" in youngest.output
    assert "Ben: Great Explorer." in youngest.output
    oldest = play(*seats, "--option", "great_explorer=oldest", "--ages", "40,9", typed=["", ""])
    assert "How old" not in oldest.output
    assert "Anna: Great Explorer." in oldest.output


def test_sy_s2_a_bot_has_the_boards_drawn() -> None:
    options = ["--seats", "Anna,bot", "--option", "great_explorer=youngest"]
    result = play(*options, typed=["40", "1", "quit"])
    assert "Thot (bot 2): Great Explorer." in result.output
    assert "Arrange the boards" not in result.output


def test_sb_s2_the_youngest_begins() -> None:
    options = ["--game", "scarab", "--seats", "Anna,Ben", "--option", "starts=youngest"]
    result = play(*options, typed=["40", "9", "quit"])
    assert "Move 1, turn: Ben" in result.output
    assert "Move 1, turn: Anna" in play(*options, "--ages", "9 40", typed=["quit"]).output


def test_sb_s1_a_position_by_hand(tmp_path: Path) -> None:
    start = rows_in(play("--size", "8", typed=["quit"]).output)
    path = file(tmp_path, "; laid out by hand\n" + "\n".join(start))
    result = play("--position", path, "--seats", "Anna,Ben", seed=99, typed=["quit"])
    assert rows_in(result.output) == start
    broken = file(tmp_path, "+1 +2\n", "broken.txt")
    assert "kheper: SB-M1: " in play("--position", broken).stderr


@pytest.mark.parametrize(
    "options", [["--seats", "Anna,bot:1"], ["--mode", "duel"], ["--size", "8"]]
)
def test_a_game_is_taken_up_where_it_was_left(options: list[str], tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    left = play(*options, "--save", path, typed=["list", "1", "list", "1", "quit"])
    assert f"The record is in {path}." in left.output
    lines = len(Record.parse(Path(path).read_text(encoding="utf-8")).lines)
    assert lines >= 2
    result = play("--load", path, "--save", path, typed=FIRST_OF_THE_LIST)
    assert result.exit_code == 0
    record = Record.parse(Path(path).read_text(encoding="utf-8"))
    assert replay(record).end.over
    assert len(record.lines) > lines
    assert record.tag("Players") == ("Anna,bot:1" if "Anna,bot:1" in options else "You,bot:2")


def test_sy_o3_known_cards_survive_a_save(tmp_path: Path) -> None:
    path = str(tmp_path / "solo.txt")
    typed = ["list", "1", "list", "1", "retry", "quit"]
    play("--mode", "solo", "--option", "deck=FIL", "--save", path, typed=typed)
    result = play("--load", path, typed=["quit"])
    assert "Try 2, card 1 of 12, tile F." in result.output
    assert "known from an earlier try: I L." in result.output


def test_other_players_can_take_a_game_up(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    play("--mode", "duel", "--save", path, typed=["list", "1", "quit"])
    result = play("--load", path, "--seats", "Cleo,Dan", typed=["quit"])
    assert "Cleo, it is your turn." in result.output
    wrong = play("--load", path, "--seats", "Cleo")
    assert (wrong.exit_code, wrong.stderr) == (1, "kheper: the record has 2 seats, not 1\n")


def test_a_record_of_another_program_is_played_on_by_people(tmp_path: Path) -> None:
    site = "/".join([ROW] * 10)
    head = f'[Game "Scarabya"]\n[Mode "duel"]\n[Site "{site}"]\n[Event "Luxor"]\n'
    path = file(tmp_path, head + '[Seat1 "A, B"]\n[Seat2 "A, B"]\n')
    out = str(tmp_path / "out.txt")
    result = play("--load", path, "--save", out, typed=["list", "1", "quit"])
    assert "Warning: SY-M2: there is no scarab symbol on this site" in result.output
    assert "A  B, it is your turn." in result.output
    assert "Seat 2, it is your turn." in result.output
    assert '[Event "Luxor"]' in Path(out).read_text(encoding="utf-8")


def test_a_file_is_not_written_over_unasked(tmp_path: Path) -> None:
    path = file(tmp_path, "precious")
    refused = play("--mode", "solo", "--save", path, typed=["n", "list", "1", "quit"])
    assert f"{path} exists. Overwrite it? (y/N)" in refused.output
    assert Path(path).read_text(encoding="utf-8") == "precious"
    in_game = play("--mode", "solo", typed=[f"save {path}", "n", f"save {path}", "y", "quit"])
    assert "is kept up to date" in in_game.output
    assert Path(path).read_text(encoding="utf-8").startswith('[Game "Scarabya"]')


def test_what_cannot_be_written_is_told(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "game.txt")
    result = play("--mode", "solo", "--save", nowhere)
    assert result.exit_code == 1
    assert result.stderr == f"kheper: {nowhere}: No such file or directory\n"
    later = play("--mode", "solo", typed=[f"save {nowhere}", "list", "1", "quit"])
    assert later.exit_code == 0
    assert f"{nowhere}: No such file or directory" in later.output
    assert "card 2 of 12" in later.output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode", "duel", "--seats", "Anna"], "SY-D1: "),
        (["--mode", "solo", "--seats", "Anna,Ben"], "SY-O1: "),
        (["--seats", "a,b,c,d,e"], "SY-B1: an expedition has 1 to 4 seats, not 5"),
        (["--game", "scarab", "--seats", "a"], "SB-S2: "),
        (["--teams", "--seats", "a,b"], "SB-V3: "),
        (["--seats", "bot:99"], "bots have levels 1 to 8, not '99'"),
        (["--seats", ","], "'' is not a seat"),
        (["--seats", "Anna,Anna"], "two seats are called Anna"),
        (["--seats", "a\x1bb"], "is not a seat such as"),
        (["--option", "flip=maybe"], "flip is one of on, off, not 'maybe'"),
        (["--option", "colour=red"], "there is no setting 'colour'"),
        (["--seats", "a,b", "--ages", "9", "--option", "great_explorer=oldest"], "SY-S2: "),
    ],
)
def test_what_makes_no_game_is_refused_in_one_line(arguments: list[str], message: str) -> None:
    result = play(*arguments)
    assert result.exit_code == 1
    assert result.stderr.startswith("kheper: ")
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert "\x1b" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "--game", "chess"],
        ["play", "--mode", "duel", "--size", "8", "--game", "scarabya"],
        ["play", "--game", "scarab", "--mode", "duel"],
        ["play", "--game", "scarab", "--arrange", "ask"],
        ["play", "--option", "flip"],
        ["play", "--site", "no-such-file"],
        ["play", "--load", "no-such-file"],
        ["play", "--seed", "lucky"],
        ["replay"],
        ["replay", "no-such-file"],
        ["show", "no-such-file"],
        ["show", "-", "--move", "-1"],
        ["completion", "powershell"],
        ["completion"],
        ["dance"],
        ["--colour"],
    ],
)
def test_wrong_usage_is_two_lines_and_exit_code_2(arguments: list[str]) -> None:
    result = kheper(*arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.count("\n") == 2
    assert result.stderr.split("\n")[1].startswith("Try 'kheper")


def test_load_brings_its_own_game(tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    play("--mode", "solo", "--save", path, typed=["quit"])
    for more in (["--mode", "duel"], ["--option", "flip=off"], ["--teams"]):
        result = play("--load", path, *more)
        assert result.exit_code == 2
        assert "--load continues a game" in result.stderr


def test_a_whole_site_leaves_nothing_to_arrange(tmp_path: Path) -> None:
    path = file(tmp_path, "\n".join([ROW] * 10))
    assert play("--site", path, "--arrange", "ask").exit_code == 2


def test_the_end_of_the_input_is_an_interruption(tmp_path: Path) -> None:
    assert kheper("play").exit_code == 130
    path = str(tmp_path / "game.txt")
    result = play("--mode", "solo", "--save", path, typed=["list", "1"])
    assert result.exit_code == 130
    assert result.output.endswith(f"The game was interrupted.\nThe record is in {path}.\n")
    assert len(Record.parse(Path(path).read_text(encoding="utf-8")).lines) == 1
    assert play("--mode", "solo").output.endswith(
        "The game was interrupted.\nThe game was not saved.\n"
    )


def test_help_and_version() -> None:
    for command in ([], ["serve"], ["play"], ["replay"], ["show"], ["engine"], ["completion"]):
        result = kheper(*command, "--help")
        assert result.exit_code == 0
        assert "Usage: kheper" in result.output
    root = kheper("--help").output
    for code in ("0    all is well", "1    refused", "2    wrong usage", "130  interrupted"):
        assert code in root
    assert "Examples:" in root
    assert re.fullmatch(r"kheper, version \d+\.\d+\.\d+\n", kheper("--version").output)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    result = kheper("completion", shell)
    assert result.exit_code == 0
    assert "_KHEPER_COMPLETE" in result.stdout
