"""What follows from the values of positions: the best result, all best moves, and a line."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kheper.scarabya.placements import Placement
from kheper.scarabya.tiles import Tile
from kheper.search.scarabya.last_cards.position import LastCards

# More than any value: a hundred squares of four points.
INFINITE = 1000

# Takes a position and a window of two numbers, and returns the position's value. Outside the
# window it may be a bound: at most the lower number, at least the higher one.
Search = Callable[[LastCards, int, int], int]


class Stopped(Exception):  # noqa: N818 - a limit that was reached is no error
    """A limit ended a search."""


def moves_of(position: LastCards) -> list[tuple[Placement, LastCards]]:
    """Return the placements of the next card with what they leave, most points first."""
    found = [(placement, position.play(placement)) for placement in position.fits]
    return sorted(found, key=lambda move: -move[1].as_placed(move[1].made))


def value_after(after: LastCards, least: int, search: Search) -> int:
    """Return what the placement is worth that left a position; up to `least` it is a bound."""
    if after.mover is None:
        return search(after, least, INFINITE)
    return -search(after, -INFINITE, -least)


def best_moves(position: LastCards, search: Search) -> tuple[int, tuple[Placement, ...]]:
    """Return the value of a position, and every move that reaches it, sorted by notation."""
    position = position.drawn()
    if not position.cards:
        return position.end_value, ()
    best, found = -INFINITE, list[Placement]()
    for placement, after in moves_of(position):
        value = value_after(after, best - 1, search)
        if value > best:
            best, found = value, []
        if value == best:
            found.append(placement)
    return best, tuple(sorted(found, key=str))


def best_line(
    position: LastCards, value: int, search: Search
) -> Iterator[tuple[Tile, Placement | None]]:
    """Yield the cards of a line that reaches the value of a position, None for a discard."""
    while position.cards:
        card, moves = position.cards[0], moves_of(position)
        if not moves:  # SY-L6
            position = position._replace(cards=position.cards[1:])
            yield card, None
            continue
        placement, position = next(
            (placement, after)
            for placement, after in moves
            if value_after(after, value - 1, search) == value
        )
        value = position.as_placed(value)
        yield card, placement
