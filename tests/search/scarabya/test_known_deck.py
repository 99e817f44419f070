"""The best score with the cards known, and its bound, against all lines there are."""

from __future__ import annotations

from random import Random

import pytest

from kheper.scarabya import Arrangement, Dig, Site, Tile
from kheper.scarabya.tiles import TILES
from kheper.search.jit.stop import StopFlag
from kheper.search.scarabya.known_deck.solver import best
from tests.samples import draw_site


def positions(seed: int, count: int, left: int) -> list[tuple[Dig, tuple[Tile, ...], bool]]:
    """Return digs after greedy and random play, with the cards that are left."""
    rng = Random(seed)
    found: list[tuple[Dig, tuple[Tile, ...], bool]] = []
    while len(found) < count:
        own = rng.random() < 0.5
        dig = Dig.on(Arrangement.draw(rng).site() if own else Site.parse(draw_site(rng)))
        cards, flip = rng.sample(TILES, 12), rng.random() < 0.8
        for card in cards[: 12 - left]:
            fits = dig.fits(card, flip)
            if fits:
                dig = dig.place(rng.choice(fits))
        found.append((dig, tuple(cards[12 - left :]), flip))
    return found


def optimum(dig: Dig, cards: tuple[Tile, ...], flip: bool) -> int:
    """Try every line, by the rules alone."""
    if not cards:
        return dig.points
    fits = dig.fits(cards[0], flip)
    after = [dig.place(fit) for fit in fits] or [dig]
    return max(optimum(each, cards[1:], flip) for each in after)


def played(dig: Dig, line: object, flip: bool) -> int:
    """Play a line by the rules and return its points; a card is discarded only if it must be."""
    for card, placement in line:  # type: ignore[attr-defined] # a line
        fits = dig.fits(card, flip)
        assert (placement in fits) if placement else not fits  # SY-L6
        dig = dig.place(placement) if placement else dig
    return dig.points


@pytest.mark.parametrize("left", [0, 1, 2])
def test_sy_a2_the_best_of_few_cards_is_the_best_there_is(left: int) -> None:
    gaps = 0
    for dig, cards, flip in positions(left, 12, left):
        found, most = best(dig, cards, flip), optimum(dig, cards, flip)
        assert found.points == most == played(dig, found.line, flip)
        assert found.bound >= most
        gaps += found.bound - most
    assert gaps <= 12, "with few cards the bound is close"


def test_a_line_is_played_by_the_rules_and_never_passes_its_bound() -> None:
    for left in (4, 8, 12):
        for dig, cards, flip in positions(left, 2, left):
            found = best(dig, cards, flip, width=64)
            assert [card for card, _ in found.line] == list(cards)
            assert dig.points <= found.points == played(dig, found.line, flip) <= found.bound
            assert found.proven == (found.points == found.bound)


def test_no_random_line_passes_the_bound() -> None:
    rng = Random(5)
    for dig, cards, flip in positions(3, 5, 12):
        found = best(dig, cards, flip, width=32)
        for _ in range(30):
            after = dig
            for card in cards:
                fits = after.fits(card, flip)
                if fits:
                    after = after.place(
                        max(rng.sample(list(fits), min(6, len(fits))), key=lambda f: f.index % 7)
                    )
            assert after.points <= found.bound


def test_a_wider_beam_finds_no_less_and_it_repeats() -> None:
    for dig, cards, flip in positions(9, 3, 12):
        narrow, wide = (best(dig, cards, flip, width=width) for width in (16, 256))
        assert wide.points >= narrow.points - 3
        assert best(dig, cards, flip, width=16) == narrow


def test_stopped_at_once_it_still_has_a_line() -> None:
    stop = StopFlag()
    stop.set()
    for dig, cards, flip in positions(4, 2, 12):
        found = best(dig, cards, flip, stop=stop)
        assert found.points == played(dig, found.line, flip) <= found.bound
