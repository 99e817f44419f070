"""The small actions of SCARAB, which PettingZoo's and OpenSpiel's adapters share."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kheper.envs.scarab.turns import KINDS, Turn, action_mask, count_actions, observe, plane_names
from tests.envs.playing import begun, rows_of
from tests.samples import SCARAB_VARIANTS, draw_move


def actions_of(turn: Turn, move: Any) -> list[int]:
    """Return the actions that make up a move, found by their names."""
    wanted = [str(move._replace(returns=None))]
    lands_on_ankh = turn.state.mark(move.target) == "A"
    if move.returns is not None:
        wanted += [f"^{move.returns.stone}", f"@{move.returns.square}"]
    elif lands_on_ankh and turn.state.hands[turn.seat - 1]:
        wanted.append("^")
    taken = []
    for name in wanted:
        named = {turn.describe(action): action for action in turn.actions()}
        taken.append(named[name])
        turn = turn.take(named[name])
    return taken


@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
def test_sb_t5_the_steps_of_a_move_lead_to_all_legal_moves_and_no_others(variant: str) -> None:
    rng = Random(variant)
    _, state = begun(variant, rng)
    most = 0
    while not state.over:
        seat = state.to_move[0]
        legal = state.legal_moves(seat)
        if len(legal) <= 400:
            reached = list(whole_moves(Turn(state)))
            assert len(reached) == len(set(reached))
            assert sorted(map(str, reached)) == sorted(map(str, legal))
            most = max(most, len(legal))
        state = state.play(*draw_move(state, rng))
    assert most > 0


def whole_moves(turn: Turn) -> list[Any]:
    """Return every move that steps from here can make up."""
    moves: list[Any] = []
    for action in turn.actions():
        after = turn.take(action)
        moves += whole_moves(after) if after.state is turn.state else [after.state.played[-1]]
    return moves


@pytest.mark.parametrize(("side", "actions"), [(10, 333), (8, 225)])
def test_the_action_space_is_small(side: int, actions: int) -> None:
    assert count_actions(side) == actions == 3 * side * side + len(KINDS) + 1


@pytest.mark.parametrize("variant", list(SCARAB_VARIANTS)[::5])
def test_masks_and_planes_have_the_shapes_that_their_names_say(variant: str) -> None:
    rng = Random(variant)
    _, state = begun(variant, rng)
    turn = Turn(state)
    assert rows_of(action_mask(turn)) == turn.actions()
    assert turn.actions() == sorted(turn.actions())
    for seat in range(1, state.seats + 1):
        planes = observe(turn, seat)
        assert planes.shape == (len(plane_names(state.seats)), state.side, state.side)
        assert planes[plane_names(state.seats).index("to move")].all() == (seat == turn.seat)
