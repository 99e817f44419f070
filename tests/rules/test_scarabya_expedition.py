"""SY-B1 to SY-B3: the expedition; KH-4: its open round in a record."""

import pickle
from itertools import permutations
from random import Random

import pytest

import kheper
from kheper.core import NotationError, RuleError, SetupError
from kheper.games import SCARABYA, record_of, replay
from kheper.scarabya import Expedition
from tests.rules.table import (
    OPEN_GROUND,
    expedition,
    name_of,
    play,
    refusal,
    setup_refusal,
    texts,
)

# SY-B1: twelve rounds, one card each, everybody at the same time.


def test_sy_b1_everybody_places_the_tile_of_the_same_card() -> None:
    state = expedition(OPEN_GROUND, "FI", seats=3)
    assert state.to_move == (1, 2, 3)
    assert state.card == "F"
    for seat in (1, 2, 3):
        assert {move.tile for move in state.legal_moves(seat)} == {"F"}


def test_sy_b1_another_tile_than_the_card_shows_is_refused() -> None:
    assert refusal(expedition(OPEN_GROUND, "F"), "a5b5c5d5e5") == "SY-B1 other-tile"


def test_sy_b1_each_player_digs_on_a_site_of_their_own() -> None:
    after = play(expedition(OPEN_GROUND, "I", seats=2), "a5b5c5d5e5", "e1e2e3e4e5")
    assert [str(dig.entries[0]) for dig in after.digs] == ["a5b5c5d5e5", "e1e2e3e4e5"]
    assert after.digs[0].covered != after.digs[1].covered


def test_sy_b1_the_round_ends_when_everybody_has_placed_in_any_order() -> None:
    begun = expedition(OPEN_GROUND, "IP", seats=3)
    moves = {1: "a5b5c5d5e5", 2: "e1e2e3e4e5", 3: "f6g6h6i6j6"}
    ends = []
    for order in permutations(moves):
        state = begun
        for seat in order:
            assert state.card == "I"
            state = state.play(seat, state.parse_move(moves[seat]))
        assert state.card == "P"
        ends.append(state)
    assert len(set(ends)) == 1


def test_sy_b1_nobody_places_twice_in_a_round() -> None:
    begun = expedition(OPEN_GROUND, "IP", seats=2).play(
        1, expedition(OPEN_GROUND).parse_move("a5b5c5d5e5")
    )
    assert begun.to_move == (2,)
    assert begun.legal_moves(1) == []
    assert refusal(begun, "a6b6c6d6e6", seat=1) == "SY-B1 not-to-move"


def test_sy_b1_a_tile_may_be_taken_back_while_the_round_is_open() -> None:
    begun = expedition(OPEN_GROUND, "IP", seats=2)
    for seat in (1, 2):
        placed = begun.play(seat, begun.parse_move("a5b5c5d5e5"))
        assert placed.take_back(seat) == begun
    with pytest.raises(RuleError) as caught:
        placed.take_back(1)
    assert name_of(caught.value) == "SY-B1 nothing-to-take-back"


def test_sy_b1_a_closed_round_stays_closed() -> None:
    after = play(expedition(OPEN_GROUND, "IP", seats=2), "a5b5c5d5e5", "a6b6c6d6e6")
    for seat in (1, 2):
        with pytest.raises(RuleError):
            after.take_back(seat)


@pytest.mark.parametrize("seed", range(5))
def test_sy_b1_there_are_twelve_rounds(seed: int) -> None:
    state = kheper.new("scarabya", seats=2, seed=seed)
    cards, rng = [], Random(seed)
    while not state.over:
        cards.append(state.card)
        assert state.number <= 12
        seat = state.to_move[-1]
        state = state.play(seat, rng.choice(state.legal_moves(seat)))
    assert [len(dig.entries) for dig in state.digs] == [12, 12]
    assert [card for card in state.deck if card in cards] == list(dict.fromkeys(cards))


@pytest.mark.parametrize("seats", ["0", "5"])
def test_sy_b1_one_to_four_players(seats: str) -> None:
    assert setup_refusal(SCARABYA, seats=seats) == "SY-B1 bad-seats"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_sy_b1_one_to_four_players_may_play(seats: int) -> None:
    assert expedition(OPEN_GROUND, seats=seats).to_move == tuple(range(1, seats + 1))


# SY-B2: nobody sees the others' placements of the open round.


def looks(state: Expedition, seat: int | None) -> tuple[object, ...]:
    view = state.view(seat)
    return view, repr(view), pickle.dumps(view), view.json(), str(record_of(view))


def two_rounds(first: str, **settings: str) -> Expedition:
    """Play seat 1's placement of the second round, with two seats still to place."""
    begun = expedition(OPEN_GROUND, "IP", seats=3, **settings)
    state: Expedition = play(begun, "a5b5c5d5e5", "a5b5c5d5e5", "a5b5c5d5e5", first)
    assert state.to_move == (2, 3)
    return state


def test_sy_b2_an_open_placement_is_hidden_from_the_others_and_from_spectators() -> None:
    one, other = two_rounds("e6f6e7f7e8"), two_rounds("a6b6a7b7a8")
    assert one != other
    for seat in (2, 3, None):
        assert looks(one, seat) == looks(other, seat)
        assert one.view(seat).pending == (None, None, None)


def test_sy_b2_one_sees_ones_own() -> None:
    view = two_rounds("e6f6e7f7e8").view(1)
    assert list(map(str, view.pending)) == ["e6f6e7f7e8", "None", "None"]
    assert view.json()["open"] == ["e6f6e7f7e8", None, None]


def test_sy_b2_an_open_placement_that_closes_an_area_does_not_tell_by_the_score() -> None:
    begun = expedition(
        """
        ##########
        ##########
        ##########
        ##########
        s.........
        ##########
        ##########
        ##########
        ##########
        ##########
        """,
        "I",
        seats=2,
    )
    open_round = begun.play(1, begun.parse_move("b5c5d5e5f5"))
    assert open_round.scores == (0, 0)
    assert open_round.view(2).scores == (0, 0)
    assert open_round.ledger.bank == (18, 18, 18, 18)
    assert play(open_round, "a5b5c5d5e5").scores == (1, 0)


def test_sy_b2_after_the_round_everything_is_public() -> None:
    closed = play(two_rounds("e6f6e7f7e8"), "a6b6a7b7a8", "a6b6a7b7a8")
    for seat in (1, 2, 3, None):
        entries = [str(dig.entries[1]) for dig in closed.view(seat).digs]
        assert entries == ["e6f6e7f7e8", "a6b6a7b7a8", "a6b6a7b7a8"]


def test_sy_b2_at_an_open_table_everybody_sees_it() -> None:
    state = two_rounds("e6f6e7f7e8", open_table="open")
    for seat in (1, 2, 3, None):
        assert str(state.view(seat).pending[0]) == "e6f6e7f7e8"


def test_sy_b2_hidden_is_the_default() -> None:
    assert expedition(OPEN_GROUND).options.open_table == "hidden"
    assert setup_refusal(SCARABYA, open_table="maybe") == "bad-option"


def test_sy_b2_a_refusal_does_not_tell_where_another_has_placed() -> None:
    one, other = two_rounds("e6f6e7f7e8"), two_rounds("a6b6a7b7a8")
    for text in ("e6f6e7f7e8", "a6b6a7b7a8", "f6g6f7g7f8"):
        replies = []
        for state in (one, other):
            try:
                state.play(2, state.parse_move(text))
                replies.append("played")
            except RuleError as error:
                replies.append(str(error))
        assert replies[0] == replies[1]
    assert texts(one.legal_moves(2)) == texts(other.legal_moves(2))


# SY-B3: the end.

# Only I fits. At b5 to f5 it closes a5, one point; at a5 to e5 it covers the symbol.
ONE_POINT = """
    ##########
    ##########
    ##########
    ##########
    s.........
    ##########
    ##########
    ##########
    ##########
    ##########
"""


def test_sy_b3_the_game_ends_after_the_twelfth_card() -> None:
    begun = expedition(ONE_POINT, "FLNPTUVWXYZI", seats=2)  # eleven cards fit nowhere
    assert begun.number == 12
    assert begun.card == "I"
    assert begun.outcome is None
    after = play(begun, "b5c5d5e5f5", "a5b5c5d5e5")
    assert after.over
    assert after.to_move == ()
    assert after.card is None
    assert refusal(after, "b5c5d5e5f5", seat=1) == "SY-B3 over"


def test_sy_b3_it_does_not_end_before_although_nothing_can_be_placed() -> None:
    after = play(expedition(ONE_POINT, "I"), "b5c5d5e5f5")
    assert after.over
    assert after.number == 12
    assert len(after.digs[0].entries) == 12


def test_sy_b3_most_points_wins() -> None:
    outcome = play(expedition(ONE_POINT, "I", 2), "a5b5c5d5e5", "b5c5d5e5f5").outcome
    assert outcome is not None
    assert (outcome.scores, outcome.winners, outcome.result) == ((0, 1), (2,), "0 1")
    assert outcome.reason == "points"


def test_sy_b3_players_who_tie_share_the_victory() -> None:
    moves = ["b5c5d5e5f5", "a5b5c5d5e5", "b5c5d5e5f5"]
    outcome = play(expedition(ONE_POINT, "I", 3), *moves).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((1, 3), "shared")


# KH-4: the open round in a record.


def test_kh_4_a_dash_stands_for_a_placement_that_is_not_made() -> None:
    state = two_rounds("e6f6e7f7e8")
    assert record_of(state).lines[1].text == "P: e6f6e7f7e8 | - | -"


def test_kh_4_a_dash_stands_for_a_placement_that_the_reader_may_not_see() -> None:
    state = play(two_rounds("e6f6e7f7e8"), "a6b6a7b7a8")
    assert record_of(state.view(2)).lines[1].text == "P: - | a6b6a7b7a8 | -"
    assert len(record_of(state.view(3)).lines) == 1  # it knows no placement of this round
    assert len(record_of(state.view(None)).lines) == 1


def test_kh_4_reading_what_was_written_gives_the_same_game_in_an_open_round() -> None:
    state = two_rounds("e6f6e7f7e8")
    assert kheper.replay(record_of(state, deck=True), game="scarabya").end == state


def test_kh_4_an_x_stands_for_a_seat_that_cannot_place() -> None:
    begun = expedition(
        """
        ##########
        ##########
        ##########
        ##########
        ##.......#
        #...######
        ##########
        ##########
        ##########
        ##########
        """,
        "IP",
        seats=3,
    )
    state = play(begun, "c5d5e5f5g5", "e5f5g5h5i5", "e5f5g5h5i5", "c5d5b6c6d6")
    assert state.to_move == (3,)
    assert record_of(state).lines[1].text == "P: x | c5d5b6c6d6 | -"
    assert kheper.replay(record_of(state, deck=True), game="scarabya").end == state
    wrong = str(record_of(state)).replace("P: x |", "P: - |")
    with pytest.raises(RuleError) as caught:
        replay(wrong, Random(1))
    assert name_of(caught.value) == "SY-L6 must-discard"


def test_kh_4_no_round_follows_an_open_one() -> None:
    text = str(record_of(two_rounds("e6f6e7f7e8"))) + "3. F: x | x | x\n"
    with pytest.raises(NotationError) as caught:
        replay(text, Random(1))
    assert caught.value.line == len(text.splitlines())


def test_kh_4_seats_of_an_expedition_are_checked_where_it_starts() -> None:
    with pytest.raises(SetupError):
        Expedition.start(expedition(OPEN_GROUND).digs[0].site, (), seats=5)
