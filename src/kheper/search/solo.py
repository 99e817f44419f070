"""Solo with the cards known: a line that covers every symbol, or a proof that there is none."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum

from kheper.scarabya import PLACEMENTS, Dig, Placement, Solo, Tile
from kheper.search.stop import Stop, Stopped, never

# A beam is wide enough to solve most sites at first go. It and the number of digs that are
# remembered as tried bound the memory.
_WIDTH = 32
_REMEMBERED = 300_000


@dataclass(frozen=True, slots=True)
class Solved:
    """A line that covers everything: each card to come, and its placement or None for a discard."""

    line: tuple[tuple[Tile, Placement | None], ...]


class Verdict(Enum):
    """What a search says that found no line."""

    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


IMPOSSIBLE, UNKNOWN = Verdict.IMPOSSIBLE, Verdict.UNKNOWN


def solve_solo(state: Solo, stop: Stop = never) -> Solved | Verdict:
    """Look for a way to win with the cards of this deck, from here on (SY-O2)."""
    search = _Search(state, stop)
    try:
        found = search.beams([state.dig])
    except Stopped:
        return UNKNOWN
    if found is None:
        return IMPOSSIBLE
    past = len(state.dig.entries)
    return Solved(tuple(zip(state.deck[past:], found.entries[past:], strict=True)))


class _Search:
    """A depth-first walk by whole beams: the most promising digs of a layer go down together.

    Nothing is left out for good, so a walk that ends without a line is a proof.
    """

    def __init__(self, state: Solo, stop: Stop) -> None:
        self.state = state
        self.stop = stop
        self.flip = state.options.flip == "on"
        self.scarabs = state.dig.site.scarabs
        self.most = self._most_symbols()
        self.tried: set[tuple[int, int]] = set()

    def beams(self, beam: list[Dig]) -> Dig | None:
        """Return a dig that ends with everything covered, reached from one of a layer's digs."""
        layer: list[Dig] = []
        for dig in beam:
            if self.stop():
                raise Stopped
            if not self._left(dig):
                return self._play_out(dig)
            if self._can_win(dig):
                layer += self._next(dig)
        layer.sort(key=self._left)
        for first in range(0, len(layer), _WIDTH):
            if found := self.beams(layer[first : first + _WIDTH]):
                return found
        return None

    def _left(self, dig: Dig) -> int:
        return (self.scarabs & dig.free).bit_count()

    def _can_win(self, dig: Dig) -> bool:
        """Say whether the tiles to come could cover what is left, as far as one can see."""
        return (
            self._left(dig) <= self.most[len(dig.entries)]
            and not replace(self.state, dig=dig, to_move=(1,)).uncoverable
        )

    def _next(self, dig: Dig) -> Iterator[Dig]:
        """Yield what the next card can lead to: a discard only if the tile fits nowhere (SY-L6)."""
        fits = dig.fits(self.state.deck[len(dig.entries)], self.flip)
        if not fits:
            yield dig.discard()
        for placement in fits:
            after = dig.place(placement)
            # Points mean a closed area with a symbol in it, which nothing can cover (SY-A3).
            if after.points == dig.points and self._is_new(after):
                yield after

    def _is_new(self, dig: Dig) -> bool:
        key = len(dig.entries), dig.free
        if key in self.tried:
            return False
        if len(self.tried) >= _REMEMBERED:
            self.tried.clear()
        self.tried.add(key)
        return True

    def _play_out(self, dig: Dig) -> Dig:
        """Lay the cards that are left anywhere: everything is covered."""
        for card in self.state.deck[len(dig.entries) :]:
            fits = dig.fits(card, self.flip)
            dig = dig.place(fits[0]) if fits else dig.discard()
        return dig

    def _most_symbols(self) -> list[int]:
        """Return, by the number of cards played, the most symbols that the tiles to come cover."""
        best = dict.fromkeys(Tile, 0)
        for placement in PLACEMENTS:
            symbols = (placement.mask & self.scarabs).bit_count()
            best[placement.tile] = max(best[placement.tile], symbols)
        deck = self.state.deck
        return [sum(best[tile] for tile in deck[played:]) for played in range(len(deck) + 1)]
