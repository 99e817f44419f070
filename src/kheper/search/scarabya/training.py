"""Learning what open ground is worth: temporal differences in self-play.

After each placement the worth of the ground should be what the next placement gains and the
worth that it leaves (in a duel: for the other player, so with the sign turned). A part of the
error of that expectation is corrected in all windows at once.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kheper.search.jit.arrays import (
    Bytes,
    FloatRows,
    Floats,
    Ints,
    Numbers,
    ShortRows,
    WordRows,
    Words,
)
from kheper.search.jit.decorators import kernel, part
from kheper.search.jit.masks import WordMask, size
from kheper.search.jit.random import below, shuffle
from kheper.search.scarabya.evaluation import (
    DUEL,
    POINT,
    STAGE,
    STAGES,
    Choice,
    Evaluation,
    Moment,
    Scan,
    best_listed,
    look,
    play,
    price,
    table_for,
)
from kheper.search.scarabya.moves import (
    DigPosition,
    Ground,
    list_placements,
    read_ground,
    symbols_on,
)
from kheper.search.scarabya.windows import SMALL_WINDOWS, WINDOWS, classes

CARDS = 12


class Weights(NamedTuple):
    """The worths of all classes of pictures, in points, as they are learned."""

    small: FloatRows
    large: FloatRows

    @classmethod
    def none(cls) -> Weights:
        """Start knowing nothing."""
        return cls(
            np.zeros((CARDS, int(classes(3, 3).max()) + 1), dtype=np.float32),
            np.zeros((STAGES, int(classes(3, 4).max()) + 1), dtype=np.float32),
        )

    def whole(self) -> tuple[ShortRows, ShortRows]:
        """Return the worths as whole numbers, as they are stored and played by."""
        most = np.iinfo(np.int16).max
        small, large = (np.clip(np.round(each * POINT), -most, most) for each in self)
        return small.astype(np.int16), large.astype(np.int16)


class Learner(NamedTuple):
    """Weights that are learned, the evaluation they are played by, and room for a game.

    The evaluation is made of the weights when the learner is made, and stays as it is.
    """

    weights: Weights
    evaluation: Evaluation
    small_class: Numbers
    large_class: Numbers
    scan: Scan
    before: Ints
    counts: Numbers
    deck: Bytes
    random: Words

    @classmethod
    def of(cls, weights: Weights) -> Learner:
        """Return a learner that changes these weights."""
        return cls(
            weights,
            Evaluation.of_classes(*weights.whole()),
            classes(3, 3),
            classes(3, 4),
            Scan.empty(),
            np.zeros(WINDOWS, np.int32),
            np.zeros(weights.small.shape[1] + weights.large.shape[1], np.int64),
            np.arange(CARDS, dtype=np.int8),
            np.zeros(1, np.uint64),
        )


class WeightTable(NamedTuple):
    """The weights that count at one moment, by class of picture."""

    small: Floats
    large: Floats


class Schedule(NamedTuple):
    """What a game is about, how much of an error is corrected, and one random move in how many.

    A rate of 0 learns nothing; with `random_in` 0 no move is random.
    """

    goal: int
    rate: float
    random_in: int


@part
def weights_at(weights: Weights, left: int) -> WeightTable:
    """Return the weights that count with so many cards left."""
    return WeightTable(weights.small[left], weights.large[STAGE[left]])


@part
def expected(learner: Learner, pictures: Ints, left: int) -> float:
    """Return the worth of the ground with so many cards left."""
    table, total = weights_at(learner.weights, left), 0.0
    for window in range(SMALL_WINDOWS):
        total += table.small[learner.small_class[pictures[window]]]
    for window in range(SMALL_WINDOWS, WINDOWS):
        total += table.large[learner.large_class[pictures[window]]]
    return total


@part
def class_of(learner: Learner, pictures: Ints, window: int) -> int:
    """Return the class of a window's picture: small ones first, large ones behind them."""
    if window < SMALL_WINDOWS:
        return int(learner.small_class[pictures[window]])
    return int(learner.weights.small.shape[1] + learner.large_class[pictures[window]])


@part
def correct(learner: Learner, pictures: Ints, left: int, error: float) -> None:
    """Move the worth of the ground by an error, shared among all pictures but blocked ones."""
    table, counts, norm = weights_at(learner.weights, left), learner.counts, 0
    for window in range(WINDOWS):
        if pictures[window]:
            counts[class_of(learner, pictures, window)] += 1
    for window in range(WINDOWS):
        if pictures[window]:
            norm += counts[class_of(learner, pictures, window)]
    for window in range(WINDOWS):
        if pictures[window]:
            which = class_of(learner, pictures, window)
            counts[which] = 0
            if window < SMALL_WINDOWS:
                table.small[which] += error / norm
            else:
                table.large[which - len(table.small)] += error / norm


@part
def choose(
    learner: Learner, ground: Ground, symbols: WordMask, number: int, schedule: Schedule
) -> Choice:
    """Choose where a card's tile goes: by the evaluation, or now and then at random."""
    card, scan = learner.deck[number], learner.scan
    total = list_placements(ground, card, 1, scan.placements)
    if total and schedule.random_in and below(learner.random, schedule.random_in) == 0:
        return Choice(True, np.uint64(scan.placements[below(learner.random, total)]))
    moment = Moment(CARDS - 1 - number, 0, np.uint64(0))
    table = table_for(learner.evaluation, moment)
    price(scan, table)
    return best_listed(ground.free, symbols, total, scan, table)


@part
def learn_from(learner: Learner, waiting: int, left: int, gain: int, schedule: Schedule) -> None:
    """Correct the worth of the ground before a placement by what came of it."""
    target = float(gain)
    if left > 0:
        target += expected(learner, learner.scan.pictures, left)
    if schedule.goal == DUEL:
        target = -target
    error = target - expected(learner, learner.before, waiting)
    correct(learner, learner.before, waiting, schedule.rate * error)


@part
def play_game(learner: Learner, position: DigPosition, schedule: Schedule) -> float:
    """Play a game, learn from each placement, and return its result."""
    pictures = learner.scan.pictures
    ground = read_ground(position.ground)
    look(ground.free, symbols_on(position, ground.free), pictures)
    result, side, lead, waiting, began = 0, 1, 0, 0, False
    for number in range(CARDS):
        symbols = symbols_on(position, ground.free)
        choice = choose(learner, ground, symbols, number, schedule)
        if not choice.exists:
            continue
        for window in range(WINDOWS):
            learner.before[window] = pictures[window]
        after = play(ground, symbols, choice.placement, pictures)
        ground, left = after.ground, CARDS - 1 - number
        if began and schedule.rate > 0:
            learn_from(learner, waiting, left, after.points, schedule)
        began, waiting = True, left
        result += side * after.points
        lead += side
        if schedule.goal == DUEL:
            side = -side
    rest = 0.0
    if schedule.goal == DUEL and lead == 1:
        # The second player's bonus (SY-D4); who placed last is the first player then.
        rest = -float(size(symbols_on(position, ground.free)))
    if waiting > 0 and schedule.rate > 0:
        error = rest - expected(learner, pictures, waiting)
        correct(learner, pictures, waiting, schedule.rate * error)
    return result + rest


@kernel
def learn(
    learner: Learner,
    grounds: WordRows,
    scarabs: WordRows,
    schedule: Schedule,
    games: int,
    seed: int,
) -> float:
    """Play games against oneself on sites drawn from these, and return the mean result.

    The result is points, in a duel the first player's difference.
    """
    for card in range(CARDS):
        learner.deck[card] = card
    learner.random[0] = np.uint64(seed)
    total = 0.0
    for _ in range(games):
        site = below(learner.random, len(grounds))
        shuffle(learner.deck, 0, learner.random)
        total += play_game(learner, DigPosition(grounds[site], scarabs[site], 1), schedule)
    return total / games
