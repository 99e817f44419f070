"""Three or four sides: a move is worth what greedy playouts make of it."""

from __future__ import annotations

from kheper.search.jit.arrays import Numbers
from kheper.search.jit.decorators import lazy_kernel
from kheper.search.scarab.board import SCORE, SEAT, SEATS
from kheper.search.scarab.endgames import stop_now
from kheper.search.scarab.moves import greedy, is_over, make, next_random, random_move

SLIPS = 10  # of a hundred moves in a playout so many are random, so that playouts differ
VICTORY = 40  # points that a victory is worth beside the lead


@lazy_kernel
def rollouts(
    w: Numbers, work: Numbers, board: Numbers, move: int, count: int, seed: int, start: int
) -> tuple[int, int, int]:
    """Play a move and then greedily to the end, so many times.

    Return the sum of the mover's leads over the best other seat, the victories in halves (a
    shared lead is one half), and the next random number. Each move counts as a node.
    """
    leads, halves = 0, 0
    for _ in range(count):
        board[:] = w
        make(board, move)
        while not is_over(board):
            if stop_now(work):
                return 0, 0, seed
            seed = next_random(seed)
            if (seed >> 5) % 100 < SLIPS:
                make(board, random_move(board, work[start:], seed))
            else:
                make(board, greedy(board, work, start, seed))
        lead = lead_of(board, w[SEAT])
        leads += lead
        halves += 2 if lead > 0 else 1 if lead == 0 else 0
    return leads, halves, seed


@lazy_kernel
def lead_of(w: Numbers, seat: int) -> int:
    """Return a seat's lead over the best other seat."""
    best = -1000
    for other in range(w[SEATS]):
        if other != seat:
            best = max(best, w[SCORE + other])
    return int(w[SCORE + seat] - best)
