"""SCARAB equals the naive second implementation, position by position and game by game."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from kheper.games import record_of
from kheper.scarab import ScarabState
from tests.naive import scarab as naive
from tests.parity.oracle import scarab_oracle
from tests.samples import SCARAB_VARIANTS, draw_move, games, walk

CHUNKS = 2
POSITIONS = 320  # of each chunk
ALL_POSITIONS = 20_000


def test_the_chunks_make_enough_positions() -> None:
    assert len(SCARAB_VARIANTS) * CHUNKS * POSITIONS >= ALL_POSITIONS


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
def test_legal_moves_and_games_equal_the_naive_ones(variant: str, chunk: int) -> None:
    rng = Random(f"scarab {variant} {chunk}")
    compared: set[Any] = set()
    for settings, state in games(variant, rng):
        compared |= _compare_game(state, scarab_oracle(settings), rng)
        if len(compared) >= POSITIONS:
            break
    assert len(compared) >= POSITIONS


def _compare_game(state: ScarabState, oracle: naive.Game, rng: Random) -> set[Any]:
    """Play a random game on both sides; return the different positions that were compared."""
    compared: set[Any] = set()
    while True:
        _compare(state, oracle)
        if state.over:
            return compared
        compared.add((state.board, state.priest, state.axis, state.hands))
        seat, move = draw_move(state, rng)
        state = state.play(seat, move)
        oracle.play(seat, str(move))


def _compare(state: ScarabState, oracle: naive.Game) -> None:
    assert list(state.to_move) == oracle.to_move()
    assert state.over == oracle.over()
    assert state.axis == oracle.axis
    assert list(state.scores) == oracle.scores()
    assert str(state.position) == oracle.position()
    assert [[str(stone) for stone in hand] for hand in state.hands] == list(oracle.hands.values())
    for seat in range(1, state.seats + 1):
        assert sorted(map(str, state.legal_moves(seat))) == oracle.legal(seat)
    assert [f"{line.number}. {line.text}" for line in record_of(state).lines] == oracle.lines()
    outcome = state.outcome
    assert (outcome.result if outcome else "*") == oracle.result()
    assert list(outcome.winners if outcome else ()) == oracle.winners()


def test_these_games_see_what_is_rare() -> None:
    """Guard the test above: ankhs, stones returned, bends, ties, and both ways to end."""
    seen: set[str] = set()
    for variant in SCARAB_VARIANTS:
        rng = Random(f"scarab {variant} 0")
        for _, (_, first) in zip(range(12), games(variant, rng), strict=False):
            states = list(walk(first, rng))
            seen |= {word for pair in pairwise(states) for word in _rare(*pair)}
            seen |= set(_how_it_ended(states[-1]))
    assert seen == {"returns", "bend", "ankh", "points", "most", "shared", "none left", "no way"}


def _rare(before: ScarabState, after: ScarabState) -> Iterator[str]:
    move = after.played[-1]
    yield from (name for name in ("returns", "bend") if getattr(move, name))
    if before.mark(move.target) == "A":
        yield "ankh"


def _how_it_ended(state: ScarabState) -> Iterator[str]:
    assert state.outcome is not None
    yield state.outcome.reason.split()[0]
    if state.left:
        yield "no way"
    elif _ankh_in_line(state):
        yield "none left"


def _ankh_in_line(state: ScarabState) -> bool:
    """Say whether SB-E1 alone, not an empty line, keeps the next player from moving."""
    rows = [row.split() for row in str(state.position).split("/")]
    row, column = divmod(state.priest, state.side)
    return "A" in (rows[row] if state.axis == "h" else [line[column] for line in rows])
