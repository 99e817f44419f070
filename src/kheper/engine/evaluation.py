"""What a position is worth to a seat: proved where that is possible, and estimated elsewhere."""

from __future__ import annotations

from random import Random
from statistics import fmean
from time import monotonic

from kheper import bots
from kheper.core import AnyState
from kheper.engine.adapter import ADAPTERS

# The share of the time that a proof may take.
PROOF = 0.3
# How often the game is played on to the seat's next turn, where it is not to move.
SAMPLES = 4


def evaluate(state: AnyState, seat: int, rng: Random, seconds: float) -> tuple[float, bool]:
    """Return the value for a seat from what it sees, and whether it is proved."""
    adapter, began = ADAPTERS[state.game], monotonic()
    if state.over:
        return adapter.final_value(state, seat), True
    proved = adapter.prove(state, seat, PROOF * seconds)
    if proved is not None:
        return proved, True
    return _estimate(state, seat, rng, seconds - (monotonic() - began)), False


def _estimate(state: AnyState, seat: int, rng: Random, seconds: float) -> float:
    sign, mover = 1, seat
    if seat not in state.to_move:
        mover = state.to_move[0]
        sign = ADAPTERS[state.game].sign(state, seat, mover)
    if sign:
        return sign * _best(state, mover, rng, seconds)
    later = (_next_turn(state, seat, rng) for _ in range(SAMPLES))
    return fmean(_best(then, seat, rng, seconds / SAMPLES) for then in later)


def _best(state: AnyState, seat: int, rng: Random, seconds: float) -> float:
    """Return the value of the best move of a seat that is to move, or that of the result."""
    if state.over:
        return ADAPTERS[state.game].final_value(state, seat)
    return bots.rank(state.view(seat), rng, bots.Limits(seconds=seconds), most=1)[0][1]


def _next_turn(state: AnyState, seat: int, rng: Random) -> AnyState:
    """Imagine what the seat cannot see, and play on until it is to move: others by sight."""
    state = state.view(seat).imagine(rng)
    while not state.over and seat not in state.to_move:
        mover = state.to_move[0]
        state = state.play(mover, next(bots.best_first(state.view(mover), rng)))
    return state
