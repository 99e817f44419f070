"""Boards as plain text, for a terminal without colours and for a screen reader.

Every square has its coordinates at the margin and one mark; a legend says what the marks mean.
There are no empty lines in between, so that a board can be sent where an empty line ends it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kheper.core.grid import COLUMNS, SIDE, Mask, Square, squares_of
from kheper.render._seen import (
    MODES,
    ScarabyaView,
    Seen,
    areas_of,
    count,
    digs_of,
    foreseen,
    names_of,
    pending_of,
    shown,
    squares_text,
    unseen,
)
from kheper.render.words import describe_line, describe_turn, side_names
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import sort_stones
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.placements import Placement
from kheper.scarabya.solo import SoloView

SITE_LEGEND = (
    "Marks: . free ground, s scarab, # rock, a letter a tile, - closed area,\n"
    "a digit a scarab in a closed area and what it scores."
)
SOLO_LEGEND = (
    "Marks: . free ground, s scarab, # rock, a letter a tile, - closed area,\n"
    "! a scarab that can no longer be covered."
)
FEW = 8  # so many open scarabs are named one by one
OPEN_LEGEND = "Small letters: the tile of the open round, not yet revealed."
STONES_LEGEND = "Marks: P priest, A ankh, +5 and -5 scarab stones, * star, . empty square."


def board_text(
    seen: Seen, names: Sequence[str] = (), only: int | None = None, *, legend: bool = True
) -> str:
    """Draw a state or a view as text; `only` one seat's site of an expedition."""
    view = shown(seen)
    called = names_of(view, names)
    if isinstance(view, ScarabState):
        lines = [*_scarab(view, called), *[STONES_LEGEND] * legend]
    else:
        lines = [*_scarabya(view, called, only), *(_site_legend(view) if legend else [])]
    return "\n".join(lines)


def site_text(dig: Dig, pending: Placement | None = None, lost: Mask | None = None) -> str:
    """Draw one site with its tiles, and perhaps a tile that is not yet revealed.

    In solo `lost` are the scarabs that can no longer be covered, and areas do not score.
    """
    marks = _marks(dig, pending, lost)
    rows = ["".join(marks[row : row + SIDE]) for row in range(0, SIDE * SIDE, SIDE)]
    numbered = [f"{number:>3} {' '.join(row)}" for number, row in enumerate(rows, 1)]
    return "\n".join(["    " + " ".join(COLUMNS), *numbered])


def _marks(dig: Dig, pending: Placement | None, lost: Mask | None) -> list[str]:
    """Return the mark of each square: the ground first, then what lies on it."""
    marks = list("".join(dig.site.rows()))
    nobody = [Area(squares, squares & dig.site.scarabs, 0) for squares in dig.site.enclosed()]
    for area in (*nobody, *dig.areas):
        value = str(area.size) if area.card else "0"  # SY-A4: closed by nobody
        _put(marks, area.squares & ~area.scarabs, "-")
        _put(marks, area.scarabs, value if lost is None else "s")
    _put(marks, lost or 0, "!")
    for entry in dig.entries:
        if entry is not None:
            _put(marks, entry.mask, entry.tile.value)
    if pending is not None:
        _put(marks, pending.mask, pending.tile.lower())
    return marks


def _put(marks: list[str], squares: Mask, mark: str) -> None:
    for row, column in squares_of(squares):
        marks[row * SIDE + column] = mark


def _scarabya(view: ScarabyaView, names: tuple[str, ...], only: int | None) -> Iterator[str]:
    yield f"Scarabya, {MODES[view.mode]}. {describe_turn(view, names)}"
    if view.to_move:
        yield from _cards(view)
    pending = pending_of(view)
    lost = view.uncoverable if isinstance(view, SoloView) else None
    for seat, dig in enumerate(digs_of(view), 1):
        if only in (None, seat):
            yield _heading(view, names, seat)
            yield site_text(dig, pending[seat - 1], lost)
    if isinstance(view, DuelView):
        yield from _owners(view, names)


def _site_legend(view: ScarabyaView) -> Iterator[str]:
    yield SOLO_LEGEND if isinstance(view, SoloView) else SITE_LEGEND
    if any(pending_of(view)):
        yield OPEN_LEGEND


def _cards(view: ScarabyaView) -> Iterator[str]:
    if foreseen(view):
        yield f"The next cards, known from an earlier try: {squares_text(foreseen(view))}."
    if unseen(view):
        yield f"Tiles still to come, in an order nobody knows: {squares_text(unseen(view))}."
    elif not foreseen(view):
        yield "This is the last card."


def _heading(view: ScarabyaView, names: tuple[str, ...], seat: int) -> str:
    if isinstance(view, DuelView):
        scores = [f"{name} {count(n, 'point')}" for name, n in zip(names, view.scores, strict=True)]
        return f"Shared site: {', '.join(scores)}."
    if isinstance(view, SoloView):
        left = view.site.scarabs & view.dig.free
        open_ = f"; open: {squares_text(left)}" if 0 < left.bit_count() <= FEW else ""
        return (
            f"Site: {view.scores[0]} of {count(view.site.scarab_count, 'scarab')} covered{open_}."
        )
    ready = ", has placed" if seat in view.ready else ""
    return f"{names[seat - 1]}: {count(view.scores[seat - 1], 'point')}{ready}."


def _owners(view: DuelView, names: tuple[str, ...]) -> Iterator[str]:
    for seat, name in enumerate(names, 1):
        areas = areas_of(view, seat)
        if areas:
            taken = "; ".join(
                f"{squares_text(area.squares)} ({count(area.points, 'point')})" for area in areas
            )
            yield f"Closed by {name}: {taken}."


def _scarab(state: ScarabState, names: tuple[str, ...]) -> Iterator[str]:
    yield f"SCARAB, {_variant(state)}. {describe_turn(state, names)}"
    yield "    " + "   ".join(f"{column} " for column in COLUMNS[: state.side]).rstrip()
    for row in range(state.side):
        marks = (state.mark(Square(row, column)) for column in range(state.side))
        yield f"{row + 1:>3} " + " ".join(f"{mark:<4}" for mark in marks).rstrip()
    yield from describe_line(state)
    for name, stones in zip(names, state.hands, strict=True):
        held = squares_text(sort_stones(stones)) or "none"
        total = sum(stone.value for stone in stones)
        yield f"{name}: {count(total, 'point')}, stones: {held}."
    if state.start.teams:
        for name, score in zip(side_names(state, names), state.scores, strict=True):
            yield f"Team {name}: {count(score, 'point')}."


def _variant(state: ScarabState) -> str:
    words = [f"board of {state.side}x{state.side}"]
    words += ["turning"] * state.start.turning + ["teams"] * state.start.teams
    return ", ".join(words)
