"""What moves are worth in the end, as games played out between greedy players tell."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

from kheper.bots.choice import best_first
from kheper.core import View
from kheper.scarabya import ExpeditionView, Solo
from kheper.search import Stop, never

MOST_HINTS = 10
PLAYOUTS = 8


def rank(
    view: View, rng: Random, stop: Stop = never, *, most: int = MOST_HINTS
) -> list[tuple[Any, float]]:
    """Return the best moves of the seat that looks, each with its expected final value.

    Values are points in an expedition, the chance to win in a solo game, and else the difference
    to the best other side. What the seat cannot see is drawn anew for each playout, and every
    move meets the same draws. When told to stop, the playouts so far must do.
    """
    view = _alone(view)
    moves = list(islice(best_first(view, rng), most))
    values = _mean_values(view, moves, rng, stop)
    return sorted(zip(moves, values, strict=True), key=lambda hint: -hint[1])


def _mean_values(view: View, moves: list[Any], rng: Random, stop: Stop) -> list[float]:
    worlds = [view.imagine(rng) for _ in range(PLAYOUTS)]
    rounds: list[list[float]] = []
    for world in worlds:
        values = [_final_value(world, view.seat, move, rng, stop) for move in moves]
        # Values of playouts that were cut short are better than nothing, and worse than others.
        if not rounds or not stop():
            rounds.append(values)
    return [sum(each) / len(rounds) for each in zip(*rounds, strict=True)]


def _alone(view: View) -> View:
    """In an expedition nobody touches another's site, so a seat's points need its own alone."""
    if not isinstance(view, ExpeditionView) or view.seat not in view.to_move:
        return view
    dig = view.digs[view.seat - 1]
    return ExpeditionView(1, view.options, view.cards, (dig,), (None,), (), (1,))


def _final_value(world: Any, seat: int | None, move: Any, rng: Random, stop: Stop) -> float:
    """Play a move, then let greedy players finish the game, and return what it came to."""
    assert seat is not None, "a spectator has no moves"
    state = world.play(seat, move)
    while not state.over and not stop():
        mover = state.to_move[0]
        state = state.play(mover, next(best_first(state.view(mover), rng)))
    if isinstance(state, Solo):
        return float(state.outcome is not None and bool(state.outcome.winners))
    scores: list[int] = list(state.scores)
    own = scores.pop((seat - 1) * len(scores) // state.seats)  # a seat's own, or its team's
    return own - max(scores, default=0)
