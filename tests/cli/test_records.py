"""`kheper replay` and `kheper show`."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from xml.etree.ElementTree import fromstring

import pytest

from kheper import new, record_of
from tests.cli.shell import kheper
from tests.samples import VARIANTS, walk
from tests.samples import new as new_game

ROCKS = "#" * 10
LINE = "/".join([*[ROCKS] * 4, "....s#####", *[ROCKS] * 5])
SOLO = f'[Game "Scarabya"]\n[Version "1"]\n[Mode "solo"]\n[Site "{LINE}"]\n'


def expedition() -> str:
    *_, end = walk(new("scarabya", seats=2, seed=5), Random(5))
    return str(record_of(end, [("Seat1", "Anna"), ("Seat2", "Ben")]))


def file(folder: Path, text: str) -> str:
    path = folder / "game.txt"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_replay_tells_who_won_and_why(tmp_path: Path) -> None:
    result = kheper("replay", file(tmp_path, expedition()))
    assert result.exit_code == 0
    assert result.output.startswith("Scarabya expedition, 2")
    assert "Winner: " in result.output
    assert "Anna, " in result.output
    assert result.stderr == ""


def test_replay_as_json_is_a_stable_object(tmp_path: Path) -> None:
    text = expedition()
    result = kheper("replay", "-", "--json", typed=text)
    told = json.loads(result.stdout)
    assert list(told) == [
        *("game", "mode", "seats", "result", "scores", "winners", "reason", "tries"),
        *("moves", "over", "warnings"),
    ]
    assert told["game"] == "scarabya"
    assert told["mode"] == "expedition"
    assert told["seats"] == [{"seat": 1, "name": "Anna"}, {"seat": 2, "name": "Ben"}]
    assert told["result"] == " ".join(map(str, told["scores"]))
    assert told["over"] is True
    assert told["moves"] == sum(len(n) >= 10 for n in text.split("\n\n")[1].split())
    assert told["warnings"] == []
    assert kheper("replay", file(tmp_path, text), "--json").stdout == result.stdout


@pytest.mark.parametrize("variant", VARIANTS)
def test_records_of_every_variant_are_replayed_and_shown(variant: str) -> None:
    rng = Random(variant)
    states = list(walk(new_game(variant, rng), rng))
    for state in (states[len(states) // 2], states[-1]):
        text = str(record_of(state))
        told = json.loads(kheper("replay", "-", "--json", typed=text).stdout)
        assert told["over"] == state.over
        assert told["scores"] == list(state.scores)
        assert kheper("replay", "-", typed=text).exit_code == 0
        shown = kheper("show", "-", typed=text)
        assert shown.exit_code == 0
        assert shown.output.isascii()
        assert kheper("show", "-", "--move", "0", typed=text).exit_code == 0


def test_sy_o4_a_solo_win_is_told_with_its_tries() -> None:
    text = SOLO + '[Deck "I"]\n[Tries "3"]\n[Known "1"]\n[Result "won"]\n\n1. I: a5b5c5d5e5\n'
    result = kheper("replay", "-", typed=text)
    assert "Won after 3 tries" in result.output
    assert json.loads(kheper("replay", "-", "--json", typed=text).stdout)["tries"] == 3


def test_sb_e2_a_broken_tie_is_explained() -> None:
    position = "/".join(["P -1 . . . . . .", *[". . . . . . . ."] * 7])
    text = f'[Game "Scarab"]\n[Size "8"]\n[Position "{position}"]\n[Axis "h"]\n[Mover "1"]\n'
    text += '[Hands "+8 +1;+4 +4"]\n[Seat1 "Anna"]\n[Seat2 "Ben"]\n[Result "8 8"]\n\n1. hb1\n'
    assert "broken by the stones of +8: Anna 1, Ben 0" in kheper("replay", "-", typed=text).output
    told = json.loads(kheper("replay", "-", "--json", typed=text).stdout)
    assert (told["winners"], told["reason"], told["mode"]) == ([1], "most +8", None)


def test_a_wrong_record_names_line_rule_and_reason() -> None:
    text = SOLO + '[Deck "I"]\n\n1. I: a1b1c1d1e1\n'
    result = kheper("replay", "-", typed=text)
    assert result.exit_code == 1
    assert result.stdout == ""
    assert result.stderr == "kheper: line 7: SY-L3: the tile covers a rock\n"


def test_a_wrong_record_as_json() -> None:
    result = kheper("replay", "-", "--json", typed=SOLO + '[Deck "I"]\n\n1. I: a1b1c1d1e1\n')
    assert result.exit_code == 1
    assert json.loads(result.stdout) == {
        "error": "the tile covers a rock",
        "rule": "SY-L3",
        "code": "rock",
        "line": 7,
        "column": None,
    }
    assert result.stderr == ""


@pytest.mark.parametrize(
    "text", ["", "nonsense", '[Game "Chess"]', '[Game "Scarab"]', "\x00", "[", '[Game "Scarabya"]']
)
def test_what_is_no_record_is_refused_in_one_line(text: str) -> None:
    for command in (["replay", "-"], ["show", "-"]):
        result = kheper(*command, typed=text)
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1
        assert result.stderr.startswith("kheper: ")
    told = json.loads(kheper("replay", "-", "--json", typed=text).stdout)
    assert set(told) == {"error", "rule", "code", "line", "column"}


def test_bytes_that_are_no_text_are_refused_with_their_line(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_bytes(b'[Game "Scarab"]\n\xff\n')
    result = kheper("replay", str(path))
    assert result.exit_code == 1
    assert result.stderr == "kheper: line 2: this is not text in UTF-8\n"


def test_warnings_are_told() -> None:
    pocket = "/".join(["s#........", "#.........", *[".........."] * 8])
    text = f'[Game "Scarabya"]\n[Version "1"]\n[Mode "solo"]\n[Site "{pocket}"]\n'
    told = json.loads(kheper("replay", "-", "--json", typed=text).stdout)
    assert told["warnings"][0].startswith("SY-A4: ")
    assert "Warning: SY-A4: " in kheper("replay", "-", typed=text).output
    over = SOLO + '[Deck "I"]\n\n1. I: a5b5c5d5e5\n'
    told = json.loads(kheper("replay", "-", "--json", typed=over).stdout)
    assert told["warnings"] == ["the game is over, but the record has no result"]


def test_show_stands_behind_a_line() -> None:
    text = expedition()
    start = kheper("show", "-", "--move", "0", typed=text).output
    third = kheper("show", "-", "--move", "3", typed=text).output
    assert "Round 1 of 12" in start
    assert "Round 4 of 12" in third
    assert "Anna: " in third
    assert "The game is over." in kheper("show", "-", typed=text).output
    beyond = kheper("show", "-", "--move", "13", typed=text)
    assert beyond.exit_code == 2
    assert "the record has lines 0 to 12" in beyond.stderr


def test_show_draws_to_a_file_or_to_standard_output(tmp_path: Path) -> None:
    text, out = expedition(), tmp_path / "picture.svg"
    drawn = kheper("show", file(tmp_path, text), "--svg").stdout
    fromstring(drawn)
    result = kheper("show", file(tmp_path, text), "--svg", str(out))
    assert result.stdout == ""
    assert out.read_text(encoding="utf-8") == drawn
    assert kheper("show", "-", "--svg=-", "--move", "0", typed=text).stdout != drawn


def test_show_never_draws_over_a_record(tmp_path: Path) -> None:
    path = file(tmp_path, expedition())
    result = kheper("show", path, "--svg", path)
    assert result.exit_code == 2
    assert "does not end in .svg" in result.stderr
    assert Path(path).read_text(encoding="utf-8") == expedition()


def test_names_in_records_cannot_command_the_terminal() -> None:
    text = SOLO.replace("[Version", '[Seat1 "\x1b[2Jname"]\n[Version')
    for command in (["replay", "-"], ["show", "-"], ["show", "-", "--svg"]):
        result = kheper(*command, typed=text)
        assert "\x1b" not in result.output
        assert "\x1b" not in result.stderr
