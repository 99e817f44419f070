"""SY-O1 to SY-O4: solo; KH-5: giving up; KH-8: an early end."""

from copy import deepcopy
from random import Random

import pytest

import kheper
from kheper.core import RuleError
from kheper.core.grid import squares_of
from kheper.games import SCARABYA, record_of, replay
from kheper.scarabya import Solo
from tests.naive import scarabya as naive
from tests.rules.table import (
    OPEN_GROUND,
    duel,
    name_of,
    play,
    refusal,
    setup_refusal,
    solo,
)

# I at e5 to i5 leaves a hole for P, I at c5 to g5 leaves none.
HOLE_FOR_P = """
    ##########
    ##########
    ##########
    ##########
    ##.s...s.#
    #.s.######
    ##########
    ##########
    ##########
    ##########
"""

# SY-O1: one card after another, until none that is left could be placed.


def test_sy_o1_cards_are_drawn_one_after_another() -> None:
    state = solo(OPEN_GROUND, "IPV")
    assert (state.card, state.number) == ("I", 1)
    state = play(state, "a5b5c5d5e5")
    assert (state.card, state.number) == ("P", 2)
    assert refusal(state, "f6g6f7g7f8") == "SY-L2 no-contact"
    assert refusal(state, "a6b6c6d6e6") == "SY-O1 other-tile"


def test_sy_o1_what_cannot_be_placed_is_discarded() -> None:
    state = solo(HOLE_FOR_P, "XTIFP")
    assert (state.card, state.number) == ("I", 3)
    after = play(state, "e5f5g5h5i5")
    assert (after.card, after.number) == ("P", 5)
    assert after.dig.entries[3] is None


def test_sy_o1_it_ends_as_soon_as_no_card_that_is_left_could_be_placed() -> None:
    after = play(solo(HOLE_FOR_P, "IXP"), "c5d5e5f5g5")
    assert after.over
    assert after.number == 1  # neither X nor P was drawn
    assert after.dig.entries[1:] == ()
    assert after.view(1).cards == ("I",)


def test_sy_o1_it_does_not_end_while_a_later_card_could_be_placed() -> None:
    after = play(solo(HOLE_FOR_P, "IFLNTUVWXYZP"), "e5f5g5h5i5")
    assert not after.over
    assert (after.card, after.number) == ("P", 12)


def test_sy_o1_it_ends_when_all_cards_are_drawn() -> None:
    state = kheper.new("scarabya", mode="solo", seed=2)
    while not state.over:
        state = state.play(1, state.legal_moves(1)[0])
    assert len(state.dig.entries) <= 12
    assert state.legal_moves(1) == []
    assert refusal(state, "a5b5c5d5e5", seat=1) == "SY-O1 over"


def test_sy_o1_a_placed_tile_stays() -> None:
    with pytest.raises(RuleError) as caught:
        play(solo(OPEN_GROUND, "IP"), "a5b5c5d5e5").take_back(1)
    assert name_of(caught.value) == "SY-O1 nothing-to-take-back"


@pytest.mark.parametrize("seats", ["0", "2"])
def test_sy_o1_one_player(seats: str) -> None:
    assert setup_refusal(SCARABYA, mode="solo", seats=seats) == "SY-O1 bad-seats"


# KH-8: cards that could not be placed are not drawn.


def test_kh_8_undrawn_cards_have_no_line_in_the_record() -> None:
    after = play(solo(HOLE_FOR_P, "IXP"), "c5d5e5f5g5")
    record = record_of(after)
    assert [line.text for line in record.lines] == ["I: c5d5e5f5g5"]
    assert record.tag("Deck") == "I"
    assert record.tag("Result") == "lost"


def test_kh_8_a_reader_accepts_lines_with_x_for_them() -> None:
    after = play(solo(HOLE_FOR_P, "IXP"), "c5d5e5f5g5")
    longer = str(record_of(after, deck=True)) + "2. X: x\n3. P: x\n"
    assert replay(longer, Random(1)).end == after


def test_kh_8_but_no_placement() -> None:
    after = play(solo(HOLE_FOR_P, "IXP"), "c5d5e5f5g5")
    longer = str(record_of(after, deck=True)) + "2. X: x\n3. P: c5d5b6c6d6\n"
    with pytest.raises(RuleError) as caught:
        replay(longer, Random(1))
    assert name_of(caught.value) == "SY-L3 covered"


def test_kh_8_covering_the_last_symbol_does_not_end_the_game() -> None:
    rows = OPEN_GROUND.split()
    rows[4] = "....s....."
    after = play(solo("\n".join(rows), "IP"), "a5b5c5d5e5")
    assert after.scores == (1,)
    assert after.to_move == (1,)
    assert after.outcome is None


# SY-O2: won if and only if all symbols are covered.


def test_sy_o2_all_symbols_covered_is_a_win() -> None:
    after = play(solo(HOLE_FOR_P, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    outcome = after.outcome
    assert outcome is not None
    assert (outcome.result, outcome.winners, outcome.reason) == ("won", (1,), "covered")
    assert outcome.scores == (3,)
    assert after.view(1).outcome == outcome


def test_sy_o2_one_symbol_left_is_a_loss() -> None:
    after = play(solo(HOLE_FOR_P, "IP"), "d5e5f5g5h5")  # c6 stays open
    outcome = after.outcome
    assert outcome is not None
    assert (outcome.result, outcome.winners, outcome.reason) == ("lost", (), "uncovered")
    assert outcome.scores == (2,)


def test_sy_o2_symbols_must_be_covered_not_enclosed() -> None:
    after = play(solo("##########\n" * 4 + "s.........\n" + "##########\n" * 5, "I"), "b5c5d5e5f5")
    assert len(after.dig.areas) == 2
    assert after.outcome is not None
    assert after.outcome.result == "lost"


def test_sy_o2_a_symbol_in_an_area_can_no_longer_be_covered() -> None:
    begun = solo("..........\n" * 4 + "s.........\n" + "..........\n" * 5, "IPV")
    assert uncoverable(begun) == []
    # P below a5 and c4; I beside them: a5 is not closed yet.
    first = play(begun, "b5c5d5e5f5")
    assert uncoverable(first) == []
    second = play(first, "a6b6c6a7b7")
    assert uncoverable(second) == []
    third = play(second, "a4b4c4a3a2")
    assert uncoverable(third) == ["a5"]
    assert not third.over  # it is lost, and does not stop
    assert third.view(1).json()["uncoverable"] == ["a5"]


def uncoverable(state: Solo) -> list[str]:
    return [str(square) for square in squares_of(state.uncoverable)]


def test_sy_o2_nor_can_one_where_no_tile_that_is_left_fits() -> None:
    picture = """
        ##########
        ##########
        ##########
        ####.#####
        ##s......s
        ####.#####
        ##########
        ##########
        ##########
        ##########
    """
    begun = solo(picture, "XI")
    assert uncoverable(begun) == []  # I may come to lie on either
    assert uncoverable(play(begun, "e4d5e5f5e6")) == ["c5", "j5"]


def test_sy_o2_nor_can_one_that_only_a_tile_already_placed_would_fit() -> None:
    begun = solo(
        """
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
        """,
        "IP",
    )
    state = play(begun, "a5b5c5d5e5")
    assert state.card == "P"
    assert uncoverable(state) == ["g5", "i5"]


def test_sy_o2_nor_can_one_that_tiles_cannot_reach() -> None:
    begun = solo(
        """
        s.........
        ##########
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        ..........
        s.........
        """,
        "I",
    )
    assert uncoverable(begun) == ["a1"]


@pytest.mark.parametrize(("flip", "lost"), [("on", []), ("off", ["c4"])])
def test_sy_o2_turning_over_may_make_the_difference(flip: str, lost: list[str]) -> None:
    # I at f5 to j5 leaves a hole for F turned over, and one for P.
    begun = solo(
        """
        ##########
        ##########
        ##########
        ##s.######
        ###.......
        ###.####..
        ########..
        ########.#
        ##########
        ##########
        """,
        "IPF",
        flip=flip,
    )
    state = play(begun, "f5g5h5i5j5")
    assert state.card == "P"
    assert uncoverable(state) == lost


def brute_force_uncoverable(state: Solo) -> set[str]:
    """Play every continuation with the cards of this deck, and see what was never covered."""
    game = naive.Solo(str(state.dig.site), "".join(state.deck), state.options.flip == "on")
    for entry in state.dig.entries:
        if entry is not None:
            game.play(1, str(entry))
    covered: set[str] = set()
    waiting, seen = [game], set()
    while waiting:
        game = waiting.pop()
        covered |= game.dig.covered
        for text in game.legal(1):
            key = (frozenset(game.dig.covered | set(naive.split(text))), game.drawn)
            if key not in seen:
                seen.add(key)
                waiting.append(deepcopy(game))
                waiting[-1].play(1, text)
    return game.dig.scarabs - covered


POCKETS = [
    """
    ##########
    ##########
    ##########
    ###ss#####
    ##sss.ss##
    ##s.ssss##
    ####ss#ss#
    ##########
    ##########
    ##########
    """,
    """
    ##########
    ####s#####
    ####s#####
    ####s#####
    sssssssss#
    #s##s#####
    #s##s#####
    ####s#####
    ##########
    ssssss####
    """,
    """
    ##########
    ##########
    ##sss#####
    ##s#sss###
    ##sss#s###
    #####sss##
    #######s##
    ####ssss##
    ####s#####
    ##########
    """,
]


@pytest.mark.parametrize("flip", ["on", "off"])
@pytest.mark.parametrize("pocket", POCKETS)
def test_sy_o2_what_is_called_uncoverable_is_in_no_continuation_covered(
    pocket: str, flip: str
) -> None:
    told = 0
    for seed in range(12):
        rng = Random(seed)
        deck = "".join(rng.sample("FILNPTUVWXYZ", 12))
        state = solo(pocket, deck, flip=flip)
        while True:
            named = set(uncoverable(state))
            truth = brute_force_uncoverable(state)
            assert named <= truth
            told += len(named)
            if state.over:
                assert named == truth
                break
            state = play(state, str(rng.choice(state.legal_moves(1))))
    assert told


# SY-O3: try again; KH-5: also after giving up.


def test_sy_o3_after_a_failure_same_site_and_same_cards() -> None:
    lost = play(solo(HOLE_FOR_P, "IXP"), "c5d5e5f5g5")
    again = lost.retry()
    assert again.dig.site == lost.dig.site
    assert again.deck == lost.deck
    assert again.dig.entries == ()
    assert again.card == "I"
    assert again.options == lost.options


def test_sy_o3_as_often_as_one_likes() -> None:
    state = solo(HOLE_FOR_P, "IP")
    for tries in range(1, 6):
        assert state.tries == tries
        state = play(state, "c5d5e5f5g5").retry()
    assert state.tries == 6


def test_sy_o3_cards_seen_in_an_earlier_try_are_known() -> None:
    begun = solo(OPEN_GROUND, "IPVFLNTUWXYZ")
    assert begun.view(1).cards == ("I",)
    third_card = play(begun, "a5b5c5d5e5", "e6f6e7f7e8")
    again = third_card.retry()
    assert again.view(1).cards == ("I", "P", "V")
    assert again.view(1).card == "I"
    assert again.view(1).json()["cards"] == "IPV"


def test_sy_o3_a_shorter_second_try_forgets_nothing() -> None:
    third_card = play(solo(OPEN_GROUND, "IPVFLNTUWXYZ"), "a5b5c5d5e5", "e6f6e7f7e8")
    again = third_card.retry().retry()
    assert again.view(1).cards == ("I", "P", "V")
    assert again.tries == 3


def test_sy_o3_cards_that_no_try_has_seen_stay_hidden() -> None:
    one = play(solo(OPEN_GROUND, "IPVFLNTUWXYZ"), "a5b5c5d5e5").retry()
    other = play(solo(OPEN_GROUND, "IPZYXWUTNLFV"), "a5b5c5d5e5").retry()
    assert one.view(1) == other.view(1)
    assert one.view(1).json() == other.view(1).json()


def test_sy_o3_what_is_won_needs_no_other_try() -> None:
    won = play(solo(HOLE_FOR_P, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    with pytest.raises(RuleError) as caught:
        won.retry()
    assert name_of(caught.value) == "SY-O3 won"


def test_kh_5_giving_up_is_a_failure_like_any_other() -> None:
    state = play(solo(OPEN_GROUND, "IPV"), "a5b5c5d5e5")
    assert not state.over
    again = state.retry()
    assert (again.tries, again.known) == (2, 2)


def test_kh_5_a_record_tells_the_tries_and_the_known_cards() -> None:
    begun = solo(OPEN_GROUND, "IPVFLNTUWXYZ")
    assert record_of(begun).tag("Tries") is None
    state = play(begun, "a5b5c5d5e5", "e6f6e7f7e8").retry()
    record = record_of(state)
    assert (record.tag("Tries"), record.tag("Known"), record.tag("Deck")) == ("2", "3", "IPV")
    assert replay(record_of(state, deck=True), Random(1)).end == state


# SY-O4: a win is reported with the number of tries.


def test_sy_o4_a_win_is_reported_with_the_number_of_tries() -> None:
    second = play(solo(HOLE_FOR_P, "IP"), "c5d5e5f5g5").retry()
    won = play(second, "e5f5g5h5i5", "c5d5b6c6d6")
    report = won.view(1).json()
    assert report["outcome"]["result"] == "won"
    assert report["tries"] == 2
    assert won.tries == 2
    assert record_of(won).tag("Result") == "won"
    assert record_of(won).tag("Tries") == "2"


def test_sy_o4_a_win_at_once_is_one_try() -> None:
    won = play(solo(HOLE_FOR_P, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    assert won.view(None).json()["tries"] == 1


def test_sy_o4_only_a_solo_game_has_tries() -> None:
    assert "tries" not in duel(OPEN_GROUND).view(1).json()
