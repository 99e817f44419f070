"""One-on-one: two players in turn on one shared site."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from kheper.core.errors import RuleError
from kheper.core.grid import Mask
from kheper.core.outcome import Json, Outcome
from kheper.core.settings import check_seat
from kheper.scarabya.dig import NO_FITS, Area, Dig, Fits
from kheper.scarabya.options import NAME, Options
from kheper.scarabya.placements import Placement, parse_placement
from kheper.scarabya.site import Site
from kheper.scarabya.tiles import Tile
from kheper.scarabya.tokens import Ledger, settle_duel
from kheper.scarabya.views import complete_deck, dig_json, head_json, ledger_json, squares_json


@dataclass(frozen=True, slots=True)
class DuelView:
    """A one-on-one as one seat sees it: only the undrawn cards are hidden."""

    game: ClassVar[str] = NAME
    mode: ClassVar[str] = "duel"

    seat: int | None
    options: Options
    cards: tuple[Tile, ...]
    dig: Dig
    movers: tuple[int, ...]
    to_move: tuple[int, ...]

    seats: ClassVar[int] = 2

    @property
    def site(self) -> Site:
        """The shared site."""
        return self.dig.site

    @property
    def card(self) -> Tile | None:
        """The card of the player to move."""
        return self.cards[-1] if self.to_move else None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return None if self.to_move else Outcome.most_points(self.scores)

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points."""
        return _scores(self.dig, self.movers, not self.to_move)

    @property
    def bonus(self) -> Mask:
        """The symbols that gave the second player a point each at the end (SY-D4)."""
        return _bonus(self.dig, self.movers, not self.to_move)

    def owner(self, area: Area) -> int:
        """Return the seat that created an area (SY-D3)."""
        return self.movers[area.card - 1]

    def legal_moves(self) -> Fits:
        """Return where the seat may place now."""
        if self.seat not in self.to_move:
            return NO_FITS
        return self.dig.fits(self.cards[-1], self.options.flip == "on")

    def imagine(self, rng: Random) -> Duel:
        """Return a state that looks like this: the undrawn cards are drawn."""
        return Duel(
            self.options,
            complete_deck(self.cards, rng),
            self.dig,
            self.movers,
            self.to_move,
        )

    def json(self) -> dict[str, Json]:
        """Return the view as plain data."""
        site = dig_json(self.dig)
        return {
            **head_json(self),
            "sites": [site],
            "movers": list(self.movers),
            "owners": [self.owner(area) for area in self.dig.areas],
            "bonus": squares_json(self.bonus),
            **ledger_json(settle_duel(self.dig, self.movers, self.bonus)),
        }


@dataclass(frozen=True, slots=True)
class Duel:
    """A state of a one-on-one (SY-D1); seat 1 is the player who starts."""

    game: ClassVar[str] = NAME
    mode: ClassVar[str] = "duel"
    seats: ClassVar[int] = 2

    options: Options
    deck: tuple[Tile, ...]
    dig: Dig
    # Who drew each card so far.
    movers: tuple[int, ...]
    to_move: tuple[int, ...]

    @classmethod
    def start(cls, site: Site, deck: tuple[Tile, ...], options: Options = Options()) -> Duel:
        """Let seat 1 draw the first card."""
        return _draw(options, deck, Dig.on(site), (), 1)

    @property
    def site(self) -> Site:
        """The shared site."""
        return self.dig.site

    @property
    def number(self) -> int:
        """How many cards have been drawn."""
        return len(self.dig.entries) + (not self.over)

    @property
    def card(self) -> Tile | None:
        """The drawn card."""
        return None if self.over else self.deck[len(self.dig.entries)]

    @property
    def over(self) -> bool:
        """Whether all cards have been drawn and played (SY-D4)."""
        return not self.to_move

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points, with the second player's bonus once it has fallen."""
        return _scores(self.dig, self.movers, self.over)

    @property
    def ledger(self) -> Ledger:
        """What the bank has paid, and what it has left (SY-A5, SY-D3)."""
        return settle_duel(self.dig, self.movers, _bonus(self.dig, self.movers, self.over))

    @property
    def outcome(self) -> Outcome | None:
        """Most points win; a tie is shared (SY-D5)."""
        return Outcome.most_points(self.scores) if self.over else None

    def legal_moves(self, seat: int) -> Fits:
        """Return where this seat may place the drawn card's tile."""
        check_seat(seat, self.seats)
        if seat not in self.to_move:
            return NO_FITS
        return self.dig.fits(self.deck[len(self.dig.entries)], self.options.flip == "on")

    def parse_move(self, text: str) -> Placement:
        """Read a placement."""
        return parse_placement(text)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not to move."""
        check_seat(seat, self.seats)
        if seat not in self.to_move:
            if self.over:
                raise RuleError("SY-D4", "the game is over", code="over")
            raise RuleError("SY-D1", f"it is not seat {seat}'s turn", code="not-to-move")

    def play(self, seat: int, move: Placement) -> Duel:
        """Place the tile and take the points of the areas it creates (SY-D3)."""
        self.check_turn(seat)
        self.dig.check(move, self.deck[len(self.dig.entries)], self.options.flip == "on", "SY-D1")
        movers = (*self.movers, seat)
        return _draw(self.options, self.deck, self.dig.place(move), movers, 3 - seat)

    def take_back(self, seat: int) -> Duel:
        """Refuse: what has been placed on the shared site has been seen."""
        check_seat(seat, self.seats)
        raise RuleError("SY-D1", "a placed tile cannot be taken back", code="nothing-to-take-back")

    def rematch(self) -> Duel:
        """Play again on the same site (SY-D6); seat 1 of the new game starts it.

        By default the other player starts, so the players change seats, and the cards keep
        their order. With the option `reverse` the seats stay and the order is reversed (KH-7).
        """
        if not self.over:
            raise RuleError("SY-D6", "a rematch follows a finished game", code="not-over")
        deck = self.deck[::-1] if self.options.rematch == "reverse" else self.deck
        return Duel.start(self.dig.site, deck, self.options)

    def view(self, seat: int | None) -> DuelView:
        """Return what a seat, or a spectator, may see."""
        if seat is not None:
            check_seat(seat, self.seats)
        return DuelView(
            seat,
            self.options,
            self.deck[: self.number],
            self.dig,
            self.movers,
            self.to_move,
        )


def _draw(
    options: Options, deck: tuple[Tile, ...], dig: Dig, movers: tuple[int, ...], seat: int
) -> Duel:
    """Let a seat draw until it can place, or the cards run out (SY-D2)."""
    flip = options.flip == "on"
    for card in deck[len(dig.entries) :]:
        if dig.takes(card, flip):
            return Duel(options, deck, dig, movers, (seat,))
        dig, movers = dig.discard(), (*movers, seat)
    return Duel(options, deck, dig, movers, ())


def _bonus(dig: Dig, movers: tuple[int, ...], over: bool) -> Mask:
    """Return the symbols that score for a second player who placed one tile fewer (SY-D4)."""
    if not over:
        return 0
    placers = [mover for mover, entry in zip(movers, dig.entries, strict=True) if entry]
    return dig.open_scarabs if placers.count(2) == placers.count(1) - 1 else 0


def _scores(dig: Dig, movers: tuple[int, ...], over: bool) -> tuple[int, int]:
    """Return both players' points (SY-D3, SY-D4)."""
    points = [0, 0]
    for area in dig.areas:
        points[movers[area.card - 1] - 1] += area.points
    return points[0], points[1] + _bonus(dig, movers, over).bit_count()
