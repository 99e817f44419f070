"""The types that `kheper.new`, `kheper.replay` and bots reveal: mypy checks this file too."""

from __future__ import annotations

from random import Random
from typing import assert_type

import pytest

import kheper
from kheper import bots
from kheper.core import AnyMove, AnyState, NotationError, Replay
from kheper.scarab import Move, ScarabState, ScarabView
from kheper.scarabya import Duel, DuelView, Expedition, Placement, Solo, SoloView
from kheper.scarabya.setup import ScarabyaState


def test_new_knows_the_state_by_game_and_mode() -> None:
    assert isinstance(assert_type(kheper.new("scarabya"), Expedition), Expedition)
    expedition = kheper.new("scarabya", mode="expedition", seats=3, seed=1)
    assert isinstance(assert_type(expedition, Expedition), Expedition)
    assert isinstance(assert_type(kheper.new("scarabya", mode="duel", seed=1), Duel), Duel)
    assert isinstance(assert_type(kheper.new("scarabya", mode="solo"), Solo), Solo)
    assert isinstance(assert_type(kheper.new("scarab", size=8), ScarabState), ScarabState)


def test_new_by_a_name_from_elsewhere_gives_a_state_of_any_game() -> None:
    for name in kheper.GAMES:
        state = assert_type(kheper.new(name, seed=1), AnyState)
        move = assert_type(state.legal_moves(state.to_move[0])[0], AnyMove)
        assert state.play(state.to_move[0], move).game == name


def test_moves_and_views_follow_from_the_state() -> None:
    duel, scarab = kheper.new("scarabya", mode="duel"), kheper.new("scarab")
    assert_type(duel.legal_moves(1)[0], Placement)
    assert_type(duel.parse_move("e5e6e7e8e9"), Placement)
    assert_type(duel.play(1, duel.legal_moves(1)[0]), Duel)
    assert_type(duel.view(1), DuelView)
    assert_type(kheper.new("scarabya", mode="solo").view(None), SoloView)
    assert_type(scarab.legal_moves(1)[0], Move)
    assert_type(scarab.view(1), ScarabView)
    with pytest.raises(AttributeError):
        duel.play(1, scarab.legal_moves(1)[0])  # type: ignore[arg-type] # another game's move


def test_a_bot_answers_with_a_move_of_the_views_game() -> None:
    duel, scarab = kheper.new("scarabya", mode="duel"), kheper.new("scarab")
    assert_type(bots.level(1).choose(duel.view(1), Random(1)), Placement)
    assert_type(bots.level(1).choose(scarab.view(1), Random(1)), Move)


def test_replay_knows_the_states_of_the_game_that_is_expected() -> None:
    duel, scarab = kheper.new("scarabya", mode="duel"), kheper.new("scarab")
    text, other = kheper.record_of(duel, deck=True), kheper.record_of(scarab)
    assert_type(kheper.replay(text), Replay[AnyState, AnyMove])
    assert_type(kheper.replay(text, game="scarabya"), Replay[ScarabyaState, Placement])
    found = kheper.replay(text, game="scarabya", mode="duel")
    assert assert_type(found, Replay[Duel, Placement]).end == duel
    assert assert_type(kheper.replay(other, game="scarab").end, ScarabState) == scarab


def test_a_record_of_another_game_or_mode_is_refused() -> None:
    duel = kheper.record_of(kheper.new("scarabya", mode="duel"))
    with pytest.raises(NotationError, match="the tag Game is 'Scarabya', expected Scarab") as game:
        kheper.replay(duel, game="scarab")
    with pytest.raises(NotationError, match="the tag Mode is 'duel', expected solo") as mode:
        kheper.replay(duel, game="scarabya", mode="solo")
    assert (game.value.code, mode.value.code) == ("no-game", "bad-option")
