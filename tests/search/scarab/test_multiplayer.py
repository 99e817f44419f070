"""The search for three and four seats: its moves, its exact endings, its limits, its strength."""

from itertools import islice
from random import Random
from time import perf_counter

import numpy as np
import pytest

from kheper.games import SCARAB
from kheper.scarab import Move, ScarabState
from kheper.scarab.stones import ANKH
from kheper.search.scarab import board, endgames, multiplayer
from kheper.search.scarab import moves as kernels
from kheper.search.scarab.solver import Searcher
from tests.search.scarab import brute, positions

VARIANTS = [
    {"seats": seats, "size": size, "turning": turning}
    for seats in ("3", "4")
    for size in ("10", "8")
    for turning in ("no", "yes")
]


@pytest.fixture(scope="module")
def searcher() -> Searcher:
    return Searcher(bits=14)


def worths(state: ScarabState) -> list[float]:
    """Say what the end of a game is worth to each seat: victory, places, points."""
    scores = [sum(stone.value for stone in hand) for hand in state.hands]
    found = []
    for seat, own in enumerate(scores):
        others = [score for n, score in enumerate(scores) if n != seat]
        victory = 1 / (1 + others.count(own)) if own >= max(others) else 0.0
        place = sum(0.5 * ((own > one) + (own >= one)) for one in others) / len(others)
        found.append(0.5 * victory + 0.5 * place + 0.001 * own)
    return found


def maxn(state: ScarabState) -> list[float]:
    """Try everything; of equal moves the first counts: without a bend, by bend, by target."""
    if state.over:
        return worths(state)
    seat = state.to_move[0]
    best: list[float] = []
    for move in sorted(state.legal_moves(seat), key=order):
        found = maxn(state.play(seat, move))
        if not best or found[seat - 1] > best[seat - 1] + 1e-9:
            best = found
    return best


def order(move: Move) -> tuple[bool, object, object]:
    return move.bend is not None, move.bend or move.target, move.target


@pytest.mark.parametrize("turning", [False, True])
@pytest.mark.parametrize("seats", [3, 4])
def test_small_endings_agree_with_brute_force(
    searcher: Searcher, seats: int, turning: bool
) -> None:
    rng = Random(f"{seats} {turning}")
    for _ in range(40):
        state = brute.small_position(
            rng, side=10, stones=7, ankhs=0, lines=4, hand=1, turning=turning, seats=seats
        )
        searcher.search(state, nodes=10**6)  # sets the limits for what follows
        w = board.board_of(state)
        found = multiplayer.final_worths(w, searcher._work, endgames.MOVES)
        assert found[:seats].tolist() == pytest.approx(maxn(state), abs=1e-9)
        answer = searcher.search(state, nodes=10**6)
        assert answer.exact
        seat = state.to_move[0]
        best = maxn(state.play(seat, answer.moves[0].move))[seat - 1]
        assert best == pytest.approx(maxn(state)[seat - 1], abs=1e-9)


def test_an_ending_that_is_too_large_for_the_limit_is_not_called_exact(
    searcher: Searcher,
) -> None:
    rng = Random(4)
    state = brute.small_position(
        rng, side=10, stones=14, ankhs=0, lines=4, hand=2, turning=False, seats=3
    )
    answer = searcher.search(state, nodes=60)
    assert not answer.exact
    assert answer.moves[0].move in state.legal_moves(state.to_move[0])


@pytest.mark.parametrize("settings", VARIANTS)
def test_a_node_has_every_landing_and_only_legal_moves(
    searcher: Searcher, settings: dict[str, str]
) -> None:
    rng = Random(str(settings))
    tree, work = multiplayer.plant(2048), searcher._work
    for state, move in islice(positions.game(settings, rng), 0, None, 3):
        if move is None:
            continue
        tree.size[0] = 0
        w = board.board_of(state)
        multiplayer.add(tree, 0, 0, 0.0)
        multiplayer.expand(w, work, tree, 0)
        assert tree.prior[1 : tree.size[0]].sum() == pytest.approx(1)
        found = [board.move_of(int(n)) for n in tree.move[1 : tree.size[0]]]
        legal = state.legal_moves(state.to_move[0])
        assert len(set(found)) == len(found)
        assert set(found) <= set(legal)
        assert {one._replace(returns=None) for one in found} == {
            one._replace(returns=None) for one in legal
        }


def test_after_an_ankh_the_least_negative_stone_returns(searcher: Searcher) -> None:
    rng = Random(8)
    for _ in range(30):
        state = brute.small_position(
            rng, side=10, stones=6, ankhs=2, lines=4, hand=3, turning=False, seats=3
        )
        hand = state.hands[state.to_move[0] - 1]
        for ranked in searcher.search(state, nodes=3000).moves:
            target, returned = ranked.move.target, ranked.move.returns
            if state.board[target.row * 10 + target.column] != ANKH:
                continue
            least = min(stone.value for stone in hand)
            assert (returned is None) == (least > 0)
            assert returned is None or returned.stone.value == least


@pytest.mark.parametrize("settings", VARIANTS)
def test_the_same_nodes_give_the_same_answer_whatever_came_before(
    searcher: Searcher, settings: dict[str, str]
) -> None:
    state = SCARAB.new(settings, Random(3))
    first = searcher.search(state, nodes=4000)
    searcher.search(SCARAB.new(settings, Random(4)), nodes=3000)
    assert searcher.search(state, nodes=4000) == first
    assert first.nodes < 4000 + 40


def test_a_search_that_must_stop_makes_one_visit_and_no_second(searcher: Searcher) -> None:
    state = SCARAB.new({"seats": "4", "turning": "yes"}, Random(3))
    for limits in ({"nodes": 1}, {"seconds": 0.0}, {}):
        if not limits:
            searcher.cancel()
        answer = searcher.search(state, **limits)
        assert searcher._tree.visits[0] == 1 or "seconds" in limits
        assert answer.moves[0].move in state.legal_moves(1)


def test_seconds_end_a_search(searcher: Searcher) -> None:
    state = SCARAB.new({"seats": "4"}, Random(3))
    began = perf_counter()
    searcher.search(state, seconds=0.05)
    assert perf_counter() - began < 5  # a visit takes microseconds; the machine may be busy


def test_it_beats_greedy_players() -> None:
    searcher, buffer = Searcher(bits=4), np.empty(1 << 14, dtype=np.int64)
    won, games = 0.0, 0
    for deal in range(4):
        for seat in range(1, 4):
            state = SCARAB.new({"seats": "3"}, Random(900 + deal))
            while not state.over:
                if state.to_move[0] == seat:
                    move = searcher.search(state, nodes=2000).moves[0].move
                else:
                    w = board.board_of(state)
                    move = board.move_of(int(kernels.greedy(w, buffer, 0, 7 + games)))
                state = state.play(state.to_move[0], move)
            assert state.outcome is not None
            won += (seat in state.outcome.winners) / len(state.outcome.winners)
            games += 1
    assert won >= 0.6 * games  # fair is a third
