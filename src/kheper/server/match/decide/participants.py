"""Coming and going, bots that stand in, the host's powers, and seats that change devices."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest

from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context, check_host, check_own, check_started
from kheper.server.match.decide.lobby import name_at
from kheper.server.match.events import Event
from kheper.server.match.seats import Seat
from kheper.server.match.state import Table
from kheper.server.match.terms import check_level
from kheper.server.refusals import refuse

Found = list[Event]


def leave(table: Table, command: commands.Leave, context: Context) -> Found:
    """Let a guest leave; before the start their seats open, later bots stand in."""
    guest = context.who.id
    there = any(seat.guest == guest and not seat.left for seat in table.seats)
    return [context.event(events.Left)] if there or guest == table.host else []


def away(table: Table, command: commands.Away, context: Context) -> Found:
    """Mark a guest who has not been heard of; nothing is taken from them."""
    guest = command.guest
    if guest in table.away or guest not in table.guests or table.phase in ("over", "closed"):
        return []
    return [context.event(events.Lost, guest=guest)]


def back(table: Table, command: commands.Back, context: Context) -> Found:
    """Give a guest who is there again their seats back."""
    guest = context.who.id
    gone = any(seat.guest == guest and (seat.left or seat.stand_in) for seat in table.seats)
    return [context.event(events.CameBack)] if gone or guest in table.away else []


def stand_in(table: Table, command: commands.StandIn, context: Context) -> Found:
    """Let a bot play for a seat: one's own, or one whose guest is away."""
    check_started(table)
    seat = table.seat(command.seat)
    _check_may_stand_in(table, seat, command.seat, context)
    level = check_level(command.level or table.terms.stand_in)
    if seat.stand_in == level:
        return []
    return [context.event(events.StoodIn, seat=command.seat, level=level)]


def _check_may_stand_in(table: Table, seat: Seat, number: int, context: Context) -> None:
    guest = context.who.id
    if seat.kind != "person":
        raise refuse("not-a-person", f"no person sits at seat {number}")
    if seat.guest == guest:
        return
    if guest != table.host and not table.held(guest):
        raise refuse("not-your-seat", "only who plays, or the host, can call a bot")
    if not (seat.left or seat.guest in table.away):
        raise refuse("not-away", f"{seat.name} is there")


def pass_host(table: Table, command: commands.PassHost, context: Context) -> Found:
    """Hand the host's powers on; while the host is away, whoever sits here may take them."""
    seat = table.seat(command.seat)
    if not seat.guest or seat.left:
        raise refuse("not-a-person", f"nobody sits at seat {command.seat}")
    if table.host and table.host not in table.away:
        check_host(table, context)
    else:
        check_own(table, context, command.seat)
    return [] if seat.guest == table.host else [context.event(events.HostPassed, seat=command.seat)]


def offer(table: Table, command: commands.Offer, context: Context) -> Found:
    """Let a seat be taken along to another device with a code; the log keeps its digest alone."""
    check_own(table, context, command.seat)
    return [context.event(events.Offered, seat=command.seat, digest=_digest(command.code))]


def claim(table: Table, command: commands.Claim, context: Context) -> Found:
    """Give a seat to whoever has its code, once, and not for long."""
    digest = _digest(command.code)
    for offered in table.offers:
        if offered.until > context.now and compare_digest(offered.digest, digest):
            name = name_at(table, offered.seat, command.name or table.seats[offered.seat - 1].name)
            return [context.event(events.Claimed, seat=offered.seat, name=name)]
    raise refuse("bad-code", "this code opens no seat, or no longer")


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
