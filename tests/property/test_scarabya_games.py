"""What holds all through a game of Scarabya, counted again by the naive second implementation."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import given

from kheper.core.grid import components, mask_of, squares_of
from kheper.scarabya import Dig, Duel, Expedition, Solo
from kheper.scarabya.site import CENTRE
from tests.naive import scarabya as naive
from tests.property.strategies import Story, stories

ALL_TOKENS = 72


@given(stories("flip", most=48))
def test_sy_l3_every_square_is_covered_at_most_once(story: Story) -> None:
    for dig in _digs(story.state):
        squares = [square for entry in dig.entries if entry for square in entry.squares]
        assert len(squares) == len(set(squares))
        assert mask_of(squares) == dig.covered
        assert not dig.covered & dig.site.rocks
        assert dig.free == dig.site.free & ~dig.covered


@given(stories("flip", most=48))
def test_sy_l4_with_flip_off_no_tile_lies_turned_over(story: Story) -> None:
    over = [entry.turned_over for dig in _digs(story.state) for entry in dig.entries if entry]
    assert not any(over) or story.settings["flip"] == "on"


@given(stories("flip", most=48))
def test_sy_m4_every_card_is_drawn_once_and_in_order(story: Story) -> None:
    state = story.state
    for dig in _digs(state):
        shown = zip(story.settings["deck"], dig.entries, strict=False)
        assert all(entry is None or entry.tile == card for card, entry in shown)


@given(stories("flip", most=48))
def test_sy_a1_sy_a2_areas_and_points_equal_a_naive_recount(story: Story) -> None:
    for dig in _digs(story.state):
        recount = _recount(dig)
        assert dig.points == recount.points == sum(area.points for area in dig.areas)
        found = {tuple(map(str, squares_of(area.squares))) for area in dig.areas}
        found |= {tuple(map(str, squares_of(area))) for area in dig.site.enclosed()}
        assert found == {tuple(area) for area in recount.areas()}
        assert dig.covered_scarabs == recount.scarabs_covered()
        assert dig.open_scarabs.bit_count() == recount.open_scarabs()


@given(stories("flip", most=48))
def test_sy_l1_sy_l2_free_and_reach_equal_a_recount(story: Story) -> None:
    for dig in _digs(story.state):
        recount = _recount(dig)
        assert {str(square) for square in squares_of(dig.free)} == recount.free()
        beside = {near for square in recount.covered for near in naive.NEIGHBOURS[square]}
        reach = {str(square) for square in squares_of(dig.reach)}
        assert reach == (beside if dig.placed else naive.CENTRE) & recount.free()
        assert dig.placed or dig.reach == dig.site.free & CENTRE


@given(stories("flip", whole=True))
def test_sy_a3_areas_and_points_stay_once_they_are_there(story: Story) -> None:
    for before, after in pairwise(story.states):
        for old, new in zip(_digs(before), _digs(after), strict=True):
            assert new.areas[: len(old.areas)] == old.areas
            assert new.entries[: len(old.entries)] == old.entries
            assert new.points >= old.points
        assert all(new >= old for old, new in zip(before.scores, after.scores, strict=True))
    for dig in _digs(story.state):
        groups = set(components(dig.free))
        assert all(area.squares in groups and area.size <= 4 for area in dig.areas)


@given(stories("flip", whole=True))
def test_sy_l6_a_tile_is_discarded_if_and_only_if_it_cannot_be_placed(story: Story) -> None:
    state = story.state
    flip = story.settings["flip"] == "on"
    for dig in _digs(state):
        again = naive.Dig(str(dig.site), flip)
        for card, entry in zip(story.settings["deck"], dig.entries, strict=False):
            legal = again.legal(card)
            assert (str(entry) in legal) if entry else not legal
            if entry:
                again.place(str(entry))
        left = story.settings["deck"][len(dig.entries) :]
        assert not any(again.legal(card) for card in left)


@given(stories("expedition", most=48))
def test_sy_a5_no_token_is_lost_in_an_expedition(story: Story) -> None:
    payments, bank = story.state.ledger
    paid = [token for seat in payments for payment in seat for token in payment.tokens]
    assert sum(bank) + len(paid) == ALL_TOKENS
    assert min(bank) >= 0
    _assert_paid_or_owed(story.state)


@given(stories("duel"))
def test_sy_d3_kh_3_no_token_is_lost_in_a_duel(story: Story) -> None:
    state = story.state
    payments, bank = state.ledger
    paid = [token for seat in payments for payment in seat for token in payment.tokens]
    marks = ALL_TOKENS - sum(bank) - len(paid)
    assert marks == len(state.dig.areas) or (sum(bank) == 0 and marks < len(state.dig.areas))
    _assert_paid_or_owed(state)


def _assert_paid_or_owed(state: Any) -> None:
    """What a seat was paid and what it is owed make its points, symbol by symbol (KH-2)."""
    for payments, points in zip(state.ledger.payments, state.scores, strict=True):
        assert sum(sum(paid.tokens) + paid.owed for paid in payments) == points
        assert all(not paid.owed or not paid.tokens for paid in payments)
        assert len({paid.symbol for paid in payments}) == len(payments)


@given(stories("duel"))
def test_sy_d1_sy_d2_who_places_gives_the_turn_on(story: Story) -> None:
    state = story.state
    assert len(state.movers) == len(state.dig.entries)
    placers = [mover for mover, entry in zip(state.movers, state.dig.entries, strict=True) if entry]
    assert placers == [1 + n % 2 for n in range(len(placers))]
    for mover, entry in pairwise(zip(state.movers, state.dig.entries, strict=True)):
        assert entry[0] == (3 - mover[0] if mover[1] else mover[0])
    if state.to_move:
        assert state.to_move == (1 + len(placers) % 2,)


@given(stories("duel", whole=True))
def test_sy_d6_kh_7_a_rematch_has_the_same_site_and_the_same_or_turned_cards(story: Story) -> None:
    state = story.state
    for rematch, deck in (("same", state.deck), ("reverse", state.deck[::-1])):
        options = replace(state.options, rematch=rematch)
        again = replace(state, options=options).rematch()
        assert again == Duel.start(state.dig.site, deck, options)


@given(stories("solo", retries=True))
def test_sy_o3_a_new_try_has_the_same_site_and_cards_and_knows_those_seen(story: Story) -> None:
    state = story.state
    if state.over and state.outcome.winners:
        return
    again = state.retry()
    assert again == Solo.start(
        state.dig.site,
        state.deck,
        state.options,
        tries=state.tries + 1,
        known=max(state.known, state.number),
    )
    assert again.view(1).cards == state.view(1).cards[: again.view(1).known]
    assert state.tries == 1 + story.plays.count(None)


@given(stories("solo", most=12))
def test_sy_o2_what_cannot_be_covered_stays_so(story: Story) -> None:
    for before, after in pairwise(story.states):
        assert before.uncoverable & ~after.uncoverable == 0
    uncoverable = story.state.uncoverable
    assert not uncoverable & ~(story.state.dig.site.scarabs & story.state.dig.free)
    if story.state.over:
        assert bool(uncoverable) == (story.state.outcome.result == "lost")
    for move in story.state.legal_moves():
        assert not move.mask & uncoverable


def _digs(state: Any) -> tuple[Dig, ...]:
    return state.digs if isinstance(state, Expedition) else (state.dig,)


def _recount(dig: Dig) -> naive.Dig:
    """Lay the same tiles on a naive dig."""
    again = naive.Dig(str(dig.site))
    for entry in dig.entries:
        if entry:
            again.place(str(entry))
    return again
