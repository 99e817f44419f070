"""Random SCARAB positions of every variant, and the comparison of kernels and rules on them."""

from collections.abc import Iterator
from random import Random

import numpy as np

from kheper.games import SCARAB
from kheper.scarab import Move, ScarabState
from kheper.search.jit.arrays import Numbers
from kheper.search.scarab import board
from kheper.search.scarab import moves as kernels

VARIANTS = [
    {"size": size, "turning": turning, "teams": teams, "seats": str(seats)}
    for size in ("10", "8")
    for turning in ("no", "yes")
    for seats, teams in ((2, "no"), (3, "no"), (4, "no"), (4, "yes"))
]
_BUFFER = np.empty(1 << 18, dtype=np.int64)


def games(rng: Random) -> Iterator[Iterator[tuple[ScarabState, Move | None]]]:
    """Yield random games without end, over all variants in turn."""
    while True:
        for settings in VARIANTS:
            yield game(dict(settings), rng)


def game(settings: dict[str, str], rng: Random) -> Iterator[tuple[ScarabState, Move | None]]:
    """Yield a random game's states, each with the move that is played on it."""
    state = SCARAB.new(settings, rng)
    while not state.over:
        legal = state.legal_moves(state.to_move[0])
        move = legal[rng.randrange(len(legal))]
        yield state, move
        state = state.play(state.to_move[0], move)
    yield state, None


def compare(positions: int, seed: int) -> int:
    """Hold the kernels against the rules on so many positions; return how many it were."""
    rng = Random(seed)
    seen = 0
    for game in games(rng):
        w = None
        for state, move in game:
            w = board.board_of(state) if w is None else w
            # What goes wrong in between stays wrong, so not every position needs the long way.
            if seen % 5 == 0 or move is None:
                _compare_arrays(state, w)
            _compare_moves(state, w, rng)
            if move is not None:
                _compare_making(w, board.number_of(move))
            seen += 1
            if seen == positions:
                return seen
    raise AssertionError("games never end")


def _compare_arrays(state: ScarabState, w: Numbers) -> None:
    expected = board.board_of(state)
    if state.over:  # whose turn it is means nothing any more
        expected[board.SEAT] = w[board.SEAT]
    assert np.array_equal(w, expected), str(state.position)


def _compare_moves(state: ScarabState, w: Numbers, rng: Random) -> None:
    assert kernels.is_over(w) == state.over
    if state.over:
        return
    legal = state.legal_moves(state.to_move[0])
    count = kernels.generate(w, _BUFFER)
    assert count == len(legal)
    numbers = _BUFFER[:count].tolist()
    assert len(set(numbers)) == count
    # Where returns make thousands of moves, their number and a sample of them must do.
    sample = numbers if count <= 20 else rng.sample(numbers, 20)
    for number in sample:
        assert board.move_of(number) in legal
    if len(sample) < count:
        assert board.number_of(legal[rng.randrange(count)]) in numbers


def _compare_making(w: Numbers, number: int) -> None:
    """Make a move, take it back, which must restore everything, and make it again."""
    before = w.copy()
    undo = kernels.make(w, number)
    kernels.unmake(w, number, undo)
    assert (w == before).all()
    kernels.make(w, number)


def settle(settings: dict[str, str], seed: int, greedily: bool) -> None:
    """Play a playout's moves by the rules too, to the same end."""
    state, draw = SCARAB.new(settings, Random(seed)), seed + 1
    w = board.board_of(state)
    while not kernels.is_over(w):
        draw = kernels.next_random(draw)
        if greedily:
            number = kernels.greedy(w, _BUFFER, 0, draw)
        else:
            number = kernels.random_move(w, _BUFFER, draw)
        state = state.play(state.to_move[0], board.move_of(int(number)))
        kernels.make(w, number)
    assert state.over
    hands = [sum(stone.value for stone in hand) for hand in state.hands]
    assert w[board.SCORE : board.SCORE + state.seats].tolist() == hands
