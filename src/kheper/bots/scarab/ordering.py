"""Moves in the order in which they look good, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from kheper.core.grid import Square
from kheper.scarab import Move, Return, ScarabState, ScarabView
from kheper.scarab.stones import ANKH, EMPTY, POINTS

# Winning or losing the game outweighs any stones.
_DECISIVE = 1_000


def best_first(view: ScarabView, rng: Random) -> Iterator[Move]:
    """Yield moves by their gain, less the next player's best gain; a team mate's gain is added."""
    state, seat = view.state, view.seat
    if seat not in state.to_move:
        return
    assert seat is not None
    merits = [(_merit(state, seat, move), rng.random(), move) for move in _moves(state, seat)]
    merits.sort(key=lambda rated: rated[:2], reverse=True)
    yield from (move for *_, move in merits)


def _moves(state: ScarabState, seat: int) -> Iterator[Move]:
    """Yield every landing, and after an ankh the returns that matter."""
    for move in _landings(state, seat):
        yield move
        if _landed_on(state, move) == ANKH and state.hands[seat - 1]:
            yield from _returns(state, seat, move)


def _landings(state: ScarabState, seat: int) -> Iterator[Move]:
    """Yield the moves without any return: with empty hands there is nothing to return."""
    return iter(state._replace(hands=((),) * state.seats).legal_moves(seat))


def _returns(state: ScarabState, seat: int, move: Move) -> Iterator[Move]:
    """Yield returns of the lowest stone, the one that the mover gains most by returning.

    It goes to any empty square of the next player's line, where they may be forced to take it,
    or to one square off that line: which one makes no difference to them.
    """
    stone = min(state.hands[seat - 1])
    off_line: Square | None = None
    for index in (n for n, code in enumerate(state.board) if code == EMPTY):
        square = Square(*divmod(index, state.side))
        if move.last_axis == "h":
            on_line = square.column == move.target.column
        else:
            on_line = square.row == move.target.row
        if on_line:
            yield move._replace(returns=Return(stone, square))
        else:
            off_line = off_line or square
    if off_line is not None:
        yield move._replace(returns=Return(stone, off_line))


def _merit(state: ScarabState, seat: int, move: Move) -> int:
    gain = _gain(state, move)
    after = state.play(seat, move)
    if after.outcome is not None:
        return gain + (_DECISIVE if seat in after.outcome.winners else -_DECISIVE)
    (following,) = after.to_move
    best = max(_best_gain(after, following, reply) for reply in _landings(after, following))
    return gain + best if _mates(state, seat, following) else gain - best


def _gain(state: ScarabState, move: Move) -> int:
    if move.returns is not None:
        return -move.returns.stone.value
    return POINTS[_landed_on(state, move)]


def _best_gain(state: ScarabState, seat: int, landing: Move) -> int:
    """Return the gain of a landing; on an ankh the mover returns the lowest stone (SB-T5)."""
    if _landed_on(state, landing) != ANKH:
        return _gain(state, landing)
    return max([0, *(-stone.value for stone in state.hands[seat - 1])])


def _landed_on(state: ScarabState, move: Move) -> int:
    return state.board[move.target.row * state.side + move.target.column]


def _mates(state: ScarabState, seat: int, other: int) -> bool:
    """Say whether two seats are of one team (SB-V3)."""
    return state.start.teams and (seat - 1) // 2 == (other - 1) // 2
