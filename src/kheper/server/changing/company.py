"""What the entries change that tell of people: coming and going, chat, and the end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from kheper.server import clocks, entries
from kheper.server.parts import Arranger, ChatLine, SeatOffer
from kheper.server.seats import Seat, heir, people, put

if TYPE_CHECKING:
    from kheper.server.table import Table

Changes = dict[str, Any]

CHAT_LINES = 50
# The window of the chat's limit; what is older is forgotten.
TALK_WINDOW = 30_000
OFFER_LASTS = 10 * 60_000


def left(table: Table, entry: entries.Left) -> Changes:
    """Open the seats of who leaves, or let bots stand in; the host's powers pass on."""
    guest = entry.by
    changed: Changes = {}
    if table.state is None:
        seats = tuple(Seat() if seat.guest == guest else seat for seat in table.seats)
        if table.arranger is not None:
            changed |= {"arranger": None, "layout": ""}
    else:
        level = table.terms.stand_in
        seats = tuple(
            replace(seat, left=True, stand_in=level) if seat.guest == guest else seat
            for seat in table.seats
        )
    changed |= _company(table, seats, entry.at)
    if table.host == guest:
        changed["host"], changed["host_name"] = heir(table.seats, guest, table.away)
    if guest in table.away:
        changed["away"] = table.away - {guest}
    return changed


def _company(table: Table, seats: tuple[Seat, ...], at: int) -> Changes:
    """Let other people play: clocks follow, and nobody waits for the answer of who is gone."""
    changed: Changes = {"seats": seats}
    if table.clocks is not None:
        runners = clocks.running(seats, table.state.to_move)
        changed["clocks"] = clocks.rerun(table.clocks, runners, at)
    asked = table.asked
    if asked is not None:
        there = people(seats)
        waiting = tuple(guest for guest in asked.waiting if guest in there)
        stays = bool(seats[asked.seat - 1].played_by)
        changed["asked"] = asked._replace(waiting=waiting) if stays else None
    return changed


def lost(table: Table, entry: entries.Lost) -> Changes:
    """Mark a guest as away."""
    return {"away": table.away | {entry.guest}}


def came_back(table: Table, entry: entries.CameBack) -> Changes:
    """Give a guest their seats back."""
    seats = tuple(
        replace(seat, left=False, stand_in=0)
        if seat.guest == entry.by and (seat.left or seat.stand_in)
        else seat
        for seat in table.seats
    )
    changed: Changes = {"away": table.away - {entry.by}}
    if seats != table.seats:
        changed |= _company(table, seats, entry.at)
    held = [seat.name for seat in seats if seat.guest == entry.by]
    if not table.host and held:
        changed |= {"host": entry.by, "host_name": held[0]}
    return changed


def stood_in(table: Table, entry: entries.StoodIn) -> Changes:
    """Let a bot play for a seat."""
    seat = replace(table.seats[entry.seat - 1], stand_in=entry.level)
    return _company(table, put(table.seats, entry.seat, seat), entry.at)


def host_passed(table: Table, entry: entries.HostPassed) -> Changes:
    """Make the guest of a seat host."""
    seat = table.seats[entry.seat - 1]
    return {"host": seat.guest, "host_name": seat.name}


def said(table: Table, entry: entries.Said) -> Changes:
    """Add a line to the chat."""
    seat = next(iter(table.held(entry.by)), 0)
    line = ChatLine(table.number + 1, entry.at, seat, entry.name, entry.text, entry.phrase)
    recent = {
        guest: times for guest, times in table.talk.items() if times[-1] > entry.at - TALK_WINDOW
    }
    own = [time for time in recent.get(entry.by, ()) if time > entry.at - TALK_WINDOW]
    return {
        "chat": (*table.chat, line)[-CHAT_LINES:],
        "talk": {**recent, entry.by: (*own, entry.at)},
    }


def offered(table: Table, entry: entries.Offered) -> Changes:
    """Remember the digest of a seat's code."""
    others = tuple(offer for offer in table.offers if offer.seat != entry.seat)
    return {"offers": (*others, SeatOffer(entry.seat, entry.digest, entry.at + OFFER_LASTS))}


def claimed(table: Table, entry: entries.Claimed) -> Changes:
    """Give a seat to who had its code."""
    seat = replace(
        table.seats[entry.seat - 1], guest=entry.by, name=entry.name, left=False, stand_in=0
    )
    changed = {
        **_company(table, put(table.seats, entry.seat, seat), entry.at),
        "offers": tuple(offer for offer in table.offers if offer.seat != entry.seat),
    }
    if table.arranger is not None and table.arranger.seat == entry.seat:
        changed["arranger"] = Arranger(entry.by, entry.seat)
    return changed


def linked(table: Table, entry: entries.Linked) -> Changes:
    """Remember the rematch."""
    return {"next": entry.match, "next_at": entry.at}


def closed(table: Table, entry: entries.Closed) -> Changes:
    """End the match without a result."""
    return {"closed": True, "asked": None}
