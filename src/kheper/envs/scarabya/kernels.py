"""Many games of Scarabya at once, on the kernels of `kheper.search`.

A kernel plays the rows `start` to `stop - 1` of a batch, so that threads can share it. A parity
test ties all this to the rules.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.core.grid import GRID
from kheper.scarabya.site import CENTRE
from kheper.search.jit.arrays import (
    ByteRows,
    Bytes,
    Flags,
    NumberRows,
    Numbers,
    PixelRows,
    Pixels,
    PixelStack,
    Reals,
    ShortRows,
    Shorts,
    Word,
    WordRows,
    Words,
)
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import (
    WordMask,
    first_of,
    row_of,
    size,
    some,
    without_first,
    words,
)
from kheper.search.jit.random import below, shuffle
from kheper.search.scarabya.moves import (
    AnchorLists,
    Ground,
    anchors,
    closed_by,
    lay,
    list_anchors,
    pick,
    read_ground,
    without,
    write_ground,
)
from kheper.search.scarabya.tables import COUNT, INDEX, MASKS, START

# Columns of `words`: five of the ground (`search.scarabya.tables`), the visible symbols, the
# state of the game's random numbers.
SCARABS, RANDOM, WORDS = 5, 7, 8
# Columns of `counts`: cards played, whether it is over, its site's row in `sites`, who moves
# (0 or 1), both players' points.
NUMBER, OVER, SITE, MOVER, POINTS, COUNTS = 0, 1, 2, 3, 4, 6
# Columns of `sites`, two words each: symbols, rocks, what rocks and frame enclose.
_SITE_SCARABS, _SITE_ROCKS, _SITE_ENCLOSED = 0, 2, 4
CARDS = 12
ACTIONS = 4096
DISCARD = -1  # in `entries`

# Planes of facts, as `planes.plane_names` names them; of the others, counted from the last.
_CARD, _COMING, _POINTS, _SECOND, _TURN = 0, 12, 24, 26, 27
_ROCKS, _GROUND, _SCARABS, _AREAS, _REACH = -5, -4, -3, -2, -1
_MOST_POINTS = 255

_EVERY = WordMask(*words(GRID))
_CENTRE = WordMask(*words(CENTRE))
# The square of each bit of a mask, row by row.
_SQUARE = np.array([bit // 11 * 10 + bit % 11 for bit in range(110)])
# The rows of the table that are tile t's: from ROWS[t] up to ROWS[t + 1].
_ROWS = np.append(INDEX[START[:-1].astype(np.int64), 0], ACTIONS).astype(np.int64)


class BatchArrays(NamedTuple):
    """Games of one mode side by side, an expedition of one seat or a duel: a row each.

    `entries` holds what was laid for each card; `planes` and `masks` are what the mover sees.
    """

    sites: WordRows
    flip: int
    seats: int
    words: WordRows
    counts: NumberRows
    decks: ByteRows
    entries: ShortRows
    planes: PixelStack
    masks: ByteRows


class GameRow(NamedTuple):
    """One game of a batch."""

    flip: int
    seats: int
    words: Words
    counts: Numbers
    deck: Bytes
    entries: Shorts
    planes: PixelRows
    mask: Bytes


@part
def game_of(batch: BatchArrays, n: int) -> GameRow:
    """Return a game of a batch."""
    return GameRow(
        batch.flip,
        batch.seats,
        batch.words[n],
        batch.counts[n],
        batch.decks[n],
        batch.entries[n],
        batch.planes[n],
        batch.masks[n],
    )


@part
def fill(plane: Pixels, value: int) -> None:
    """Write one number into a whole plane."""
    for square in range(len(plane)):
        plane[square] = value


@part
def toggle(plane: Pixels, squares: WordMask) -> None:
    """Turn 0 into 1 and 1 into 0 on some squares."""
    while some(squares):
        plane[_SQUARE[first_of(squares)]] ^= 1
        squares = without_first(squares)


@part
def paint_facts(game: GameRow) -> None:
    """Write the points, the mover's first; in a duel also who the mover is."""
    mover = game.counts[MOVER]
    for n in range(game.seats):
        points = game.counts[POINTS + (mover + n) % game.seats]
        fill(game.planes[_POINTS + n], min(points, _MOST_POINTS))
    if game.seats > 1:
        fill(game.planes[_SECOND], mover)
        fill(game.planes[_TURN], 1 - game.counts[OVER])


@part
def offer(ground: Ground, card: int, flip: int, mask: Bytes) -> bool:
    """Mark every legal placement of a card's tile, and return whether there is one."""
    tile, found = np.uint64(card), False
    for n in range(COUNT[flip, tile]):
        orientation = START[tile] + np.uint64(n)
        here = anchors(ground, orientation)
        found |= some(here)
        while some(here):
            mask[INDEX[orientation, first_of(here)]] = 1
            here = without_first(here)
    return found


@part
def open_card(game: GameRow) -> None:
    """Draw cards until one can be placed, or they run out (SY-L6, SY-B3, SY-D2)."""
    counts, ground = game.counts, read_ground(game.words)
    while counts[NUMBER] < CARDS:
        card = game.deck[counts[NUMBER]]
        fill(game.planes[_COMING + card], 0)
        if offer(ground, card, game.flip, game.mask):
            fill(game.planes[_CARD + card], 1)
            break
        game.entries[counts[NUMBER]] = DISCARD
        counts[NUMBER] += 1
    if counts[NUMBER] == CARDS:
        counts[OVER] = 1
        if game.seats > 1 and counts[MOVER]:  # the second player placed one tile fewer (SY-D4)
            counts[POINTS + 1] += size(visible(game.words) & ground.free)
    paint_facts(game)


@part
def visible(words: Words) -> WordMask:
    """Return the visible symbols of a game."""
    return WordMask(words[SCARABS], words[SCARABS + 1])


@part
def site_mask(site: Words, column: int) -> WordMask:
    """Return one of the masks of a site."""
    return WordMask(site[column], site[column + 1])


@part
def deal(game: GameRow, site: Words) -> None:
    """Start a game on a site, with the deck as it lies."""
    symbols, enclosed = site_mask(site, _SITE_SCARABS), site_mask(site, _SITE_ENCLOSED)
    rocks = site_mask(site, _SITE_ROCKS)
    free = _EVERY & ~rocks & ~enclosed  # SY-A4
    ground = Ground(free, free & _CENTRE, False)  # SY-L1
    write_ground(game.words, ground)
    game.words[SCARABS], game.words[SCARABS + 1] = symbols.low, symbols.high
    game.counts[NUMBER], game.counts[OVER], game.counts[MOVER] = 0, 0, 0
    game.counts[POINTS], game.counts[POINTS + 1] = 0, 0
    for action in range(ACTIONS):
        game.mask[action] = 0
    for plane in range(len(game.planes)):
        fill(game.planes[plane], 1 if _COMING <= plane < _COMING + CARDS else 0)
    toggle(game.planes[_ROCKS], rocks)
    toggle(game.planes[_GROUND], ground.free)
    toggle(game.planes[_SCARABS], symbols)
    toggle(game.planes[_AREAS], enclosed)
    toggle(game.planes[_REACH], ground.contact)
    open_card(game)


@part
def draw_game(sites: WordRows, game: GameRow) -> None:
    """Draw one of the sites, and shuffle the deck (SY-S1, SY-S5)."""
    random = game.words[RANDOM:]
    game.counts[SITE] = below(random, len(sites))
    for card in range(CARDS):
        game.deck[card] = card
    shuffle(game.deck, 0, random)


@part
def put(game: GameRow, placement: Word) -> int:
    """Lay a tile, take the areas it closes out of the ground, and return their points (SY-A2)."""
    before, symbols = read_ground(game.words), visible(game.words)
    covered = symbols & row_of(MASKS, placement)
    left = symbols ^ covered
    laid = lay(before, placement)
    areas = closed_by(laid.free, left, placement)
    after = without(laid, areas.squares)
    toggle(game.planes[_GROUND], before.free ^ after.free)
    toggle(game.planes[_SCARABS], covered)
    toggle(game.planes[_AREAS], areas.squares)
    toggle(game.planes[_REACH], before.contact ^ after.contact)
    write_ground(game.words, after)
    game.words[SCARABS], game.words[SCARABS + 1] = left.low, left.high
    return areas.points


@part
def take_action(game: GameRow, action: int) -> int:
    """Play a legal action, open the next card, and return the points."""
    counts = game.counts
    card = game.deck[counts[NUMBER]]
    for other in range(_ROWS[card], _ROWS[card + 1]):
        game.mask[other] = 0
    fill(game.planes[_CARD + card], 0)
    points = put(game, np.uint64(action))
    game.entries[counts[NUMBER]] = action
    counts[NUMBER] += 1
    counts[POINTS + counts[MOVER]] += points  # SY-D3
    counts[MOVER] = (counts[MOVER] + 1) % game.seats  # SY-D1
    open_card(game)
    return points


@kernel
def start_games(batch: BatchArrays, start: int, stop: int, drawn: bool) -> None:
    """Start a game in each row: with sites and decks that are drawn, or those that are there."""
    for n in range(start, stop):
        game = game_of(batch, n)
        if drawn:
            draw_game(batch.sites, game)
        deal(game, batch.sites[game.counts[SITE]])


@kernel
def step_games(
    batch: BatchArrays,
    start: int,
    stop: int,
    actions: Numbers,
    illegal: float,
    rewards: Reals,
    ended: Flags,
) -> None:
    """Play an action in each row; where the game was over, start a new one instead.

    A reward is the points of the areas that the placement closes.
    """
    for n in range(start, stop):
        game, action = game_of(batch, n), actions[n]
        rewards[n], ended[n] = 0.0, False
        if game.counts[OVER]:
            draw_game(batch.sites, game)
            deal(game, batch.sites[game.counts[SITE]])
        elif action < 0 or action >= ACTIONS or not game.mask[action]:
            rewards[n], ended[n], game.counts[OVER] = illegal, True, 1
        else:
            rewards[n] = take_action(game, action)
            ended[n] = game.counts[OVER] == 1


@kernel
def choose_actions(
    batch: BatchArrays, start: int, stop: int, random: Words, lists: AnchorLists, actions: Numbers
) -> None:
    """Choose a legal action in each row, all equally likely; 0 where the game is over."""
    for n in range(start, stop):
        actions[n] = 0
        if not batch.counts[n, OVER]:
            card = batch.decks[n, batch.counts[n, NUMBER]]
            total = list_anchors(read_ground(batch.words[n]), card, batch.flip, lists)
            actions[n] = pick(lists, card, below(random[n : n + 1], total))
