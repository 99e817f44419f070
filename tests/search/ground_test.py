"""The learned evaluation of open ground, tied to the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kheper.scarabya import PLACEMENTS, Arrangement, Dig, Site
from kheper.scarabya.tiles import TILES
from kheper.search import ground
from tests.samples import draw_site


def digs(seed: int, count: int) -> list[tuple[Dig, int, bool]]:
    """Return digs from random games, each with a card that can be placed and a flip option."""
    rng = Random(seed)
    found: list[tuple[Dig, int, bool]] = []
    while len(found) < count:
        own = rng.random() < 0.5
        site = Arrangement.draw(rng).site() if own else Site.parse(draw_site(rng))
        dig, flip = Dig.on(site), rng.random() < 0.8
        for card in rng.sample(range(12), 12):
            fits = dig.fits(TILES[card], flip)
            if fits:
                found.append((dig, card, flip))
                dig = dig.place(rng.choice(fits))
    return found[:count]


def ranked(
    dig: Dig, card: int, flip: bool, mode: str = "expedition"
) -> dict[int, tuple[float, float]]:
    moves = np.zeros(600, dtype=np.int16)
    gains, worths = np.zeros(600, dtype=np.float32), np.zeros(600, dtype=np.float32)
    cells, reach = ground.cells_of(dig)
    count = ground.rank(cells, reach, card, int(flip), *ground.worth(mode), 5, moves, gains, worths)
    return {int(moves[n]): (float(gains[n]), float(worths[n])) for n in range(count)}


@pytest.mark.parametrize("seed", range(4))
def test_legal_placements_and_gains_are_those_of_the_rules(seed: int) -> None:
    for dig, card, flip in digs(seed, 500):
        found = ranked(dig, card, flip)
        fits = dig.fits(TILES[card], flip)
        assert sorted(found) == [fit.index for fit in fits]
        for fit in fits:
            assert found[fit.index][0] == sum(area.points for area in dig.closed_by(fit))


def worth_of(dig: Dig, left: int) -> float:
    """Add up what all windows show, in plain Python, from the squares alone."""
    cells, _ = ground.cells_of(dig)
    small, large = ground.worth("expedition")
    grid = np.zeros((14, 14), dtype=np.int64)
    grid[2:12, 2:12] = cells.reshape(10, 10)
    total = 0.0
    for height, width in ((3, 3), (3, 4), (4, 3)):
        for top in range(15 - height):
            for column in range(15 - width):
                seen = grid[top : top + height, column : column + width]
                flat = (seen.T if height == 4 else seen).reshape(-1)
                picture = int((flat * 3 ** np.arange(flat.size)).sum())
                table = small[left] if flat.size == 9 else large[ground.STAGE[left]]
                total += float(table[picture])
    return total


def test_a_placement_changes_the_worth_by_what_all_windows_say() -> None:
    for dig, card, flip in digs(11, 12):
        before = worth_of(dig, 5)
        for index, (_, change) in list(ranked(dig, card, flip).items())[:4]:
            after = worth_of(dig.place(PLACEMENTS[index]), 5)
            assert change == pytest.approx(after - before, abs=1e-3)


def test_a_picture_is_worth_the_same_turned_and_turned_over() -> None:
    pictures = np.arange(3**9)
    digits = np.stack([pictures // 3**k % 3 for k in range(9)]).reshape(3, 3, -1)
    powers = 3 ** np.arange(9)
    for turned in (np.rot90(digits, axes=(0, 1)), digits[::-1], digits.transpose(1, 0, 2)):
        other = (turned.reshape(9, -1) * powers[:, None]).sum(0)
        assert (ground.classes(3, 3)[other] == ground.classes(3, 3)).all()


def sampled(dig: Dig, card: int, deck: list[int], known: int, seed: int) -> list[float]:
    cells, reach = ground.cells_of(dig)
    moves = np.array([fit.index for fit in dig.fits(TILES[card])][:6], dtype=np.int16)
    sums = np.zeros(len(moves))
    coming = np.array(deck, dtype=np.int8)
    stop = np.zeros(1, dtype=np.int8)
    done = ground.sample(
        cells, reach, coming, known, int(dig.placed), 1, ground.EXPEDITION, 1, 0,
        *ground.worth("expedition"), moves, len(moves), 3, seed, stop, sums,
    )  # fmt: skip
    assert done == 3
    return [float(value) for value in sums]


def test_playouts_repeat_with_their_seed_and_are_games_by_the_rules() -> None:
    dig = Dig.on(Arrangement.draw(Random(3)).site())
    deck = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    assert sampled(dig, 0, deck, 0, 77) == sampled(dig, 0, deck, 0, 77)
    assert sampled(dig, 0, deck, 0, 77) != sampled(dig, 0, deck, 0, 78)
    known = sampled(dig, 0, deck, len(deck), 5)
    for fit, total in zip(list(dig.fits(TILES[0]))[:6], known, strict=True):
        after = dig.place(fit)
        for left, card in zip(range(10, -1, -1), deck, strict=True):
            moves = np.zeros(600, dtype=np.int16)
            gains, worths = np.zeros(600, dtype=np.float32), np.zeros(600, dtype=np.float32)
            count = ground.rank(
                *ground.cells_of(after), card, 1, *ground.worth("expedition"), left,
                moves, gains, worths,
            )  # fmt: skip
            if count:
                best = max(range(count), key=lambda n: gains[n] + worths[n])
                after = after.place(PLACEMENTS[moves[best]])
        assert total == 3 * after.points


def test_a_playout_that_is_stopped_plays_no_round() -> None:
    dig = Dig.on(Arrangement.draw(Random(3)).site())
    cells, reach = ground.cells_of(dig)
    moves = np.array([dig.fits(TILES[0])[0].index], dtype=np.int16)
    done = ground.sample(
        cells, reach, np.array([1, 2], dtype=np.int8), 0, 0, 1, ground.DUEL, 1, 0,
        *ground.worth("duel"), moves, 1, 100, 1, np.ones(1, dtype=np.int8), np.zeros(1),
    )  # fmt: skip
    assert done == 0
