"""Reproducible records: games of greedy players with a fixed seed, cut after some plays."""

from __future__ import annotations

from random import Random
from typing import Any

import kheper


def record(game: str, *, left: int = 0, plays: int | None = None, **settings: object) -> str:
    """Return the record of a game after `plays` plays, or with `left` plays left."""
    states = _states(kheper.new(game, seed=11, **settings))
    state = states[plays if plays is not None else -1 - left]
    names = ["Nefertari", "Imhotep", "Hatschepsut", "Ramses"]
    tags = [(f"Seat{seat}", names[seat - 1]) for seat in range(1, state.seats + 1)]
    return str(kheper.record_of(state, tags))


def _states(state: Any) -> list[Any]:
    rng = Random(5)
    states = [state]
    while not state.over:
        seat = state.to_move[0]
        state = state.play(seat, _greedy(state, seat, rng))
        states.append(state)
    return states


def _greedy(state: Any, seat: int, rng: Random) -> Any:
    """Return one of the best moves for the moment."""
    moves = state.legal_moves(seat)
    some = rng.sample(moves, min(len(moves), 60))
    return max(some, key=lambda move: _gain(state, seat, move))


def _gain(state: Any, seat: int, move: Any) -> int:
    """Return the points that a move brings to its side at once."""
    if getattr(state, "mode", "") == "expedition":
        # An open round has no points yet.
        return sum(area.points for area in state.digs[seat - 1].closed_by(move))
    side = (seat - 1) * len(state.scores) // state.seats
    return int(state.play(seat, move).scores[side] - state.scores[side])
