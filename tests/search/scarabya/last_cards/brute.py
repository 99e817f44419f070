"""The values of first moves by trying every line with the rules themselves."""

from __future__ import annotations

from kheper.scarabya import Dig, Duel, Placement, Tile


def dig_values(dig: Dig, cards: tuple[Tile, ...], flip: bool) -> dict[Placement, int]:
    """Return the most final points after each placement of the first card that has one."""
    for n, card in enumerate(cards):
        if fits := dig.fits(card, flip):
            return {fit: most_points(dig.place(fit), cards[n + 1 :], flip) for fit in fits}
    return {}


def most_points(dig: Dig, cards: tuple[Tile, ...], flip: bool) -> int:
    """Return the most final points of a dig."""
    return max(dig_values(dig, cards, flip).values(), default=dig.points)


def duel_values(duel: Duel) -> dict[Placement, int]:
    """Return the mover's final lead after each move, under best play."""
    if duel.over:
        return {}
    seat = duel.to_move[0]
    return {move: final_lead(duel.play(seat, move), seat) for move in duel.legal_moves(seat)}


def final_lead(duel: Duel, seat: int) -> int:
    """Return a seat's final lead under best play."""
    if duel.over:
        return duel.scores[seat - 1] - duel.scores[2 - seat]
    best = max(duel_values(duel).values())
    return best if seat in duel.to_move else -best
