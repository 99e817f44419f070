"""SCARAB as numbers: small actions, of which a move that returns a stone takes three.

On a board of n squares the actions are, in this order: leave along the row and land on square
0 to n - 1; leave along the column and land there (a bend follows from the axis and the square,
SB-V2); return a stone of one of 32 kinds; return none; put the stone on square 0 to n - 1. The
last two steps follow a landing on an ankh alone, while the mover has stones (SB-T5), so there
are 3n + 33 actions instead of a hundred thousand.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kheper.core.grid import Square
from kheper.scarab.moves import Move, Return
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import ANKH, POINTS, STARRED, STONES, Stone

Planes: TypeAlias = NDArray[np.int8]
ActionMask: TypeAlias = NDArray[np.int8]

KINDS: tuple[Stone, ...] = tuple(STONES.values())
_KIND = {stone: number for number, stone in enumerate(KINDS)}

_VALUES = np.array(POINTS, dtype=np.int8)
_STARS = np.array([STARRED < code < ANKH for code in range(ANKH + 1)], dtype=np.int8)


def count_actions(side: int) -> int:
    """Return how many actions there are on a board of this side."""
    return 3 * side * side + len(KINDS) + 1


class Turn(NamedTuple):
    """A player's go, step by step: where to land, and after an ankh which stone goes where."""

    state: ScarabState
    landing: Move | None = None
    stone: Stone | None = None

    @property
    def seat(self) -> int:
        """The seat that acts now."""
        return self.state.to_move[0]

    def actions(self) -> list[int]:
        """Return the actions that may be taken now, in ascending order."""
        if self.state.over:
            return []
        squares = self.state.side**2
        if self.landing is None:
            return sorted(self._landings())
        stones, empties = self.state.legal_moves(self.seat).returns
        if self.stone is None:
            return [*sorted(2 * squares + _KIND[stone] for stone in stones), self._decline]
        return [self._decline + 1 + self._index(square) for square in empties]

    def take(self, action: int) -> Turn:
        """Take one of the actions; the move is played when it is whole."""
        if self.landing is None:
            move = self._landings()[action]
            if self._may_return(move):
                return Turn(self.state, move)
            return Turn(self.state.play(self.seat, move))
        if action == self._decline:
            return Turn(self.state.play(self.seat, self.landing))
        if self.stone is None:
            return self._replace(stone=KINDS[action - 2 * self.state.side**2])
        row, column = divmod(action - self._decline - 1, self.state.side)
        move = self.landing._replace(returns=Return(self.stone, Square(row, column)))
        return Turn(self.state.play(self.seat, move))

    def describe(self, action: int) -> str:
        """Write an action in the notation of moves: `hd5`, `hc5vc9`, `^-8`, `^`, `@e3`."""
        squares = self.state.side**2
        if action > self._decline:
            row, column = divmod(action - self._decline - 1, self.state.side)
            return f"@{Square(row, column)}"
        if action >= 2 * squares:
            return "^" if action == self._decline else f"^{KINDS[action - 2 * squares]}"
        return str(self._landings()[action])

    def __deepcopy__(self, memo: object) -> Turn:
        return self  # frozen, so nobody needs a copy

    @property
    def _decline(self) -> int:
        return 2 * self.state.side**2 + len(KINDS)

    def _index(self, square: Square) -> int:
        return square.row * self.state.side + square.column

    def _landings(self) -> dict[int, Move]:
        """Return the landings by action: the axis and the square tell where a bend must be."""
        squares = self.state.side**2
        return {
            self._index(move.target) + squares * (move.axis == "v"): move
            for move in self.state.legal_moves(self.seat).landings
        }

    def _may_return(self, move: Move) -> bool:
        ankh = self.state.board[self._index(move.target)] == ANKH
        return ankh and bool(self.state.hands[self.seat - 1])


def action_mask(turn: Turn) -> ActionMask:
    """Return 1 for each action that may be taken now, and 0 for the others."""
    mask = np.zeros(count_actions(turn.state.side), dtype=np.int8)
    mask[turn.actions()] = 1
    return mask


def plane_names(seats: int) -> tuple[str, ...]:
    """Name the planes of an observation; seats are counted from the one that looks.

    >>> plane_names(2)[:7]
    ('values', 'stars', 'ankhs', 'priest', 'landing', 'row', 'column')
    """
    return (
        *("values", "stars", "ankhs", "priest", "landing", "row", "column", "to move"),
        *("returns a stone", "returned value", "returned star"),
        *(f"{stone} of seat +{seat}" for seat in range(seats) for stone in KINDS),
    )


def squares(turn: Turn) -> Planes:
    """Return what the squares tell: values, stars, ankhs, the priest, and an open landing."""
    state = turn.state
    planes = np.zeros((5, state.side**2), dtype=np.int8)
    board = np.frombuffer(state.board, dtype=np.uint8)
    planes[0], planes[1], planes[2] = _VALUES[board], _STARS[board], board == ANKH
    planes[3, state.priest] = 1
    if turn.landing is not None:
        planes[4, turn._index(turn.landing.target)] = 1
    return planes


def facts(turn: Turn, seat: int) -> list[int]:
    """Return what one number tells: the axes, whose turn it is, and a stone about to return."""
    state, stone = turn.state, turn.stone
    told = [int(state.axis != "v"), int(state.axis != "h"), int(seat in state.to_move)]
    told.append(int(turn.landing is not None))
    return told + ([stone.value, int(stone.starred)] if stone else [0, 0])


def hands(turn: Turn, seat: int) -> list[list[int]]:
    """Return how many stones of each kind the seats have, from this one on."""
    counts = [[0] * len(KINDS) for _ in turn.state.hands]
    for n, hand in enumerate(turn.state.hands):
        mine = counts[(n - seat + 1) % len(counts)]
        for stone in hand:
            mine[_KIND[stone]] += 1
    return counts


def observe(turn: Turn, seat: int) -> Planes:
    """Return a position as planes: squares, facts, hands. Nothing is hidden (SB-T4)."""
    seen = squares(turn)
    told = [*facts(turn, seat), *(count for hand in hands(turn, seat) for count in hand)]
    planes = np.empty((len(seen) + len(told), turn.state.side**2), dtype=np.int8)
    planes[: len(seen)] = seen
    planes[len(seen) :] = np.array(told, dtype=np.int8)[:, None]
    return planes.reshape(-1, turn.state.side, turn.state.side)
