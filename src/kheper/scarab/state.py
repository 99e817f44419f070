"""A game of SCARAB: the priest walks along a row, then a column, then a row."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from kheper.core.errors import RuleError
from kheper.core.grid import Square
from kheper.core.outcome import Outcome
from kheper.core.settings import check_seat
from kheper.scarab.moves import Move, Moves, across, parse_move
from kheper.scarab.start import AXES, Hands, Position, Start, square_mark
from kheper.scarab.stones import ANKH, CODES, EMPTY, NAME, STARRED, STONES, VALUES, Stone
from kheper.scarab.view import ScarabView

NO_MOVES = Moves(())
# A square of the full board that the short one does not have: it lies on no line.
NOWHERE = 100
_TIE_BREAK = VALUES[::-1]

# The squares of each board, and a plain move to each of them along either axis.
_SQUARES = {side: tuple(Square(*divmod(n, side)) for n in range(side * side)) for side in (10, 8)}
_LANDINGS = {
    side: {axis: tuple(Move(axis, square) for square in squares) for axis in AXES}
    for side, squares in _SQUARES.items()
}
# The other squares of each square's row and column.
_LINES = {
    side: {
        "h": tuple(
            tuple(m for m in range(side * side) if m // side == n // side and m != n)
            for n in range(side * side)
        ),
        "v": tuple(
            tuple(m for m in range(side * side) if m % side == n % side and m != n)
            for n in range(side * side)
        ),
    }
    for side in _SQUARES
}


class ScarabState(NamedTuple):
    """A state of the game; the axis is None before the first move of a whole game."""

    start: Start
    board: bytes
    priest: int
    axis: str | None
    hands: Hands
    left: int
    played: tuple[Move, ...]
    to_move: tuple[int, ...]

    @classmethod
    def begin(cls, start: Start) -> ScarabState:
        """Let the first mover begin."""
        board = start.position.board
        left = len(board) - board.count(EMPTY) - board.count(ANKH)
        state = cls(
            start, board, start.position.priest, start.axis, start.hands, left, (), (start.mover,)
        )
        if not left or not state.legal_moves(start.mover):
            return state._replace(to_move=())  # SB-E1, KH-9
        return state

    @property
    def game(self) -> str:
        """The game's name."""
        return NAME

    @property
    def side(self) -> int:
        """How many rows and columns the board has."""
        return self.start.side

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.start.seats

    @property
    def over(self) -> bool:
        """Whether the game has ended (SB-E1)."""
        return not self.to_move

    @property
    def position(self) -> Position:
        """The stones and the priest now."""
        return Position(self.board, self.priest)

    @property
    def collections(self) -> tuple[tuple[Stone, ...], ...]:
        """The stones of each side: a seat, or a team's two seats together (SB-V3, KH-12)."""
        if not self.start.teams:
            return self.hands
        first, second, third, fourth = self.hands
        return first + second, third + fourth

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each side."""
        return tuple(sum(stone.value for stone in stones) for stones in self.collections)

    @property
    def outcome(self) -> Outcome | None:
        """Most points win, then most +8, most +7, and so on down to -8 (SB-E2)."""
        return None if self.to_move else _outcome(self)

    def legal_moves(self, seat: int) -> Moves:
        """Return the moves this seat may play now."""
        if seat not in self.to_move:
            check_seat(seat, self.seats)
            return NO_MOVES
        if self.axis is None:
            return self._first_moves()
        board, side = self.board, self.start.side
        landings = _LANDINGS[side][self.axis]
        moves = [landings[n] for n in _LINES[side][self.axis][self.priest] if board[n]]
        if self.start.turning:
            moves += self._bends(self.axis)
        if ANKH not in board:
            return Moves(moves)
        plain = [move for move in moves if board[_index(move.target, side)] != ANKH]
        ankhs = [move for move in moves if board[_index(move.target, side)] == ANKH]
        if not ankhs:
            return Moves(plain)
        stones = tuple(dict.fromkeys(self.hands[seat - 1]))
        empties = [square for square, code in zip(_SQUARES[side], board, strict=True) if not code]
        return Moves(plain, ankhs, stones, empties)

    def parse_move(self, text: str) -> Move:
        """Read a move's notation."""
        return parse_move(text, self.side)

    def check_turn(self, seat: int) -> None:
        """Refuse a seat that is not to move."""
        check_seat(seat, self.seats)
        if self.over:
            raise RuleError("SB-E1", "the game is over", code="over")
        if seat not in self.to_move:
            raise RuleError("SB-S2", f"it is not seat {seat}'s turn", code="not-to-move")

    def play(self, seat: int, move: Move) -> ScarabState:
        """Move the priest, and take what it lands on."""
        start, board, priest, axis, hands, left, played, to_move = self
        if seat not in to_move:
            self.check_turn(seat)
        side = start.side
        leaving, (row, column), bend, returns = move
        landed = row * side + column if column < side else NOWHERE
        code = EMPTY
        is_plain = leaving == axis and bend is None and returns is None
        if is_plain and landed in _LINES[side][leaving][priest]:
            code = board[landed]
        if not code:
            code = self._landing(move, landed)
        board = board[:landed] + b"\0" + board[landed + 1 :]
        if code != ANKH:
            changed = list(hands)
            changed[seat - 1] += (STONES[code],)  # SB-T4
            hands = tuple(changed)
            left -= 1
        elif returns is not None:
            hand, board = self._returned(seat, move, board)
            hands = (*hands[: seat - 1], hand, *hands[seat:])
            left += 1
        if (leaving == "h") is (bend is None):
            axis, line = "v", board[column::side]  # SB-T2
        else:
            axis, line = "h", board[row * side : (row + 1) * side]
        to_move = (seat % start.seats + 1,) if left and any(line) else ()  # SB-E1
        return ScarabState(start, board, landed, axis, hands, left, (*played, move), to_move)

    def take_back(self, seat: int) -> ScarabState:
        """Refuse: nothing is hidden, so everybody has seen the move."""
        check_seat(seat, self.seats)
        raise RuleError("SB-T6", "a move cannot be taken back", code="nothing-to-take-back")

    def view(self, seat: int | None) -> ScarabView:
        """Return what a seat sees: everything, because nothing is hidden (SB-T4)."""
        if seat is not None:
            check_seat(seat, self.seats)
        return ScarabView(seat, self)

    def _first_moves(self) -> Moves:
        """Return the moves of SB-T1: either axis, scarab stones only, also after a bend."""
        board, side, moves = self.board, self.start.side, []
        for axis in AXES:
            line = _LINES[side][axis][self.priest]
            moves += [_LANDINGS[side][axis][n] for n in line if board[n]]
            if self.start.turning:
                moves += self._bends(axis)
        return Moves([move for move in moves if board[_index(move.target, side)] != ANKH])

    def _bends(self, axis: str) -> list[Move]:
        """Return the moves that turn on a star of the line and go on along the other axis."""
        board, side = self.board, self.start.side
        squares, lines = _SQUARES[side], _LINES[side]
        return [
            Move(axis, squares[target], squares[star])
            for star in lines[axis][self.priest]
            if STARRED < board[star] < ANKH
            for target in lines[across(axis)][star]
            if board[target]
        ]

    def _landing(self, move: Move, landed: int) -> int:
        """Check where the priest goes, step by step, and return the code of what is there."""
        board, side, axis = self.board, self.start.side, self.axis
        if axis is not None and move.axis != axis:
            raise RuleError("SB-T2", f"the priest must leave along {axis}", code="other-axis")
        origin = self.priest if move.bend is None else self._bend(move)
        if landed not in _LINES[side][move.last_axis][origin]:
            raise RuleError(
                "SB-T3", f"the priest cannot reach {move.target} that way", code="off-line"
            )
        code = board[landed]
        if not code:
            raise RuleError("SB-T3", f"there is no stone on {move.target}", code="no-stone")
        if code == ANKH:
            if axis is None:
                raise RuleError("SB-T1", "the first move goes to a scarab stone", code="ankh-first")
        elif move.returns is not None:
            raise RuleError("SB-T5", "only an ankh lets a stone return", code="no-ankh")
        return code

    def _bend(self, move: Move) -> int:
        """Check where a move turns, and return that square."""
        assert move.bend is not None
        star = _index(move.bend, self.side)
        if not self.start.turning:
            raise RuleError("SB-V2", "this game is played without turning", code="no-turning")
        if star not in _LINES[self.side][move.axis][self.priest]:
            raise RuleError("SB-V2", f"the priest does not pass over {move.bend}", code="off-line")
        if not STARRED < self.board[star] < ANKH:
            raise RuleError("SB-V2", f"there is no star on {move.bend}", code="no-star")
        return star

    def _returned(self, seat: int, move: Move, board: bytes) -> tuple[tuple[Stone, ...], bytes]:
        """Put a stone of the mover's back on an empty square (SB-T5)."""
        assert move.returns is not None
        stone, square = move.returns
        hand = self.hands[seat - 1]
        if stone not in hand:
            raise RuleError("SB-T5", f"seat {seat} has no {stone} to return", code="no-such-stone")
        place = _index(square, self.side)
        # Before the move the ankh is on the priest's target, so that square is not empty either.
        if place >= len(board) or self.board[place]:
            raise RuleError("SB-T5", f"{square} is not an empty square", code="not-empty")
        where = hand.index(stone)
        code = CODES[str(stone)]
        return hand[:where] + hand[where + 1 :], board[:place] + bytes((code,)) + board[place + 1 :]

    def mark(self, square: Square) -> str:
        """Return the mark of a square, as in a position."""
        index = _index(square, self.side)
        return "P" if index == self.priest else square_mark(self.board[index])


def _index(square: Square, side: int) -> int:
    return square.row * side + square.column if square.column < side else NOWHERE


def _outcome(state: ScarabState) -> Outcome:
    scores = state.scores
    counts = [Counter(stone.value for stone in stones) for stones in state.collections]
    best = [n for n, score in enumerate(scores) if score == max(scores)]
    reason = "points"
    for value in _TIE_BREAK:
        if len(best) == 1:
            break
        most = max(counts[n][value] for n in best)
        ahead = [n for n in best if counts[n][value] == most]
        if len(ahead) < len(best):
            best, reason = ahead, f"most {value:+d}"
    if len(best) > 1:
        reason = "shared"
    return Outcome(scores, _seats_of(best, state), " ".join(map(str, scores)), reason)


def _seats_of(sides: list[int], state: ScarabState) -> tuple[int, ...]:
    if not state.start.teams:
        return tuple(side + 1 for side in sides)
    return tuple(seat for side in sides for seat in (2 * side + 1, 2 * side + 2))
