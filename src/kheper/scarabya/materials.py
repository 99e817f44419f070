"""Text files with boards or sites that people make themselves (SY-O5).

A site is ten rows of ten marks. The four boards of a box are each a letter on a line of its own
and five rows of five marks. `.` is free, `s` a scarab symbol, `#` a rock; spaces and empty lines
are ignored, and `;` starts a comment.
"""

from __future__ import annotations

from typing import NamedTuple

from kheper.core.errors import KheperError, NotationError
from kheper.core.grid import SIDE
from kheper.scarabya.boards import BOARD_SIDE, NAMES, Board
from kheper.scarabya.site import MARKS, Site, no_mark


class _Row(NamedTuple):
    line: int
    marks: str
    columns: tuple[int, ...]


def parse_material(text: str) -> Site | tuple[Board, ...]:
    r"""Read a file with a site or four boards; errors name the line and the column.

    >>> parse_material("A\n.s.s.\n.s!..")
    Traceback (most recent call last):
    kheper.core.errors.NotationError: line 3, column 3: SY-M2: '!' is not a mark: ...
    """
    rows = _rows(text)
    if not rows:
        sentence = "this file is empty: a site has ten rows"
        raise NotationError("SY-O5", sentence, line=1, column=1)
    if any(row.marks in NAMES for row in rows):
        return _boards(rows)
    return _site(rows)


def _rows(text: str) -> list[_Row]:
    rows = []
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        content = raw.split(";", 1)[0].expandtabs(1)
        spots = [(n, mark) for n, mark in enumerate(content, 1) if not mark.isspace()]
        if spots:
            marks = "".join(mark for _, mark in spots)
            rows.append(_Row(number, marks, tuple(n for n, _ in spots)))
    return rows


def _check(row: _Row, width: int) -> None:
    for mark, column in zip(row.marks, row.columns, strict=True):
        if mark not in MARKS:
            raise no_mark(mark).at(line=row.line, column=column)
    if len(row.marks) != width:
        column = row.columns[width] if len(row.marks) > width else row.columns[-1] + 1
        raise NotationError(
            "SY-M1",
            f"this row has {len(row.marks)} squares, expected {width}",
            line=row.line,
            column=column,
        )


def _site(rows: list[_Row]) -> Site:
    for row in rows:
        _check(row, SIDE)
    if len(rows) != SIDE:
        row = rows[SIDE] if len(rows) > SIDE else rows[-1]
        raise NotationError(
            "SY-M1",
            f"a site has {SIDE} rows, this file has {len(rows)}",
            line=row.line,
            column=row.columns[0],
        )
    return Site.from_rows([row.marks for row in rows])


def _boards(rows: list[_Row]) -> tuple[Board, ...]:
    blocks: dict[str, tuple[_Row, list[str]]] = {}
    current: list[str] | None = None
    for row in rows:
        if row.marks in NAMES and len(row.marks) == 1:
            if row.marks in blocks:
                raise NotationError(
                    "SY-M1",
                    f"board {row.marks} appears twice",
                    line=row.line,
                    column=row.columns[0],
                )
            blocks[row.marks] = (row, current := [])
            continue
        if current is None:
            raise NotationError(
                "SY-M1",
                "a board's letter, A, B, C or D, must come before its rows",
                line=row.line,
                column=row.columns[0],
            )
        _check(row, BOARD_SIDE)
        current.append(row.marks)
    missing = [name for name in NAMES if name not in blocks]
    if missing:
        raise NotationError(
            "SY-M1",
            f"a box has the boards A, B, C and D; missing: {', '.join(missing)}",
            line=rows[-1].line,
            column=rows[-1].columns[0],
        )
    return tuple(_board(*blocks[name]) for name in NAMES)


def _board(head: _Row, rows: list[str]) -> Board:
    try:
        return Board(tuple(rows))
    except KheperError as error:
        raise error.at(line=head.line, column=head.columns[0]) from None
