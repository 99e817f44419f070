"""SCARAB playouts a second: the Numba kernels and the rules in plain Python, side by side."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from random import Random

from kheper.games import SCARAB
from kheper.scarab import ScarabState
from kheper.search.scarab import board
from kheper.search.scarab import moves as kernels

VARIANTS: dict[str, dict[str, str]] = {
    "10x10, two players": {},
    "10x10, turning": {"turning": "yes"},
    "8x8, two players": {"size": "8"},
    "10x10, four players": {"seats": "4"},
}
ROUNDS = 5


def by_rules(state: ScarabState, count: int, rng: Random) -> None:
    for _ in range(count):
        now = state
        while not now.over:
            legal = now.legal_moves(now.to_move[0])
            now = now.play(now.to_move[0], legal[rng.randrange(len(legal))])


def rate(count: int, run: Callable[[], object]) -> float:
    """Return how many a second; time is the process's own."""
    started = time.process_time()
    run()
    return count / (time.process_time() - started)


def main() -> None:
    print("playouts a second on one core, best of", ROUNDS)
    print(f"{'':22}{'Numba random':>14}{'greedy':>10}{'rules random':>14}{'ratio':>8}")
    for name, settings in VARIANTS.items():
        state, rng = SCARAB.new(settings, Random(1)), Random(2)
        w = board.board_of(state)
        kernels.playouts(w, 1, 1, False)
        kernels.playouts(w, 1, 1, True)
        rates = []
        for _ in range(ROUNDS):  # in turn, so that a noisy machine hits all alike
            rates.append(
                (
                    rate(5000, partial(kernels.playouts, w, 5000, 7, False)),
                    rate(300, partial(kernels.playouts, w, 300, 7, True)),
                    rate(40, partial(by_rules, state, 40, rng)),
                )
            )
        fast, greedy, slow = map(max, zip(*rates, strict=True))
        print(f"{name:22}{fast:14,.0f}{greedy:10,.0f}{slow:14,.0f}{fast / slow:7,.0f}x", flush=True)


if __name__ == "__main__":
    main()
