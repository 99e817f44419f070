"""SCARAB as plain text, for a terminal without colours and for a screen reader."""

from __future__ import annotations

from collections.abc import Iterator

from kheper.core.grid import COLUMNS, Square
from kheper.render.scarab.sentences import line_sentences, side_names, turn_sentence
from kheper.render.wording import count
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import sort_stones

LEGEND = "Marks: P priest, A ankh, +5 and -5 scarab stones, * star, . empty square."


def board_lines(state: ScarabState, names: tuple[str, ...]) -> Iterator[str]:
    """Yield the heading, the board, the lines in use and the collections."""
    yield f"SCARAB, {_variant(state)}. {turn_sentence(state, names)}"
    yield "    " + "   ".join(f"{column} " for column in COLUMNS[: state.side]).rstrip()
    for row in range(state.side):
        marks = (state.mark(Square(row, column)) for column in range(state.side))
        yield f"{row + 1:>3} " + " ".join(f"{mark:<4}" for mark in marks).rstrip()
    yield from line_sentences(state)
    for name, stones in zip(names, state.hands, strict=True):
        held = " ".join(map(str, sort_stones(stones))) or "none"
        total = sum(stone.value for stone in stones)
        yield f"{name}: {count(total, 'point')}, stones: {held}."
    if state.start.teams:
        for name, score in zip(side_names(state, names), state.scores, strict=True):
            yield f"Team {name}: {count(score, 'point')}."


def _variant(state: ScarabState) -> str:
    words = [f"board of {state.side}x{state.side}"]
    words += ["turning"] * state.start.turning + ["teams"] * state.start.teams
    return ", ".join(words)
