"""SY-D1 to SY-D6: one-on-one; KH-7: who starts a rematch."""

from typing import Any

import pytest

from kheper.core import RuleError
from kheper.core.grid import squares_of
from kheper.games import SCARABYA, record_of
from kheper.scarabya import Duel
from tests.rules.table import (
    OPEN_GROUND,
    duel,
    name_of,
    play,
    refusal,
    setup_refusal,
    texts,
)

# SY-D1: in turn, on one shared site.


def test_sy_d1_two_players_place_in_turn() -> None:
    state = duel(OPEN_GROUND, "IPV")
    movers: list[int] = []
    for move in ("a5b5c5d5e5", "e6f6e7f7e8", "a2a3a4b4c4"):
        movers += state.to_move
        state = play(state, move)
    assert movers == [1, 2, 1]
    assert state.to_move == (2,)


def test_sy_d1_who_is_not_in_turn_may_not_place() -> None:
    begun = duel(OPEN_GROUND, "IP")
    assert refusal(begun, "a5b5c5d5e5", seat=2) == "SY-D1 not-to-move"
    assert begun.legal_moves(2) == []
    assert refusal(play(begun, "a5b5c5d5e5"), "e6f6e7f7e8", seat=1) == "SY-D1 not-to-move"


def test_sy_d1_the_site_is_shared() -> None:
    begun = play(duel(OPEN_GROUND, "IP"), "a5b5c5d5e5")
    assert refusal(begun, "d5e5d6e6d7") == "SY-L3 covered"
    assert refusal(begun, "f6g6f7g7f8") == "SY-L2 no-contact"
    assert len(play(begun, "e6f6e7f7e8").dig.entries) == 2


def test_sy_d1_the_card_is_drawn_before_the_tile_is_placed() -> None:
    begun = duel(OPEN_GROUND, "IP")
    assert begun.card == "I"
    assert begun.view(2).card == "I"
    assert refusal(begun, "e4f4d5e5e6") == "SY-D1 other-tile"


@pytest.mark.parametrize("seats", ["1", "3"])
def test_sy_d1_two_players_no_more_no_fewer(seats: str) -> None:
    assert setup_refusal(SCARABYA, mode="duel", seats=seats) == "SY-D1 bad-seats"


def test_sy_d1_a_placed_tile_stays() -> None:
    with pytest.raises(RuleError) as caught:
        play(duel(OPEN_GROUND, "IP"), "a5b5c5d5e5").take_back(1)
    assert name_of(caught.value) == "SY-D1 nothing-to-take-back"


# SY-D2: who cannot place draws again.

# I at e5 to i5 leaves a hole for P.
HOLE_FOR_P = """
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
"""


def test_sy_d2_a_tile_that_cannot_be_placed_is_discarded_and_the_same_player_draws() -> None:
    state = play(duel(HOLE_FOR_P, "IXTP"), "e5f5g5h5i5")
    assert state.to_move == (2,)
    assert state.card == "P"
    assert state.movers == (1, 2, 2)
    assert texts(state.legal_moves(2)) == {"c5d5b6c6d6"}


def test_sy_d2_also_at_the_very_start() -> None:
    state = duel(HOLE_FOR_P, "XI")
    assert state.to_move == (1,)
    assert state.card == "I"
    assert [line.text for line in record_of(play(state, "e5f5g5h5i5")).lines[:2]] == [
        "X: x",
        "I: e5f5g5h5i5",
    ]


def test_sy_d2_until_the_cards_run_out() -> None:
    state = play(duel(HOLE_FOR_P, "I"), "c5d5e5f5g5")
    assert state.over
    assert state.movers == (1, *[2] * 11)
    assert state.dig.entries[1:] == (None,) * 11


def test_sy_d2_after_a_discard_and_a_placement_the_other_player_is_in_turn() -> None:
    state = play(duel(OPEN_GROUND, "IPVL"), "a5b5c5d5e5", "e6f6e7f7e8")
    assert state.to_move == (1,)


# SY-D3: points go to who placed.

# Seat 1 closes j5 with I, seat 2 closes a6 a7 with P.
TWO_AREAS = """
    ##########
    ##########
    ##########
    ##########
    ##.......s
    s...######
    s#########
    ##########
    ##########
    ##########
"""


def test_sy_d3_the_points_of_an_area_go_to_who_closed_it() -> None:
    first = play(duel(TWO_AREAS, "IP"), "e5f5g5h5i5")
    assert first.scores == (1, 0)
    assert play(first, "c5d5b6c6d6").scores == (1, 4)


def test_sy_d3_discards_in_between_do_not_change_whose_area_it_is() -> None:
    state = play(duel(TWO_AREAS, "XIFTP"), "e5f5g5h5i5", "c5d5b6c6d6")
    assert state.scores == (1, 4)


def test_sy_d3_the_area_is_marked_as_taken() -> None:
    state = play(duel(TWO_AREAS, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    view = state.view(None)
    assert [view.owner(area) for area in view.dig.areas] == [1, 2]
    assert view.json()["owners"] == [1, 2]
    assert sum(state.ledger.bank) == 72 - 3 - 2  # three symbols paid, two areas marked


# SY-D4: the end, and the second player's bonus.

# Only I fits. At a5 to e5 it covers b5, closes a4, and leaves f5 and h5 on open ground.
OPEN_STRIP = """
    ##########
    ##########
    ##########
    s#########
    .s...s.s..
    ##########
    ##########
    ##########
    ##########
    ##########
"""


def test_sy_d4_the_game_ends_when_all_cards_are_drawn() -> None:
    state = play(duel(OPEN_STRIP, "I"), "a5b5c5d5e5")
    assert state.over
    assert state.number == 12
    assert refusal(state, "a5b5c5d5e5", seat=2) == "SY-D4 over"


def test_sy_d4_one_tile_fewer_gives_a_point_for_each_open_symbol() -> None:
    state = play(duel(OPEN_STRIP, "I"), "a5b5c5d5e5")
    # Not b5, which is covered, and not a4, which lies in an excavation area.
    assert [str(square) for square in squares_of(state.view(None).bonus)] == ["f5", "h5"]
    assert state.scores == (1, 2)
    assert [paid.tokens for paid in state.ledger.payments[1]] == [(1,), (1,)]
    assert state.view(1).json()["bonus"] == ["f5", "h5"]


# I at a5 to e5 leaves a hole for P below, and f5 to j5 where nothing else fits.
STRIP_AND_HOLE = """
    ##########
    ##########
    ##########
    ##########
    ......s.s.
    ...#######
    ..########
    ##########
    ##########
    ##########
"""


def test_sy_d4_as_many_tiles_give_no_bonus() -> None:
    state = play(duel(STRIP_AND_HOLE, "IP"), "a5b5c5d5e5", "a6b6c6a7b7")
    assert state.over
    assert state.view(None).bonus == 0
    assert state.scores == (0, 0)


def test_sy_d4_there_is_no_bonus_before_the_end() -> None:
    state = play(duel(STRIP_AND_HOLE, "IP"), "a5b5c5d5e5")
    assert not state.over
    assert state.scores == (0, 0)
    assert state.view(2).scores == (0, 0)


def test_sy_d4_tiles_count_not_cards() -> None:
    # The second player drew eleven cards and placed none.
    state = play(duel(OPEN_STRIP, "I"), "a5b5c5d5e5")
    assert state.movers.count(2) == 11
    assert state.scores[1] == 2


def test_sy_d4_without_any_tile_nobody_gets_a_bonus() -> None:
    walled = duel("s.........\n" * 3 + "##########\n" * 3 + "s.........\n" * 4)
    assert walled.over
    assert walled.scores == (0, 0)


# SY-D5: most points wins.

# Only I fits. At b5 to f5 it closes a5, one point.
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


@pytest.mark.parametrize(
    ("begin", "moves", "winners", "reason"),
    [
        (TWO_AREAS, ["e5f5g5h5i5", "c5d5b6c6d6"], (2,), "points"),
        (ONE_POINT, ["b5c5d5e5f5"], (1,), "points"),
        (STRIP_AND_HOLE, ["a5b5c5d5e5", "a6b6c6a7b7"], (1, 2), "shared"),
    ],
)
def test_sy_d5_most_points_wins_and_a_tie_is_shared(
    begin: str, moves: list[str], winners: tuple[int, ...], reason: str
) -> None:
    state = play(duel(begin, "IP"), *moves)
    outcome = state.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == (winners, reason)
    assert outcome.scores == state.scores
    assert state.view(1).outcome == outcome


def test_sy_d5_there_is_no_outcome_before_the_end() -> None:
    assert play(duel(TWO_AREAS, "IP"), "e5f5g5h5i5").outcome is None


# SY-D6: the rematch.


def finished(**options: str) -> Duel:
    state: Any = play(duel(OPEN_STRIP, "IPFLNTUVWXYZ", **options), "a5b5c5d5e5")
    assert isinstance(state, Duel)
    assert state.over
    return state


def test_sy_d6_by_default_the_same_site_and_the_cards_in_the_same_order() -> None:
    first = finished()
    again = first.rematch()
    assert again.options.rematch == "same"
    assert again.dig.site == first.dig.site
    assert again.deck == first.deck
    assert again.dig.entries == ()
    assert again.scores == (0, 0)


def test_sy_d6_with_the_option_reverse_the_cards_turn() -> None:
    first = finished(rematch="reverse")
    again = first.rematch()
    assert "".join(again.deck) == "ZYXWVUTNLFPI"
    assert again.dig.site == first.dig.site
    assert again.options == first.options


def test_sy_d6_a_rematch_follows_a_finished_game() -> None:
    with pytest.raises(RuleError) as caught:
        duel(OPEN_GROUND, "I").rematch()
    assert name_of(caught.value) == "SY-D6 not-over"


def test_sy_d6_other_choices_are_refused() -> None:
    assert setup_refusal(SCARABYA, mode="duel", rematch="never") == "bad-option"


@pytest.mark.parametrize("order", ["same", "reverse"])
def test_kh_7_seat_1_of_the_new_game_starts_it(order: str) -> None:
    # Who sits there: the other player with the cards in the same order, else the same as before.
    assert finished(rematch=order).rematch().to_move == (1,)
