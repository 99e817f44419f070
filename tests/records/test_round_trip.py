"""Reading what was written gives the same record and the same game, at every state."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from kheper.core import Record
from kheper.games import record_of, replay
from kheper.scarabya import Duel, Expedition, Solo
from tests.samples import SCARABYA_VARIANTS, VARIANTS, draw_move, new

GAMES = 4  # of each variant of Scarabya; those of SCARAB are many, and long
TAGS = [
    ("Event", 'The "Nile" cup \\ final; round 3'),
    ("Seat1", "Ἀνουκις ☥ 𓆣"),
    ("Annotator", "🧑\u200d🚀 Jean\u00a0Paul\tII"),
    ("Empty", ""),
]


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_state_reads_back_as_it_was_written(variant: str) -> None:
    rng = Random(f"round trip {variant}")
    for _ in range(GAMES if variant in SCARABYA_VARIANTS else 1):
        for state in _states(variant, rng):
            record = record_of(state, TAGS, deck=True)
            text = str(record)
            assert Record.parse(text) == record
            end = replay(text, rng).end
            assert end == state
            assert str(record_of(end, Record.parse(text).tags, deck=True)) == text


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_replay_passes_the_states_that_the_game_passed(variant: str) -> None:
    rng = Random(f"replay {variant}")
    state, states, plays = new(variant, rng), list[Any](), list[tuple[int, Any]]()
    states.append(state)
    while not state.over:
        seat = state.to_move[0]  # a record tells a round in the order of seats
        plays.append((seat, rng.choice(state.legal_moves(seat))))
        state = state.play(*plays[-1])
        states.append(state)
    story = replay(record_of(state, deck=True), rng)
    assert story.states == tuple(states)
    assert story.plays == tuple(plays)
    assert story.end == state


@pytest.mark.parametrize("variant", SCARABYA_VARIANTS)
def test_sy_s5_without_the_deck_only_cards_that_were_seen_are_written(variant: str) -> None:
    rng = Random(f"seen {variant}")
    for state in _states(variant, rng):
        seen = state.deck[: max(state.number, state.known if isinstance(state, Solo) else 0)]
        viewers = [None, *range(1, state.seats + 1)]
        for shown in (state, *(state.view(seat) for seat in viewers)):
            assert record_of(shown).tag("Deck") == "".join(seen)
            assert record_of(shown, deck=shown is not state) == record_of(shown)


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_is_written_from_a_view_reads_back_as_that_view(variant: str) -> None:
    """But for the others' open placements, which it may not tell (KH-4)."""
    rng = Random(f"views {variant}")
    for state in _states(variant, rng):
        for seat in (None, rng.randint(1, state.seats)):
            shown = state
            for other in _hidden_from(seat, state):
                shown = shown.take_back(other)
            again = replay(str(record_of(state.view(seat))), rng).end
            assert again.view(seat) == shown.view(seat)


def _states(variant: str, rng: Random) -> Iterator[Any]:
    """Yield the states of a random game; a solo player tries again now and then."""
    state = new(variant, rng)
    yield state
    while not state.over:
        state = state.play(*draw_move(state, rng))
        yield state
        if isinstance(state, Solo) and state.tries < 4 and rng.random() < 0.2 and not _won(state):
            state = state.retry()
            yield state
    if isinstance(state, Duel):
        yield state.rematch()


def _won(state: Solo) -> bool:
    return state.outcome is not None and state.outcome.winners != ()


def _hidden_from(seat: int | None, state: Any) -> list[int]:
    """Return the seats whose open placements a viewer does not see."""
    if not isinstance(state, Expedition) or state.options.open_table == "open":
        return []
    return [n for n, placement in enumerate(state.pending, 1) if placement and n != seat]
