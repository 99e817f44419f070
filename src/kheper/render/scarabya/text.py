"""Scarabya as plain text, for a terminal without colours and for a screen reader.

Each square has its coordinates in the margin and one mark; a legend explains the marks. There are
no empty lines, because an empty line ends an answer of the engine.
"""

from __future__ import annotations

from collections.abc import Iterator

from kheper.core.grid import COLUMNS, SIDE, Mask, squares_of
from kheper.render.scarabya.facts import (
    MODES,
    areas_of,
    digs_of,
    foreseen,
    pending_of,
    squares_text,
    unseen,
)
from kheper.render.scarabya.sentences import turn_sentence
from kheper.render.wording import count
from kheper.scarabya.dig import Area, Dig
from kheper.scarabya.duel import DuelView
from kheper.scarabya.placements import Placement
from kheper.scarabya.setup import ScarabyaView
from kheper.scarabya.solo import SoloView

SITE_LEGEND = (
    "Marks: . free ground, s scarab, # rock, a letter a tile, - closed area,\n"
    "a digit a scarab in a closed area and what it scores."
)
SOLO_LEGEND = (
    "Marks: . free ground, s scarab, # rock, a letter a tile, - closed area,\n"
    "! a scarab that can no longer be covered."
)
# Up to this many open scarabs are named one by one.
FEW = 8
OPEN_LEGEND = "Small letters: the tile of the open round, not yet revealed."


def board_lines(view: ScarabyaView, names: tuple[str, ...], only: int | None) -> Iterator[str]:
    """Yield the heading, the cards and the sites; `only` one seat's site of an expedition."""
    yield f"Scarabya, {MODES[view.mode]}. {turn_sentence(view, names)}"
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


def legend_lines(view: ScarabyaView) -> Iterator[str]:
    """Explain the marks."""
    yield SOLO_LEGEND if isinstance(view, SoloView) else SITE_LEGEND
    if any(pending_of(view)):
        yield OPEN_LEGEND


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
