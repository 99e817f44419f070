"""Many games of Scarabya at once: the rules' kernels of `kheper.search`, in a batch.

A game is a row of each array: an expedition of one seat, or a duel. `words`: the five words of
a ground (see `scarabya_tables`), the visible symbols, and the state of the game's random
numbers. `counts`: cards played, whether it is over, its site's row in `sites` (symbols, rocks,
and what rocks and frame enclose, two words each), who moves (0 or 1), and both players' points.
`entries`: what was laid for each card, -1 a discard. `planes` and `masks` are what the mover
sees. A kernel plays the rows `start` to `stop - 1`, so that threads can share a batch. A parity
test ties all this to the rules.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kheper.core.grid import GRID
from kheper.scarabya.site import CENTRE
from kheper.search.jit.arrays import Bytes, Numbers, Shorts, Word, Words
from kheper.search.jit.bits import HALF, ONE, ZERO, count, first
from kheper.search.jit.bits import words as words_of
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.random import below
from kheper.search.scarabya.moves import MOST_ORIENTATIONS, anchors, close, find, lay, pick
from kheper.search.scarabya.playouts import shuffle
from kheper.search.scarabya.tables import BORDERS, COUNT, INDEX, MASKS, START

Pixels: TypeAlias = NDArray[np.uint8]
Floats: TypeAlias = NDArray[np.float64]
Flags: TypeAlias = NDArray[np.bool_]

# Columns of `words`.
SCARABS, RANDOM, WORDS = 5, 7, 8
# Columns of `counts`.
NUMBER, OVER, SITE, MOVER, POINTS, COUNTS = 0, 1, 2, 3, 4, 6
CARDS = 12
ACTIONS = 4096

# Planes of facts, as `scarabya.plane_names` names them; of the others, counted from the last.
_CARD, _COMING, _POINTS, _SECOND, _TURN = 0, 12, 24, 26, 27
_ROCKS, _GROUND, _SCARABS, _AREAS, _REACH = -5, -4, -3, -2, -1
_MOST_POINTS = 255

_EVERY = words_of(GRID)
_CENTRE = words_of(CENTRE)
# The square of each bit of a mask's upper half, row by row.
_SQUARE = np.array([bit // 11 * 10 + bit % 11 for bit in range(HALF)])
# The rows of the table that are tile t's: from ROWS[t] up to ROWS[t + 1].
_ROWS = np.append(INDEX[START[:-1].astype(np.int64), 0], ACTIONS).astype(np.int64)


@part
def paint(planes: Pixels, plane: int, low: Word, high: Word) -> None:
    """Turn the squares of a mask over: what was 0 is 1, what was 1 is 0."""
    while low:
        planes[plane, _SQUARE[first(low)]] ^= 1
        low &= low - ONE
    while high:
        planes[plane, 50 + _SQUARE[first(high)]] ^= 1
        high &= high - ONE


@part
def paint_facts(counts: Numbers, seats: int, planes: Pixels) -> None:
    """Write the points, the mover's first; in a duel also who the mover is."""
    mover = counts[MOVER]
    for n in range(seats):
        points = counts[POINTS + (mover + n) % seats]
        planes[_POINTS + n, :] = points if points < _MOST_POINTS else _MOST_POINTS
    if seats > 1:
        planes[_SECOND, :] = mover
        planes[_TURN, :] = 1 - counts[OVER]


@part
def offer(words: Words, card: int, flip: int, mask: Bytes) -> bool:
    """Mark every legal placement of a card's tile; say whether there is one."""
    low, high, near, far = words[0], words[1], words[2], words[3]
    tile, found = np.uint64(card), False
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here, here_high = anchors(low, high, near, far, orientation)
        found |= (here | here_high) != ZERO
        while here:
            mask[INDEX[orientation, first(here)]] = 1
            here &= here - ONE
        while here_high:
            mask[INDEX[orientation, HALF + first(here_high)]] = 1
            here_high &= here_high - ONE
    return found


@part
def turn_over(
    flip: int,
    seats: int,
    words: Words,
    counts: Numbers,
    deck: Bytes,
    entries: Shorts,
    planes: Pixels,
    mask: Bytes,
) -> None:
    """Draw cards until one can be placed, or they run out (SY-L6, SY-B3, SY-D2)."""
    while counts[NUMBER] < CARDS:
        card = deck[counts[NUMBER]]
        planes[_COMING + card, :] = 0
        if offer(words, card, flip, mask):
            planes[_CARD + card, :] = 1
            break
        entries[counts[NUMBER]] = -1
        counts[NUMBER] += 1
    else:
        counts[OVER] = 1
        if seats > 1 and counts[MOVER]:  # the second player placed one tile fewer (SY-D4)
            low, high = words[SCARABS] & words[0], words[SCARABS + 1] & words[1]
            counts[POINTS + 1] += count(low) + count(high)
    paint_facts(counts, seats, planes)


@part
def deal(
    site: Words,
    flip: int,
    seats: int,
    words: Words,
    counts: Numbers,
    deck: Bytes,
    entries: Shorts,
    planes: Pixels,
    mask: Bytes,
) -> None:
    """Start a game on a site, with the deck as it lies."""
    for half in range(2):
        words[half] = _EVERY[half] & ~site[2 + half] & ~site[4 + half]  # SY-A4
        words[2 + half] = words[half] & _CENTRE[half]  # SY-L1
        words[SCARABS + half] = site[half]
    words[4] = ZERO
    counts[NUMBER], counts[OVER], counts[MOVER] = 0, 0, 0
    counts[POINTS:] = 0
    mask[:] = 0
    planes[:] = 0
    planes[_COMING : _COMING + CARDS, :] = 1
    paint(planes, _ROCKS, site[2], site[3])
    paint(planes, _GROUND, words[0], words[1])
    paint(planes, _SCARABS, site[0], site[1])
    paint(planes, _AREAS, site[4], site[5])
    paint(planes, _REACH, words[2], words[3])
    turn_over(flip, seats, words, counts, deck, entries, planes, mask)


@part
def draw_game(sites: Words, words: Words, counts: Numbers, deck: Bytes) -> None:
    """Draw one of the sites, and shuffle the deck (SY-S1, SY-S5)."""
    random = words[RANDOM:]
    counts[SITE] = below(random, len(sites))
    for card in range(CARDS):
        deck[card] = card
    shuffle(deck, 0, random)


@part
def put(words: Words, placement: Word, planes: Pixels) -> int:
    """Lay a tile, take the areas it closes out of the ground, and return their points (SY-A2)."""
    covered, covered_high = words[SCARABS] & MASKS[placement, 0], MASKS[placement, 1]
    covered_high &= words[SCARABS + 1]
    symbols, symbols_high = words[SCARABS] ^ covered, words[SCARABS + 1] ^ covered_high
    low, high, near, far = lay(words[0], words[1], words[2], words[3], words[4], placement)
    beside, beside_high = BORDERS[placement, 0] & low, BORDERS[placement, 1] & high
    _, open_low, open_high = close(low, high, beside, beside_high)
    closed, closed_high = low & ~open_low, high & ~open_high
    near, far = near & open_low, far & open_high
    paint(planes, _GROUND, words[0] ^ open_low, words[1] ^ open_high)
    paint(planes, _SCARABS, covered, covered_high)
    paint(planes, _AREAS, closed, closed_high)
    paint(planes, _REACH, words[2] ^ near, words[3] ^ far)
    words[0], words[1], words[2], words[3], words[4] = open_low, open_high, near, far, ONE
    words[SCARABS], words[SCARABS + 1] = symbols, symbols_high
    return close(low, high, symbols & closed, symbols_high & closed_high)[0]


@kernel(
    "void(i8, i8, i8, u8[:, ::1], i8, i8, u8[:, ::1], i8[:, ::1], i1[:, ::1], i2[:, ::1],"
    " u1[:, :, ::1], i1[:, ::1])"
)
def start_games(
    start: int,
    stop: int,
    drawn: int,
    sites: Words,
    flip: int,
    seats: int,
    words: Words,
    counts: Numbers,
    decks: Bytes,
    entries: Shorts,
    planes: Pixels,
    masks: Bytes,
) -> None:
    """Start a game in each row: with sites and decks that are drawn, or those that are there."""
    for n in range(start, stop):
        word, held, deck = words[n], counts[n], decks[n]
        if drawn:
            draw_game(sites, word, held, deck)
        deal(sites[held[SITE]], flip, seats, word, held, deck, entries[n], planes[n], masks[n])


@kernel(
    "void(i8, i8, i8[::1], f8, f8[::1], b1[::1], u8[:, ::1], i8, i8, u8[:, ::1], i8[:, ::1],"
    " i1[:, ::1], i2[:, ::1], u1[:, :, ::1], i1[:, ::1])"
)
def step_games(
    start: int,
    stop: int,
    actions: Numbers,
    illegal: float,
    rewards: Floats,
    ended: Flags,
    sites: Words,
    flip: int,
    seats: int,
    words: Words,
    counts: Numbers,
    decks: Bytes,
    entries: Shorts,
    planes: Pixels,
    masks: Bytes,
) -> None:
    """Play an action in each row; where the game was over, start a new one instead.

    A reward is the points of the areas that the placement closes.
    """
    for n in range(start, stop):
        word, held, deck, laid = words[n], counts[n], decks[n], entries[n]
        seen, mask, action = planes[n], masks[n], actions[n]
        rewards[n], ended[n] = 0.0, False
        if held[OVER]:
            draw_game(sites, word, held, deck)
            deal(sites[held[SITE]], flip, seats, word, held, deck, laid, seen, mask)
        elif action < 0 or action >= ACTIONS or not mask[action]:
            rewards[n], ended[n], held[OVER] = illegal, True, 1
        else:
            card = deck[held[NUMBER]]
            mask[_ROWS[card] : _ROWS[card + 1]] = 0
            seen[_CARD + card, :] = 0
            points = put(word, np.uint64(action), seen)
            laid[held[NUMBER]] = action
            held[NUMBER] += 1
            held[POINTS + held[MOVER]] += points  # SY-D3
            held[MOVER] = (held[MOVER] + 1) % seats  # SY-D1
            turn_over(flip, seats, word, held, deck, laid, seen, mask)
            rewards[n], ended[n] = points, held[OVER] == 1


@kernel("void(i8, i8, i8, u8[:, ::1], i8[:, ::1], i1[:, ::1], u8[::1], i8[::1])")
def choose_actions(
    start: int,
    stop: int,
    flip: int,
    words: Words,
    counts: Numbers,
    decks: Bytes,
    random: Words,
    actions: Numbers,
) -> None:
    """Choose a legal action in each row, all equally likely; 0 where the game is over."""
    found = np.empty((MOST_ORIENTATIONS, 2), dtype=np.uint64)
    ends = np.empty(MOST_ORIENTATIONS, dtype=np.int64)
    for n in range(start, stop):
        actions[n] = 0
        if not counts[n, OVER]:
            low, high, near, far = words[n, 0], words[n, 1], words[n, 2], words[n, 3]
            tile = np.uint64(decks[n, counts[n, NUMBER]])
            total = find(low, high, near, far, tile, flip, found, ends)
            actions[n] = pick(found, ends, tile, below(random[n : n + 1], total))
