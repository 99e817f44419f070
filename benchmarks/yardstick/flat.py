"""Flat Monte Carlo with greedy rollouts: the player that Scarabya's search is measured against."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from random import Random
from time import monotonic
from typing import Any

import numpy as np

from benchmarks.yardstick.playouts import GREEDY, Deal, fits, greedy_playouts, place
from kheper.scarabya import PLACEMENTS, DuelView, ExpeditionView, Placement
from kheper.scarabya.tiles import TILES
from kheper.search.scarabya.moves import MOST_FITS, DigPosition
from kheper.search.scarabya.tables import cards_of, ground_of, scarabs_of

# Playouts of a move between two looks at the clock.
BATCH = 4


def choose(
    view: ExpeditionView | DuelView, rng: Random, seconds: float, cores: int = 1
) -> Placement:
    """Play every legal move out, all equally often, and take the one with the best mean."""
    end = monotonic() + seconds
    moves, positions, gains = _answers(view)
    deck = cards_of(tile for tile in TILES if tile not in view.cards)
    if len(moves) == 1 or not len(deck):
        return PLACEMENTS[int(moves[gains.argmax()])]
    # In a duel the other seat moves next, and the difference counts.
    duel, seat = isinstance(view, DuelView), view.seat or 1
    mover, sign = (3 - seat if duel else 0), (-1 if duel and seat == 2 else 1)

    def sweep(seed: int) -> Any:
        """Play all moves out over the same decks; nothing if the time ends in between."""
        deal, results = Deal.of(deck.copy(), 0), np.zeros((BATCH, 3), dtype=np.int16)
        found = np.zeros(len(moves))
        for n, position in enumerate(positions):
            deal.deck[:] = deck
            greedy_playouts(position, deal, mover, GREEDY, 0, seed, results)
            found[n] = sign * (results[:, 0] - results[:, 1] * duel).mean()
            if monotonic() > end:
                return None
        return found

    sums = np.zeros(len(moves))
    sweeps = 0
    with ThreadPoolExecutor(cores) as pool:
        while monotonic() < end:
            for found in pool.map(sweep, [rng.getrandbits(60) for _ in range(cores)]):
                if found is not None:
                    sums, sweeps = sums + found, sweeps + 1
    return PLACEMENTS[int(moves[(sums / max(1, sweeps) + gains).argmax()])]


def _answers(view: ExpeditionView | DuelView) -> tuple[Any, list[DigPosition], Any]:
    """Return the legal moves, the position after each, and what each gains."""
    dig = view.dig if isinstance(view, DuelView) else view.digs[(view.seat or 1) - 1]
    flip = int(view.options.flip == "on")

    def position() -> DigPosition:
        return DigPosition(ground_of(dig), scarabs_of(dig), flip)

    moves = np.zeros(MOST_FITS, dtype=np.int16)
    count = fits(position(), TILES.index(view.cards[-1]), moves)
    positions = [position() for _ in range(count)]
    gains = [place(after, int(moves[n])) for n, after in enumerate(positions)]
    return moves[:count], positions, np.array(gains)
