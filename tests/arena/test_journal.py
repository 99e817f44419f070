"""The results file: appended to, cut where it is torn, and never mixed up with another run's."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from kheper.arena.journal import Journal
from kheper.arena.playing import play
from kheper.core import KheperError, SetupError
from tests.arena.samples import plan_of

PLAN = plan_of("level:1", "level:2")


def write(path: Path, games: int) -> bytes:
    with Journal(path, PLAN) as journal:
        for number in range(len(journal.played), games):
            journal.append(play(PLAN, number))
    return path.read_bytes()


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "new" / "games.jsonl"
    content = write(path, 3)
    with Journal(path, PLAN) as journal:
        assert [journal.played[n].game for n in range(3)] == [0, 1, 2]
    assert path.read_bytes() == content
    assert content.count(b"\n") == 4


def test_a_line_is_on_its_way_to_the_disk_when_append_returns(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, PLAN) as journal:
        journal.append(play(PLAN, 0))
        assert path.read_bytes().count(b"\n") == 2


def test_wherever_the_file_is_torn_the_whole_lines_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    content = write(path, 2)
    for length in (0, 1, content.index(b"\n"), content.index(b"\n") + 1, len(content) - 1):
        path.write_bytes(content[:length])
        with Journal(path, PLAN) as journal:
            assert len(journal.played) == max(0, content[:length].count(b"\n") - 1)
        assert write(path, 2).count(b"\n") == 3


def test_a_line_that_is_no_result_is_refused_with_its_number(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    lines = write(path, 2).splitlines(keepends=True)
    path.write_bytes(lines[0] + b'{"game": "one"}\n' + lines[2])
    with pytest.raises(KheperError, match="line 2"):
        Journal(path, PLAN)


@pytest.mark.parametrize("content", [b"notes, without an end", b"notes\nwithout an end"])
def test_a_file_that_is_no_results_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(KheperError, match="line 1"):
        Journal(path, PLAN)
    assert path.read_bytes() == content


def test_a_torn_line_of_another_run_stays(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    content = write(path, 1) + b'{"game":1,'
    path.write_bytes(content)
    with pytest.raises(SetupError, match="another run"):
        Journal(path, plan_of("level:1", "level:3"))
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("other", "what"),
    [
        (plan_of("level:1", "level:2", seed=2), "seed"),
        (plan_of("level:1", "level:3"), "players"),
        (plan_of("level:1", "level:2", events=["solo"]), "events"),
        (plan_of("level:1", "level:2", timeout=1), "timeout"),
    ],
)
def test_another_run_is_refused_and_nothing_is_lost(
    tmp_path: Path, other: object, what: str
) -> None:
    path = tmp_path / "games.jsonl"
    content = write(path, 1)
    with pytest.raises(SetupError, match=f"another run, whose {what} is"):
        Journal(path, other)  # type: ignore[arg-type]  # a plan, but parametrize cannot tell
    assert path.read_bytes() == content


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_two_arenas_do_not_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with Journal(path, PLAN), pytest.raises(SetupError, match="another arena"):
        Journal(path, PLAN)
