"""What a guest may ask for now, so that a page, which knows no rules, can show its buttons."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING

from kheper.core.errors import KheperError
from kheper.server import commands
from kheper.server.customs import placed
from kheper.server.deciding import company, endings, lobby, takebacks
from kheper.server.deciding.asking import (
    Asking,
    check_host,
    check_open,
    check_playing,
    check_started,
)
from kheper.server.deciding.playing import unready
from kheper.server.refusals import refuse
from kheper.server.seats import Who, people

if TYPE_CHECKING:
    from kheper.server.table import Table

Check = Callable[[], object]
# What is only asked about draws nothing.
_CHANCE = Random(0)


def possible(table: Table, guest: str) -> tuple[str, ...]:
    """Return the names of the commands that the table would not refuse to this guest."""
    if table.closed:
        return ()
    asking = _asking(table, guest)
    # A refusal takes its time: what cannot be now, by far, is not asked about.
    checks: list[tuple[str, Check]] = []
    if table.state is None:
        checks += [
            ("sit", lambda: _check_can_sit(table)),
            ("change", lambda: _check_can_change(table, asking)),
            ("arrange", lambda: lobby.check_arranger(table, asking)),
            ("start", lambda: lobby.check_start(table, asking)),
        ]
    if table.asked is not None:
        checks += [
            ("answer", lambda: _check_asked(table, guest)),
            ("withdraw", lambda: takebacks.withdraw(table, commands.Withdraw(id=""), asking)),
        ]
    checks.append(("say", lambda: company.check_talker(table, guest)))
    if table.state is not None:
        checks += [
            ("retry", lambda: endings.retry(table, commands.Retry(id=""), asking)),
            ("rematch", lambda: endings.rematch(table, commands.Rematch(id=""), asking)),
        ]
    checks.append(("close", lambda: endings.close(table, commands.Close(id=""), asking)))
    return _passed(checks)


def possible_at(table: Table, seat: int) -> tuple[str, ...]:
    """Return what the holder of a seat may ask for it."""
    if table.closed:
        return ()
    asking = _asking(table, table.seats[seat - 1].guest)
    take_back = commands.TakeBack(id="", seat=seat)
    checks: list[tuple[str, Check]] = []
    if placed(table.state, seat):
        checks.append(("unready", lambda: check_unready(table, seat, asking)))
    if takebacks.is_open(table, seat):
        checks.append(("take-back", lambda: takebacks.take_back(table, take_back, asking)))
    if seat in table.state.to_move and len(people(table.seats)) == 1:
        checks.append(("hint", lambda: check_hint(table, asking.who, seat)))
    return _passed(checks)


def check_hint(table: Table, who: Who, seat: int) -> None:
    """Refuse hints where other people play: that would be help from outside."""
    check_started(table)
    check_playing(table, _asking(table, who.id), seat)
    if seat not in table.state.to_move:
        raise refuse("not-to-move", f"seat {seat} is not to move")
    if any(other != who.id for other in people(table.seats)):
        raise refuse("others-play", "there are no hints in a game against people")


def check_watch(table: Table, guest: str) -> None:
    """Refuse to show a table to those who hold no seat, where the host wants no watchers."""
    started = table.state is not None
    if started and table.terms.watchers == "none" and guest not in table.guests:
        raise refuse("watching", "nobody watches at this table")


def check_unready(table: Table, seat: int, asking: Asking) -> None:
    """Refuse to pick up a tile that does not lie, or that has been revealed."""
    unready(table, commands.Unready(id="", seat=seat), asking)
    table.state.take_back(seat)


def _asking(table: Table, guest: str) -> Asking:
    return Asking(Who(guest, "guest"), table.at, _CHANCE, "")


def _passed(checks: Iterable[tuple[str, Check]]) -> tuple[str, ...]:
    passed = []
    for name, check in checks:
        try:
            check()
        except KheperError:
            continue
        passed.append(name)
    return tuple(passed)


def _check_can_sit(table: Table) -> None:
    lobby.check_seating(table)
    if all(seat.kind != "open" for seat in table.seats):
        raise refuse("seat-taken", "every seat is taken")


def _check_can_change(table: Table, asking: Asking) -> None:
    check_open(table)
    check_host(table, asking)


def _check_asked(table: Table, guest: str) -> None:
    if table.asked is None or guest not in table.asked.waiting:
        raise refuse("not-asked", "it is not you who is asked")
