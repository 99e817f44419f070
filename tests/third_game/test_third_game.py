"""A game from outside plays through every layer, without an edit outside its own folder."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("layer", ["engine", "match", "records", "bots", "rendering", "terminal"])
def test_a_third_game_plays(layer: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.third_game.checks", layer],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
