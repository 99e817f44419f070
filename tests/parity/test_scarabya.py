"""Scarabya equals the naive second implementation, position by position and game by game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kheper.games import SCARABYA, record_of
from kheper.scarabya import Duel, Expedition, Solo
from kheper.scarabya.site import CENTRE
from tests.naive import scarabya as naive
from tests.parity.oracle import ScarabyaOracle, scarabya_oracle
from tests.samples import SCARABYA_VARIANTS, draw_deck, games, walk

CHUNKS = 3
POSITIONS = 560  # of each chunk
ALL_POSITIONS = 20_000


def test_the_chunks_make_enough_positions() -> None:
    assert len(SCARABYA_VARIANTS) * CHUNKS * POSITIONS >= ALL_POSITIONS


@pytest.mark.parametrize("chunk", range(CHUNKS))
@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
def test_legal_moves_and_games_equal_the_naive_ones(variant: str, chunk: int) -> None:
    rng = Random(f"scarabya {variant} {chunk}")
    compared: set[Any] = set()
    for settings, state in games(variant, rng):
        compared |= _compare_game(state, scarabya_oracle(settings), rng)
        if len(compared) >= POSITIONS:
            break
    assert len(compared) >= POSITIONS


def _compare_game(state: Any, oracle: ScarabyaOracle, rng: Random) -> set[Any]:
    """Play a random game on both sides; return the different positions that were compared."""
    compared = set()
    while True:
        seen = _compare(state, oracle)
        compared |= {(dig, state.card, state.options.flip) for dig in seen}
        if state.over:
            return compared
        seat = rng.choice(state.to_move)
        move = rng.choice(state.legal_moves(seat))
        state = state.play(seat, move)
        oracle.play(seat, str(move))


def _compare(state: Any, oracle: ScarabyaOracle) -> list[Any]:
    """Compare one state, and return the digs of the seats to move."""
    assert list(state.to_move) == oracle.to_move()
    assert state.card == oracle.card()
    assert state.over == oracle.over()
    assert list(state.scores) == oracle.scores()
    for seat in range(1, state.seats + 1):
        assert sorted(map(str, state.legal_moves(seat))) == oracle.legal(seat)
    if not _is_open(state):
        assert _lines(state) == oracle.lines()
    _compare_tokens(state, oracle)
    _compare_outcome(state, oracle)
    if isinstance(state, Expedition):
        return [state.digs[seat - 1] for seat in state.to_move]
    return [state.dig] if state.to_move else []


def _is_open(state: Any) -> bool:
    """Say whether somebody has placed in a round that is still open."""
    return isinstance(state, Expedition) and any(state.pending)


def _lines(state: Any) -> list[str]:
    return [f"{line.number}. {line.text}" for line in record_of(state).lines]


def _compare_tokens(state: Any, oracle: ScarabyaOracle) -> None:
    if isinstance(oracle, naive.Solo):
        return
    payments, bank = state.ledger
    assert dict(enumerate(bank, 1)) == oracle.bank()
    assert [sum(paid.owed for paid in seat) for seat in payments] == oracle.owed()


def _compare_outcome(state: Any, oracle: ScarabyaOracle) -> None:
    outcome = state.outcome
    assert (outcome.result if outcome else "*") == oracle.result()
    if outcome is None:
        return
    assert list(outcome.scores) == oracle.scores()
    if isinstance(state, Solo):
        assert outcome.winners == ((1,) if oracle.result() == "won" else ())
    else:
        best = max(oracle.scores())
        winners = [seat for seat, score in enumerate(oracle.scores(), 1) if score == best]
        assert list(outcome.winners) == winners


@pytest.mark.parametrize("variant", ["expedition4-flip-on", "duel-flip-on"])
def test_sy_a5_kh_2_kh_3_an_empty_bank_equals_the_naive_one(variant: str) -> None:
    """Random games leave tokens over, so here everybody digs for points on a site of symbols."""
    rng = Random(f"rich {variant}")
    settings = SCARABYA_VARIANTS[variant] | {"site": "/".join(["s" * 10] * 10)}
    owed = 0
    for _ in range(3):
        settings["deck"] = draw_deck(rng)
        state, oracle = SCARABYA.new(settings, rng), scarabya_oracle(settings)
        while not state.over:
            seat = state.to_move[0]
            move = _best(state, seat, rng)
            state = state.play(seat, move)
            oracle.play(seat, str(move))
            _compare(state, oracle)
        assert not isinstance(state, Solo)
        owed += sum(paid.owed for seat in state.ledger.payments for paid in seat)
    assert owed > 0


def _best(state: Any, seat: int, rng: Random) -> Any:
    """Return the placement, of some, that scores most."""
    dig = state.digs[seat - 1] if isinstance(state, Expedition) else state.dig
    moves = state.legal_moves(seat)
    return max(rng.sample(moves, min(60, len(moves))), key=lambda move: dig.place(move).points)


def test_these_games_see_what_is_rare() -> None:
    """Guard the tests above: discards, pockets, blocked centres, early ends, the bonus."""
    seen: set[str] = set()
    for variant in SCARABYA_VARIANTS:
        rng = Random(f"scarabya {variant} 0")
        for _, (_, state) in zip(range(20), games(variant, rng), strict=False):
            *_, last = walk(state, rng)
            seen |= set(_rare(last))
    assert seen == {"pocket", "blocked", "discard", "early end", "bonus", "area of 4", "tie"}


def _rare(last: Any) -> Iterator[str]:
    digs = last.digs if isinstance(last, Expedition) else (last.dig,)
    if digs[0].site.enclosed():
        yield "pocket"
    if not digs[0].site.free & CENTRE:
        yield "blocked"
    if any(None in dig.entries for dig in digs):
        yield "discard"
    if len(digs[0].entries) < 12:
        yield "early end"
    if isinstance(last, Duel) and last.view(None).bonus:
        yield "bonus"
    if any(area.size == 4 for dig in digs for area in dig.areas):
        yield "area of 4"
    if len(last.outcome.winners) > 1:
        yield "tie"
