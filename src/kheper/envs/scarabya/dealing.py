"""Scarabya dealt by chance: boards and cards come one by one, as a game tree wants them.

The rules hold a whole deck. Here the cards are known as far as they were drawn; the rest lies in
the order of the table, and the game is played again through the rules whenever a card has come,
so nothing ever depends on that order.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from kheper.envs.scarabya.modes import MODES, ModeAdapter
from kheper.games import SCARABYA
from kheper.scarabya.boards import NAMES, Arrangement
from kheper.scarabya.dig import Dig, Fits
from kheper.scarabya.options import Options
from kheper.scarabya.placements import Placement
from kheper.scarabya.setup import start
from kheper.scarabya.site import Site
from kheper.scarabya.tiles import TILES, Tile

TURNS = 4
# A board and its turn, or a card.
MOST_OUTCOMES = len(NAMES) * TURNS


class DealtTerms(NamedTuple):
    """What does not change in a game."""

    mode: str
    seats: int
    options: Options


class Dealing(NamedTuple):
    """A game as far as chance and the players have brought it, frozen."""

    terms: DealtTerms
    pieces: tuple[tuple[str, int], ...]
    site: Site | None
    cards: tuple[Tile, ...]
    plays: tuple[tuple[int, Placement], ...]
    # The state of the rules; behind the drawn cards it goes on with cards that are not drawn.
    state: Any

    @classmethod
    def begin(cls, mode: str, seats: int, settings: Mapping[str, str]) -> Dealing:
        """Start on the site that the settings name, or let chance lay the boards (SY-S3)."""
        some = SCARABYA.new({**settings, "mode": mode, "seats": str(seats)}, Random(0))
        empty = cls(DealtTerms(mode, seats, some.options), (), None, (), (), None)
        if "site" in settings or "arrangement" in settings:
            return empty._on(some.site)
        return empty

    @property
    def adapter(self) -> ModeAdapter:
        """What is special about the mode."""
        return MODES[self.terms.mode]

    @property
    def outcomes(self) -> list[int]:
        """What chance may do now, each as likely as the others; nothing if it is not its turn."""
        if self.site is None:
            laid = [name for name, _ in self.pieces]
            left = [n for n, name in enumerate(NAMES) if name not in laid]
            return [n * TURNS + turn for n in left for turn in range(TURNS)]
        if self.mover is not None or self.over:
            return []
        return [n for n, tile in enumerate(TILES) if tile not in self.cards]

    @property
    def mover(self) -> int | None:
        """The seat that is to place the open card's tile."""
        if self.site is None or self._handled >= len(self.cards):
            return None
        return int(self.state.to_move[0])

    @property
    def over(self) -> bool:
        """Whether the game has ended: with the last card, in solo perhaps earlier (SY-O1)."""
        if self.site is None or not self.state.over:
            return False
        return len(self.cards) == len(TILES) or self.adapter.ends_early

    @property
    def card(self) -> Tile | None:
        """The open card."""
        return self.cards[-1] if self.mover is not None else None

    @property
    def digs(self) -> tuple[Dig, ...]:
        """The digs, with an entry for each card that was drawn and played."""
        digs = self.adapter.digs(self.state)
        return tuple(dig._replace(entries=dig.entries[: len(self.cards)]) for dig in digs)

    @property
    def pending(self) -> tuple[Placement | None, ...]:
        """The placements of the open round, which the others do not see (SY-B2)."""
        if self.mover is None:
            return (None,) * self.terms.seats
        return self.adapter.pending(self.state)

    @property
    def movers(self) -> tuple[int, ...]:
        """Who drew each card, where that differs from card to card."""
        if self.site is None or not self.adapter.in_turn:
            return ()
        known = self.adapter.movers(self.state)
        known = known if self.mover is None else (*known, self.mover)
        return known[: len(self.cards)]

    @property
    def points(self) -> tuple[int, ...]:
        """Each seat's score so far; a bonus falls at the end alone (SY-D4)."""
        return tuple(self.state.scores) if self.over else self.adapter.points(self.state)

    def fits(self) -> Fits:
        """Return where the mover may place."""
        assert self.mover is not None
        fits: Fits = self.state.legal_moves(self.mover)
        return fits

    def deal(self, outcome: int) -> Dealing:
        """Let chance lay a board, or draw a card."""
        if self.site is None:
            board, turn = divmod(outcome, TURNS)
            pieces = (*self.pieces, (NAMES[board], 90 * turn))
            dealt = self._replace(pieces=pieces)
            return dealt._on(Arrangement(pieces).site()) if len(pieces) == len(NAMES) else dealt
        return self._replace(cards=(*self.cards, TILES[outcome]))._played_again()

    def play(self, placement: Placement) -> Dealing:
        """Let the mover place the open card's tile."""
        assert self.mover is not None
        plays = (*self.plays, (self.mover, placement))
        return self._replace(plays=plays, state=self.state.play(self.mover, placement))

    def describe(self) -> str:
        """Write the whole game down, open placements included: two that differ read differently."""
        if self.site is None:
            return f"boards {' '.join(f'{name}{turn}' for name, turn in self.pieces)}".rstrip()
        plays = " ".join(f"{seat}:{placement}" for seat, placement in self.plays)
        return f"site {self.site}\ncards {''.join(self.cards)}\nplays {plays}".rstrip()

    def __deepcopy__(self, memo: object) -> Dealing:
        return self  # frozen, so nobody needs a copy

    @property
    def _handled(self) -> int:
        """How many cards have been placed or discarded by everybody."""
        return len(self.adapter.digs(self.state)[0].entries)

    def _on(self, site: Site) -> Dealing:
        return self._replace(site=site)._played_again()

    def _played_again(self) -> Dealing:
        terms, site = self.terms, self.site
        assert site is not None
        deck = (*self.cards, *(tile for tile in TILES if tile not in self.cards))
        state = start(terms.mode, site, deck, terms.seats, terms.options)
        for seat, placement in self.plays:
            state = state.play(seat, placement)
        return self._replace(state=state)
