"""The search for the last cards: every line that could matter, depth first.

Expedition and duel differ in one sign. A position's value is what its mover makes from there
on: the points of a placement, and then, plus in an expedition and minus in a duel, the value of
the position that it leaves. In a duel placements alternate, whatever is discarded (SY-D1,
SY-D2). So when the cards run out, the second player has placed one tile fewer if and only if
they would be to move, and the bonus of SY-D4 is the value of such an end.
"""

from __future__ import annotations

import numpy as np

from kheper.search.jit.arrays import NumberRows, Numbers, Word
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, row_of
from kheper.search.scarabya.last_cards.bound import most_points, symbols_on
from kheper.search.scarabya.last_cards.proof import INFINITE
from kheper.search.scarabya.last_cards.records import LastDeal, SearchLimits, Stack
from kheper.search.scarabya.last_cards.table import key_of, look_up, remember
from kheper.search.scarabya.moves import (
    Ground,
    closed_by,
    lay,
    list_placements,
    read_ground,
    without,
    write_ground,
)
from kheper.search.scarabya.tables import MASKS

# A move is a number: how promising it is, the placement's points, and its index in the table.
_PLACEMENT, _GAIN = 12, 10
# Keeps promise positive: a tile covers at most five symbols.
_LEAST_PROMISE = 16

# Returned when a limit ended the search.
STOPPED = 2 * INFINITE


@part
def ground_at(stack: Stack, ply: int) -> Ground:
    """Return the ground of a row of the stack."""
    return read_ground(stack.grounds[ply])


@part
def scarabs_of(deal: LastDeal) -> WordMask:
    """Return the site's symbols."""
    return WordMask(deal.scarabs[0], deal.scarabs[1])


@part
def play(deal: LastDeal, ground: Ground, placement: Word) -> tuple[int, Ground]:
    """Return the points of a placement (SY-A2), and the ground without tile and closed areas."""
    after = lay(ground, placement)
    areas = closed_by(after.free, scarabs_of(deal), placement)
    return areas.points, without(after, areas.squares)


@part
def list_moves(deal: LastDeal, ground: Ground, card: int, stack: Stack, ply: int) -> int:
    """Write the legal placements of a card as moves; return how many there are.

    Points are promising, and so are symbols that stay uncovered.
    """
    scarabs, moves = scarabs_of(deal), stack.moves[ply]
    total = list_placements(ground, deal.cards[card], deal.flip, stack.placements)
    for n in range(total):
        placement = np.uint64(stack.placements[n])
        tile = row_of(MASKS, placement)
        gain = closed_by(ground.free & ~tile, scarabs, placement).points
        promise = _LEAST_PROMISE + gain - 2 * symbols_on(deal, tile)
        moves[n] = (promise << _GAIN | gain) << _PLACEMENT | np.int64(placement)
    return total


@part
def end_value(deal: LastDeal, ground: Ground, second: int) -> int:
    """Return what the end is worth to whoever would be to move (SY-D4)."""
    return symbols_on(deal, ground.free) if deal.duel and second else 0


@part
def last_value(deal: LastDeal, ground: Ground, second: int, moves: Numbers) -> int:
    """Return the value of a position with one card, whose placements are the moves."""
    best = -INFINITE
    for n in range(len(moves)):
        value = moves[n] >> _PLACEMENT & 2**_GAIN - 1
        if deal.duel:
            _, after = play(deal, ground, np.uint64(moves[n] & 2**_PLACEMENT - 1))
            value -= end_value(deal, after, 1 - second)
        best = max(best, value)
    return best


@part
def bounds(deal: LastDeal, stack: Stack, ply: int, table: NumberRows) -> tuple[int, int]:
    """Return the least and the most that a position can be worth, without searching it."""
    ground, card = ground_at(stack, ply), stack.card[ply]
    most = most_points(deal, ground, len(deal.cards) - card)
    least = -most if deal.duel else 0
    if card < len(deal.cards) - 1:
        known = look_up(table, key_of(ground, card, stack.second[ply]))
        least, most = max(least, known[0]), min(most, known[1])
    return least, most


@part
def enter(deal: LastDeal, stack: Stack, ply: int, table: NumberRows) -> bool:
    """Look at a new position; either find its value, or list its moves and return False."""
    least, most = bounds(deal, stack, ply, table)
    if least >= stack.beta[ply] or most <= stack.alpha[ply] or least == most:
        stack.best[ply] = least if least >= stack.beta[ply] else most
        return True
    ground, card, second = ground_at(stack, ply), stack.card[ply], stack.second[ply]
    total = 0
    while card < len(deal.cards):
        total = list_moves(deal, ground, card, stack, ply)
        card += 1
        if total:
            break  # else it is discarded; in a duel the same player draws again (SY-L6, SY-D2)
    if total == 0:
        stack.best[ply] = end_value(deal, ground, second)
        return True
    if card == len(deal.cards):
        stack.best[ply] = last_value(deal, ground, second, stack.moves[ply, :total])
        return True
    stack.best[ply], stack.root_alpha[ply] = -INFINITE, stack.alpha[ply]
    stack.total[ply], stack.tried[ply], stack.drawn[ply] = total, 0, card
    return False


@part
def next_move(moves: Numbers, tried: int, total: int) -> int:
    """Return the most promising move that has not been tried, and put it behind those."""
    best = tried
    for n in range(tried + 1, total):
        if moves[n] > moves[best]:
            best = n
    moves[tried], moves[best] = moves[best], moves[tried]
    return int(moves[tried])


@part
def descend(deal: LastDeal, stack: Stack, ply: int) -> None:
    """Play the next move, and put the position that it leaves on the stack."""
    move = next_move(stack.moves[ply], stack.tried[ply], stack.total[ply])
    gain, ground = play(deal, ground_at(stack, ply), np.uint64(move & 2**_PLACEMENT - 1))
    stack.tried[ply] += 1
    stack.gain[ply] = gain
    write_ground(stack.grounds[ply + 1], ground)
    stack.card[ply + 1] = stack.drawn[ply]
    alpha, beta = stack.alpha[ply] - gain, stack.beta[ply] - gain
    if deal.duel:
        alpha, beta = -beta, -alpha
        stack.second[ply + 1] = 1 - stack.second[ply]
    stack.alpha[ply + 1], stack.beta[ply + 1] = alpha, beta


@part
def back_up(deal: LastDeal, stack: Stack, ply: int, table: NumberRows) -> bool:
    """Take over the value of what the last move left; say whether the position is decided."""
    value = stack.gain[ply] + (-stack.best[ply + 1] if deal.duel else stack.best[ply + 1])
    best, beta = max(stack.best[ply], value), stack.beta[ply]
    stack.best[ply], stack.alpha[ply] = best, max(stack.alpha[ply], value)
    if best < beta and stack.tried[ply] < stack.total[ply]:
        return False
    key = key_of(ground_at(stack, ply), stack.card[ply], stack.second[ply])
    least = best if best > stack.root_alpha[ply] else -INFINITE
    remember(table, key, least, best if best < beta else INFINITE)
    return True


@kernel
def search(deal: LastDeal, stack: Stack, table: NumberRows, limits: SearchLimits) -> int:
    """Return the value of the position in the stack's first row, or STOPPED.

    Outside the window of that row it is a bound: at most alpha, or at least beta.
    """
    ply = int(np.int64(0))  # for a literal Numba would compile everything once more
    while limits.budget[0] > 0 and not (limits.stop[0] or limits.alarm[0]):
        limits.budget[0] -= 1
        known = enter(deal, stack, ply, table)
        while known and ply:
            ply -= 1
            known = back_up(deal, stack, ply, table)
        if known:
            return int(stack.best[0])
        descend(deal, stack, ply)
        ply += 1
    return STOPPED
