"""The installed command in a process of its own: pipes, terminals, interruptions."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

KHEPER = [sys.executable, "-m", "kheper"]
pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")


def run(*arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*KHEPER, *arguments],
        input=typed.encode(),
        capture_output=True,
        env=os.environ | more,
        timeout=120,
        check=False,
    )


def on_a_terminal(*arguments: str, typed: str, **more: str) -> str:
    """Run the command on a terminal of its own, and return what it showed."""
    ours, theirs = pty.openpty()
    environment = {name: value for name, value in os.environ.items() if name != "NO_COLOR"} | more
    process = subprocess.Popen(
        [*KHEPER, *arguments], stdin=theirs, stdout=theirs, stderr=theirs, env=environment
    )
    os.close(theirs)
    os.write(ours, typed.encode())
    shown = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:  # the other end has gone
            break
        if not part:
            break
        shown += part
    os.close(ours)
    assert process.wait(timeout=60) == 0
    return shown.decode()


def test_a_whole_game_through_a_pipe() -> None:
    typed = "list\n1\n" * 20
    done = run("play", "--seats", "you,bot", "--no-confirm", "--seed", "1", typed=typed)
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"\x1b" not in done.stdout
    assert re.search(b"Winner|Shared", done.stdout)


def test_colours_are_for_terminals_and_for_those_who_want_them() -> None:
    arguments = ["play", "--mode", "solo", "--seed", "1"]
    assert "\x1b[" in on_a_terminal(*arguments, typed="quit\n", TERM="xterm-256color")
    plain = on_a_terminal(*arguments, typed="quit\n", TERM="xterm-256color", NO_COLOR="1")
    assert "\x1b[3" not in plain
    assert "\x1b[1m" not in plain


def test_long_lines_are_broken_between_words_on_a_terminal() -> None:
    shown = on_a_terminal(
        *["play", "--seats", "you", "--seed", "1", "--no-confirm"],
        typed="rules\n" + "list\n1\n" * 12,
        COLUMNS="60",
        NO_COLOR="1",
        TERM="dumb",
    )
    said = [line for line in re.split("\r?\n", shown) if "points: " in line]
    assert said
    assert max(map(len, said)) < 60


def test_an_interruption_ends_politely(tmp_path: Path) -> None:
    out = tmp_path / "game.txt"
    process = subprocess.Popen(
        [*KHEPER, "play", "--mode", "solo", "--save", str(out)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    shown = b""
    while not shown.endswith(b"> "):  # until the first question
        piece = os.read(process.stdout.fileno(), 4096)
        assert piece, "it ended before it asked"
        shown += piece
    assert out.exists()
    process.send_signal(signal.SIGINT)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in errors
    assert f"The record is in {out}.".encode() in output


def test_the_engine_is_one_of_the_commands() -> None:
    done = run("engine", typed="1 name\nprotocol_version\nquit\n")
    assert done.returncode == 0
    assert done.stdout == b"=1 Kheper\n\n= 2\n\n=\n\n"


def test_completion_completes() -> None:
    done = run(_KHEPER_COMPLETE="bash_complete", COMP_WORDS="kheper re", COMP_CWORD="1")
    assert b"replay" in done.stdout


def test_input_that_is_no_text_is_answered() -> None:
    process = subprocess.run(
        [*KHEPER, "play", "--mode", "solo"],
        input=b"\xff\xfe\n\x00\nquit\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert process.returncode == 0
    assert b"Traceback" not in process.stderr


def test_a_closed_input_is_an_ended_input() -> None:
    for command, code in (("play", 130), ("replay -", 1)):
        line = f'"$0" -m kheper {command} <&-'
        done = subprocess.run(
            ["sh", "-c", line, sys.executable], capture_output=True, timeout=60, check=False
        )
        assert done.returncode == code, done.stderr
        assert b"Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to write to")
def test_a_full_disk_is_told_without_a_traceback() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*KHEPER, "completion", "zsh"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode != 0
    assert b"kheper: No space left on device" in done.stderr


def test_a_terminal_without_the_character_shows_another() -> None:
    done = run("play", "--seats", "Zoë", typed="quit\n", PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert b"Zo?: 0 points." in done.stdout
    assert done.stderr == b""
