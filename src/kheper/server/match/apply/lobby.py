"""Apply the events before the start."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kheper.server.match import events
from kheper.server.match.seats import Seat, put
from kheper.server.match.state import Arranger, MatchState

Changes = dict[str, Any]


def changed(match: MatchState, event: events.Changed) -> Changes:
    """Set the settings, terms and seats."""
    return {
        "settings": event.settings,
        "terms": event.terms,
        "seats": event.seats,
        "arranger": None,
        "layout": "",
    }


def sat(match: MatchState, event: events.Sat) -> Changes:
    """Give a seat to a guest, who becomes the host if there is none."""
    seat = Seat(kind="person", guest=event.by, name=event.name)
    changed: Changes = {"seats": put(match.seats, event.seat, seat)}
    if not match.host:
        changed |= {"host": event.by, "host_name": event.name}
    return changed


def stood(match: MatchState, event: events.Stood) -> Changes:
    """Open a seat."""
    return {"seats": put(match.seats, event.seat, Seat())}


def bot_sat(match: MatchState, event: events.BotSat) -> Changes:
    """Give a seat to a bot."""
    return {"seats": put(match.seats, event.seat, Seat(kind="bot", level=event.level))}


def swapped(match: MatchState, event: events.Swapped) -> Changes:
    """Swap two seats."""
    one, other = match.seats[event.seat - 1], match.seats[event.other - 1]
    return {"seats": put(put(match.seats, event.seat, other), event.other, one)}


def renamed(match: MatchState, event: events.Renamed) -> Changes:
    """Rename a seat."""
    return _reseated(match, event.seat, name=event.name)


def aged(match: MatchState, event: events.Aged) -> Changes:
    """Set the age of the person at a seat."""
    return _reseated(match, event.seat, age=event.age)


def _reseated(match: MatchState, number: int, **fields: Any) -> Changes:
    return {"seats": put(match.seats, number, replace(match.seats[number - 1], **fields))}


def arranging(match: MatchState, event: events.Arranging) -> Changes:
    """Let a guest lay out boards or stones."""
    return {"arranger": Arranger(event.guest, event.seat), "layout": ""}


def arranged(match: MatchState, event: events.Arranged) -> Changes:
    """Set the layout."""
    return {"layout": event.layout}
