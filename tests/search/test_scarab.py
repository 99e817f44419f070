"""The SCARAB solver against brute force with the naive second implementation."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from functools import cache
from random import Random

import pytest

from kheper.games import SCARAB
from kheper.search import solve_scarab
from tests.naive import scarab as naive

Settings = dict[str, str]
Place = tuple[int, int]
Board = frozenset[tuple[Place, int]]
Hand = tuple[int, ...]


def endgame(rng: Random, stones: int, ankhs: int, turning: str) -> Settings:
    """Return a few stones on the short board, close together so that lines meet."""
    values = [value for value in range(-8, 9) if value]
    marks = [f"{value:+d}" for value in rng.sample(values, stones)]
    if turning == "yes":
        marks[:2] = [mark + "*" for mark in marks[:2]]
    marks += ["A"] * ankhs + ["P"]
    squares = rng.sample([8 * row + column for row in range(4) for column in range(4)], len(marks))
    board = ["."] * 64
    for square, mark in zip(squares, marks, strict=True):
        board[square] = mark
    return {
        "size": "8",
        "turning": turning,
        "position": "/".join(" ".join(board[n : n + 8]) for n in range(0, 64, 8)),
        "axis": rng.choice("hv"),
        "mover": rng.choice("12"),
        "hands": rng.choice(("+5 -3;-8", ";", "-1;+2 +2", "+8*;-7")),
    }


def naive_game(settings: Settings) -> naive.Game:
    return naive.Game(
        settings["position"],
        size=8,
        turning=settings["turning"] == "yes",
        axis=settings.get("axis"),
        mover=int(settings["mover"]),
        hands=settings["hands"],
    )


def difference(game: naive.Game, seat: int) -> int:
    scores = game.scores()
    return scores[seat - 1] - scores[2 - seat]


def best_difference(game: naive.Game) -> int:
    """Try everything; the difference is the mover's."""
    if game.over():
        return difference(game, game.mover)
    values = []
    for move in game.legal(game.mover):
        after = copy.deepcopy(game)
        after.play(game.mover, move)
        values.append(-best_difference(after))
    return max(values)


@pytest.mark.parametrize(
    ("stones", "ankhs", "turning", "count"),
    [(10, 0, "no", 60), (5, 1, "no", 12), (8, 0, "yes", 25), (4, 1, "yes", 8), (2, 2, "no", 3)],
)
def test_it_agrees_with_brute_force(stones: int, ankhs: int, turning: str, count: int) -> None:
    rng = Random(f"{stones} {ankhs} {turning}")
    for _ in range(count):
        settings = endgame(rng, stones, ankhs, turning)
        game = naive_game(settings)
        mover = game.mover
        solved = solve_scarab(SCARAB.new(settings, rng))
        assert solved is not None
        value, line = solved
        assert value == best_difference(game), settings
        for move in line:
            game.play(game.mover, str(move))
        assert game.over(), "SB-E1: a line goes to the end of the game"
        assert difference(game, mover) == value


def plain_value(position: str, axis: str) -> int:
    """Return what the mover still gains, less the other's gain; every line is played out."""
    marks = {
        (r, c): m for r, row in enumerate(position.split("/")) for c, m in enumerate(row.split())
    }
    (priest,) = (square for square, mark in marks.items() if mark == "P")
    stones = frozenset((s, 0 if m == "A" else int(m)) for s, m in marks.items() if m not in ".P")

    @cache
    def value(board: Board, priest: Place, along: int, own: Hand, other: Hand) -> int:
        line = [stone for stone in board if stone[0][along] == priest[along]]
        if not line or not any(points for _, points in board):
            return 0  # SB-E1
        values = []
        for square, points in line:
            left = board - {(square, points)}
            if points:
                hand = tuple(sorted((*own, points))) if "A" in position else ()
                values.append(points - value(left, square, 1 - along, other, hand))
                continue
            values.append(-value(left, square, 1 - along, other, own))
            empty = marks.keys() - {place for place, _ in left} - {square}
            for back, n in {points: n for n, points in enumerate(own)}.items():
                hand = own[:n] + own[n + 1 :]  # SB-T5
                values += [
                    -back - value(left | {(place, back)}, square, 1 - along, other, hand)
                    for place in empty
                ]
        return max(values)

    return value(stones, priest, "hv".index(axis), (), ())


def scattered(rng: Random, rows: int, columns: int, stones: int, ankhs: int) -> Settings:
    marks = [f"{value:+d}" for value in rng.sample([n for n in range(-8, 9) if n] * 2, stones)]
    marks += ["A"] * ankhs + ["P"]
    board = ["."] * 64
    squares = [8 * row + column for row in range(rows) for column in range(columns)]
    for square, mark in zip(rng.sample(squares, len(marks)), marks, strict=True):
        board[square] = mark
    position = "/".join(" ".join(board[n : n + 8]) for n in range(0, 64, 8))
    return {"size": "8", "position": position, "axis": rng.choice("hv")}


@pytest.mark.parametrize(
    ("rows", "columns", "stones", "ankhs", "seeds"),
    [
        (6, 6, 18, 0, range(100)),
        (8, 8, 22, 0, range(10)),
        # Here the same stones can lie on the board while others are in hand, and that decides.
        (2, 5, 8, 1, [49]),
        (3, 4, 9, 1, [76]),
    ],
)
def test_what_is_remembered_does_not_mislead_it(
    rows: int, columns: int, stones: int, ankhs: int, seeds: Iterable[int]
) -> None:
    for seed in seeds:
        settings = scattered(Random(seed), rows, columns, stones, ankhs)
        solved = solve_scarab(SCARAB.new(settings, Random(1)))
        assert solved is not None
        assert solved[0] == plain_value(settings["position"], settings["axis"]), (seed, settings)


def test_sb_t1_a_first_move_is_searched_along_both_axes() -> None:
    # +8 lies below, +3 beside; neither leaves anything to the other.
    settings = {"size": "8", "position": "P +3 . . . . . ./+8 . . . . . . .", "hands": "+1;"}
    settings["position"] += "/. . . . . . . ." * 6
    solved = solve_scarab(SCARAB.new(settings, Random(1)))
    assert solved is not None
    assert (solved[0], [str(move) for move in solved[1]]) == (1 + 8, ["va2"])


def test_a_finished_game_is_worth_what_it_came_to_for_who_would_be_next() -> None:
    settings = {"size": "8", "position": "P +3 . . . . . ." + "/. . . . . . . ." * 7}
    state = SCARAB.new(settings | {"axis": "h", "hands": "+5;+1"}, Random(1))
    last = state.parse_move("hb1")
    assert solve_scarab(state) == (5 - 1 + 3, (last,))
    over = state.play(1, last)
    assert over.over
    assert solve_scarab(over) == (1 - 5 - 3, ())


def test_a_search_that_is_stopped_does_not_know() -> None:
    assert solve_scarab(SCARAB.new({}, Random(1)), lambda: True) is None


def test_more_than_two_seats_are_another_game() -> None:
    with pytest.raises(ValueError, match="two seats, not 3"):
        solve_scarab(SCARAB.new({"seats": "3"}, Random(1)))
