"""What the events before the start change."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kheper.server.match import events
from kheper.server.match.seats import Seat, put
from kheper.server.match.state import Arranger, Table

Changes = dict[str, Any]


def changed(table: Table, event: events.Changed) -> Changes:
    """Take the host's settings, terms and seats."""
    return {
        "settings": event.settings,
        "terms": event.terms,
        "seats": event.seats,
        "arranger": None,
        "layout": "",
    }


def sat(table: Table, event: events.Sat) -> Changes:
    """Give a seat to a guest, who is host if there is none."""
    seat = Seat(kind="person", guest=event.by, name=event.name)
    changed: Changes = {"seats": put(table.seats, event.seat, seat)}
    if not table.host:
        changed |= {"host": event.by, "host_name": event.name}
    return changed


def stood(table: Table, event: events.Stood) -> Changes:
    """Open a seat."""
    return {"seats": put(table.seats, event.seat, Seat())}


def bot_sat(table: Table, event: events.BotSat) -> Changes:
    """Give a seat to a bot."""
    return {"seats": put(table.seats, event.seat, Seat(kind="bot", level=event.level))}


def swapped(table: Table, event: events.Swapped) -> Changes:
    """Let two seats change places."""
    one, other = table.seats[event.seat - 1], table.seats[event.other - 1]
    return {"seats": put(put(table.seats, event.seat, other), event.other, one)}


def renamed(table: Table, event: events.Renamed) -> Changes:
    """Give a seat another name."""
    return _reseated(table, event.seat, name=event.name)


def aged(table: Table, event: events.Aged) -> Changes:
    """Note the age of the person at a seat."""
    return _reseated(table, event.seat, age=event.age)


def _reseated(table: Table, number: int, **fields: Any) -> Changes:
    return {"seats": put(table.seats, number, replace(table.seats[number - 1], **fields))}


def arranging(table: Table, event: events.Arranging) -> Changes:
    """Let somebody lay out boards or stones."""
    return {"arranger": Arranger(event.guest, event.seat), "layout": ""}


def arranged(table: Table, event: events.Arranged) -> Changes:
    """Show a layout."""
    return {"layout": event.layout}
