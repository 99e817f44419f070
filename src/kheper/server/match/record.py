"""The record of a match, for download."""

from __future__ import annotations

from datetime import UTC, datetime

from kheper.core.record import Record
from kheper.games import record_of
from kheper.server.match.decide.context import check_started
from kheper.server.match.seats import Seat
from kheper.server.match.state import MatchState


def record(match: MatchState) -> Record:
    """Return the public record, which has the whole deck only after the end (SY-S5)."""
    check_started(match)
    day = datetime.fromtimestamp(match.created / 1000, UTC).strftime("%Y.%m.%d")
    tags = [("Date", day)]
    tags += [(f"Seat{n}", name_of(seat)) for n, seat in enumerate(match.seats, 1)]
    if match.adapter.deck_is_open(match.game_state):
        return record_of(match.game_state, tags, deck=True)
    return record_of(match.game_state.view(None), tags)


def name_of(seat: Seat) -> str:
    """Return the name of a seat in a record."""
    return f"Bot {seat.level}" if seat.kind == "bot" else seat.name
