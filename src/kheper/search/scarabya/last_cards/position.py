"""A dig with its last cards, all of them known."""

from __future__ import annotations

from typing import NamedTuple

from kheper.scarabya.dig import NO_FITS, Dig, Fits
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.placements import Placement
from kheper.scarabya.tiles import Tile


class LastCards(NamedTuple):
    """A dig, the cards to come in their order, and what has been made so far.

    `mover` is the seat to move one-on-one, and `made` its points minus the other's; in an
    expedition there is no mover, and `made` are the dig's points.
    """

    dig: Dig
    cards: tuple[Tile, ...]
    flip: bool
    mover: int | None
    made: int

    @classmethod
    def of_dig(cls, dig: Dig, cards: tuple[Tile, ...], flip: bool = True) -> LastCards:
        """Return the position of one player of an expedition."""
        return cls(dig, cards, flip, None, dig.points)

    @classmethod
    def of_expedition(cls, expedition: Expedition, seat: int) -> LastCards:
        """Return the position of a seat, with its placement of the open round if there is one."""
        dig, placement = expedition.digs[seat - 1], expedition.pending[seat - 1]
        cards = expedition.deck[len(dig.entries) :]
        if placement is not None:
            dig, cards = dig.place(placement), cards[1:]
        return cls.of_dig(dig, cards, expedition.options.flip == "on")

    @classmethod
    def of_duel(cls, duel: Duel) -> LastCards:
        """Return the position of a duel; once it is over, it is seat 1's."""
        mover = duel.to_move[0] if duel.to_move else 1
        made = duel.scores[mover - 1] - duel.scores[2 - mover]
        cards = duel.deck[len(duel.dig.entries) :]
        return cls(duel.dig, cards, duel.options.flip == "on", mover, made)

    @classmethod
    def of_state(cls, state: Expedition | Duel, seat: int) -> LastCards:
        """Return the position of a state, in an expedition that of a seat."""
        return cls.of_duel(state) if isinstance(state, Duel) else cls.of_expedition(state, seat)

    @property
    def fits(self) -> Fits:
        """Where the next card's tile can be placed."""
        return self.dig.fits(self.cards[0], self.flip) if self.cards else NO_FITS

    @property
    def end_value(self) -> int:
        """What it comes to if no card can be placed: one-on-one with the bonus of SY-D4."""
        bonus = self.dig.open_scarabs.bit_count() if self.mover == 2 else 0
        return self.made + bonus

    def drawn(self) -> LastCards:
        """Discard the cards that cannot be placed, up to the first that can (SY-L6, SY-D2)."""
        cards = self.cards
        while cards and not self.dig.takes(cards[0], self.flip):
            cards = cards[1:]
        return self._replace(cards=cards)

    def play(self, placement: Placement) -> LastCards:
        """Place the next card's tile; one-on-one it is the other's turn then (SY-D1)."""
        gain = sum(area.points for area in self.dig.closed_by(placement))
        dig, made, mover = self.dig.place(placement), self.made + gain, self.mover
        if mover is not None:
            made, mover = -made, 3 - mover
        return LastCards(dig, self.cards[1:], self.flip, mover, made)

    def as_placed(self, value: int) -> int:
        """Return a value of this position as the player counts it who placed the last tile."""
        return value if self.mover is None else -value
