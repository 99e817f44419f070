"""The record of a match, for download."""

from __future__ import annotations

from datetime import UTC, datetime

from kheper.core.record import Record
from kheper.games import record_of
from kheper.server.match.decide.context import check_started
from kheper.server.match.seats import Seat
from kheper.server.match.state import Table


def record(table: Table) -> Record:
    """Write a match down as everybody may read it; the whole deck only after the end (SY-S5)."""
    check_started(table)
    day = datetime.fromtimestamp(table.created / 1000, UTC).strftime("%Y.%m.%d")
    tags = [("Date", day)]
    tags += [(f"Seat{n}", name_of(seat)) for n, seat in enumerate(table.seats, 1)]
    if table.adapter.deck_is_open(table.state):
        return record_of(table.state, tags, deck=True)
    return record_of(table.state.view(None), tags)


def name_of(seat: Seat) -> str:
    """Return what a seat is called in a record."""
    return f"Bot {seat.level}" if seat.kind == "bot" else seat.name
