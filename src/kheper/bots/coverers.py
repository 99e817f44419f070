"""Search for solo games: decks that could be, each solved to the end."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic

import numpy as np

from kheper.bots.limits import Limits
from kheper.scarabya import Dig, Placement, SoloView, Tile
from kheper.scarabya.tiles import TILES
from kheper.search.solo import Verdict, solve_dig

# Far more than almost any game needs; what takes longer counts as lost.
STEPS = 3000

Deck = tuple[Tile, ...]


def cover(
    view: SoloView,
    decks: int,
    rng: Random,
    limits: Limits,
    others: tuple[Placement, ...] = (),
) -> list[tuple[Placement, float]]:
    """Return placements with the share of decks that can still be won after them, best first.

    Each deck is solved from the open card on; the first placements of the solutions are the
    candidates, and so are the `others`; every one of them is then tried against all decks.
    Nobody who plays knows the deck, so the shares are a little too hopeful, for all alike.
    """
    assert view.card is not None, "the game is over"
    over = limits.share(1.0, monotonic())
    drawn = [_draw(view, rng) for _ in range(decks)]
    flip = view.options.flip == "on"
    card = view.card

    def first_move(deck: Deck) -> Placement | None:
        line = solve_dig(view.dig, (card, *deck), flip, steps=STEPS).line
        return line[0][1] if line else None

    with ThreadPoolExecutor(limits.cores) as pool:
        found = dict.fromkeys(move for move in pool.map(first_move, drawn) if move)
        digs = {move: view.dig.place(move) for move in (*found, *others)}

        def wins(deck: Deck) -> list[bool]:
            return [_wins(dig, deck, flip) for dig in digs.values()]

        shares = np.zeros(len(digs))
        for first in range(0, len(drawn), limits.cores):
            shares += sum(map(np.array, pool.map(wins, drawn[first : first + limits.cores])))
            if over() or limits.stop():
                break
    tried = min(first + limits.cores, len(drawn))
    return sorted(zip(digs, shares / tried, strict=True), key=lambda one: -one[1])


def _wins(dig: Dig, deck: Deck, flip: bool) -> bool:
    return solve_dig(dig, deck, flip, steps=STEPS).verdict is Verdict.SOLVED


def _draw(view: SoloView, rng: Random) -> Deck:
    """Return the cards behind the open one, those that are not known in some order."""
    hidden = [tile for tile in TILES if tile not in view.cards]
    return (*view.cards[view.number :], *rng.sample(hidden, len(hidden)))
