"""What the entries before the start change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kheper.server import entries
from kheper.server.parts import Arranger
from kheper.server.seats import Seat, put

if TYPE_CHECKING:
    from kheper.server.table import Table

Changes = dict[str, Any]


def changed(table: Table, entry: entries.Changed) -> Changes:
    """Take the host's settings, terms and seats."""
    return {
        "settings": entry.settings,
        "terms": entry.terms,
        "seats": entry.seats,
        "arranger": None,
        "layout": "",
    }


def sat(table: Table, entry: entries.Sat) -> Changes:
    """Give a seat to a guest, who is host if there is none."""
    seat = Seat(kind="person", guest=entry.by, name=entry.name)
    changed: Changes = {"seats": put(table.seats, entry.seat, seat)}
    if not table.host:
        changed |= {"host": entry.by, "host_name": entry.name}
    return changed


def stood(table: Table, entry: entries.Stood) -> Changes:
    """Open a seat."""
    return {"seats": put(table.seats, entry.seat, Seat())}


def bot_sat(table: Table, entry: entries.BotSat) -> Changes:
    """Give a seat to a bot."""
    return {"seats": put(table.seats, entry.seat, Seat(kind="bot", level=entry.level))}


def swapped(table: Table, entry: entries.Swapped) -> Changes:
    """Let two seats change places."""
    one, other = table.seats[entry.seat - 1], table.seats[entry.other - 1]
    return {"seats": put(put(table.seats, entry.seat, other), entry.other, one)}


def renamed(table: Table, entry: entries.Renamed) -> Changes:
    """Give a seat another name."""
    return _reseated(table, entry.seat, name=entry.name)


def aged(table: Table, entry: entries.Aged) -> Changes:
    """Note the age of the person at a seat."""
    return _reseated(table, entry.seat, age=entry.age)


def _reseated(table: Table, number: int, **fields: Any) -> Changes:
    return {"seats": put(table.seats, number, replace(table.seats[number - 1], **fields))}


def arranging(table: Table, entry: entries.Arranging) -> Changes:
    """Let somebody lay out boards or stones."""
    return {"arranger": Arranger(entry.guest, entry.seat), "layout": ""}


def arranged(table: Table, entry: entries.Arranged) -> Changes:
    """Show a layout."""
    return {"layout": entry.layout}
