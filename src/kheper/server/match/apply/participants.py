"""Apply the events about participants: leaving, returning, hosting, and the end."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kheper.server.match import clocks, events
from kheper.server.match.seats import Seat, next_host, people, put
from kheper.server.match.state import Arranger, MatchState, SeatOffer

Changes = dict[str, Any]

OFFER_LASTS = 10 * 60_000


def left(match: MatchState, event: events.Left) -> Changes:
    """Open the seats of the guest who left, or let bots stand in; the host's role passes on."""
    guest = event.by
    changed: Changes = {}
    if match.state is None:
        seats = tuple(Seat() if seat.guest == guest else seat for seat in match.seats)
        if match.arranger is not None:
            changed |= {"arranger": None, "layout": ""}
    else:
        level = match.terms.stand_in
        seats = tuple(
            replace(seat, left=True, stand_in=level) if seat.guest == guest else seat
            for seat in match.seats
        )
    changed |= _with_seats(match, seats, event.at)
    if match.host == guest:
        changed["host"], changed["host_name"] = next_host(match.seats, guest, match.away)
    if guest in match.away:
        changed["away"] = match.away - {guest}
    return changed


def _with_seats(match: MatchState, seats: tuple[Seat, ...], at: int) -> Changes:
    """Set the seats, and adapt the clocks and the open take-back request to who plays now."""
    changed: Changes = {"seats": seats}
    if match.clocks is not None:
        runners = clocks.running(seats, match.game_state.to_move)
        changed["clocks"] = clocks.restarted(match.clocks, runners, at)
    asked = match.asked
    if asked is not None:
        there = people(seats)
        waiting = tuple(guest for guest in asked.waiting if guest in there)
        stays = bool(seats[asked.seat - 1].played_by)
        changed["asked"] = asked._replace(waiting=waiting) if stays else None
    return changed


def lost(match: MatchState, event: events.Lost) -> Changes:
    """Mark a guest as away."""
    return {"away": match.away | {event.guest}}


def came_back(match: MatchState, event: events.CameBack) -> Changes:
    """Give a guest their seats back."""
    seats = tuple(
        replace(seat, left=False, stand_in=0)
        if seat.guest == event.by and (seat.left or seat.stand_in)
        else seat
        for seat in match.seats
    )
    changed: Changes = {"away": match.away - {event.by}}
    if seats != match.seats:
        changed |= _with_seats(match, seats, event.at)
    held = [seat.name for seat in seats if seat.guest == event.by]
    if not match.host and held:
        changed |= {"host": event.by, "host_name": held[0]}
    return changed


def stood_in(match: MatchState, event: events.StoodIn) -> Changes:
    """Let a bot play for a seat."""
    seat = replace(match.seats[event.seat - 1], stand_in=event.level)
    return _with_seats(match, put(match.seats, event.seat, seat), event.at)


def host_passed(match: MatchState, event: events.HostPassed) -> Changes:
    """Make the guest of a seat host."""
    seat = match.seats[event.seat - 1]
    return {"host": seat.guest, "host_name": seat.name}


def offered(match: MatchState, event: events.Offered) -> Changes:
    """Remember the digest of a seat's code."""
    others = tuple(offer for offer in match.offers if offer.seat != event.seat)
    return {"offers": (*others, SeatOffer(event.seat, event.digest, event.at + OFFER_LASTS))}


def claimed(match: MatchState, event: events.Claimed) -> Changes:
    """Give a seat to the guest who claimed it."""
    seat = replace(
        match.seats[event.seat - 1], guest=event.by, name=event.name, left=False, stand_in=0
    )
    changed = {
        **_with_seats(match, put(match.seats, event.seat, seat), event.at),
        "offers": tuple(offer for offer in match.offers if offer.seat != event.seat),
    }
    if match.arranger is not None and match.arranger.seat == event.seat:
        changed["arranger"] = Arranger(event.by, event.seat)
    return changed


def linked(match: MatchState, event: events.Linked) -> Changes:
    """Remember the rematch."""
    return {"next": event.match, "next_at": event.at}


def closed(match: MatchState, event: events.Closed) -> Changes:
    """End the match without a result."""
    return {"closed": True, "asked": None}
