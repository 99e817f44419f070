"""What holds for the states of both games, in every mode and variant."""

from __future__ import annotations

import copy
import pickle
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from kheper.core import KheperError, RuleError, SetupError, Square
from kheper.games import SCARAB, SCARABYA, game_of, record_of
from kheper.scarab import Move, Return, Stone
from kheper.scarabya import PLACEMENTS
from tests.property.strategies import SEEDS, Story, stories, tell

OVER = {"SY-B3", "SY-D4", "SY-O1", "SB-E1"}


@given(stories())
def test_a_seat_has_moves_if_and_only_if_it_is_to_move(story: Story) -> None:
    state = story.state
    assert state.over == (not state.to_move) == (state.outcome is not None)
    for seat in range(1, state.seats + 1):
        assert bool(state.legal_moves(seat)) == (seat in state.to_move)
    assert list(state.to_move) == sorted(set(state.to_move))


@given(stories(), SEEDS)
def test_every_legal_move_can_be_played(story: Story, seed: int) -> None:
    state = story.state
    for seat in state.to_move:
        moves = state.legal_moves(seat)
        for move in Random(seed).sample(moves, min(30, len(moves))):
            after = state.play(seat, move)
            assert after != state
            assert after.seats == state.seats


@given(stories(), SEEDS)
def test_every_other_move_is_refused_and_changes_nothing(story: Story, seed: int) -> None:
    state = story.state
    before = pickle.dumps(state)
    for seat in range(1, state.seats + 1):
        moves = state.legal_moves(seat)
        for move in _any_moves(state, Random(seed)):
            if move not in moves:
                with pytest.raises(RuleError) as refusal:
                    state.play(seat, move)
                assert refusal.value.rule
                assert refusal.value.code
    assert pickle.dumps(state) == before


@given(stories(whole=True), SEEDS)
def test_after_the_end_no_move_is_taken(story: Story, seed: int) -> None:
    state = story.state
    for move in _any_moves(state, Random(seed))[:5]:
        with pytest.raises(RuleError, match="the game is over") as refusal:
            state.play(1, move)
        assert refusal.value.rule in OVER


@given(stories())
def test_seats_that_do_not_exist_are_refused(story: Story) -> None:
    state = story.state
    move = _any_moves(state, Random(1))[0]
    for seat in (-1, 0, state.seats + 1):
        for ask in (state.legal_moves, state.take_back, state.view, lambda s: state.play(s, move)):
            with pytest.raises(SetupError, match="there is no seat"):
                ask(seat)


@given(stories())
def test_legal_moves_are_one_sequence_however_they_are_asked(story: Story) -> None:
    state = story.state
    for seat in range(1, state.seats + 1):
        moves = state.legal_moves(seat)
        listed = list(moves)
        size = len(listed)
        assert len(moves) == size
        assert bool(moves) == bool(listed)
        assert len(set(listed)) == size
        assert [moves[n] for n in range(size)] == listed
        assert [moves[n - size] for n in range(size)] == listed
        assert moves == listed
        assert list(reversed(moves)) == listed[::-1]
        assert moves == state.legal_moves(seat)
        assert pickle.loads(pickle.dumps(moves)) == moves
        for end in (size, -size - 1):
            with pytest.raises(IndexError):
                moves[end]


@given(stories(), st.slices(40), SEEDS)
def test_legal_moves_slice_search_and_contain_as_lists_do(
    story: Story, part: slice, seed: int
) -> None:
    state, rng = story.state, Random(seed)
    for seat in range(1, state.seats + 1):
        moves = state.legal_moves(seat)
        listed = list(moves)
        assert list(moves[part]) == listed[part]
        for move in rng.sample(listed, min(10, len(listed))):
            assert move in moves
            assert moves.index(move) == listed.index(move)
            assert moves.count(move) == 1
        for move in _any_moves(state, rng):
            assert (move in moves) == (move in listed)
        assert "e4f4d5e5e6" not in moves
        assert None not in moves


@given(stories())
def test_parse_and_str_are_inverses(story: Story) -> None:
    state = story.state
    for seat in state.to_move:
        for move in state.legal_moves(seat):
            assert state.parse_move(str(move)) == move
            assert str(state.parse_move(str(move))) == str(move)


@given(stories(), st.text(max_size=30) | st.text("abchv+-*^@1058", max_size=12))
def test_a_text_that_is_no_move_is_refused_in_one_printable_line(story: Story, text: str) -> None:
    move, error = _read(story.state, text)
    assert str(error).isprintable() if error else len(str(move)) == len(text)


@given(stories(retries=True))
def test_states_and_views_are_values(story: Story) -> None:
    state = story.state
    again = tell(story.variant, story.settings, story.plays, Random(0)).state
    assert again == state
    assert hash(again) == hash(state)
    assert repr(again) == repr(state)
    for copied in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        assert copied == state
        assert hash(copied) == hash(state)
        assert repr(copied) == repr(state)
    for viewer in story.viewers:
        view = state.view(viewer)
        assert pickle.loads(pickle.dumps(view)) == view
        assert hash(view) == hash(state.view(viewer))


@given(stories(retries=True))
def test_states_cannot_be_changed(story: Story) -> None:
    with pytest.raises(AttributeError):
        story.state.to_move = (1,)
    with pytest.raises(AttributeError):
        story.state.view(None).seat = 1


@given(stories(whole=True))
def test_no_state_comes_twice_in_a_game(story: Story) -> None:
    assert len(set(story.states)) == len(story.states)


@given(stories(), SEEDS)
def test_the_same_seed_sets_up_the_same_game(story: Story, seed: int) -> None:
    game = game_of(story.state)
    open_ = {k: v for k, v in story.settings.items() if k not in ("site", "deck", "position")}
    for settings in (story.settings, {} if "hands" in open_ else open_):
        assert game.new(settings, Random(seed)) == game.new(settings, Random(seed))


@given(stories("expedition", most=48))
def test_sy_b1_taking_back_gives_the_state_before(story: Story) -> None:
    state = story.state
    for seat in state.to_move:
        if len(state.to_move) > 1:
            move = story.rng.choice(state.legal_moves(seat))
            assert state.play(seat, move).take_back(seat) == state


@given(stories("expedition", most=48))
def test_sy_b1_only_a_placement_of_the_open_round_is_taken_back(story: Story) -> None:
    state = story.state
    for seat, placement in enumerate(state.pending, 1):
        if placement is None:
            with pytest.raises(RuleError, match=f"seat {seat} has no placement to take back"):
                state.take_back(seat)
        else:
            assert state.take_back(seat).play(seat, placement) == state


@given(stories("expedition[2-4]", most=48))
def test_sy_b1_the_order_of_plays_in_a_round_does_not_matter(story: Story) -> None:
    state = story.state
    assume(len(state.to_move) > 1)
    plays = [(seat, story.rng.choice(state.legal_moves(seat))) for seat in state.to_move]
    ends = set()
    for order in permutations(plays):
        end = state
        for seat, move in order:
            end = end.play(seat, move)
        ends.add(end)
    assert len(ends) == 1


@pytest.mark.parametrize(("mode", "rule"), [("duel", "SY-D1"), ("solo", "SY-O1")])
def test_what_has_been_seen_is_not_taken_back(mode: str, rule: str) -> None:
    state = SCARABYA.new({"mode": mode}, Random(1))
    with pytest.raises(RuleError, match=f"{rule}: a placed tile cannot be taken back"):
        state.play(1, state.legal_moves(1)[0]).take_back(1)


def test_sb_t6_a_move_is_not_taken_back() -> None:
    state = SCARAB.new({}, Random(1))
    with pytest.raises(RuleError, match="SB-T6: a move cannot be taken back"):
        state.play(1, state.legal_moves(1)[0]).take_back(1)


@given(stories(retries=True))
def test_a_record_belongs_to_the_game_it_was_written_from(story: Story) -> None:
    state = story.state
    for seen in (state, state.view(None)):
        assert record_of(seen).tag("Game") == game_of(seen).title


def _read(state: Any, text: str) -> tuple[Any, KheperError | None]:
    """Return the move that a text is, or why it is none."""
    try:
        return state.parse_move(text), None
    except KheperError as error:
        return None, error


def _any_moves(state: Any, rng: Random) -> list[Any]:
    """Return moves that can be read, whether or not they are legal."""
    if state.game == SCARABYA.name:
        return rng.sample(PLACEMENTS, 25)
    squares = [Square(row, column) for row in range(10) for column in range(10)]
    return [
        Move(
            rng.choice("hv"),
            rng.choice(squares),
            rng.choice((None, rng.choice(squares))),
            rng.choice((None, Return(_any_stone(rng), rng.choice(squares)))),
        )
        for _ in range(25)
    ]


def _any_stone(rng: Random) -> Stone:
    return Stone(rng.choice((-1, 1)) * rng.randint(1, 8), rng.random() < 0.2)
