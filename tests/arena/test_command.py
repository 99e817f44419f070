"""`kheper arena` as a person uses it."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import click
import pytest

from kheper.arena import tournament
from kheper.arena.events import EVENTS
from kheper.cli import arena as command
from kheper.runners import WorkersLost
from tests.arena.samples import FUNCTIONS
from tests.cli.shell import kheper


def test_it_tells_its_progress_prints_its_tables_and_writes_its_report(tmp_path: Path) -> None:
    out = tmp_path / "out"
    result = kheper(
        "arena", "level:1", "level:2", f"bad={FUNCTIONS}raises", "--event", "duel",
        "--event", "expedition", "--deals", "2", "--workers", "2", "--out", str(out),
    )  # fmt: skip
    assert result.exit_code == 0
    assert "18 of 18 games" in result.stderr
    assert "bad lost by its fault (crash: ValueError: no idea at all)" in result.stdout
    report = json.loads((out / "report.json").read_text("utf-8"))
    assert [table["name"] for table in report["tables"]] == ["all events", "duel", "expedition"]
    assert len(report["faults"]) == 10
    assert (out / "report.html").read_text("utf-8").startswith("<!doctype html>")
    assert len((out / "games.jsonl").read_text("utf-8").splitlines()) == 19


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["level:1"], "two players or more"),
        (["level:1", "level:1"], "different names"),
        (["level:1", "level:0"], "1 to 8"),
        (["level:1", "level:2", "--event", "chess"], "'chess' is no event"),
        (["level:1", "engine:/no/such/program"], "does not start"),
        (["level:1", "level:2", "--timeout", "inf"], "up to 86400 seconds, not inf"),
        (["level:1", "level:2", "--timeout", "nan"], "up to 86400 seconds, not nan"),
    ],
)
def test_what_cannot_be_played_is_refused_before_any_game(
    tmp_path: Path, arguments: list[str], sentence: str
) -> None:
    result = kheper("arena", *arguments, "--out", str(tmp_path / "out"), "--workers", "1")
    assert result.exit_code == 1
    assert sentence in result.stderr


def test_another_run_in_the_folder_is_refused(tmp_path: Path) -> None:
    given = ["arena", "level:1", "level:2", "--deals", "1", "--workers", "1", "--out"]
    assert kheper(*given, str(tmp_path)).exit_code == 0
    result = kheper(*given, str(tmp_path), "--seed", "2")
    assert result.exit_code == 1
    assert "another run, whose seed is 1, not 2" in result.stderr


@pytest.mark.parametrize(("package", "given"), [("choix", []), ("ray", ["--ray", "auto"])])
def test_what_is_not_installed_is_named_before_any_game(
    package: str, given: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def nothing_else(name: str) -> Any:
        return None if name == package else object()

    monkeypatch.setattr(command, "find_spec", nothing_else)
    result = kheper("arena", "level:1", "level:2", *given)
    assert result.exit_code == 1
    assert f"this needs {package}: pip install 'kheper[" in result.stderr


def test_a_cluster_that_is_not_there_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(address: str) -> Any:
        raise ConnectionError("Could not find\nany running Ray instance.")  # it has no strerror

    monkeypatch.setitem(
        sys.modules, "kheper.runners.ray_cluster", SimpleNamespace(RayRunner=nowhere)
    )
    monkeypatch.setattr(command, "find_spec", lambda name: name)
    result = kheper("arena", "level:1", "level:2", "--ray", "auto")
    assert result.exit_code == 1
    assert "no Ray cluster at 'auto': Could not find any running Ray instance." in result.stderr


def test_that_all_workers_are_lost_is_told_in_words(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def lost(*_: object) -> Any:
        raise WorkersLost("5 workers were lost")

    monkeypatch.setattr(tournament, "hold", lost)
    result = kheper("arena", "level:1", "level:2", "--out", str(tmp_path))
    assert result.exit_code == 1
    assert "kheper: 5 workers were lost" in result.stderr


def test_the_help_names_every_event() -> None:
    shown = " ".join(kheper("arena", "--help").stdout.split())
    assert all(f" {name}," in shown or f" {name};" in shown for name in EVENTS)


def test_on_a_terminal_there_is_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    from kheper.arena.tournament import TournamentProgress

    said: list[str] = []

    def echo(text: str = "", **_: object) -> None:
        said.append(text)

    monkeypatch.setattr(click, "echo", echo)
    with command._ProgressDisplay() as display:
        display._terminal = True
        display(TournamentProgress(5, 10, starting="level:8"))
        display(TournamentProgress(10, 10, 5, 1))
    assert "[###############---------------] 5 of 10 games, starting level:8" in said[0]
    assert "[##############################] 10 of 10 games, 1 faults" in said[1]
