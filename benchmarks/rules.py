"""Complete random games through the public API, in moves per second, next to python-chess.

The rows take turns of 50 ms, so that noise affects all of them alike. A game starts with a new
state and plays random legal moves until nobody is to move. python-chess plays in two ways: with
`is_game_over()` before each move, as in its documentation, and lean, with only the tests that
random play needs to end.

    python benchmarks/rules.py [--seconds 20]
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from random import Random
from statistics import median
from time import perf_counter

import chess

from kheper.games import GAMES

Play = Callable[[Random], int]

BARS = {"expedition, 1 seat": 2.5, "SCARAB 10x10": 4.0}


def ours(game: str, settings: Mapping[str, str]) -> Play:
    rules = GAMES[game]
    prepared = dict(settings)

    def play(rng: Random) -> int:
        state, moves = rules.new(prepared, rng), 0
        while to_move := state.to_move:
            legal = state.legal_moves(to_move[0])
            state = state.play(to_move[0], legal[int(rng.random() * len(legal))])
            moves += 1
        assert state.outcome is not None
        return moves

    return play


def chess_by_the_book(rng: Random) -> int:
    board = chess.Board()
    while not board.is_game_over():
        legal = list(board.legal_moves)
        board.push(legal[int(rng.random() * len(legal))])
    return len(board.move_stack)


def chess_lean(rng: Random) -> int:
    board = chess.Board()
    while True:
        legal = list(board.legal_moves)
        if not legal or board.halfmove_clock >= 150 or board.is_insufficient_material():
            return len(board.move_stack)
        board.push(legal[int(rng.random() * len(legal))])


ROWS: dict[str, Play] = {
    "python-chess": chess_by_the_book,
    "python-chess, lean": chess_lean,
    "expedition, 1 seat": ours("scarabya", {"mode": "expedition", "seats": "1"}),
    "expedition, 4 seats": ours("scarabya", {"mode": "expedition", "seats": "4"}),
    "duel": ours("scarabya", {"mode": "duel"}),
    "solo": ours("scarabya", {"mode": "solo"}),
    "SCARAB 10x10": ours("scarab", {"size": "10"}),
    "SCARAB 8x8, turning, teams": ours("scarab", {"size": "8", "turning": "yes", "teams": "yes"}),
}


def turn(play: Play, rng: Random, least: float) -> float:
    """Play whole games for at least this long and return the moves per second."""
    moves, began = 0, perf_counter()
    while perf_counter() - began < least:
        moves += play(rng)
    return moves / (perf_counter() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long it may take")
    seconds = parser.parse_args().seconds
    rng = Random(20261115)
    for play in ROWS.values():
        play(rng)
    speeds: dict[str, list[float]] = {name: [] for name in ROWS}
    began = perf_counter()
    while perf_counter() - began < seconds:
        for name, play in ROWS.items():
            speeds[name].append(turn(play, rng, 0.05))
    print(f"{'':28}{'moves/s':>10}{'/ chess':>10}{'/ lean':>10}{'bar':>8}")
    for name, own in speeds.items():
        ratios = [
            median(mine / other for mine, other in zip(own, speeds[rival], strict=True))
            for rival in ("python-chess", "python-chess, lean")
        ]
        bar = f"{BARS[name]:8.1f}" if name in BARS else ""
        print(f"{name:28}{median(own):10,.0f}{ratios[0]:10.2f}{ratios[1]:10.2f}{bar}")


if __name__ == "__main__":
    main()
