"""Whole matches of every mode and variant, played at random with commands good and bad."""

from __future__ import annotations

import copy

import pytest

from kheper.core.errors import KheperError
from kheper.server.match import events
from kheper.server.match.apply import state_of, steps_of
from kheper.server.match.commands import AnyGuestCommand
from kheper.server.match.decide import decide
from kheper.server.match.events import decode, encode
from kheper.server.match.seats import SYSTEM
from kheper.server.match.state import MatchState, Step
from tests.server.any_state import any_state
from tests.server.match.random_match import VARIANTS, RandomMatch, played


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_log_tells_the_whole_match(variant: str) -> None:
    played_match = played(variant, 1)
    bodies = [encode(event) for event in played_match.events]
    assert state_of(map(decode, bodies)) == played_match.match
    assert [decode(body) for body in bodies] == played_match.events
    again = list(steps_of(map(decode, bodies)))
    assert [step.number for step in again] == list(range(1, len(bodies) + 1))
    assert [step.after for step in again] == [step.after for step in played_match.steps]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_refusal_changes_nothing_and_says_why(variant: str) -> None:
    played_match = RandomMatch(variant, 2)
    played_match.sit_down()
    match, count = played_match.match, len(played_match.refusals)
    kept = contents(match)
    for _ in played_match.play():
        assert contents(match) == kept
        if len(played_match.refusals) > count:
            *_, (command, _, error) = played_match.refusals
            assert error.code
            assert error.sentence
            assert isinstance(command, AnyGuestCommand), f"the house was refused: {error}"
        match, count = played_match.match, len(played_match.refusals)
        kept = contents(match)


def contents(match: MatchState) -> tuple[object, ...]:
    """Return a copy of what a careless decision could change in place."""
    mutable = (match.answers, match.talk, match.settings, match.fixed)
    return (*copy.deepcopy(mutable), match.number, match.state, match.seats)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_resend_is_answered_the_same_and_never_done_twice(variant: str) -> None:
    played_match = played(variant, 3)
    match = played_match.match
    numbers = {(step.event.by, step.event.id): step.number for step in played_match.steps}
    for who, command, number in played_match.answers[-40:]:
        written = numbers.get((who.id, command.id))
        if who == SYSTEM or written is None:
            continue
        decided = decide(match, command, who, played_match.now + 9_999_999, played_match.rng)
        assert decided.steps == ()
        assert decided.number == written
        assert number == written or command.id in used_twice(played_match)


def used_twice(played_match: RandomMatch) -> set[str]:
    """Return the ids that a client used for two commands: the first one was answered."""
    ids = [command.id for _, command, _ in played_match.answers]
    return {id_ for id_ in ids if ids.count(id_) > 1}


@pytest.mark.parametrize("variant", [name for name in VARIANTS if name[0] in "eds"])
def test_sy_s5_nothing_is_taken_back_past_a_revealed_card(variant: str) -> None:
    for seed in range(3):
        played_match = played(variant, 10 + seed, disorder=0.6)
        for step in played_match.steps:
            assert step.before is None or not goes_past(step)


def goes_past(step: Step) -> bool:
    """Say whether a step hides again what everybody had seen."""
    before, after = step.before, step.after
    assert before is not None
    if isinstance(step.event, events.Retried) or before.state is None:
        return False
    drawn = after.adapter.drawn
    return after.adapter.has_secrets and (
        len(drawn(after.game_state)) < len(drawn(before.game_state))
        or (after.game_state.seats > 1 and len(rounds(after)) < len(rounds(before)))
    )


def rounds(match: MatchState) -> tuple[object, ...]:
    """Return the events of the first site."""
    digs = getattr(match.state, "digs", None)
    found: tuple[object, ...] = digs[0].entries if digs else any_state(match).dig.entries
    return found


def test_a_round_is_revealed_in_one_entry() -> None:
    played_match = played("expedition4-flip-on", 5)
    closings = [
        step
        for step in played_match.steps
        if step.before is not None
        and step.before.state is not None
        and len(rounds(step.after)) > len(rounds(step.before))
    ]
    assert closings
    for step in closings:
        assert step.before is not None
        shown = step.after.adapter.revealed(step.before.game_state, step.after.game_state)
        pending = [str(placement or "x") for placement in any_state(step.before).pending]
        event = step.event
        assert isinstance(event, events.Played | events.Expired)
        pending[event.seat - 1] = event.move
        assert list(shown) == pending


def test_every_kind_of_refusal_is_a_kheper_error_with_a_known_shape() -> None:
    played_match = played("10-3-turning-no-fresh", 4, disorder=0.7)
    assert all(isinstance(error, KheperError) for _, _, error in played_match.refusals)
    assert len({error.code for _, _, error in played_match.refusals}) > 10
