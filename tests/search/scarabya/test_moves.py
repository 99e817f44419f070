"""The Scarabya kernels say what the rules say."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import islice
from random import Random

import numpy as np
import pytest

from benchmarks.yardstick.playouts import GREEDY, Deal, fits, greedy_playouts, place, playouts
from kheper.core.grid import Square, bit
from kheper.scarabya import PLACEMENTS, Arrangement, Dig, Duel, Expedition, Site, Solo, Tile
from kheper.scarabya.options import Options
from kheper.search.jit.arrays import Words
from kheper.search.jit.masks import mask_of_words, words
from kheper.search.scarabya.moves import MOST_FITS, DigPosition
from kheper.search.scarabya.tables import NUMBER, TILES, cards_of, ground_of, scarabs_of

POSITIONS = 100_000
MODULE = "tests.search.scarabya.test_moves"


def random_site(rng: Random) -> Site:
    """Draw an arrangement, or now and then a site of one's own, with areas that rocks enclose."""
    if rng.random() < 0.9:
        return Arrangement.draw(rng).site()
    cells = [Square(row, column) for row in range(10) for column in range(10)]
    rng.shuffle(cells)
    rocks = rng.randrange(30)
    return Site(sum(map(bit, cells[:24])), sum(map(bit, cells[24 : 24 + rocks])))


def random_deck(rng: Random) -> tuple[Tile, ...]:
    return tuple(rng.sample(TILES, len(TILES)))


def positions(seed: int) -> Iterator[tuple[Dig, Tile, bool]]:
    """Yield random positions, each with a card, as they come up in random games."""
    rng = Random(seed)
    while True:
        dig, flip = Dig.on(random_site(rng)), rng.random() < 0.8
        for card in random_deck(rng):
            yield dig, card, flip
            fits = dig.fits(card, flip)
            dig = dig.place(rng.choice(fits)) if fits else dig.discard()


def position_of(dig: Dig, flip: bool = True) -> DigPosition:
    return DigPosition(ground_of(dig), scarabs_of(dig), int(flip))


def free_of(ground: Words) -> int:
    return mask_of_words(ground[0], ground[1])


def test_100_000_random_positions_are_what_the_rules_say() -> None:
    found = np.empty(MOST_FITS, dtype=np.int16)
    rng = Random(1)
    for dig, card, flip in islice(positions(2), POSITIONS):
        position = position_of(dig, flip)
        expected = list(dig.fits(card, flip))
        total = fits(position, NUMBER[card], found)
        assert found[:total].tolist() == [placement.index for placement in expected]
        if not expected:
            continue
        placement = rng.choice(expected)
        after = dig.place(placement)
        assert place(position, placement.index) == after.points - dig.points
        ground = position.ground
        closed = sum(area.squares for area in after.areas[len(dig.areas) :] if area.scarabs)
        assert free_of(ground) == free_of(ground_of(dig)) & ~placement.mask & ~closed
        assert mask_of_words(ground[2], ground[3]) & ~free_of(ground) == 0
        assert ground[4] == 1


def test_areas_enclosed_by_rocks_never_score_sy_a4() -> None:
    site = Site.parse("/".join(["s#........", "#........."] + ["." * 10] * 8))
    dig = Dig.on(site)
    assert free_of(ground_of(dig)) == site.free & ~1
    results = np.empty((50, 2), dtype=np.int16)
    playouts(position_of(dig), Deal.of(cards_of(TILES), 0), 7, results)
    assert not results.any()


def dig_of(seed: int) -> tuple[Dig, tuple[Tile, ...], bool]:
    """Return a position in the middle of a random game, and the cards that are left."""
    rng = Random(seed)
    dig, deck, flip = Dig.on(random_site(rng)), random_deck(rng), rng.random() < 0.8
    laid = rng.randrange(12)
    for card in deck[:laid]:
        fits = dig.fits(card, flip)
        dig = dig.place(rng.choice(fits)) if fits else dig.discard()
    return dig, deck[laid:], flip


def replayed(dig: Dig, deck: list[int], entries: list[int], flip: bool) -> Dig:
    """Play a playout's entries through the rules, which refuse what they forbid."""
    for number, index in zip(deck, entries, strict=True):
        card = TILES[number]
        if index < 0:
            assert not dig.takes(card, flip)
            dig = dig.discard()
        else:
            dig.check(PLACEMENTS[index], card, flip)
            dig = dig.place(PLACEMENTS[index])
    return dig


@pytest.mark.parametrize("looks", [None, 0, 1, 5])
def test_whole_playouts_are_legal_and_make_the_points_of_the_rules(looks: int | None) -> None:
    for seed in range(1000 if looks != 0 else 300):
        dig, cards, flip = dig_of(seed)
        deal, position = Deal.of(cards_of(cards), 1), position_of(dig, flip)
        deck, entries = deal.deck, deal.entries
        results = np.empty((3, 2 if looks is None else 3), dtype=np.int16)
        if looks is None:
            playouts(position, deal, seed, results)
        else:
            greedy_playouts(position, deal, 0, GREEDY, looks, seed, results)
        assert deck[0] == NUMBER[cards[0]]
        assert sorted(deck) == sorted(cards_of(cards))
        end = replayed(dig, deck.tolist(), entries.tolist(), flip)
        assert results[-1, 0] == end.points - dig.points
        assert results[-1, -1] == end.covered_scarabs * -1 + dig.covered_scarabs + open_symbols(dig)


def open_symbols(dig: Dig) -> int:
    ground = free_of(ground_of(dig))
    return (dig.site.scarabs & ground).bit_count()


def test_duels_are_scored_as_the_rules_do_sy_d3_sy_d4() -> None:
    for seed in range(600):
        rng = Random(seed)
        duel = Duel.start(random_site(rng), random_deck(rng))
        for _ in range(rng.randrange(8)):
            if not duel.over:
                duel = duel.play(duel.to_move[0], rng.choice(duel.legal_moves(duel.to_move[0])))
        if duel.over:
            continue
        deck = cards_of(duel.deck[len(duel.dig.entries) :])
        deal, results = Deal.of(deck, len(deck)), np.empty((1, 3), dtype=np.int16)
        greedy_playouts(position_of(duel.dig), deal, duel.to_move[0], GREEDY, 4, seed, results)
        before, end = duel.scores, duel
        for index in deal.entries:
            if index >= 0:
                end = end.play(end.to_move[0], PLACEMENTS[index])
        assert end.over
        assert [a - b for a, b in zip(end.scores, before, strict=True)] == results[0, :2].tolist()


def test_an_expedition_seat_that_follows_a_playout_ends_with_its_points() -> None:
    rng = Random(9)
    site, deck = random_site(rng), random_deck(rng)
    game = Expedition.start(site, deck)
    deal, results = Deal.of(cards_of(deck), 12), np.empty((1, 2), dtype=np.int16)
    playouts(position_of(Dig.on(site)), deal, 4, results)
    while not game.over:
        game = game.play(1, PLACEMENTS[deal.entries[game.number - 1]])
    assert game.scores == (results[0, 0],)


def test_uniform_play_is_uniform_over_the_legal_placements() -> None:
    """Chi-squared over the first placement, far from any chance of a false alarm."""
    dig = Dig.on(Arrangement.draw(Random(5)).site())
    legal = [placement.index for placement in dig.fits(Tile.W)]
    counts = dict.fromkeys(legal, 0)
    deal, results = Deal.of(cards_of([Tile.W]), 1), np.empty((1, 2), dtype=np.int16)
    games = 100 * len(legal)
    for seed in range(games):
        playouts(position_of(dig), deal, seed, results)
        counts[int(deal.entries[0])] += 1
    squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    freedom = len(legal) - 1
    assert abs(squared - freedom) < 6 * (2 * freedom) ** 0.5


def test_the_same_seed_repeats_and_another_does_not() -> None:
    dig = Dig.on(Arrangement.draw(Random(6)).site())

    def run(seed: int) -> list[list[int]]:
        results = np.empty((200, 2), dtype=np.int16)
        playouts(position_of(dig), Deal.of(cards_of(TILES), 0), seed, results)
        return results.tolist()

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_words_and_masks_are_inverse() -> None:
    rng = Random(7)
    for _ in range(200):
        mask = random_site(rng).scarabs
        assert mask_of_words(*words(mask)) == mask


def outcomes() -> list[object]:
    """Compute a little with every kernel: the same, compiled and as plain Python."""
    from kheper.search.scarabya.solo.solver import solve

    told: list[object] = []
    found = np.empty(MOST_FITS, dtype=np.int16)
    for seed in range(12):
        dig, cards, flip = dig_of(seed)
        position, deal = position_of(dig, flip), Deal.of(cards_of(cards), 1)
        total = fits(position, int(deal.deck[0]), found)
        told.append(found[:total].tolist())
        results = np.empty((2, 2), np.int16)
        playouts(position, deal, seed, results)
        told += [deal.deck.tolist(), deal.entries.tolist(), results.tolist()]
        results = np.empty((1, 3), np.int16)
        for looks, mover in ((3, 0), (2, 1)):
            greedy_playouts(position, deal, mover, GREEDY, looks, seed, results)
            told += [deal.entries.tolist(), results.tolist()]
        if total:
            told += [int(place(position, int(found[0]))), position.ground.tolist()]
        solo = Solo.start(dig.site, random_deck(Random(seed)), Options(flip="on"))
        solution = solve(solo, steps=15, seed=seed)
        told += [solution.verdict, solution.steps, str(solution.line)]
    return told


def test_plain_python_computes_the_same_as_compiled_code() -> None:
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", "-m", MODULE],
        env=environment, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert json.loads(run.stdout) == json.loads(json.dumps(outcomes()))


if __name__ == "__main__":
    assert not hasattr(fits, "py_func"), "this is to be plain Python"
    print(json.dumps(outcomes()))
