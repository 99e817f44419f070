"""Positions with few cards left, that brute force can reach."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from kheper.scarabya import Dig, Duel, Options, Placement, Site, Tile
from kheper.scarabya.tiles import TILES
from tests.samples import draw_site

Ending = tuple[Dig, tuple[Tile, ...], bool]


def draw_dig(rng: Random, left: int, site: Site | None = None) -> Ending:
    """Return a dig after random play, with that many cards left."""
    dig = Dig.on(site or Site.parse(draw_site(rng)))
    cards, flip = rng.sample(TILES, 12), draw_flip(rng)
    for card in cards[: 12 - left]:
        fits = dig.fits(card, flip)
        dig = dig.place(draw_move(rng, fits, dig)) if fits else dig.discard()
    return dig, tuple(cards[12 - left :]), flip


def draw_duel(rng: Random, left: int, site: Site | None = None) -> Duel:
    """Return a duel after random play, with that many cards left or fewer."""
    options = Options(flip="on" if draw_flip(rng) else "off")
    site = site or Site.parse(draw_site(rng))
    duel = Duel.start(site, tuple(rng.sample(TILES, 12)), options)
    while not duel.over and len(duel.dig.entries) < 12 - left:
        seat = duel.to_move[0]
        duel = duel.play(seat, draw_move(rng, duel.legal_moves(seat), duel.dig))
    return duel


def draw_small_site(rng: Random, squares: int) -> Site:
    """Return a site with that many free squares around the centre, and rocks on all others."""
    free = {(4, 4)}
    while len(free) < squares:
        row, column = rng.choice(sorted(free))
        down, right = rng.choice(((-1, 0), (0, -1), (0, 1), (1, 0)))
        if 0 <= row + down < 10 and 0 <= column + right < 10:
            free.add((row + down, column + right))
    rows = (
        "".join(rng.choice(".s") if (row, column) in free else "#" for column in range(10))
        for row in range(10)
    )
    return Site.parse("/".join(rows))


def draw_small_duel(rng: Random, cards: int, squares: int) -> Duel:
    """Return a duel from its first card on, with few cards and on a small site."""
    options = Options(flip="on" if draw_flip(rng) else "off")
    return Duel.start(draw_small_site(rng, squares), tuple(rng.sample(TILES, cards)), options)


def draw_small_dig(rng: Random, cards: int, squares: int) -> Ending:
    """Return an empty small site, and few cards."""
    return Dig.on(draw_small_site(rng, squares)), tuple(rng.sample(TILES, cards)), draw_flip(rng)


def draw_flip(rng: Random) -> bool:
    return rng.random() < 0.8


def draw_move(rng: Random, fits: Sequence[Placement], dig: Dig) -> Placement:
    """Return the move of some random ones that scores most: so play is neither good nor empty."""
    tried = rng.choices(fits, k=6)
    return max(tried, key=lambda fit: sum(area.points for area in dig.closed_by(fit)))
