"""Nobody sees what they may not see: the order of undrawn cards, another's open placement.

Two games that differ in nothing else must look the same to everybody who may not know: equal
views, and equal pickles, reprs, JSON, records and refusals made of them.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import assume, given

from kheper.core import KheperError
from kheper.games import record_of
from kheper.scarabya import PLACEMENTS, Duel, Expedition, Solo
from tests.property.strategies import SEEDS, Story, stories, tell

NOT_MOVES = [
    "",
    "x",
    "-",
    "e4",
    "e4f4",
    "e4e4e4e4e4",
    "a1c1e1g1i1",
    "hd5",
    "k1",
    "\ufeff\0",
    "9" * 99,
]


@given(stories("flip", retries=True))
def test_sy_s5_no_view_tells_the_order_of_undrawn_cards(story: Story) -> None:
    one, other = twins_by_deck(story)
    assert one.deck != other.deck
    for seat in story.viewers:
        _assert_same_to(seat, one, other)


@given(stories("flip", retries=True), SEEDS)
def test_sy_s5_no_refusal_tells_the_order_of_undrawn_cards(story: Story, seed: int) -> None:
    one, other = twins_by_deck(story)
    attempts = list(_attempts(one, Random(seed)))
    assert _refusals(one, attempts) == _refusals(other, attempts)


@given(stories("expedition[2-4]", most=48))
def test_sy_b2_no_view_tells_anothers_open_placement(story: Story) -> None:
    seat, one, other = _twins_by_placement(story)
    for viewer in story.viewers:
        if viewer == seat:
            assert one.view(viewer) != other.view(viewer)
        else:
            _assert_same_to(viewer, one, other)


@given(stories("expedition[2-4]", most=48), SEEDS)
def test_sy_b2_no_refusal_tells_anothers_open_placement(story: Story, seed: int) -> None:
    _, one, other = _twins_by_placement(story)
    attempts = list(_attempts(one, Random(seed)))
    assert _refusals(one, attempts) == _refusals(other, attempts)


@given(stories("expedition", most=48))
def test_sy_b2_on_an_open_table_everybody_sees_open_placements(story: Story) -> None:
    options = replace(story.state.options, open_table="open")
    state = story.state._replace(options=options)
    for viewer in story.viewers:
        assert state.view(viewer).pending == state.pending


@given(stories(most=70, retries=True), SEEDS)
def test_what_a_view_imagines_looks_the_same_and_can_be_played_to_the_end(
    story: Story, seed: int
) -> None:
    for viewer in story.viewers:
        view, rng = story.state.view(viewer), Random(seed)
        state = view.imagine(rng)
        assert state.view(viewer) == view
        assert type(state) is type(story.state)
        while not state.over:
            seat = rng.choice(state.to_move)
            state = state.play(seat, rng.choice(state.legal_moves(seat)))
        assert state.outcome is not None


@given(stories(most=70, retries=True))
def test_a_view_tells_what_the_state_tells_everybody(story: Story) -> None:
    state = story.state
    for viewer in story.viewers:
        view = state.view(viewer)
        assert (view.seat, view.seats) == (viewer, state.seats)
        assert (view.to_move, view.scores) == (state.to_move, state.scores)
        assert view.outcome == state.outcome
        expected = [] if viewer is None else list(state.legal_moves(viewer))
        assert list(view.legal_moves()) == expected
        assert json.loads(json.dumps(view.json()))["to_move"] == list(state.to_move)


def twins_by_deck(story: Story) -> tuple[Any, Any]:
    """Tell a story twice, with two orders of the cards that nobody has seen in it.

    It is told as far as there are two such cards.
    """
    deck = story.settings["deck"]
    unseen = [len(deck) - _seen(state) for state in story.states]
    end = max((n for n, left in enumerate(unseen) if left > 1), default=None)
    assume(end is not None)
    known = len(deck) - unseen[end or 0]
    rest = story.rng.sample(deck[known:], unseen[end or 0])
    if "".join(rest) == deck[known:]:
        rest.reverse()
    settings = story.settings | {"deck": deck[:known] + "".join(rest)}
    twin = tell(story.variant, settings, story.plays[:end], story.rng)
    return story.states[end or 0], twin.state


def _seen(state: Any) -> int:
    return max(state.number, state.known) if isinstance(state, Solo) else int(state.number)


def _twins_by_placement(story: Story) -> tuple[int, Expedition, Expedition]:
    """Return a seat, and two states that differ in where it has placed in the open round."""
    options = replace(story.state.options, open_table="hidden")
    for shown in reversed(story.states):
        state = shown._replace(options=options)
        for seat, placement in enumerate(state.pending, 1):
            if placement and len(fits := state.take_back(seat).legal_moves(seat)) > 1:
                other = story.rng.choice([fit for fit in fits if fit is not placement])
                return seat, state, state.take_back(seat).play(seat, other)
    assume(False)
    raise AssertionError


def _assert_same_to(viewer: int | None, one: Any, other: Any) -> None:
    """Both states look the same to a viewer, whatever way they are looked at."""
    views = one.view(viewer), other.view(viewer)
    assert views[0] == views[1]
    for look in (hash, repr, str, _json, _pickles, _moves, _record):
        assert look(views[0]) == look(views[1])
    assert (one.to_move, one.scores, one.card) == (other.to_move, other.scores, other.card)


def _json(view: Any) -> str:
    return json.dumps(view.json())


def _pickles(view: Any) -> list[bytes]:
    return [pickle.dumps(view, protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]


def _moves(view: Any) -> list[str]:
    return [str(move) for move in view.legal_moves()]


def _record(view: Any) -> str:
    return str(record_of(view))


def _attempts(state: Any, rng: Random) -> Iterator[tuple[int, str]]:
    """Yield moves to try, most of them refused, by seats that do and do not exist."""
    for seat in range(state.seats + 2):
        for text in NOT_MOVES:
            yield seat, text
        for placement in rng.sample(PLACEMENTS, 20):
            yield seat, str(placement)
    for seat in state.to_move:
        yield seat, str(rng.choice(state.legal_moves(seat)))


def _refusals(state: Any, attempts: list[tuple[int, str]]) -> list[Any]:
    """Return how each attempt is refused, in all its words, or None where it is not."""
    tried = [_refusal(_play, state, seat, text) for seat, text in attempts]
    for ask in (state.take_back, state.legal_moves, state.view):
        tried += [_refusal(ask, seat) for seat in range(state.seats + 2)]
    if isinstance(state, Duel):
        tried.append(_refusal(state.rematch))
    return tried


def _play(state: Any, seat: int, text: str) -> None:
    state.play(seat, state.parse_move(text))


def _refusal(attempt: Callable[..., object], *arguments: Any) -> Any:
    try:
        attempt(*arguments)
    except KheperError as error:
        return type(error), str(error), repr(error), vars(error), pickle.dumps(error)
    return None
