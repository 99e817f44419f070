"""What a page is sent of SCARAB: what a move changed, the legal moves, and their previews."""

from __future__ import annotations

from msgspec import Struct

from kheper.core.grid import Square
from kheper.scarab.moves import Move, across
from kheper.scarab.start import square_mark
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import ANKH, POINTS
from kheper.scarab.view import ScarabView


class MoveFacts(Struct, frozen=True, omit_defaults=True):
    """What a move changed: squares and what stands there now, the stone taken or returned."""

    squares: tuple[tuple[str, str], ...]
    axis: str | None
    taken: str = ""
    returned: str = ""


class PriestMoves(Struct, frozen=True, omit_defaults=True, tag_field="kind", tag="walks"):
    """Where the priest can go; after an ankh any of the stones may return to any square.

    The last `ankhs` of the moves land on an ankh.
    """

    moves: tuple[str, ...]
    ankhs: int = 0
    stones: tuple[str, ...] = ()
    squares: tuple[str, ...] = ()


class NextLine(Struct, frozen=True, array_like=True):
    """What the next player's line would hold: its scarab stones, and how many ankhs."""

    axis: str
    best: int
    worst: int
    sum: int
    stones: int
    ankhs: int


class Forecasts(Struct, frozen=True, tag_field="kind", tag="forecasts"):
    """The next player's line after each of the moves."""

    lines: tuple[NextLine, ...]


def facts(before: ScarabState, after: ScarabState, seat: int) -> MoveFacts:
    """Return what a move changed."""
    changed = [(before.priest, "."), (after.priest, "P")]
    old, new = before.hands[seat - 1], after.hands[seat - 1]
    taken = returned = ""
    if len(new) > len(old):
        taken = str(new[-1])
    elif len(new) < len(old):
        returns = after.played[-1].returns
        assert returns is not None
        place = returns.square.row * after.side + returns.square.column
        returned = str(returns.stone)
        # The stone may return to where the priest stood.
        changed = [entry for entry in changed if entry[0] != place]
        changed.append((place, square_mark(after.board[place])))
    side = after.side
    squares = tuple([(str(Square(*divmod(place, side))), mark) for place, mark in changed])
    return MoveFacts(squares, after.axis, taken, returned)


def walks(view: ScarabView) -> PriestMoves:
    """Return where the priest can go."""
    moves, state = view.legal_moves(), view.state
    landings = moves.landings
    stones, squares = moves.returns
    side, board = state.side, state.board
    ankhs = [board[move.target.row * side + move.target.column] for move in landings].count(ANKH)
    return PriestMoves(
        tuple(map(str, landings)), ankhs, tuple(map(str, stones)), tuple(map(str, squares))
    )


def forecasts(view: ScarabView) -> Forecasts:
    """Return what each move leaves to the next player."""
    state = view.state
    return Forecasts(tuple([_line(state, move) for move in view.legal_moves().landings]))


def _line(state: ScarabState, move: Move) -> NextLine:
    """Look at the line that a landing leaves: what stands there now, but for the stone taken."""
    board, side = state.board, state.side
    row, column = move.target
    axis = across(move.last_axis)  # SB-T2
    if axis == "h":
        line, place = board[row * side : (row + 1) * side], column
    else:
        line, place = board[column::side], row
    code = line[place]
    line = line[:place] + line[place + 1 :]
    values = [points for other in line if (points := POINTS[other])]
    # Where no scarab stone is left, there is no turn in which an ankh could be taken (SB-E1).
    last = state.left == 1 and code != ANKH
    ankhs = 0 if last else line.count(ANKH)
    best, worst = max(values, default=0), min(values, default=0)
    return NextLine(axis, best, worst, sum(values), len(values), ankhs)
