import os
import subprocess
import sys
from random import Random

import numpy as np
import pytest

from kheper.games import SCARAB
from kheper.search.scarab import board
from kheper.search.scarab import moves as kernels
from tests.search.scarab.positions import VARIANTS, compare, settle


def test_compiled_kernels_agree_with_the_rules_on_100_000_positions() -> None:
    assert compare(100_000, seed=1) == 100_000


def test_plain_python_kernels_agree_with_the_rules() -> None:
    program = "from tests.search.scarab.positions import compare; print(compare(1500, seed=2))"
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    )
    assert answer.stdout == "1500\n"


@pytest.mark.parametrize("greedily", [False, True])
@pytest.mark.parametrize("settings", VARIANTS, ids=lambda settings: "-".join(settings.values()))
def test_playouts_are_games_by_the_rules(settings: dict[str, str], greedily: bool) -> None:
    for seed in range(3):
        settle(settings, seed, greedily)


def test_importing_the_solver_does_not_load_numba() -> None:
    program = "import sys, kheper.search.scarab.solver; print('numba' in sys.modules)"
    answer = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert answer.stdout == "False\n"


def test_sb_t5_greedy_returns_the_least_stone_off_the_next_players_line() -> None:
    position = "/".join(["P A . . . . . ."] + ["+1 +2 . . . . . ."] + [". . . . . . . ."] * 6)
    state = SCARAB.new(
        {"size": "8", "position": position, "axis": "h", "hands": "+5 -3;"}, Random(1)
    )
    w = board.board_of(state)
    move = board.move_of(kernels.greedy(w, np.empty(1024, dtype=np.int64), 0, 1))
    assert str(move) == "hb1^-3@a1"
