"""Coming and going, bots that stand in, the host's powers, chat, and seats that change devices."""

from __future__ import annotations

from hashlib import sha256
from hmac import compare_digest
from typing import TYPE_CHECKING

from kheper.server import commands, entries
from kheper.server.customs import is_team_game
from kheper.server.deciding.asking import Asking, check_host, check_own, check_started
from kheper.server.deciding.lobby import name_at
from kheper.server.entries import Entry
from kheper.server.phrases import PHRASES
from kheper.server.refusals import refuse
from kheper.server.seats import Seat
from kheper.server.terms import check_level
from kheper.server.words import check_line, check_name

if TYPE_CHECKING:
    from kheper.server.table import Table

Found = list[Entry]

# A guest may say so many lines in so many milliseconds.
TALK_LIMITS = ((5, 10_000), (10, 30_000))


def leave(table: Table, command: commands.Leave, asking: Asking) -> Found:
    """Let a guest leave; before the start their seats open, later bots stand in."""
    guest = asking.who.id
    there = any(seat.guest == guest and not seat.left for seat in table.seats)
    return [asking.entry(entries.Left)] if there or guest == table.host else []


def away(table: Table, command: commands.Away, asking: Asking) -> Found:
    """Mark a guest who has not been heard of; nothing is taken from them."""
    guest = command.guest
    if guest in table.away or guest not in table.guests or table.phase in ("over", "closed"):
        return []
    return [asking.entry(entries.Lost, guest=guest)]


def back(table: Table, command: commands.Back, asking: Asking) -> Found:
    """Give a guest who is there again their seats back."""
    guest = asking.who.id
    gone = any(seat.guest == guest and (seat.left or seat.stand_in) for seat in table.seats)
    return [asking.entry(entries.CameBack)] if gone or guest in table.away else []


def stand_in(table: Table, command: commands.StandIn, asking: Asking) -> Found:
    """Let a bot play for a seat: one's own, or one whose guest is away."""
    check_started(table)
    seat = table.seat(command.seat)
    _check_may_stand_in(table, seat, command.seat, asking)
    level = check_level(command.level or table.terms.stand_in)
    if seat.stand_in == level:
        return []
    return [asking.entry(entries.StoodIn, seat=command.seat, level=level)]


def _check_may_stand_in(table: Table, seat: Seat, number: int, asking: Asking) -> None:
    guest = asking.who.id
    if seat.kind != "person":
        raise refuse("not-a-person", f"no person sits at seat {number}")
    if seat.guest == guest:
        return
    if guest != table.host and not table.held(guest):
        raise refuse("not-your-seat", "only who plays, or the host, can call a bot")
    if not (seat.left or seat.guest in table.away):
        raise refuse("not-away", f"{seat.name} is there")


def pass_host(table: Table, command: commands.PassHost, asking: Asking) -> Found:
    """Hand the host's powers on; while the host is away, whoever sits here may take them."""
    seat = table.seat(command.seat)
    if not seat.guest or seat.left:
        raise refuse("not-a-person", f"nobody sits at seat {command.seat}")
    if table.host and table.host not in table.away:
        check_host(table, asking)
    else:
        check_own(table, asking, command.seat)
    return [] if seat.guest == table.host else [asking.entry(entries.HostPassed, seat=command.seat)]


def say(table: Table, command: commands.Say, asking: Asking) -> Found:
    """Let somebody say a line."""
    name = check_may_talk(table, asking)
    return [asking.entry(entries.Said, name=name, text=check_line(command.text))]


def phrase(table: Table, command: commands.Phrase, asking: Asking) -> Found:
    """Let somebody say a quick phrase."""
    if command.phrase not in PHRASES:
        raise refuse("no-phrase", f"there are the phrases {', '.join(PHRASES)}")
    name = check_may_talk(table, asking)
    return [asking.entry(entries.Said, name=name, phrase=command.phrase)]


def check_may_talk(table: Table, asking: Asking) -> str:
    """Return the name somebody talks under, or say why they may not talk now."""
    guest = asking.who.id
    own = check_talker(table, guest)
    times = table.talk.get(guest, ())
    for most, window in TALK_LIMITS:
        if sum(time > asking.now - window for time in times) >= most:
            raise refuse("too-fast", f"at most {most} lines in {window // 1000} seconds")
    return own[0] if own else check_name(asking.who.name)


def check_talker(table: Table, guest: str) -> list[str]:
    """Return the names of a guest's seats, or say why they may not talk, however slowly."""
    if table.phase == "running" and is_team_game(table.state):
        raise refuse("silent", "nobody talks in a running team game", "SB-V3")
    own = [seat.name for seat in table.seats if seat.guest == guest]
    if not own and guest != table.host and table.terms.watchers != "talk":
        raise refuse("watching", "at this table only those who play may talk")
    return own


def offer(table: Table, command: commands.Offer, asking: Asking) -> Found:
    """Let a seat be taken along to another device with a code; the log keeps its digest alone."""
    check_own(table, asking, command.seat)
    return [asking.entry(entries.Offered, seat=command.seat, digest=_digest(command.code))]


def claim(table: Table, command: commands.Claim, asking: Asking) -> Found:
    """Give a seat to whoever has its code, once, and not for long."""
    digest = _digest(command.code)
    for offered in table.offers:
        if offered.until > asking.now and compare_digest(offered.digest, digest):
            name = name_at(table, offered.seat, command.name or table.seats[offered.seat - 1].name)
            return [asking.entry(entries.Claimed, seat=offered.seat, name=name)]
    raise refuse("bad-code", "this code opens no seat, or no longer")


def _digest(code: str) -> str:
    return sha256(code.encode()).hexdigest()
