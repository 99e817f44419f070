"""Compare the solver with brute force on random positions.

python -m tests.search.scarabya.last_cards.comparison [--positions 1000] [--seed N]
"""

from __future__ import annotations

import argparse
from random import Random, SystemRandom

from kheper.scarabya import Dig, Duel, Placement, Tile
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.solver import Solution, solve, values
from tests.search.scarabya.last_cards import brute, positions

# Cards left, and free squares of small sites, that brute force tries in a fraction of a second.
LEFT = (0, 1, 2, 3, 4)
SMALL = ((4, 10), (5, 24), (6, 30))


def compare_dig(dig: Dig, cards: tuple[Tile, ...], flip: bool) -> Solution:
    """Check every number of a dig's solution."""
    position, expected = LastCards.of_dig(dig, cards, flip), brute.dig_values(dig, cards, flip)
    found = compare(position, expected, dig.points)
    assert found.value == played(dig, found, flip)
    return found


def compare_duel(duel: Duel) -> Solution:
    """Check every number of a duel's solution."""
    position, expected = LastCards.of_duel(duel), brute.duel_values(duel)
    found = compare(position, expected, duel.scores[0] - duel.scores[1])
    assert found.value == dueled(duel, found)
    return found


def compare(position: LastCards, expected: dict[Placement, int], otherwise: int) -> Solution:
    """Check value, best moves and the values of all moves against brute force."""
    found = solve(position)
    assert found is not None
    best = max(expected.values(), default=otherwise)
    assert found.value == best
    assert found.best == tuple(sorted((m for m, v in expected.items() if v == best), key=str))
    assert values(position) == expected
    assert tuple(card for card, _ in found.line) == position.cards
    return found


def played(dig: Dig, found: Solution, flip: bool) -> int:
    """Play a line by the rules and return its points; a card is discarded only if it must be."""
    for card, placement in found.line:
        fits = dig.fits(card, flip)
        assert (placement in fits) if placement else not fits  # SY-L6
        dig = dig.place(placement) if placement else dig.discard()
    return dig.points


def dueled(duel: Duel, found: Solution) -> int:
    """Play a line by the rules and return the mover's final lead; discards are the rules'."""
    seat, past = (*duel.to_move, 1)[0], len(duel.dig.entries)
    for _, placement in found.line:
        if placement is not None:
            duel = duel.play(duel.to_move[0], placement)
    assert duel.over
    assert duel.dig.entries[past:] == tuple(placement for _, placement in found.line)
    return duel.scores[seat - 1] - duel.scores[2 - seat]


def compare_some(rng: Random) -> None:
    """Compare one dig and one duel, in the middle of a game or on a small site."""
    if rng.random() < 0.5:
        left = rng.choice(LEFT)
        compare_dig(*positions.draw_dig(rng, left))
        compare_duel(positions.draw_duel(rng, left))
    else:
        cards, squares = rng.choice(SMALL)
        compare_dig(*positions.draw_small_dig(rng, cards, squares))
        compare_duel(positions.draw_small_duel(rng, cards, squares))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--positions", type=int, default=1000, help="of each mode")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    for n in range(arguments.positions):
        try:
            compare_some(Random(f"{arguments.seed} {n}"))
        except AssertionError:
            print(f"position {n}")
            raise
    print(f"{arguments.positions} digs and as many duels agree")


if __name__ == "__main__":
    main()
