"""The search for solo games: sampled decks, each solved to the end."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic

from kheper.bots.limits import Limits
from kheper.scarabya import Dig, Placement, SoloView, Tile
from kheper.scarabya.tiles import TILES
from kheper.search.scarabya.solo.solver import Verdict, solve_dig

# Far more than almost any game needs; a longer search counts as lost.
STEPS = 3000
# The part of the time in which candidates are looked for; after so many decks the worse half of
# them is dropped, down to a few.
LOOKING, ROUND, FEWEST = 0.25, 8, 3

Deck = tuple[Tile, ...]


def cover(
    view: SoloView,
    decks: int,
    rng: Random,
    limits: Limits,
    others: tuple[Placement, ...] = (),
) -> list[tuple[Placement, float]]:
    """Return placements with the share of decks that can still be won after them, best first.

    Decks are solved from the open card on; the first placements of the solutions are the
    candidates, and so are the `others`; every one of them is then tried against other decks.
    Where time is short, the worse half is dropped repeatedly. A player does not know the deck, so
    the shares are slightly too high, equally for all placements.
    """
    assert view.card is not None, "the game is over"
    began = monotonic()
    flip, card = view.options.flip == "on", view.card

    def first_move(deck: Deck) -> Placement | None:
        line = solve_dig(view.dig, (card, *deck), flip, steps=STEPS).line
        return line[0][1] if line else None

    def wins(deck: Deck) -> list[bool]:
        return [_wins(candidate.dig, deck, flip) for candidate in left]

    with ThreadPoolExecutor(limits.cores) as pool:
        looked, over = (limits.share(part, began) for part in (LOOKING, 1.0))
        found: dict[Placement, None] = {}
        for group in _groups(view, decks, rng, limits.cores):
            found |= dict.fromkeys(move for move in pool.map(first_move, group) if move)
            if looked() or limits.stop():
                break
        left = [
            _TriedPlacement(move, view.dig.place(move))
            for move in {**found, **dict.fromkeys(others)}
        ]
        candidates, since = left, 0
        for group in _groups(view, decks, rng, limits.cores):
            for won in pool.map(wins, group):
                for candidate, one in zip(left, won, strict=True):
                    candidate.note(one)
            since += len(group)
            if over() or limits.stop():
                break
            if limits.seconds is not None and since >= ROUND:
                left, since = _better(left), 0
    return [(candidate.move, candidate.share) for candidate in sorted(candidates, key=_merit)]


class _TriedPlacement:
    """A placement, how often it was tried, and how often the game could be won after it."""

    __slots__ = ("dig", "move", "tried", "won")

    def __init__(self, move: Placement, dig: Dig) -> None:
        self.move = move
        self.dig = dig
        self.tried = self.won = 0

    def note(self, won: bool) -> None:
        self.tried += 1
        self.won += won

    @property
    def share(self) -> float:
        return self.won / self.tried


def _merit(candidate: _TriedPlacement) -> tuple[float, ...]:
    """Sort by the number of tries, then by the number of wins."""
    return -candidate.tried, -candidate.won


def _better(candidates: list[_TriedPlacement]) -> list[_TriedPlacement]:
    most = max(FEWEST, len(candidates) // 2)
    return sorted(candidates, key=_merit)[:most]


def _groups(view: SoloView, decks: int, rng: Random, cores: int) -> Iterator[list[Deck]]:
    """Draw decks, as many at a time as there are cores."""
    for first in range(0, decks, cores):
        yield [_draw(view, rng) for _ in range(min(cores, decks - first))]


def _wins(dig: Dig, deck: Deck, flip: bool) -> bool:
    return solve_dig(dig, deck, flip, steps=STEPS).verdict is Verdict.SOLVED


def _draw(view: SoloView, rng: Random) -> Deck:
    """Return the cards after the open one; those that are not known are shuffled."""
    hidden = [tile for tile in TILES if tile not in view.cards]
    return (*view.cards[view.number :], *rng.sample(hidden, len(hidden)))
