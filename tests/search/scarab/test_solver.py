import subprocess
import sys
import threading
import time
from random import Random

import pytest

from kheper.core.errors import SetupError
from kheper.games import SCARAB
from kheper.scarab import ScarabState
from kheper.search.scarab.solver import Searcher
from tests.search.scarab import brute


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(bits=16)


def _final(state: ScarabState, side: int) -> int:
    return state.scores[side] - state.scores[1 - side]


def _check(searcher: Searcher, state: ScarabState) -> None:
    """The solution must be brute force's, and its line must lead there by the rules."""
    side = brute.side_of(state, state.to_move[0])
    searcher.clear()
    solution = searcher.solve(state)
    assert solution is not None
    assert solution.value == _final(state, side) + brute.value(state), str(state.position)
    for move in solution.line:
        state = state.play(state.to_move[0], move)
    assert state.over
    assert _final(state, side) == solution.value


@pytest.mark.parametrize("side", [10, 8])
@pytest.mark.parametrize("turning", [False, True])
@pytest.mark.parametrize("teams", [False, True])
@pytest.mark.parametrize(
    ("ankhs", "stones", "lines", "hand"), [(0, 10, 4, 0), (1, 5, 4, 2), (1, 4, 3, 0), (2, 3, 3, 1)]
)
def test_solutions_are_those_of_brute_force(
    searcher: Searcher,
    side: int,
    turning: bool,
    teams: bool,
    ankhs: int,
    stones: int,
    lines: int,
    hand: int,
) -> None:
    rng = Random(f"{side} {turning} {teams} {ankhs} {stones}")
    for _ in range(60 if ankhs == 0 else 3 if ankhs == 1 else 1):
        _check(
            searcher,
            brute.small_position(
                rng,
                side=side,
                stones=rng.randint(1, stones),
                ankhs=ankhs,
                lines=lines,
                hand=hand,
                turning=turning,
                teams=teams,
            ),
        )


def test_a_return_can_force_who_was_stuck_to_take_it(searcher: Searcher) -> None:
    # Seat 1 lands on the ankh, where seat 2 would be stuck, and puts the -8 there for them, in
    # the row of the +1.
    position = "/".join(["P . A . . . . ."] + [". . . . . . . ."] * 6 + [". . . . . . . +1"])
    state = SCARAB.new({"size": "8", "position": position, "axis": "h", "hands": "-8;"}, Random(1))
    solution = searcher.solve(state)
    assert solution is not None
    assert solution.value == 9
    assert len(solution.line) == 3


@pytest.mark.parametrize("settings", [{}, {"seats": "3"}])
def test_kernels_from_the_cache_work(searcher: Searcher, settings: dict[str, str]) -> None:
    searcher.search(SCARAB.new(settings, Random(3)), nodes=100)  # compiled by now
    program = (
        "from random import Random; from kheper.games import SCARAB\n"
        "from kheper.search.scarab.solver import Searcher\n"
        f"Searcher(bits=14).search(SCARAB.new({settings!r}, Random(3)), nodes=3000)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_the_same_nodes_give_the_same_answer() -> None:
    state = SCARAB.new({"turning": "yes"}, Random(3))
    answers = {str(Searcher(bits=14).search(state, nodes=4000).moves) for _ in range(2)}
    assert len(answers) == 1


@pytest.mark.parametrize(
    "settings", [{}, {"size": "8"}, {"turning": "yes"}, {"seats": "3"}, {"teams": "yes"}]
)
def test_a_search_plays_legal_moves_to_the_end(
    searcher: Searcher, settings: dict[str, str]
) -> None:
    state = SCARAB.new(settings, Random(4))
    while not state.over:
        answer = searcher.search(state, nodes=300)
        assert answer.moves[0].move in state.legal_moves(state.to_move[0])
        state = state.play(state.to_move[0], answer.moves[0].move)


def _wait_until_running(searcher: Searcher) -> None:
    while not searcher._work[searcher._at.NODES]:
        time.sleep(0.001)


@pytest.mark.parametrize("settings", [{}, {"seats": "3"}])
def test_a_search_can_be_cancelled(searcher: Searcher, settings: dict[str, str]) -> None:
    state = SCARAB.new(settings, Random(5))
    ended = threading.Event()
    answers = []

    def run() -> None:
        answers.append(searcher.search(state))  # no limit: only `cancel` ends it
        ended.set()

    thread = threading.Thread(target=run)
    thread.start()
    _wait_until_running(searcher)
    searcher.cancel()
    assert ended.wait(20)
    thread.join()
    assert answers[0].moves[0].move in state.legal_moves(1)


def test_a_limit_in_seconds_ends_a_solve(searcher: Searcher) -> None:
    assert searcher.solve(SCARAB.new({}, Random(6)), seconds=0.01) is None


def test_a_limit_in_nodes_ends_a_solve(searcher: Searcher) -> None:
    assert searcher.solve(SCARAB.new({}, Random(6)), nodes=100) is None


def test_only_two_sides_have_one_value(searcher: Searcher) -> None:
    with pytest.raises(SetupError):
        searcher.solve(SCARAB.new({"seats": "3"}, Random(6)))


def test_a_game_that_is_over_is_solved(searcher: Searcher) -> None:
    position = "/".join(["P . . . . . . ."] + [". +1 . . . . . ."] * 1 + [". . . . . . . ."] * 6)
    state = SCARAB.new(
        {"size": "8", "position": position, "axis": "h", "hands": "+3;+1"}, Random(1)
    )
    solution = searcher.solve(state)
    assert solution is not None
    assert (solution.value, solution.line) == (2, ())


def test_best_moves_have_values_of_their_own(searcher: Searcher) -> None:
    rng = Random(8)
    state = brute.small_position(rng, side=8, stones=9, ankhs=0, lines=4, hand=1, turning=False)
    answer = searcher.search(state, best=9)
    assert answer.exact
    seat = state.to_move[0]
    for ranked in answer.moves:
        after = state.play(seat, ranked.move)
        assert ranked.value == _final(after, seat - 1) - brute.value(after)
