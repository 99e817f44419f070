"""Records on disk: save and load."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kheper.engine.files import LARGEST_FILE
from tests.engine.talk import DECK, DUEL, ENDGAME, SITE, SOLO, THREE, Talk

pytestmark = pytest.mark.usefixtures("own_folder")


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work in a folder of one's own."""
    monkeypatch.chdir(tmp_path)


def everything(talk: Talk) -> list[str]:
    """Ask for all that there is to know."""
    questions = ["to_move", "legal_moves", "scores", "over", "result", "record", "showboard"]
    return [talk.say(question) for question in questions]


@pytest.mark.parametrize("game", [SOLO, DUEL, THREE, ENDGAME + " hands=-8;+1*"])
@pytest.mark.parametrize("moves", [0, 1, 2, 5, 100])
def test_what_was_saved_is_the_same_game_when_loaded(game: str, moves: int) -> None:
    talk = Talk(game)
    while moves and (seats := talk.say("to_move")):
        talk.say(f"genmove {seats[-1]}")
        moves -= 1
    assert talk.say("save game.txt") == ""
    other = Talk("new_game scarab")
    assert other.say("load game.txt") == ""
    assert everything(other) == everything(talk)


def test_the_file_is_the_record_with_its_empty_line() -> None:
    talk = Talk(SOLO, "genmove 1", "save game.txt")
    content = Path("game.txt").read_bytes().decode()
    assert content.rstrip("\n").replace("\n\n", "\n;\n") == talk.say("record")


def test_an_answer_of_record_can_be_loaded_too() -> None:
    talk = Talk(SOLO, "genmove 1")
    Path("answer.txt").write_text(talk.say("record"))
    assert everything(Talk("load answer.txt")) == everything(talk)


def test_the_moves_of_a_loaded_record_can_be_undone_one_by_one() -> None:
    talk = Talk(THREE, *[f"genmove {seat}" for seat in (1, 2, 3, 3, 2)], "save game.txt")
    loaded = Talk("load game.txt")
    records = []
    for _ in range(5):
        loaded.say("undo")
        records.append(loaded.say("record").split("\n;")[1])
    assert loaded.refused("undo") == "there is no move to take back"
    assert records[-1] == ""
    assert records[1] == talk.say("record").split("\n;")[1].rsplit("\n", 1)[0]


def test_a_comma_or_a_space_in_a_path_is_a_space() -> None:
    talk = Talk(SOLO)
    talk.say("save a,file.txt")
    assert Path("a file.txt").exists()
    Path("a file.txt").unlink()
    talk.say("save a file.txt")
    assert Path("a file.txt").exists()
    talk.say("load a file.txt")
    talk.say("load a,file.txt")


def test_tags_that_are_not_ours_are_kept_and_written_back() -> None:
    Talk(SOLO, "save game.txt")
    event = '[Event "Cairo \\"open\\", M\u00fcnchen"]'
    seat = '[Seat1 "Ada"]'
    text = Path("game.txt").read_text().replace('[Seat1 "Desert"]', f"{event}\n{seat}")
    Path("game.txt").write_text(text)
    talk = Talk("load game.txt", "genmove 1", "undo", "genmove 1", "save again.txt")
    again = Talk("load again.txt")
    for each in (talk, again):
        assert event in each.say("record").split("\n")
        assert seat in each.say("record").split("\n")
    assert again.say("record").count("Event") == 1


def test_showboard_uses_the_names_of_a_record() -> None:
    Talk(DUEL, "save game.txt")
    text = Path("game.txt").read_text().replace("Desert", "Ada")
    Path("game.txt").write_text(text)
    assert "Ada" in Talk("load game.txt").say("showboard")


def test_sy_s5_the_deck_is_written_whole_only_to_who_gave_it() -> None:
    def deck(talk: Talk) -> str:
        talk.say("save game.txt")
        return Path("game.txt").read_text().split('[Deck "')[1].split('"')[0]

    assert deck(Talk(SOLO)) == DECK
    assert deck(Talk("load game.txt", "genmove 1")) == DECK
    drawn = Talk(f"new_game scarabya mode=solo site={SITE} seed=1")
    assert len(deck(drawn)) == 1
    assert len(deck(Talk("load game.txt", "genmove 1"))) == 2
    assert deck(Talk(f"new_game scarabya mode=solo site={SITE} deck=FIL")) == "F"


def test_cards_that_a_record_does_not_know_are_drawn_at_random() -> None:
    Talk(f"new_game scarabya mode=solo site={SITE} seed=1", "save game.txt")
    seconds = set()
    for _ in range(30):
        talk = Talk("load game.txt", "genmove 1")
        seconds.add(talk.say("card"))
    assert len(seconds) > 2


@pytest.mark.parametrize("path", ["missing.txt", "no/such/folder.txt", ".", "/", "x" * 3000, ","])
def test_load_refuses_what_it_cannot_read(path: str) -> None:
    assert Talk(SOLO).refused(f"load {path}")
    assert Talk().refused(f"load {path}")


@pytest.mark.parametrize("path", ["no/such/folder.txt", ".", "/", "x" * 3000, ",", "a\0b"])
def test_save_refuses_what_it_cannot_write(path: str, tmp_path: Path) -> None:
    assert Talk(SOLO).refused(f"save {path}")
    assert list(tmp_path.iterdir()) == []


def test_load_says_which_line_is_wrong_and_why() -> None:
    Talk(SOLO, "play 1 e4f4d5e5e6", "save game.txt")
    good = Path("game.txt").read_text()
    lines = good.count("\n")
    Path("game.txt").write_text(good + "2. I: a1b1c1d1e1\n")
    refusal = Talk(DUEL).refused("load game.txt")
    assert refusal == f"line {lines + 1}: SY-L2: the tile touches no placed tile"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "this is not a record"),
        (b"garbage", "line 1: "),
        (b'[Game "Chess"]\n', "line 1: the tag Game "),
        (b'[Game "Scarab"]\n\n\xff', "line 3: 'game.txt' is not UTF-8"),
        (b"x" * (LARGEST_FILE + 1), "'game.txt' is larger than 1000000 bytes"),
        (b"\x00" * 100, "line 1: "),
    ],
)
def test_load_refuses_other_files_and_changes_nothing(content: bytes, sentence: str) -> None:
    Path("game.txt").write_bytes(content)
    assert Talk(SOLO, "genmove 1").refused("load game.txt").startswith(sentence)


def test_load_refuses_a_tag_that_could_not_be_written_back() -> None:
    Talk(SOLO, "save game.txt")
    content = Path("game.txt").read_text()
    Path("game.txt").write_text('[Event "\x1b[2J"]\n' + content)
    assert Talk(DUEL).refused("load game.txt").startswith("line 1: the tag Event ")


def test_save_replaces_a_file_at_one_stroke(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("game.txt").write_text("precious")
    talk = Talk(SOLO)

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        refusal = talk.refused("save game.txt")
    assert refusal == "'game.txt' cannot be used: No space left on device"
    assert Path("game.txt").read_text() == "precious"
    talk.say("save game.txt")
    assert Path("game.txt").read_text().startswith("[Game")
    assert [path.name for path in tmp_path.iterdir()] == ["game.txt"]


def test_save_writes_through_a_link_and_not_over_it() -> None:
    Path("real.txt").write_text("old")
    Path("link.txt").symlink_to("real.txt")
    Talk(SOLO).say("save link.txt")
    assert Path("link.txt").is_symlink()
    assert Path("real.txt").read_text().startswith("[Game")


def test_links_in_a_circle_lead_nowhere(caplog: pytest.LogCaptureFixture) -> None:
    Path("one").symlink_to("two")
    Path("two").symlink_to("one")
    talk = Talk(SOLO)
    assert talk.refused("load one").startswith("'one' cannot be used: ")
    assert not caplog.records


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names here")
def test_a_pipe_is_neither_waited_for_nor_replaced() -> None:
    os.mkfifo("pipe")
    talk = Talk(SOLO)
    assert talk.refused("load pipe") == talk.refused("save pipe") == "'pipe' is not a file"
