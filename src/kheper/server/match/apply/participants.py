"""What the events change that tell of people: coming and going, and the end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kheper.server.match import clocks, events
from kheper.server.match.seats import Seat, heir, people, put
from kheper.server.match.state import Arranger, SeatOffer, Table

Changes = dict[str, Any]

OFFER_LASTS = 10 * 60_000


def left(table: Table, event: events.Left) -> Changes:
    """Open the seats of who leaves, or let bots stand in; the host's powers pass on."""
    guest = event.by
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
    changed |= _company(table, seats, event.at)
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


def lost(table: Table, event: events.Lost) -> Changes:
    """Mark a guest as away."""
    return {"away": table.away | {event.guest}}


def came_back(table: Table, event: events.CameBack) -> Changes:
    """Give a guest their seats back."""
    seats = tuple(
        replace(seat, left=False, stand_in=0)
        if seat.guest == event.by and (seat.left or seat.stand_in)
        else seat
        for seat in table.seats
    )
    changed: Changes = {"away": table.away - {event.by}}
    if seats != table.seats:
        changed |= _company(table, seats, event.at)
    held = [seat.name for seat in seats if seat.guest == event.by]
    if not table.host and held:
        changed |= {"host": event.by, "host_name": held[0]}
    return changed


def stood_in(table: Table, event: events.StoodIn) -> Changes:
    """Let a bot play for a seat."""
    seat = replace(table.seats[event.seat - 1], stand_in=event.level)
    return _company(table, put(table.seats, event.seat, seat), event.at)


def host_passed(table: Table, event: events.HostPassed) -> Changes:
    """Make the guest of a seat host."""
    seat = table.seats[event.seat - 1]
    return {"host": seat.guest, "host_name": seat.name}


def offered(table: Table, event: events.Offered) -> Changes:
    """Remember the digest of a seat's code."""
    others = tuple(offer for offer in table.offers if offer.seat != event.seat)
    return {"offers": (*others, SeatOffer(event.seat, event.digest, event.at + OFFER_LASTS))}


def claimed(table: Table, event: events.Claimed) -> Changes:
    """Give a seat to who had its code."""
    seat = replace(
        table.seats[event.seat - 1], guest=event.by, name=event.name, left=False, stand_in=0
    )
    changed = {
        **_company(table, put(table.seats, event.seat, seat), event.at),
        "offers": tuple(offer for offer in table.offers if offer.seat != event.seat),
    }
    if table.arranger is not None and table.arranger.seat == event.seat:
        changed["arranger"] = Arranger(event.by, event.seat)
    return changed


def linked(table: Table, event: events.Linked) -> Changes:
    """Remember the rematch."""
    return {"next": event.match, "next_at": event.at}


def closed(table: Table, event: events.Closed) -> Changes:
    """End the match without a result."""
    return {"closed": True, "asked": None}
