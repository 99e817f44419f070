"""The learned evaluation of open ground, and the search on it, tied to the rules."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from kheper.core.grid import Square as _Square
from kheper.core.grid import bit
from kheper.scarabya import PLACEMENTS, Arrangement, Dig, Site
from kheper.scarabya.tiles import TILES
from kheper.search.scarabya import windows
from kheper.search.scarabya.evaluation import (
    EXPEDITION,
    POINT,
    STAGE,
    Scan,
    load_evaluation,
    rank,
)
from kheper.search.scarabya.moves import DigPosition
from kheper.search.scarabya.tables import ground_of, scarabs_of
from kheper.search.scarabya.training import Learner, Schedule, Weights, learn
from kheper.search.scarabya.tree import (
    CHILDREN,
    Aim,
    CardTree,
    Parameters,
    PlayoutRoom,
    TreeSearch,
    explore,
)
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
    dig: Dig, card: int, flip: bool, left: int = 5, mode: str = "expedition"
) -> dict[int, tuple[int, int]]:
    scan = Scan.empty()
    gains, changes = np.zeros(600, dtype=np.int32), np.zeros(600, dtype=np.int32)
    count, _ = rank(position_of(dig, flip), card, load_evaluation(mode), left, scan, gains, changes)
    return {int(scan.placements[n]): (int(gains[n]), int(changes[n])) for n in range(count)}


def position_of(dig: Dig, flip: bool = True) -> DigPosition:
    return DigPosition(ground_of(dig), scarabs_of(dig), int(flip))


@pytest.mark.parametrize("seed", range(4))
def test_legal_placements_and_gains_are_those_of_the_rules(seed: int) -> None:
    for dig, card, flip in digs(seed, 500):
        found = ranked(dig, card, flip)
        fits = dig.fits(TILES[card], flip)
        assert sorted(found) == [fit.index for fit in fits]
        for fit in fits:
            assert found[fit.index][0] == sum(area.points for area in dig.closed_by(fit))


def marks_of(dig: Dig) -> np.ndarray:
    """Return what the rules say of each square: 0 blocked, 1 free, 2 free with a symbol."""
    gone = 0
    for squares in (*dig.site.enclosed(), *(area.squares for area in dig.areas)):
        gone |= squares
    marks = np.zeros((16, 16), dtype=np.int64)
    for row in range(10):
        for column in range(10):
            place = bit(_Square(row, column))
            if dig.free & ~gone & place:
                marks[row + 3, column + 3] = 2 if dig.site.scarabs & place else 1
    return marks


def worth_of(dig: Dig, left: int) -> int:
    """Add up what all windows show, in plain Python, from the squares alone."""
    small, large = load_evaluation("expedition")
    marks, total = marks_of(dig), 0
    for height, width in ((3, 3), (3, 4), (4, 3)):
        for top in range(17 - height):
            for column in range(17 - width):
                seen = marks[top : top + height, column : column + width]
                flat = (seen.T if height == 4 else seen).reshape(-1)
                picture = int((flat * 3 ** np.arange(flat.size)).sum())
                table = small[left] if flat.size == 9 else large[STAGE[left]]
                total += int(table[picture])
    return total


def test_a_placement_changes_the_worth_by_what_all_windows_say() -> None:
    closing = 0
    for dig, card, flip in digs(11, 40):
        before = worth_of(dig, 5)
        room = Scan.empty(), np.zeros(600, dtype=np.int32), np.zeros(600, dtype=np.int32)
        evaluation = load_evaluation("expedition")
        assert before == rank(position_of(dig), card, evaluation, 5, *room)[1]
        for index, (gain, change) in list(ranked(dig, card, flip).items())[::7]:
            assert change == worth_of(dig.place(PLACEMENTS[index]), 5) - before
            closing += gain > 0
    assert closing > 3, "areas that close are part of what is compared"


def test_a_picture_is_worth_the_same_turned_and_turned_over() -> None:
    pictures = np.arange(3**9)
    digits = np.stack([pictures // 3**k % 3 for k in range(9)]).reshape(3, 3, -1)
    powers = 3 ** np.arange(9)
    for turned in (np.rot90(digits, axes=(0, 1)), digits[::-1], digits.transpose(1, 0, 2)):
        other = (turned.reshape(9, -1) * powers[:, None]).sum(0)
        assert (windows.classes(3, 3)[other] == windows.classes(3, 3)).all()


def explored(
    dig: Dig,
    card: int,
    deck: list[int],
    *,
    known: int,
    seed: int,
    nodes: int = 0,
    rounds: int = 3,
    stop: int = 0,
    plies: int = 99,
) -> tuple[list[float], CardTree]:
    moves = np.array([fit.index for fit in dig.fits(TILES[card])][:6], dtype=np.int16)
    sums, tree = np.zeros((len(moves), 2)), CardTree.of(nodes, len(moves))
    cards = np.array(deck, dtype=np.int8)
    search = TreeSearch(
        position_of(dig), cards, known, moves, load_evaluation("expedition"),
        Aim(EXPEDITION, 0, 0, 0, 0.0), Parameters(3.0, 0.4, plies), tree,
        PlayoutRoom.of(cards), sums, np.array([stop], dtype=np.int8),
    )  # fmt: skip
    done = explore(search, np.arange(len(moves)), max(1, rounds), seed)
    assert done == rounds
    assert (sums[:, 0] == sums[:, 1]).all()
    return [float(value) for value in sums[:, 0]], tree


def test_playouts_repeat_with_their_seed_and_are_games_by_the_rules() -> None:
    dig = Dig.on(Arrangement.draw(Random(3)).site())
    deck = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    once = explored(dig, 0, deck, known=0, seed=77)[0]
    assert once == explored(dig, 0, deck, known=0, seed=77)[0]
    assert once != explored(dig, 0, deck, known=0, seed=78)[0]
    known, _ = explored(dig, 0, deck, known=len(deck), seed=5)
    for fit, total in zip(list(dig.fits(TILES[0]))[:6], known, strict=True):
        after = dig.place(fit)
        for left, card in zip(range(10, -1, -1), deck, strict=True):
            found = ranked(after, card, True, left)
            if found:
                best = max(found, key=lambda n: POINT * found[n][0] + found[n][1])
                after = after.place(PLACEMENTS[best])
        assert total == 3 * after.points


def test_a_tree_counts_each_visit_once_and_never_outgrows_its_room() -> None:
    dig = Dig.on(Arrangement.draw(Random(4)).site())
    results, tree = explored(dig, 0, [1, 2, 3, 4, 5], known=0, seed=9, nodes=150, rounds=200)
    assert tree.used[0] == 150
    tried = tree.tried.reshape(-1, CHILDREN)
    assert (tried.sum(axis=1) == tree.visits).all()
    assert (tried.astype(bool).sum(axis=1) <= tree.families).all()
    roots = tree.after[-len(results) :]
    # Each of the 200 rounds enters the tree of each candidate through one card.
    entered = sum(int(tree.visits[node]) for node in roots.reshape(-1) if node >= 0)
    assert 0 < entered <= 200 * len(results)
    assert all(0 <= value / 200 <= 96 for value in results)


def test_with_few_cards_a_tree_finds_at_least_what_playouts_find() -> None:
    rng, lead = Random(8), 0.0
    for _ in range(12):
        dig = Dig.on(Arrangement.draw(rng).site())
        cards = rng.sample(range(12), 12)
        for card in cards[:8]:
            fits = dig.fits(TILES[card])
            dig = dig.place(max(fits, key=lambda fit: sum(a.points for a in dig.closed_by(fit))))
        if dig.fits(TILES[cards[8]]):
            given = dig, cards[8], cards[9:]
            with_tree = explored(*given, known=3, seed=1, nodes=4000, rounds=400)[0]
            without = explored(*given, known=3, seed=1, rounds=400)[0]
            lead += max(with_tree) - max(without)
    assert lead >= 0


def test_a_playout_cut_short_adds_what_the_ground_is_worth() -> None:
    dig = Dig.on(Arrangement.draw(Random(3)).site())
    deck = [5, 7, 9]
    found, _ = explored(dig, 0, deck, known=3, seed=5, rounds=1, plies=1)
    for fit, total in zip(list(dig.fits(TILES[0]))[:6], found, strict=True):
        after = dig.place(fit)
        ways = ranked(after, 5, True, 2)
        best = max(ways, key=lambda n: POINT * ways[n][0] + ways[n][1])
        after = after.place(PLACEMENTS[best])
        assert total == pytest.approx(after.points + worth_of(after, 2) / POINT)


def test_a_playout_that_is_stopped_plays_no_round() -> None:
    dig = Dig.on(Arrangement.draw(Random(3)).site())
    assert not any(explored(dig, 0, [1, 2], known=0, seed=1, rounds=0, stop=1)[0])


def test_learning_makes_a_player_better_than_one_that_knows_nothing() -> None:
    rng = Random(2)
    some = [Dig.on(Arrangement.draw(rng).site()) for _ in range(40)]
    sites = np.stack([ground_of(dig) for dig in some]), np.stack([scarabs_of(dig) for dig in some])
    weights = Weights.none()

    def play(games: int, rate: float, seed: int) -> float:
        return learn(Learner.of(weights), *sites, Schedule(EXPEDITION, rate, 0), games, seed)

    before = play(200, 0.0, 1)
    for seed in range(8):
        play(250, 0.3, seed)
    assert play(200, 0.0, 1) > before + 2
