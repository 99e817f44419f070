"""SCARAB with two seats, played to the end: the final score difference, and a best line."""

from __future__ import annotations

from typing import NamedTuple

from kheper.scarab import Move, ScarabState, Stone
from kheper.scarab.stones import ANKH, POINTS
from kheper.search.stop import Stop, Stopped, never

# More than all stones of the box can make.
_INFINITE = 1_000
# What bounds the memory: when it is full, it starts anew.
_REMEMBERED = 200_000

_Key = tuple[bytes, int, str | None, tuple[tuple[Stone, ...], ...]]


class _Step(NamedTuple):
    gain: int
    move: Move
    after: ScarabState


def solve_scarab(state: ScarabState, stop: Stop = never) -> tuple[int, tuple[Move, ...]] | None:
    """Return the final difference, mover minus other, and a best line; None if stopped before.

    When the game is over, the mover is who would be next. Ties that stones break (SB-E2) count
    as ties here: what is sought is the difference.
    """
    if state.seats != 2:
        raise ValueError(f"this search is for two seats, not {state.seats}")
    mover = (state.start.mover + len(state.played) - 1) % 2
    lead = state.scores[mover] - state.scores[1 - mover]
    search = _Search(stop)
    try:
        value = search.value(state, -_INFINITE, _INFINITE)
        return lead + value, search.line(state, value)
    except Stopped:
        return None


class _Search:
    """Alpha-beta over what is still to be gained, mover minus other; bounds are remembered."""

    def __init__(self, stop: Stop) -> None:
        self.stop = stop
        self.bounds: dict[_Key, tuple[int, int]] = {}

    def value(self, state: ScarabState, alpha: int, beta: int) -> int:
        """Return the value if it lies between alpha and beta, else a bound on that side of them."""
        if not state.to_move:
            return 0
        key = _key(state)
        lower, upper = self.bounds.get(key, (-_INFINITE, _INFINITE))
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha, beta = max(alpha, lower), min(beta, upper)
        best = self._best(state, alpha, beta)
        if len(self.bounds) >= _REMEMBERED:
            self.bounds.clear()
        self.bounds[key] = (best if best > alpha else lower, best if best < beta else upper)
        return best

    def line(self, state: ScarabState, value: int) -> tuple[Move, ...]:
        """Return moves that keep the value, to the end of the game."""
        moves: list[Move] = []
        while state.to_move:
            step = next(step for step in self._steps(state) if self._gives(step, value))
            moves.append(step.move)
            state, value = step.after, step.gain - value
        return tuple(moves)

    def _gives(self, step: _Step, value: int) -> bool:
        """Say whether a move gives at least as much."""
        rest = step.gain - value
        return self.value(step.after, rest, rest + 1) <= rest

    def _best(self, state: ScarabState, alpha: int, beta: int) -> int:
        best = -_INFINITE
        for gain, _, after in self._steps(state):
            best = max(best, gain - self.value(after, gain - beta, gain - max(alpha, best)))
            if best >= beta:
                break
        return best

    def _steps(self, state: ScarabState) -> list[_Step]:
        """Return the moves with their gains and what they lead to, the most promising first."""
        if self.stop():
            raise Stopped
        (seat,) = state.to_move
        found: dict[_Key, _Step] = {}
        for move in state.legal_moves(seat):
            after = state.play(seat, move)
            # Two ways to bend to the same stone are one move.
            found.setdefault(_key(after), _Step(_gain(state, move), move, after))
        return sorted(found.values(), key=_promise, reverse=True)


def _key(state: ScarabState) -> _Key:
    """Return all that the rest of the game depends on: whose turn it is follows from the stones.

    Hands count only while an ankh is left.
    """
    hands = tuple(tuple(sorted(hand)) for hand in state.hands) if ANKH in state.board else ()
    return state.board, state.priest, state.axis, hands


def _gain(state: ScarabState, move: Move) -> int:
    """Return what a move is worth at once: a returned stone no longer counts (SB-T5)."""
    if move.returns is not None:
        return -move.returns.stone.value
    return POINTS[state.board[move.target.row * state.side + move.target.column]]


def _promise(step: _Step) -> int:
    """Return the gain less the best stone that lies in the other's line."""
    board, side, priest = step.after.board, step.after.side, step.after.priest
    if not step.after.to_move:
        return step.gain
    if step.after.axis == "h":
        line = board[priest - priest % side :][:side]
    else:
        line = board[priest % side :: side]
    return step.gain - max(POINTS[code] for code in line if code)
