"""The bank of scarab tokens (SY-M5) and how it pays (SY-A5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from kheper.core.grid import Mask, Square, squares_of
from kheper.scarabya.dig import Area, Dig

VALUES = (1, 2, 3, 4)
TOKENS_OF_EACH = 18

# What to try when the token itself has run out: fewest tokens first, and of two ways with as
# many, the one with the greater token (the printed example is 4 = 3+1).
_CHANGE = {
    1: ((1,),),
    2: ((2,), (1, 1)),
    3: ((3,), (2, 1), (1, 1, 1)),
    4: ((4,), (3, 1), (2, 2), (2, 1, 1), (1, 1, 1, 1)),
}


class Payment(NamedTuple):
    """The tokens on one scoring symbol; `owed` is what the bank could not pay."""

    symbol: Square
    tokens: tuple[int, ...]
    owed: int


class Bank(NamedTuple):
    """How many tokens of each value are left; what is taken gives a new bank.

    >>> Bank(5, 5, 5, 0).take(4)
    ((3, 1), Bank(ones=4, twos=5, threes=4, fours=0))
    """

    ones: int = TOKENS_OF_EACH
    twos: int = TOKENS_OF_EACH
    threes: int = TOKENS_OF_EACH
    fours: int = TOKENS_OF_EACH

    def take(self, amount: int) -> tuple[tuple[int, ...], Bank]:
        """Take tokens that make up the amount; none if the bank cannot make it (KH-2)."""
        for tokens in _CHANGE[amount]:
            if not self[tokens[0] - 1]:
                continue
            left = list(self)
            for token in tokens:
                left[token - 1] -= 1
            if min(left) >= 0:
                return tokens, Bank(*left)
        return (), self

    def pay(self, areas: Iterable[Area]) -> tuple[tuple[Payment, ...], Bank]:
        """Pay for new areas, symbol by symbol in reading order."""
        payments: list[Payment] = []
        bank = self
        for area in areas:
            paid, bank = bank.pay_each(area.size, area.scarabs)
            payments += paid
        return tuple(payments), bank

    def pay_each(self, amount: int, symbols: Mask) -> tuple[tuple[Payment, ...], Bank]:
        """Pay the same for each symbol; what cannot be paid is owed, and counts all the same."""
        if not symbols:
            return (), self
        count = symbols.bit_count()
        if self[amount - 1] >= count:
            exact = (amount,)
            paid = tuple([Payment(symbol, exact, 0) for symbol in squares_of(symbols)])
            return paid, self._less(amount, count)
        bank, payments = self, []
        for symbol in squares_of(symbols):
            tokens, bank = bank.take(amount)
            payments.append(Payment(symbol, tokens, amount - sum(tokens)))
        return tuple(payments), bank

    def _less(self, value: int, count: int) -> Bank:
        left = list(self)
        left[value - 1] -= count
        return Bank(*left)

    def mark(self, areas: Iterable[Area]) -> Bank:
        """Put aside one token for each area as its mark: of the value most are left of (KH-3)."""
        left = list(self)
        for _ in areas:
            most = max(left)
            if most:
                left[left.index(most)] -= 1
        return Bank(*left)


class Ledger(NamedTuple):
    """The tokens each seat was paid, symbol by symbol, and the bank that is left."""

    payments: tuple[tuple[Payment, ...], ...]
    bank: Bank


def settle(digs: Sequence[Dig]) -> Ledger:
    """Pay an expedition: round by round, within a round in seat order.

    Points never depend on the bank, so nothing but this page of the story needs to be kept.
    """
    bank = Bank()
    payments: list[tuple[Payment, ...]] = [()] * len(digs)
    closed = [(area.card, seat, area) for seat, dig in enumerate(digs) for area in dig.areas]
    for _, seat, area in sorted(closed, key=lambda found: found[:2]):
        paid, bank = bank.pay_each(area.size, area.scarabs)
        payments[seat] += paid
    return Ledger(tuple(payments), bank)


def settle_duel(dig: Dig, movers: Sequence[int], bonus: Mask) -> Ledger:
    """Pay a one-on-one: who closed an area keeps its tokens, and a token marks it (SY-D3)."""
    bank = Bank()
    payments: list[tuple[Payment, ...]] = [(), ()]
    for card, closed in groupby(dig.areas, lambda area: area.card):
        areas, mover = tuple(closed), movers[card - 1]
        paid, bank = bank.pay(areas)
        payments[mover - 1] += paid
        bank = bank.mark(areas)
    paid, bank = bank.pay_each(1, bonus)  # SY-D4
    payments[1] += paid
    return Ledger(tuple(payments), bank)
