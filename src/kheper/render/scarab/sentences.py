"""SCARAB in sentences: what happened, whose turn it is, and how the game ended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from kheper.core.grid import COLUMNS, Square
from kheper.render.wording import count, joined, winner
from kheper.scarab.moves import Move
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import Stone

LINES = {"h": "row", "v": "column"}


def turn_sentence(state: ScarabState, names: Sequence[str]) -> str:
    """Say whose turn it is, and along which axis."""
    if not state.to_move:
        return "The game is over."
    movers = joined([names[seat - 1] for seat in state.to_move])
    return f"Move {len(state.played) + 1}, turn: {movers}, {_way(state)}."


def changes(old: ScarabState | None, new: ScarabState, names: Sequence[str]) -> Iterator[str]:
    """Say what was played since then."""
    state = old or ScarabState.begin(new.start)
    for move in new.played[len(state.played) :]:
        seat = state.to_move[0]
        yield f"{names[seat - 1]}: {describe_move(state, move)}."
        state = state.play(seat, move)


def outcome_sentences(state: ScarabState, names: Sequence[str]) -> Iterator[str]:
    """Say why the game ended and who won, if it has ended."""
    if state.outcome is not None:
        yield _end_of_line(state)
        yield _winner(state, side_names(state, names))


def points_sentences(state: ScarabState, names: Sequence[str]) -> Iterator[str]:
    """Say, seat by seat, what the points are made of."""
    for name, stones in zip(names, state.hands, strict=True):
        yield f"{name}: {_stones_sum(stones)}."
    if state.start.teams:
        for name, score in zip(side_names(state, names), state.scores, strict=True):
            yield f"Team {name}: {count(score, 'point')}."


def describe_move(state: ScarabState, move: Move) -> str:
    """Say what a move of SCARAB does, before it is made."""
    way = f"along the {LINES[move.axis]} to {move.bend or move.target}"
    if move.bend:
        way += f", turns on the star and goes along the {LINES[move.last_axis]} to {move.target}"
    mark = state.mark(move.target)
    if mark != "A":
        return f"{way}, takes {mark}"
    returned = f"puts {move.returns.stone} on {move.returns.square}" if move.returns else ""
    return f"{way}, takes the ankh out of the game and {returned or 'puts nothing back'}"


def line_sentences(state: ScarabState) -> list[str]:
    """Name the stones in the line, or in both lines before the first move."""
    if not state.to_move:
        return []
    axes = (state.axis,) if state.axis else ("h", "v")
    return [f"{line_name(state, axis).capitalize()}: {_line(state, axis)}." for axis in axes]


def line_name(state: ScarabState, axis: str) -> str:
    """Name the priest's row or column."""
    row, column = divmod(state.priest, state.side)
    return f"row {row + 1}" if axis == "h" else f"column {COLUMNS[column]}"


def line_squares(state: ScarabState, axis: str) -> list[Square]:
    """Return the squares with a stone in the priest's row or column."""
    row, column = divmod(state.priest, state.side)
    places = range(state.side)
    line = [Square(row, n) if axis == "h" else Square(n, column) for n in places]
    return [square for square in line if state.mark(square) not in "P."]


def played_moves(state: ScarabState) -> list[tuple[int, Move, str]]:
    """Return who moved, how, and the mark of what was taken, from the first move on."""
    past, told = ScarabState.begin(state.start), []
    for move in state.played:
        seat = past.to_move[0]
        told.append((seat, move, past.mark(move.target)))
        past = past.play(seat, move)
    return told


def side_names(state: ScarabState, names: Sequence[str]) -> tuple[str, ...]:
    """Name the sides that score: the seats, or the two teams (SB-V3)."""
    if not state.start.teams:
        return tuple(names)
    return joined(names[:2]), joined(names[2:])


def _way(state: ScarabState) -> str:
    if state.axis is None:
        lines = f"{line_name(state, 'h')} or {line_name(state, 'v')}"
        return f"along {lines}, to a scarab stone"  # SB-T1
    return f"along {line_name(state, state.axis)}"


def _line(state: ScarabState, axis: str) -> str:
    squares = line_squares(state, axis)
    return ", ".join(f"{square} {state.mark(square)}" for square in squares) or "no stone"


def _end_of_line(state: ScarabState) -> str:
    if not state.left:
        return "The game is over: no scarab stone is left on the board."  # SB-E1
    if state.axis is None:
        return "The game is over: no scarab stone stands in the priest's row and column."  # KH-9
    return f"The game is over: no stone is left in {line_name(state, state.axis)}."


def _tie(state: ScarabState, names: Sequence[str], value: int, sides: Iterable[int]) -> str:
    held = [sum(stone.value == value for stone in hand) for hand in state.collections]
    return ", ".join(f"{names[side]} {held[side]}" for side in sides)


def _stones_sum(stones: Sequence[Stone]) -> str:
    gained = sum(stone.value for stone in stones if stone.value > 0)
    lost = sum(stone.value for stone in stones if stone.value < 0)
    total = count(gained + lost, "point")
    return f"{total} ({gained:+d} and {lost:+d}) from {count(len(stones), 'stone')}"


def _winner(state: ScarabState, names: Sequence[str]) -> str:
    outcome = state.outcome
    assert outcome is not None
    if not outcome.reason.startswith("most "):
        return winner(outcome, names)
    best = max(outcome.scores)
    sides = [n for n, score in enumerate(outcome.scores) if score == best]
    side = (outcome.winners[0] - 1) // 2 if state.start.teams else outcome.winners[0] - 1
    value = outcome.reason.removeprefix("most ")
    return (
        f"Winner: {names[side]}. {joined([names[n] for n in sides])} have {count(best, 'point')} "
        f"each, and the tie is broken by the stones of {value}: "
        f"{_tie(state, names, int(value), sides)}."
    )
