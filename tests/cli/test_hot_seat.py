"""People at one keyboard: what one places is not shown to the others before the reveal."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.shell import play

PLAIN = "/".join([".........."] * 10)
TABLE = ["--seats", "Anna,Ben", "--option", f"site={PLAIN}", "--option", "deck=IX"]


def test_sy_b2_nothing_of_an_open_placement_is_shown_to_the_next_person() -> None:
    result = play(*TABLE, typed=["e1e2e3e4e5", "", "board all", "quit"])
    before, after = result.output.split("Pass the keyboard to Ben.")
    assert before.endswith("\n" * 24), "what Anna did has scrolled away"
    assert "Anna: 0 points, has placed." in after
    assert "I on" not in after
    assert not re.search(r"^ +\d+ .*[iI]", after, re.MULTILINE), "no tile lies on any board"


def test_sy_b2_both_are_revealed_together() -> None:
    result = play(*TABLE, typed=["e1e2e3e4e5", "", "a5b5c5d5e5", "quit"])
    revealed = result.output.split("Pass the keyboard to Ben.")[1]
    assert "Anna: I on e1 e2 e3 e4 e5." in revealed
    assert "Ben: I on a5 b5 c5 d5 e5." in revealed


def test_sy_b2_an_open_table_hides_nothing() -> None:
    result = play(*TABLE, "--option", "open_table=open", typed=["e1e2e3e4e5", "quit"])
    assert "Pass the keyboard" not in result.output
    assert "Anna: I on e1 e2 e3 e4 e5." in result.output


def test_sy_b2_a_save_in_an_open_round_keeps_the_secret(tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    result = play(*TABLE, "--save", str(out), typed=["e1e2e3e4e5", "", "quit"])
    assert result.exit_code == 0
    assert "e1" not in out.read_text(encoding="utf-8")


def test_sy_s5_a_save_holds_no_card_to_come(tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    play("--mode", "duel", "--save", str(out), typed=["list", "1", "quit"])
    deck = re.search(r'\[Deck "([A-Z]*)"\]', out.read_text(encoding="utf-8"))
    assert deck is not None
    assert len(deck[1]) == 3, "two cards played and the open one"


def test_people_are_called_by_name_where_nothing_is_secret() -> None:
    result = play("--mode", "duel", "--seats", "Anna,Ben", typed=["list", "1", "quit"])
    assert "Anna, it is your turn." in result.output
    assert "Ben, it is your turn." in result.output
    assert "Pass the keyboard" not in result.output
