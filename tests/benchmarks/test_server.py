"""The benchmark of the server says what the page says, and its relay stays as it is."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from shutil import which

import pytest

from benchmarks.yardstick.clients import Match, hello

PRINT_HELLO = Path(__file__).parents[1] / "web" / "print-hello.js"


def test_clients_send_the_very_hello_that_the_page_sends() -> None:
    node = which("node")
    assert node is not None
    printed = subprocess.run([node, str(PRINT_HELLO)], capture_output=True, check=True)
    assert hello("M", 0) == printed.stdout.strip()


def test_a_round_ends_with_the_entry_of_its_last_move() -> None:
    match = Match("M", [{1: "a", 2: "b"}, {2: "c"}], first=3)
    assert match.ends == (5, 6)


def test_a_move_takes_until_the_last_player_is_told() -> None:
    match = Match("M", [{1: "a", 2: "b", 3: "c"}], first=4)
    match.sent(0, 1, others=2)
    assert match.told(0, 1) is None
    took = match.told(0, 1)
    assert took is not None
    assert took == pytest.approx(0, abs=1)


def test_the_relay_does_not_change_with_the_server() -> None:
    script = "import sys, benchmarks.yardstick.relay; print('kheper' in sys.modules)"
    root = Path(__file__).parents[2]
    loaded = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, check=True, cwd=root
    )
    assert loaded.stdout == b"False\n"
