"""The record of a match, for download."""

from __future__ import annotations

from datetime import UTC, datetime

from kheper.core.record import Record
from kheper.games import record_of
from kheper.server.match.decide.context import check_started
from kheper.server.match.seats import Seat
from kheper.server.match.state import MatchState


def record(match: MatchState) -> Record:
    """Write a match down as everybody may read it; the whole deck only after the end (SY-S5)."""
    check_started(match)
    day = datetime.fromtimestamp(match.created / 1000, UTC).strftime("%Y.%m.%d")
    tags = [("Date", day)]
    tags += [(f"Seat{n}", name_of(seat)) for n, seat in enumerate(match.seats, 1)]
    if match.adapter.deck_is_open(match.state):
        return record_of(match.state, tags, deck=True)
    return record_of(match.state.view(None), tags)


def name_of(seat: Seat) -> str:
    """Return what a seat is called in a record."""
    return f"Bot {seat.level}" if seat.kind == "bot" else seat.name
