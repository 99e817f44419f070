"""The expedition: everybody places the same tile on a site of their own, at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar, NamedTuple

from kheper.core.errors import RuleError, SetupError
from kheper.core.outcome import Json, Outcome
from kheper.core.settings import check_seat
from kheper.scarabya.dig import NO_FITS, Dig, Fits
from kheper.scarabya.options import NAME, Options
from kheper.scarabya.placements import Placement, parse_placement
from kheper.scarabya.site import Site
from kheper.scarabya.tiles import Tile
from kheper.scarabya.tokens import Ledger, settle
from kheper.scarabya.views import complete_deck, dig_json, head_json, ledger_json

MODE = "expedition"
MOST_SEATS = 4


@dataclass(frozen=True, slots=True)
class ExpeditionView:
    """An expedition as one seat sees it."""

    game: ClassVar[str] = NAME
    mode: ClassVar[str] = MODE

    seat: int | None
    options: Options
    cards: tuple[Tile, ...]
    digs: tuple[Dig, ...]
    pending: tuple[Placement | None, ...]
    ready: tuple[int, ...]
    to_move: tuple[int, ...]

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.digs)

    @property
    def site(self) -> Site:
        """The site that everybody digs on."""
        return self.digs[0].site

    @property
    def card(self) -> Tile | None:
        """The card of the open round."""
        return self.cards[-1] if self.to_move else None

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points in the rounds that have closed."""
        return tuple(dig.points for dig in self.digs)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return None if self.to_move else Outcome.most_points(self.scores)

    def legal_moves(self) -> Fits:
        """Return where the seat may place now."""
        if self.seat is None or self.seat not in self.to_move:
            return NO_FITS
        return self.digs[self.seat - 1].fits(self.cards[-1], self.options.flip == "on")

    def imagine(self, rng: Random) -> Expedition:
        """Return a state that looks like this: undrawn cards and hidden placements are drawn."""
        pending = list(self.pending)
        for seat in self.ready:
            if pending[seat - 1] is None:
                fits = self.digs[seat - 1].fits(self.cards[-1], self.options.flip == "on")
                pending[seat - 1] = rng.choice(fits)
        return Expedition(
            self.options,
            complete_deck(self.cards, rng),
            self.digs,
            tuple(pending),
            self.to_move,
        )

    def json(self) -> dict[str, Json]:
        """Return the view as plain data."""
        return {
            **head_json(self),
            "sites": [dig_json(dig) for dig in self.digs],
            "open": [str(placement) if placement else None for placement in self.pending],
            "ready": list(self.ready),
            **ledger_json(settle(self.digs)),
        }


class Expedition(NamedTuple):
    """A state of an expedition (SY-B1): twelve rounds, each with one open card."""

    options: Options
    deck: tuple[Tile, ...]
    digs: tuple[Dig, ...]
    # The placements of the open round; nobody sees the others' before it closes (SY-B2).
    pending: tuple[Placement | None, ...]
    to_move: tuple[int, ...]

    @classmethod
    def start(
        cls, site: Site, deck: tuple[Tile, ...], seats: int = 1, options: Options = Options()
    ) -> Expedition:
        """Open the first round."""
        if not 1 <= seats <= MOST_SEATS:
            raise SetupError(
                "SY-B1", f"an expedition has 1 to {MOST_SEATS} seats, not {seats}", code="bad-seats"
            )
        return _draw(options, deck, (Dig.on(site),) * seats)

    @property
    def game(self) -> str:
        """The game's name."""
        return NAME

    @property
    def mode(self) -> str:
        """The mode's name."""
        return MODE

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.digs)

    @property
    def site(self) -> Site:
        """The site that everybody digs on."""
        return self.digs[0].site

    @property
    def number(self) -> int:
        """How many cards have been drawn."""
        return len(self.digs[0].entries) + (not self.over)

    @property
    def card(self) -> Tile | None:
        """The card of the open round."""
        return None if self.over else self.deck[len(self.digs[0].entries)]

    @property
    def over(self) -> bool:
        """Whether the twelfth round has closed (SY-B3)."""
        return not self.to_move

    @property
    def scores(self) -> tuple[int, ...]:
        """Each seat's points in the rounds that have closed."""
        return tuple(dig.points for dig in self.digs)

    @property
    def outcome(self) -> Outcome | None:
        """Most points win; a tie is shared (SY-B3)."""
        return Outcome.most_points(self.scores) if self.over else None

    @property
    def ledger(self) -> Ledger:
        """What the bank has paid, and what it has left (SY-A5)."""
        return settle(self.digs)

    def legal_moves(self, seat: int) -> Fits:
        """Return where this seat may place the tile of the open card."""
        if seat not in self.to_move:
            check_seat(seat, self.seats)
            return NO_FITS
        dig = self.digs[seat - 1]
        return dig.fits(self.deck[len(dig.entries)], self.options.flip == "on")

    def parse_move(self, text: str) -> Placement:
        """Read a placement."""
        return parse_placement(text)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not to move."""
        check_seat(seat, self.seats)
        if self.over:
            raise RuleError("SY-B3", "the game is over", code="over")
        if self.pending[seat - 1] is not None:
            raise RuleError(
                "SY-B1", f"seat {seat} has already placed in this round", code="not-to-move"
            )
        if seat not in self.to_move:
            raise RuleError(
                "SY-L6", f"seat {seat} cannot place {self.card} and discards it", code="not-to-move"
            )

    def play(self, seat: int, move: Placement) -> Expedition:
        """Place a tile; the last seat to place closes the round for all."""
        options, deck, digs, pending, to_move = self
        if seat not in to_move:
            self.check_turn(seat)
        dig = digs[seat - 1]
        dig.check(move, deck[len(dig.entries)], options.flip == "on")
        pending = (*pending[: seat - 1], move, *pending[seat:])
        if len(to_move) > 1:
            waiting = tuple(other for other in to_move if other != seat)
            return Expedition(options, deck, digs, pending, waiting)
        laid = [
            dig.discard() if placement is None else dig.place(placement)
            for dig, placement in zip(digs, pending, strict=True)
        ]
        return _draw(options, deck, tuple(laid))

    def take_back(self, seat: int) -> Expedition:
        """Take back the placement of the open round, while another seat has yet to place."""
        check_seat(seat, self.seats)
        if self.over or self.pending[seat - 1] is None:
            raise RuleError(
                "SY-B1", f"seat {seat} has no placement to take back", code="nothing-to-take-back"
            )
        pending = (*self.pending[: seat - 1], None, *self.pending[seat:])
        waiting = tuple(sorted((*self.to_move, seat)))
        return Expedition(self.options, self.deck, self.digs, pending, waiting)

    def view(self, seat: int | None) -> ExpeditionView:
        """Return what a seat, or a spectator, may see."""
        if seat is not None:
            check_seat(seat, self.seats)
        shown = tuple(
            placement if self.options.open_table == "open" or owner == seat else None
            for owner, placement in enumerate(self.pending, 1)
        )
        return ExpeditionView(
            seat,
            self.options,
            self.deck[: self.number],
            self.digs,
            shown,
            tuple(owner for owner, open_ in enumerate(self.pending, 1) if open_ is not None),
            self.to_move,
        )


def _draw(options: Options, deck: tuple[Tile, ...], digs: tuple[Dig, ...]) -> Expedition:
    """Draw cards until somebody can place one, or the cards run out."""
    flip = options.flip == "on"
    nobody = (None,) * len(digs)
    for number in range(len(digs[0].entries), len(deck)):
        card = deck[number]
        able = [seat for seat, dig in enumerate(digs, 1) if dig.takes(card, flip)]
        if able:
            return Expedition(options, deck, digs, nobody, tuple(able))
        digs = tuple(dig.discard() for dig in digs)  # SY-L6
    return Expedition(options, deck, digs, nobody, ())
