"""SY-M5 and SY-A5: the bank, what it pays, and what it owes; KH-2 and KH-3."""

import pytest

from kheper.core.grid import Mask, Square, mask_of
from kheper.scarabya import Area, Bank
from tests.rules.table import duel, expedition, play

# SY-M5: the tokens.


def test_sy_m5_there_are_72_tokens_18_of_each_value() -> None:
    assert Bank() == (18, 18, 18, 18)
    assert sum(Bank()) == 72
    assert Bank._fields == ("ones", "twos", "threes", "fours")


def test_sy_m5_the_split_is_data() -> None:
    odd = Bank(ones=30, twos=30, threes=10, fours=2)
    assert sum(odd) == 72
    payments, left = odd.pay([Area(four := squares("a1b1c1d1"), four, card=1)])
    assert [paid.tokens for paid in payments] == [(4,), (4,), (3, 1), (3, 1)]
    assert left == (28, 30, 8, 0)


def squares(text: str) -> Mask:
    return mask_of(Square.parse_all(text))


@pytest.mark.parametrize("amount", [1, 2, 3, 4])
@pytest.mark.parametrize("left", [0, 1, 2, 3, 18])
def test_sy_a5_symbols_are_paid_one_after_the_other(amount: int, left: int) -> None:
    bank = Bank(left, 2, left, 1)
    symbols = "a1c1e1"
    paid, rest = bank.pay_each(amount, squares(symbols))
    for payment, symbol in zip(paid, Square.parse_all(symbols), strict=True):
        tokens, bank = bank.take(amount)
        assert payment == (symbol, tokens, amount - sum(tokens))
    assert rest == bank
    assert bank.pay_each(amount, 0) == ((), bank)


# SY-A5: a token of the area's size, or several of lesser value, the fewest first.


@pytest.mark.parametrize(
    ("bank", "amount", "tokens"),
    [
        ((1, 1, 1, 1), 1, (1,)),
        ((1, 1, 1, 1), 2, (2,)),
        ((1, 1, 1, 1), 3, (3,)),
        ((1, 1, 1, 1), 4, (4,)),
        ((4, 2, 1, 0), 4, (3, 1)),  # the printed example
        ((4, 2, 0, 0), 4, (2, 2)),
        ((0, 2, 1, 0), 4, (2, 2)),
        ((4, 1, 0, 0), 4, (2, 1, 1)),
        ((4, 0, 0, 0), 4, (1, 1, 1, 1)),
        ((3, 1, 0, 0), 3, (2, 1)),
        ((3, 0, 0, 4), 3, (1, 1, 1)),
        ((2, 0, 4, 4), 2, (1, 1)),
    ],
)
def test_sy_a5_the_fewest_tokens_that_add_up(
    bank: tuple[int, ...], amount: int, tokens: tuple[int, ...]
) -> None:
    taken, left = Bank(*bank).take(amount)
    assert taken == tokens
    assert left == tuple(n - tokens.count(value) for value, n in enumerate(bank, 1))


@pytest.mark.parametrize(
    ("bank", "amount"),
    [
        ((0, 9, 9, 9), 1),
        ((1, 0, 9, 9), 2),
        ((0, 9, 0, 9), 3),
        ((2, 0, 0, 9), 3),
        ((0, 1, 9, 0), 4),
        ((1, 1, 0, 0), 4),
        ((3, 0, 0, 0), 4),
    ],
)
def test_kh_2_a_sum_that_cannot_be_made_is_owed_as_a_whole(
    bank: tuple[int, ...], amount: int
) -> None:
    payments, left = Bank(*bank).pay_each(amount, squares("e5"))
    assert payments == ((Square.parse("e5"), (), amount),)
    assert left == bank


def test_sy_a5_each_scoring_symbol_gets_a_token_of_its_area() -> None:
    after = play(
        expedition(
            """
            ##########
            ##########
            ##########
            ##########
            s......s.s
            ####.#####
            ##########
            ##########
            ##########
            ##########
            """,
            "I",
        ),
        "c5d5e5f5g5",
    )
    paid = [(str(symbol), tokens, owed) for symbol, tokens, owed in after.ledger.payments[0]]
    assert paid == [("a5", (2,), 0), ("h5", (3,), 0), ("j5", (3,), 0)]
    assert after.ledger.bank == (18, 17, 16, 18)


# One I at c5 to g5 closes six areas of four symbols: 96 points for 24 symbols.
SIX_SHAFTS = """
    ##s#s#s###
    ##s#s#s###
    ##s#s#s###
    ##s#s#s###
    ##.....###
    ##s#s#s###
    ##s#s#s###
    ##s#s#s###
    ##s#s#s###
    ##########
"""


def test_sy_a5_the_bank_is_shared_and_served_in_seat_order() -> None:
    begun = expedition(SIX_SHAFTS, "I", seats=2)
    closing = begun.parse_move("c5d5e5f5g5")
    after = begun.play(2, closing).play(1, closing)  # seat 2 is quicker, which does not matter
    first, second = ([paid.tokens for paid in seat] for seat in after.ledger.payments)
    assert first == [(4,)] * 18 + [(3, 1)] * 6
    assert second == [(3, 1)] * 12 + [(2, 2)] * 9 + [()] * 3
    assert after.ledger.bank == (0, 0, 0, 0)


def test_sy_a5_what_the_bank_cannot_pay_never_costs_points() -> None:
    after = play(expedition(SIX_SHAFTS, "I", seats=2), "c5d5e5f5g5", "c5d5e5f5g5")
    assert after.scores == (96, 96)
    paid = [sum(sum(payment.tokens) for payment in seat) for seat in after.ledger.payments]
    owed = [sum(payment.owed for payment in seat) for seat in after.ledger.payments]
    assert paid == [96, 84]
    assert owed == [0, 12]


def test_kh_2_areas_are_served_by_their_first_square_then_symbols_in_reading_order() -> None:
    after = play(expedition(SIX_SHAFTS, "I", seats=2), "c5d5e5f5g5", "c5d5e5f5g5")
    for seat in after.ledger.payments:
        served = "".join(str(payment.symbol) for payment in seat)
        assert served == "c1c2c3c4e1e2e3e4g1g2g3g4c6c7c8c9e6e7e8e9g6g7g8g9"
    unpaid = [str(payment.symbol) for payment in after.ledger.payments[1] if payment.owed]
    assert unpaid == ["g7", "g8", "g9"]


def test_sy_a5_an_earlier_round_is_served_before_a_later_one() -> None:
    begun = expedition(SIX_SHAFTS, "IL", seats=2)
    # Seat 1 closes e6 to e9 in the first round, and c1 to c4 and c9 in the second.
    after = play(begun, "e1e2e3e4e5", "c5d5e5f5g5", "c5d5c6c7c8")
    first, second = ([paid.tokens for paid in seat] for seat in after.ledger.payments)
    assert first == [(4,)] * 4 + [(3, 1)] * 4 + [(1,)]
    assert second == [(4,)] * 14 + [(3, 1)] * 10
    assert after.scores == (33, 96)


# SY-D3 and KH-3: in a one-on-one a token marks each area.

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


def test_sy_a5_in_a_duel_the_player_keeps_the_tokens_and_one_marks_the_area() -> None:
    after = play(duel(TWO_AREAS, "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    kept = [[paid.tokens for paid in seat] for seat in after.ledger.payments]
    assert kept == [[(1,)], [(2,), (2,)]]
    assert 72 - sum(after.ledger.bank) == 1 + 2 + 2  # three tokens kept, two marks


def test_kh_3_the_mark_is_of_the_value_most_are_left_of_the_smaller_on_ties() -> None:
    first = play(duel(TWO_AREAS, "IP"), "e5f5g5h5i5")
    # Paid: a one. Of twos, threes and fours 18 are left: a two is the mark.
    assert first.ledger.bank == (17, 17, 18, 18)
    # Paid: two twos. Of threes and fours 18 are left.
    assert play(first, "c5d5b6c6d6").ledger.bank == (17, 15, 17, 18)


def test_kh_3_an_area_without_symbols_takes_a_mark_too() -> None:
    after = play(duel(TWO_AREAS.replace("s", "."), "IP"), "e5f5g5h5i5", "c5d5b6c6d6")
    assert after.ledger.payments == ((), ())
    assert after.ledger.bank == (17, 17, 18, 18)


def test_kh_3_the_points_are_paid_before_the_mark_is_taken() -> None:
    # If the mark came first, it would be a one, and then a two would be paid.
    after = play(duel(TWO_AREAS, "I"), "e5f5g5h5i5")
    assert after.ledger.payments[0][0].tokens == (1,)
    assert after.ledger.bank.ones == 17


def test_kh_3_an_empty_bank_gives_no_mark() -> None:
    area = Area(squares("a1"), 0, card=1)
    assert Bank(0, 0, 0, 0).mark([area]) == (0, 0, 0, 0)
    assert Bank(0, 0, 1, 0).mark([area, area]) == (0, 0, 0, 0)
