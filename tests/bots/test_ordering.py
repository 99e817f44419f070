"""What the greedy levels choose, told by their own definition and not by their code."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.bots import best_first
from kheper.games import SCARAB, SCARABYA
from kheper.scarab import Move, ScarabState
from tests.samples import new, walk


def choose(state: Any, seat: int, seed: int = 1) -> Any:
    return next(best_first(state.view(seat), Random(seed)))


@pytest.mark.parametrize("variant", ["duel-flip-on", "duel-flip-off", "expedition1-flip-on"])
def test_scarabya_takes_most_points_then_covers_fewest_symbols(variant: str) -> None:
    rng = Random(variant)
    for state in walk(new(variant, rng), rng):
        if state.over:
            continue
        (seat,) = state.to_move
        dig = state.dig if variant.startswith("duel") else state.digs[0]

        def merit(move: Any, dig: Any = dig) -> tuple[int, int]:
            after = dig.place(move)
            return after.points, -after.covered_scarabs

        assert merit(choose(state, seat)) == max(map(merit, state.legal_moves(seat)))


def test_sy_o2_solo_covers_most_symbols_without_giving_one_up() -> None:
    rng = Random("solo")
    given_up = 0
    for _ in range(4):
        for state in walk(SCARABYA.new({"mode": "solo"}, rng), rng):
            if state.over:
                continue
            afters = {str(move): state.play(1, move) for move in state.legal_moves(1)}
            safe = {m: a for m, a in afters.items() if not a.uncoverable & ~state.uncoverable}
            given_up += not safe
            chosen = str(choose(state, 1))
            assert chosen in (safe or afters)
            assert not safe or afters[chosen].scores == max(a.scores for a in safe.values())
    assert given_up, "a position where one must be given up is among them"


def merit(state: ScarabState, seat: int, move: Move) -> int:
    """Return own gain less the next player's best gain; a mate's gain is one's own."""
    after = state.play(seat, move)
    gain = total(after, seat) - total(state, seat)
    if after.over:
        assert after.outcome is not None
        return gain + (1000 if seat in after.outcome.winners else -1000)
    (following,) = after.to_move
    best = max(
        total(after.play(following, reply), following) - total(after, following)
        for reply in after.legal_moves(following)
    )
    mates = state.start.teams and {seat, following} in ({1, 2}, {3, 4})
    return gain + best if mates else gain - best


def total(state: ScarabState, seat: int) -> int:
    return sum(stone.value for stone in state.hands[seat - 1])


@pytest.mark.parametrize("settings", [{}, {"seats": "3"}, {"teams": "yes"}])
def test_scarab_finds_the_best_of_all_moves_with_all_returns(settings: dict[str, str]) -> None:
    rng = Random(str(settings))
    plain = returns = 0
    while plain < 20 or returns < 3:
        for state in walk(SCARAB.new(settings | {"size": "8"}, rng), rng):
            moves = [] if state.over else state.legal_moves(state.to_move[0])
            # To look at all returns is slow, so of the largest positions none is taken.
            if not 1 < len(moves) < 200 or rng.random() < 0.5:
                continue
            (seat,) = state.to_move
            chosen = choose(state, seat)
            assert merit(state, seat, chosen) == max(merit(state, seat, m) for m in moves)
            plain += chosen.returns is None
            returns += chosen.returns is not None


def rows(*given: str) -> str:
    """Return a position on the short board whose first rows are given."""
    return "/".join([*given, *[". . . . . . . ."] * (8 - len(given))])


def test_sb_v3_a_team_mates_gain_is_ones_own() -> None:
    # +5 leaves +8 to the next player, +4 leaves -1: a mate should get the +8.
    settings = {
        "position": rows("P +5 +4 . . . . .", ". +8 -1 . . . . .", ". . . +1 . . . ."),
        "axis": "h",
        "hands": "+1",
    }
    mates = SCARAB.new(settings | {"seats": "4", "teams": "yes"}, Random(1))
    foes = SCARAB.new(settings | {"seats": "4"}, Random(1))
    assert str(choose(mates, 1)) == "hb1"
    assert str(choose(foes, 1)) == "hc1"
    assert str(choose(mates._replace(to_move=(2,)), 2)) == "hc1"


def test_sb_t5_a_bad_stone_is_put_where_the_next_player_must_take_it() -> None:
    # The ankh's column is empty: put anywhere else, -8 would end a lost game.
    settings = {
        "position": rows("P A +1 . . . . .", "+2 . +3 . . . . .", ". . . +4 . . . ."),
        "axis": "h",
        "hands": "-8 +7;+8",
    }
    state = SCARAB.new(settings, Random(1))
    move = choose(state, 1)
    assert str(move).startswith("hb1^-8@b")
    after = state.play(1, move)
    (forced,) = after.legal_moves(2)
    assert after.play(2, forced).scores == (7, 0)


def test_sb_e1_a_game_is_ended_by_who_wins_it_and_not_by_who_loses_it() -> None:
    # +1 ends the game; +2 goes on and leaves +8.
    position = rows("P +1 +2 . . . . .", ". . +8 . . . . .", ". . . +3 . . . .")
    ahead = SCARAB.new({"position": position, "axis": "h", "hands": "+5;"}, Random(1))
    behind = SCARAB.new({"position": position, "axis": "h", "hands": ";+5"}, Random(1))
    assert str(choose(ahead, 1)) == "hb1"
    assert str(choose(behind, 1)) == "hc1"


def test_chance_decides_between_moves_that_look_the_same() -> None:
    position = rows("P +5 +5 +5 . . . .", ". . . . +1 . . .")
    state = SCARAB.new({"position": position, "axis": "h", "hands": ";+8"}, Random(1))
    assert len({str(choose(state, 1, seed)) for seed in range(20)}) == 3
