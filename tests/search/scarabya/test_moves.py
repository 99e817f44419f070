"""The Scarabya kernels say what the rules say."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from kheper.core.grid import Square, bit, squares_of
from kheper.scarabya import PLACEMENTS, Arrangement, Dig, Duel, Expedition, Site, Solo, Tile
from kheper.scarabya.options import Options
from kheper.search.jit.arrays import Words
from kheper.search.jit.bits import mask_of_words, nth, words
from kheper.search.scarabya import moves as kernels
from kheper.search.scarabya import playouts as scarabya_playouts
from kheper.search.scarabya.tables import NUMBER, TILES, cards_of, ground_of, scarabs_of

POSITIONS = 100_000


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


def free_of(ground: Words) -> int:
    return mask_of_words(ground[0], ground[1])


def test_100_000_random_positions_are_what_the_rules_say() -> None:
    found = np.empty(kernels.MOST_FITS, dtype=np.int16)
    points = np.empty(kernels.MOST_FITS, dtype=np.int16)
    rng = Random(1)
    for number, (dig, card, flip) in zip(range(POSITIONS), positions(2), strict=False):
        ground, scarabs = ground_of(dig), scarabs_of(dig)
        expected = list(dig.fits(card, flip))
        total = kernels.fits(ground, NUMBER[card], flip * 1, found)
        assert found[:total].tolist() == [placement.index for placement in expected]
        assert kernels.takes(ground, NUMBER[card], flip * 1) == bool(expected)
        if not expected:
            continue
        if number % 25 == 0:
            kernels.gains(ground, scarabs, found[:total], points[:total])
            made = [dig.place(placement).points - dig.points for placement in expected]
            assert points[:total].tolist() == made
        placement = rng.choice(expected)
        after = dig.place(placement)
        assert kernels.place(ground, scarabs, placement.index) == after.points - dig.points
        closed = sum(area.squares for area in after.areas[len(dig.areas) :] if area.scarabs)
        assert free_of(ground) == free_of(ground_of(dig)) & ~placement.mask & ~closed
        assert mask_of_words(ground[2], ground[3]) & ~free_of(ground) == 0
        assert ground[4] == 1


def test_every_tile_is_judged_as_the_rules_do() -> None:
    for dig, _, flip in (position for position, _ in zip(positions(3), range(500), strict=False)):
        ground = ground_of(dig)
        able = [tile for tile in TILES if kernels.takes(ground, NUMBER[tile], flip * 1)]
        assert able == [tile for tile in TILES if dig.takes(tile, flip)]


def test_areas_enclosed_by_rocks_never_score_sy_a4() -> None:
    site = Site.parse("/".join(["s#........", "#........."] + ["." * 10] * 8))
    dig = Dig.on(site)
    assert free_of(ground_of(dig)) == site.free & ~1
    results = np.empty((50, 2), dtype=np.int16)
    entries = np.empty(12, dtype=np.int16)
    scarabya_playouts.playouts(
        ground_of(dig), scarabs_of(dig), cards_of(TILES), 0, 1, 7, entries, results
    )
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
        deck, entries = cards_of(cards), np.empty(len(cards), dtype=np.int16)
        results = np.empty((3, 2 if looks is None else 3), dtype=np.int16)
        ground, scarabs = ground_of(dig), scarabs_of(dig)
        if looks is None:
            scarabya_playouts.playouts(ground, scarabs, deck, 1, flip * 1, seed, entries, results)
        else:
            weights = scarabya_playouts.COVERING if seed % 2 else scarabya_playouts.GREEDY
            scarabya_playouts.greedy_playouts(
                ground, scarabs, deck, 1, flip * 1, 0, weights, looks, seed, entries, results
            )
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
        entries, results = np.empty(len(deck), dtype=np.int16), np.empty((1, 3), dtype=np.int16)
        scarabya_playouts.greedy_playouts(
            ground_of(duel.dig), scarabs_of(duel.dig), deck, len(deck), 1, duel.to_move[0],
            scarabya_playouts.GREEDY, 4, seed, entries, results,
        )  # fmt: skip
        before, end = duel.scores, duel
        for index in entries:
            if index >= 0:
                end = end.play(end.to_move[0], PLACEMENTS[index])
        assert end.over
        assert [a - b for a, b in zip(end.scores, before, strict=True)] == results[0, :2].tolist()


def test_an_expedition_seat_that_follows_a_playout_ends_with_its_points() -> None:
    rng = Random(9)
    site, deck = random_site(rng), random_deck(rng)
    game = Expedition.start(site, deck)
    entries, results = np.empty(12, dtype=np.int16), np.empty((1, 2), dtype=np.int16)
    dig = Dig.on(site)
    scarabya_playouts.playouts(
        ground_of(dig), scarabs_of(dig), cards_of(deck), 12, 1, 4, entries, results
    )
    while not game.over:
        game = game.play(1, PLACEMENTS[entries[game.number - 1]])
    assert game.scores == (results[0, 0],)


def test_uniform_play_is_uniform_over_the_legal_placements() -> None:
    """Chi-squared over the first placement, far from any chance of a false alarm."""
    dig = Dig.on(Arrangement.draw(Random(5)).site())
    fits = [placement.index for placement in dig.fits(Tile.W)]
    counts = dict.fromkeys(fits, 0)
    entries, results = np.empty(1, dtype=np.int16), np.empty((1, 2), dtype=np.int16)
    games = 100 * len(fits)
    for seed in range(games):
        scarabya_playouts.playouts(
            ground_of(dig), scarabs_of(dig), cards_of([Tile.W]), 1, 1, seed, entries, results
        )
        counts[int(entries[0])] += 1
    squared = sum((count - 100) ** 2 / 100 for count in counts.values())
    freedom = len(fits) - 1
    assert abs(squared - freedom) < 6 * (2 * freedom) ** 0.5


def test_the_same_seed_repeats_and_another_does_not() -> None:
    dig = Dig.on(Arrangement.draw(Random(6)).site())

    def run(seed: int) -> list[list[int]]:
        entries, results = np.empty(12, dtype=np.int16), np.empty((200, 2), dtype=np.int16)
        scarabya_playouts.playouts(
            ground_of(dig), scarabs_of(dig), cards_of(TILES), 0, 1, seed, entries, results
        )
        return results.tolist()

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_words_and_masks_are_inverse() -> None:
    rng = Random(7)
    for _ in range(200):
        mask = random_site(rng).scarabs
        assert mask_of_words(*words(mask)) == mask
        low = words(mask)[0]
        places = [square.row * 11 + square.column for square in squares_of(mask) if square.row < 5]
        assert [nth(low, n) for n in range(len(places))] == places


def test_hashes_tell_positions_apart() -> None:
    grounds: dict[int, tuple[bytes, int]] = {}
    for dig, _, _ in (position for position, _ in zip(positions(8), range(5000), strict=False)):
        ground = ground_of(dig)
        for card in range(2):
            key = int(kernels.hash_of(ground, card))
            assert grounds.setdefault(key, (ground.tobytes(), card)) == (ground.tobytes(), card)


def outcomes() -> list[object]:
    """Compute a little with every kernel: the same, compiled and as plain Python."""
    from kheper.search.scarabya.solo.solver import solve

    told: list[object] = []
    found = np.empty(kernels.MOST_FITS, dtype=np.int16)
    points = np.empty(kernels.MOST_FITS, dtype=np.int16)
    for seed in range(12):
        dig, cards, flip = dig_of(seed)
        ground, scarabs, deck = ground_of(dig), scarabs_of(dig), cards_of(cards)
        total = kernels.fits(ground, int(deck[0]), flip * 1, found)
        kernels.gains(ground, scarabs, found[:20], points[:20]) if total >= 20 else None
        told += [found[:total].tolist(), points[:20].tolist() if total >= 20 else []]
        told += [bool(kernels.takes(ground, n, flip * 1)) for n in range(12)]
        entries, results = np.empty(len(deck), np.int16), np.empty((2, 2), np.int16)
        scarabya_playouts.playouts(ground, scarabs, deck, 1, flip * 1, seed, entries, results)
        told += [deck.tolist(), entries.tolist(), results.tolist()]
        results = np.empty((1, 3), np.int16)
        for looks, mover in ((3, 0), (2, 1)):
            scarabya_playouts.greedy_playouts(
                ground, scarabs, deck, 0, flip * 1, mover, scarabya_playouts.GREEDY, looks, seed,
                entries, results,
            )  # fmt: skip
            told += [entries.tolist(), results.tolist()]
        told.append(int(kernels.hash_of(ground, seed)))
        if total:
            told += [int(kernels.place(ground, scarabs, int(found[0]))), ground.tolist()]
        solo = Solo.start(dig.site, random_deck(Random(seed)), Options(flip="on"))
        solution = solve(solo, steps=15, seed=seed)
        told += [solution.verdict, solution.steps, str(solution.line)]
    return told


def test_plain_python_computes_the_same_as_compiled_code() -> None:
    script = Path(__file__)
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-W", "ignore::RuntimeWarning", str(script)],
        env=environment, capture_output=True, text=True, check=True, timeout=300,
    )  # fmt: skip
    assert json.loads(run.stdout) == json.loads(json.dumps(outcomes()))


if __name__ == "__main__":
    assert not hasattr(kernels.fits, "py_func"), "this is to be plain Python"
    print(json.dumps(outcomes()))
