"""What a guest may ask for now, so that a page, which knows no rules, can show its buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from kheper.core.errors import KheperError
from kheper.server.match import commands
from kheper.server.match.decide import chat, endings, lobby, participants, takebacks
from kheper.server.match.decide.context import (
    Context,
    check_host,
    check_open,
    check_own,
    check_playing,
    check_started,
)
from kheper.server.match.decide.playing import unready
from kheper.server.match.seats import Who, people
from kheper.server.match.state import Table
from kheper.server.refusals import refuse

Check = Callable[[], object]
# What is only asked about draws nothing.
_CHANCE = Random(0)


def possible(table: Table, guest: str) -> tuple[str, ...]:
    """Return the names of the commands that the table would not refuse to this guest."""
    if table.closed:
        return ()
    context = _context(table, guest)
    # A refusal takes its time: what cannot be now, by far, is not asked about.
    checks: list[tuple[str, Check]] = []
    if table.state is None:
        checks += [
            ("sit", lambda: _check_can_sit(table)),
            ("change", lambda: _check_can_change(table, context)),
            ("arrange", lambda: lobby.check_arranger(table, context)),
            ("start", lambda: lobby.check_start(table, context)),
        ]
    if table.asked is not None:
        checks += [
            ("answer", lambda: _check_asked(table, guest)),
            ("withdraw", lambda: takebacks.withdraw(table, commands.Withdraw(id=""), context)),
        ]
    checks.append(("say", lambda: chat.check_talker(table, guest)))
    if table.state is not None:
        checks.append(("retry", lambda: endings.retry(table, commands.Retry(id=""), context)))
    if table.phase == "over":
        checks.append(("rematch", lambda: endings.rematch(table, commands.Rematch(id=""), context)))
    else:
        checks.append(("close", lambda: endings.close(table, commands.Close(id=""), context)))
    return _passed(checks)


def possible_at(table: Table, seat: int) -> tuple[str, ...]:
    """Return what the holder of a seat may ask for it."""
    if table.closed:
        return ()
    context = _context(table, table.seats[seat - 1].guest)
    if table.adapter.pending(table.state, seat):
        # In an open round, taking back is picking up.
        picked_up = _passed([("unready", lambda: check_unready(table, seat, context))])
        return (*picked_up, "take-back") if picked_up else ()
    checks: list[tuple[str, Check]] = []
    if takebacks.is_open(table, seat):
        checks.append(("take-back", lambda: takebacks.check_take_back(table, seat, context)))
    if seat in table.state.to_move and len(people(table.seats)) == 1:
        checks.append(("hint", lambda: check_hint(table, context.who, seat)))
    return _passed(checks)


def possible_with_seats(table: Table, guest: str) -> tuple[tuple[str, ...], ...]:
    """Return for each seat the commands about it that the table would accept from this guest.

    Empty if there is none for any seat.
    """
    if table.closed:
        return ()
    context = _context(table, guest)
    numbers = range(1, len(table.seats) + 1)
    found = tuple([_passed(_seat_checks(table, number, context)) for number in numbers])
    return found if any(found) else ()


def _seat_checks(table: Table, seat: int, context: Context) -> list[tuple[str, Check]]:
    bot = commands.Fill(id="", seat=seat, occupant="bot")
    checks: list[tuple[str, Check]] = []
    if table.state is None:
        checks += [
            ("sit", lambda: lobby.sit(table, commands.Sit(id="", seat=seat), context)),
            ("stand", lambda: lobby.stand(table, commands.Stand(id="", seat=seat), context)),
            ("fill", lambda: lobby.fill(table, bot, context)),
        ]
    elif table.state.to_move:
        stand_in = commands.StandIn(id="", seat=seat)
        if table.seats[seat - 1].stand_in:
            checks.append(("back", lambda: _back_at(table, seat, context)))
        else:
            decide = participants.stand_in
            checks.append(("stand-in", lambda: decide(table, stand_in, context)))
    if table.seats[seat - 1].guest == context.who.id:
        checks += [
            ("rename", lambda: lobby.check_rename(table, seat, context)),
            ("offer", lambda: check_own(table, context, seat)),
        ]
    pass_host = commands.PassHost(id="", seat=seat)
    checks.append(("pass-host", lambda: participants.pass_host(table, pass_host, context)))
    return checks


def _back_at(table: Table, seat: int, context: Context) -> object:
    check_own(table, context, seat)
    return participants.back(table, commands.Back(id=""), context)


def check_hint(table: Table, who: Who, seat: int) -> None:
    """Refuse hints where other people play: that would be help from outside."""
    check_started(table)
    check_playing(table, _context(table, who.id), seat)
    if seat not in table.state.to_move:
        raise refuse("not-to-move", f"seat {seat} is not to move")
    if any(other != who.id for other in people(table.seats)):
        raise refuse("others-play", "there are no hints in a game against people")


def check_watch(table: Table, guest: str) -> None:
    """Refuse to show a table to those who hold no seat, where the host wants no watchers."""
    started = table.state is not None
    if started and table.terms.watchers == "none" and guest not in table.guests:
        raise refuse("watching", "nobody watches at this table")


def check_unready(table: Table, seat: int, context: Context) -> None:
    """Refuse to pick up a tile that does not lie, or that has been revealed."""
    unready(table, commands.Unready(id="", seat=seat), context)
    table.state.take_back(seat)


def _context(table: Table, guest: str) -> Context:
    return Context(Who(guest, "guest"), table.at, _CHANCE, "")


def _passed(checks: Iterable[tuple[str, Check]]) -> tuple[str, ...]:
    passed = []
    for name, check in checks:
        try:
            found = check()
        except KheperError:
            continue
        if found != []:  # a command that decides nothing would change nothing
            passed.append(name)
    return tuple(passed)


def _check_can_sit(table: Table) -> None:
    lobby.check_seating(table)
    if all(seat.kind != "open" for seat in table.seats):
        raise refuse("seat-taken", "every seat is taken")


def _check_can_change(table: Table, context: Context) -> None:
    check_open(table)
    check_host(table, context)


def _check_asked(table: Table, guest: str) -> None:
    if table.asked is None or guest not in table.asked.waiting:
        raise refuse("not-asked", "it is not you who is asked")
