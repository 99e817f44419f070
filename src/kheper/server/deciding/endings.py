"""Trying again, playing again, and ending a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kheper.core.errors import RuleError
from kheper.server import commands, entries
from kheper.server.deciding.asking import Asking, check_host, check_playing, check_started
from kheper.server.entries import Entry
from kheper.server.refusals import refuse
from kheper.server.seats import people
from kheper.server.setup import match_id

if TYPE_CHECKING:
    from kheper.server.table import Table

Found = list[Entry]


def retry(table: Table, command: commands.Retry, asking: Asking) -> Found:
    """Begin a solo game again with the same cards; giving up is a failure too (SY-O3, KH-5)."""
    check_started(table)
    if table.mode != "solo":
        raise RuleError("SY-O3", "only a solo game can be tried again", code="no-retry")
    check_playing(table, asking, 1)
    table.state.retry()  # the rules refuse it after a win
    return [asking.entry(entries.Retried)]


def rematch(table: Table, command: commands.Rematch, asking: Asking) -> Found:
    """Link the next match of the same people; the first who asks makes it (SY-D6)."""
    check_started(table)
    if table.phase != "over":
        raise RuleError("SY-D6", "a rematch follows a finished game", code="not-over")
    guest = asking.who.id
    if guest != table.host and not any(
        seat.guest == guest and not seat.left for seat in table.seats
    ):
        raise refuse("watching", "only those who played can ask for a rematch")
    if table.next:
        return []
    return [asking.entry(entries.Linked, match=match_id(asking.rng))]


def close(table: Table, command: commands.Close, asking: Asking) -> Found:
    """End a match without a result, if nobody else plays in it (TB-5)."""
    guest = asking.who.id
    if table.phase == "over":
        raise refuse("over", "the game is over: there is nothing to end")
    if table.state is None:
        check_host(table, asking)
    else:
        if guest != table.host and not table.held(guest):
            raise refuse("not-your-seat", "only those who play can end the match")
        if any(other != guest for other in people(table.seats)):
            raise refuse("others-play", "others play here: you can leave, and a bot goes on")
    return [asking.entry(entries.Closed)]
