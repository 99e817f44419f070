"""Solo: cover every scarab symbol, or try again with the same cards."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import ClassVar

from kheper.core.errors import RuleError
from kheper.core.grid import Mask, around
from kheper.core.outcome import Json, Outcome
from kheper.core.settings import check_seat
from kheper.scarabya.dig import NO_FITS, Dig, Fits
from kheper.scarabya.options import NAME, Options
from kheper.scarabya.placements import ANCHORS, Placement, parse_placement
from kheper.scarabya.site import Site
from kheper.scarabya.tiles import Tile
from kheper.scarabya.views import complete_deck, dig_json, head_json, squares_json


@dataclass(frozen=True, slots=True)
class SoloView:
    """A solo game as its player, or a spectator, sees it."""

    game: ClassVar[str] = NAME
    mode: ClassVar[str] = "solo"

    seat: int | None
    options: Options
    # The drawn cards, and behind them those that were seen in an earlier try (SY-O3).
    cards: tuple[Tile, ...]
    number: int
    dig: Dig
    to_move: tuple[int, ...]
    tries: int
    uncoverable: Mask

    seats: ClassVar[int] = 1

    @property
    def site(self) -> Site:
        """The site whose symbols must be covered."""
        return self.dig.site

    @property
    def card(self) -> Tile | None:
        """The drawn card."""
        return self.cards[self.number - 1] if self.to_move else None

    @property
    def known(self) -> int:
        """How many cards the player knows."""
        return len(self.cards)

    @property
    def scores(self) -> tuple[int, ...]:
        """How many symbols are covered."""
        return (self.dig.covered_scarabs,)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return None if self.to_move else _outcome(self.dig)

    def legal_moves(self) -> Fits:
        """Return where the player may place now."""
        if self.seat not in self.to_move:
            return NO_FITS
        return self.dig.fits(self.cards[self.number - 1], self.options.flip == "on")

    def imagine(self, rng: Random) -> Solo:
        """Return a state that looks like this: the unknown cards are drawn."""
        return Solo(
            self.options,
            complete_deck(self.cards, rng),
            self.dig,
            self.to_move,
            self.tries,
            self.known,
        )

    def json(self) -> dict[str, Json]:
        """Return the view as plain data."""
        return {
            **head_json(self),
            "number": self.number,
            "sites": [dig_json(self.dig)],
            "tries": self.tries,
            "uncovered": squares_json(self.site.scarabs & self.dig.free),
            "uncoverable": squares_json(self.uncoverable),
        }


@dataclass(frozen=True, slots=True)
class Solo:
    """A state of a solo game (SY-O1)."""

    game: ClassVar[str] = NAME
    mode: ClassVar[str] = "solo"
    seats: ClassVar[int] = 1

    options: Options
    deck: tuple[Tile, ...]
    dig: Dig
    to_move: tuple[int, ...]
    # Reported with a win (SY-O4).
    tries: int
    # How many cards, from the top of the deck, were seen in an earlier try (SY-O3).
    known: int

    @classmethod
    def start(
        cls,
        site: Site,
        deck: tuple[Tile, ...],
        options: Options = Options(),
        *,
        tries: int = 1,
        known: int = 0,
    ) -> Solo:
        """Draw the first card of a try."""
        return _draw(options, deck, Dig.on(site), tries, known)

    @property
    def site(self) -> Site:
        """The site whose symbols must be covered."""
        return self.dig.site

    @property
    def number(self) -> int:
        """How many cards have been drawn in this try."""
        return len(self.dig.entries) + (not self.over)

    @property
    def card(self) -> Tile | None:
        """The drawn card."""
        return None if self.over else self.deck[len(self.dig.entries)]

    @property
    def over(self) -> bool:
        """Whether all cards are drawn, or none that is left could be placed (SY-O1)."""
        return not self.to_move

    @property
    def scores(self) -> tuple[int, ...]:
        """How many symbols are covered."""
        return (self.dig.covered_scarabs,)

    @property
    def outcome(self) -> Outcome | None:
        """Won if and only if all symbols are covered (SY-O2)."""
        return _outcome(self.dig) if self.over else None

    @property
    def uncoverable(self) -> Mask:
        """The symbols that no tile still to come can cover: with one, the game is lost (SY-O2)."""
        left = self.deck[len(self.dig.entries) :] if self.to_move else ()
        return self.dig.site.scarabs & self.dig.free & ~_coverable(self.dig, left, self.options)

    def legal_moves(self, seat: int = 1) -> Fits:
        """Return where the drawn card's tile may be placed."""
        check_seat(seat, self.seats)
        if not self.to_move:
            return NO_FITS
        return self.dig.fits(self.deck[len(self.dig.entries)], self.options.flip == "on")

    def parse_move(self, text: str) -> Placement:
        """Read a placement."""
        return parse_placement(text)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not to move."""
        check_seat(seat, self.seats)
        if not self.to_move:
            raise RuleError("SY-O1", "the game is over", code="over")

    def play(self, seat: int, move: Placement) -> Solo:
        """Place the drawn card's tile."""
        self.check_turn(seat)
        self.dig.check(move, self.deck[len(self.dig.entries)], self.options.flip == "on", "SY-O1")
        return _draw(self.options, self.deck, self.dig.place(move), self.tries, self.known)

    def take_back(self, seat: int) -> Solo:
        """Refuse: the next card has been seen."""
        check_seat(seat, self.seats)
        raise RuleError("SY-O1", "a placed tile cannot be taken back", code="nothing-to-take-back")

    def retry(self) -> Solo:
        """Try again on the same site, with the cards in the same order (SY-O3).

        Giving up before the end is a failure like any other (KH-5).
        """
        if self.outcome is not None and self.outcome.winners:
            raise RuleError("SY-O3", "the game is won: there is nothing to try again", code="won")
        known = max(self.known, self.number)
        return Solo.start(self.dig.site, self.deck, self.options, tries=self.tries + 1, known=known)

    def view(self, seat: int | None) -> SoloView:
        """Return what the player, or a spectator, may see."""
        if seat is not None:
            check_seat(seat, self.seats)
        return SoloView(
            seat,
            self.options,
            self.deck[: max(self.known, self.number)],
            self.number,
            self.dig,
            self.to_move,
            self.tries,
            self.uncoverable,
        )


def _draw(options: Options, deck: tuple[Tile, ...], dig: Dig, tries: int, known: int) -> Solo:
    """Draw until a card can be placed; end as soon as none that is left could be (SY-O1, KH-8)."""
    flip = options.flip == "on"
    left = deck[len(dig.entries) :]
    # Discards do not change the ground, so testing each remaining card once is enough.
    able = next((n for n, card in enumerate(left) if dig.takes(card, flip)), None)
    if able is None:
        return Solo(options, deck, dig, (), tries, known)
    for _ in range(able):
        dig = dig.discard()  # SY-L6
    return Solo(options, deck, dig, (1,), tries, known)


def _coverable(dig: Dig, left: tuple[Tile, ...], options: Options) -> Mask:
    """Return the squares that some tile still to come could cover, on ground tiles can reach."""
    ground = dig.reach
    while grown := around(ground) & dig.free:
        ground |= grown
    covered = 0
    for tile in left:
        for (a, b, c, d, e), _ in ANCHORS[options.flip == "on"][tile]:
            anchors = ground >> a & ground >> b & ground >> c & ground >> d & ground >> e
            covered |= anchors << a | anchors << b | anchors << c | anchors << d | anchors << e
    return covered


def _outcome(dig: Dig) -> Outcome:
    """Return the outcome of a solo game: won if and only if all is covered (SY-O2)."""
    covered = dig.covered_scarabs
    if covered == dig.site.scarab_count:
        return Outcome((covered,), (1,), "won", "covered")
    return Outcome((covered,), (), "lost", "uncovered")
