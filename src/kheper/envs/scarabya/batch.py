"""A batch of games as an object: room for them, and the way back to the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from random import Random

import numpy as np

from kheper.envs.scarabya import kernels
from kheper.envs.scarabya.modes import MODES
from kheper.envs.scarabya.planes import ACTIONS, plane_names
from kheper.games import SCARABYA
from kheper.scarabya.boards import BOARDS, Arrangement, Board
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.options import Options
from kheper.scarabya.placements import PLACEMENTS
from kheper.scarabya.site import Site
from kheper.scarabya.tiles import TILES
from kheper.search.jit.arrays import WordRows
from kheper.search.jit.masks import mask_of_words, words

_GROUND = ("site", "boards", "arrangement")
_NUMBER = {tile: number for number, tile in enumerate(TILES)}


class GameBatch:
    """GameBatch of one mode that are played side by side; `kernels` says what the arrays hold."""

    def __init__(self, count: int, mode: str, options: Options, sites: WordRows) -> None:
        self.seats = 2 if MODES[mode].in_turn else 1
        self.options = options
        self.sites = sites
        self.words = np.zeros((count, kernels.WORDS), dtype=np.uint64)
        self.counts = np.zeros((count, kernels.COUNTS), dtype=np.int64)
        self.decks = np.zeros((count, kernels.CARDS), dtype=np.int8)
        self.entries = np.zeros((count, kernels.CARDS), dtype=np.int16)
        planes = len(plane_names(mode, self.seats))
        self.planes = np.zeros((count, planes, 100), dtype=np.uint8)
        self.masks = np.zeros((count, ACTIONS), dtype=np.int8)
        # As kernels take them.
        self.arrays = kernels.BatchArrays(
            sites, int(options.flip == "on"), self.seats, self.words, self.counts, self.decks,
            self.entries, self.planes, self.masks,
        )  # fmt: skip

    @classmethod
    def of(cls, state: Duel) -> GameBatch:
        """Return a batch of one game: this one, from its start."""
        games = cls(1, state.mode, state.options, _rows([state.dig.site]))
        games.decks[0] = [_NUMBER[tile] for tile in state.deck]
        kernels.start_games(games.arrays, 0, 1, False)
        return games

    def draw(self, game: int, seed: int) -> None:
        """Start one game anew, with a site and a deck drawn by a seed of 64 bits."""
        self.words[game, kernels.RANDOM] = seed
        kernels.start_games(self.arrays, game, game + 1, True)

    def state(self, game: int) -> Expedition | Duel:
        """Play a game again, through the rules."""
        played = int(self.counts[game, kernels.NUMBER])
        low, high, rocks, rocks_high = self.sites[self.counts[game, kernels.SITE], :4]
        site = Site(mask_of_words(low, high), mask_of_words(rocks, rocks_high))
        deck = tuple(TILES[card] for card in self.decks[game])
        start = Duel.start if self.seats > 1 else Expedition.start
        state = start(site, deck, options=self.options)
        for entry in self.entries[game, :played]:
            if entry >= 0:
                state = state.play(state.to_move[0], PLACEMENTS[entry])
        return state


def row_of(site: Site) -> tuple[np.uint64, ...]:
    """Return a site as a row of `sites`."""
    return (*words(site.scarabs), *words(site.rocks), *words(sum(site.enclosed())))


def sites_of(settings: Mapping[str, str]) -> WordRows:
    """Return the sites that games with these settings are drawn from: one, or 6,144 (SY-S3)."""
    if "site" in settings or "arrangement" in settings:
        named = {name: settings[name] for name in _GROUND if name in settings}
        return _rows([SCARABYA.new({"mode": "duel", **named}, Random(0)).site])
    return _arranged(settings.get("boards", ""))


@lru_cache(maxsize=4)
def _arranged(boards: str) -> WordRows:
    laid = tuple(Board.parse(board) for board in boards.split()) or BOARDS
    return _rows([arrangement.site(laid) for arrangement in Arrangement.every()])


def _rows(sites: Iterable[Site]) -> WordRows:
    return np.array([row_of(site) for site in sites], dtype=np.uint64)
