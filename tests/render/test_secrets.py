"""A picture shows no more than its view: two states that a seat cannot tell apart look the same."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

import kheper
from kheper.render import board_svg, board_text, describe_change, describe_turn
from kheper.scarabya import Expedition, Tile
from tests.samples import SCARABYA_VARIANTS, new, walk


def other_deck(state: Any, deck: tuple[Tile, ...]) -> Any:
    return state._replace(deck=deck) if isinstance(state, Expedition) else replace(state, deck=deck)


def pictures(seen: Any) -> tuple[str, ...]:
    told = "\n".join(describe_change(None, seen))
    return board_text(seen), board_svg(seen), describe_turn(seen), told


@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
def test_sy_s5_undrawn_cards_are_in_no_picture(variant: str) -> None:
    rng = Random(variant)
    for state in islice(walk(new(variant, rng), rng), 0, None, 4):
        known = max(state.number, getattr(state, "known", 0))
        rest = list(state.deck[known:])
        rng.shuffle(rest)
        deck = (*state.deck[:known], *rest)
        other = other_deck(state, deck)
        assert pictures(state) == pictures(other)
        assert pictures(state.view(1)) == pictures(other.view(1))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_sy_b2_open_placements_of_others_are_in_no_picture(seats: int) -> None:
    rng, looks = Random(seats), 0
    for state in walk(kheper.new("scarabya", seats=seats, seed=seats), rng):
        placed = [seat for seat in range(1, seats + 1) if state.pending[seat - 1]]
        if not placed or rng.random() < 0.6:
            continue
        owner = rng.choice(placed)
        open_ = state.take_back(owner)
        other = open_.play(owner, rng.choice(open_.legal_moves(owner)))
        looks += other != state
        assert pictures(state) == pictures(other), "a state is shown as a spectator sees it"
        for seat in range(1, seats + 1):
            same = pictures(state.view(seat)) == pictures(other.view(seat))
            assert same == (seat != owner or other == state)
    assert looks > 2


def test_sy_b2_an_open_table_shows_open_placements() -> None:
    state = kheper.new("scarabya", seats=2, open_table="open", seed=1)
    state = state.play(2, state.legal_moves(2)[0])
    assert "not yet revealed" in board_text(state.view(None))
    assert "not yet revealed" in board_svg(state.view(None))
