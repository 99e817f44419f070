"""Decide about leaving, returning, stand-ins, the host's role, and moving seats to devices."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest

from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context, check_host, check_own, check_started
from kheper.server.match.decide.lobby import name_at
from kheper.server.match.events import Event
from kheper.server.match.seats import Seat
from kheper.server.match.state import MatchState
from kheper.server.match.terms import check_level
from kheper.server.refusals import refuse

Events = list[Event]


def leave(match: MatchState, command: commands.Leave, context: Context) -> Events:
    """Let a guest leave: before the start their seats become open, later bots stand in."""
    guest = context.who.id
    there = any(seat.guest == guest and not seat.left for seat in match.seats)
    return [context.event(events.Left)] if there or guest == match.host else []


def away(match: MatchState, command: commands.Away, context: Context) -> Events:
    """Mark a guest as away who is disconnected; they keep their seats."""
    guest = command.guest
    if guest in match.away or guest not in match.guests or match.phase in ("over", "closed"):
        return []
    return [context.event(events.Lost, guest=guest)]


def back(match: MatchState, command: commands.Back, context: Context) -> Events:
    """Let a guest who returned play their seats again."""
    guest = context.who.id
    gone = any(seat.guest == guest and (seat.left or seat.stand_in) for seat in match.seats)
    return [context.event(events.CameBack)] if gone or guest in match.away else []


def stand_in(match: MatchState, command: commands.StandIn, context: Context) -> Events:
    """Let a bot play for one's own seat, or for a seat whose guest is away."""
    check_started(match)
    seat = match.seat(command.seat)
    _check_may_stand_in(match, seat, command.seat, context)
    level = check_level(command.level or match.terms.stand_in)
    if seat.stand_in == level:
        return []
    return [context.event(events.StoodIn, seat=command.seat, level=level)]


def _check_may_stand_in(match: MatchState, seat: Seat, number: int, context: Context) -> None:
    guest = context.who.id
    if seat.kind != "person":
        raise refuse("not-a-person", f"no person holds seat {number}")
    if seat.guest == guest:
        return
    if guest != match.host and not match.held(guest):
        raise refuse("not-your-seat", "only players and the host can let a bot stand in")
    if not (seat.left or seat.guest in match.away):
        raise refuse("not-away", f"{seat.name} is not away")


def pass_host(match: MatchState, command: commands.PassHost, context: Context) -> Events:
    """Make the guest of a seat the host; while the host is away, any seated guest may take over."""
    seat = match.seat(command.seat)
    if not seat.guest or seat.left:
        raise refuse("not-a-person", f"no person holds seat {command.seat}")
    if match.host and match.host not in match.away:
        check_host(match, context)
    else:
        check_own(match, context, command.seat)
    return [] if seat.guest == match.host else [context.event(events.HostPassed, seat=command.seat)]


def offer(match: MatchState, command: commands.Offer, context: Context) -> Events:
    """Offer a seat to another device with a code, of which the log keeps only the digest."""
    check_own(match, context, command.seat)
    return [context.event(events.Offered, seat=command.seat, digest=_digest(command.code))]


def claim(match: MatchState, command: commands.Claim, context: Context) -> Events:
    """Give a seat to a guest with its code, which is valid once and for ten minutes."""
    digest = _digest(command.code)
    for offered in match.offers:
        if offered.until > context.now and compare_digest(offered.digest, digest):
            name = name_at(match, offered.seat, command.name or match.seats[offered.seat - 1].name)
            return [context.event(events.Claimed, seat=offered.seat, name=name)]
    raise refuse("bad-code", "this code is not valid, or no longer valid")


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
