"""What each entry changes at the table.

These functions check nothing but the rules of the game, which check themselves: what is in
the log has been decided. The same functions serve live play and replay.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from kheper.server import entries
from kheper.server.changing import company, lobby, playing
from kheper.server.entries import Entry
from kheper.server.parts import Answers
from kheper.server.refusals import refuse

if TYPE_CHECKING:
    from kheper.server.table import Table

T = TypeVar("T", bound="Table")
Changes = dict[str, Any]

# How many answers a table remembers for each guest, and for how many guests.
MOST_ANSWERS, MOST_ANSWERED = 80, 64


def opened(entry: entries.Created) -> Changes:
    """Return the fields of a new table."""
    return {
        "number": 1,
        "at": entry.at,
        "created": entry.at,
        "match": entry.match,
        "game": entry.game,
        "settings": entry.settings,
        "terms": entry.terms,
        "seats": entry.seats,
        "host": entry.by,
        "host_name": entry.host_name,
        "fixed": entry.fixed,
        "opening": entry.opening,
        "previous": entry.previous,
    }


def after(table: T, entry: Entry) -> T:
    """Return the table after an entry."""
    change = _CHANGES.get(type(entry))
    if change is None:
        raise refuse("bad-entry", f"the entry {type(entry).__name__} cannot stand here")
    changed = change(table, entry)
    if entry.id:
        changed["answers"] = _remembered(table, entry.by, entry.id)
    return replace(table, number=table.number + 1, at=entry.at, **changed)


def _remembered(table: Table, guest: str, id_: str) -> Answers:
    # A command that comes to several entries is answered with the last.
    own = {**table.answers.get(guest, {}), id_: table.number + 1}
    if len(own) > MOST_ANSWERS:
        del own[next(iter(own))]
    answers = {**table.answers, guest: own}
    if len(answers) > MOST_ANSWERED:
        seated = {seat.guest for seat in table.seats}
        del answers[next(other for other in answers if other not in seated)]
    return answers


_CHANGES: dict[type, Callable[[Any, Any], Changes]] = {
    entries.Changed: lobby.changed,
    entries.Sat: lobby.sat,
    entries.Stood: lobby.stood,
    entries.BotSat: lobby.bot_sat,
    entries.Swapped: lobby.swapped,
    entries.Renamed: lobby.renamed,
    entries.Aged: lobby.aged,
    entries.Arranging: lobby.arranging,
    entries.Arranged: lobby.arranged,
    entries.Started: playing.started,
    entries.Played: playing.played,
    entries.Expired: playing.expired,
    entries.Unreadied: playing.unreadied,
    entries.BackAsked: playing.back_asked,
    entries.BackAnswered: playing.back_answered,
    entries.BackWithdrawn: playing.back_withdrawn,
    entries.TakenBack: playing.taken_back,
    entries.Left: company.left,
    entries.Lost: company.lost,
    entries.CameBack: company.came_back,
    entries.StoodIn: company.stood_in,
    entries.HostPassed: company.host_passed,
    entries.Said: company.said,
    entries.Offered: company.offered,
    entries.Claimed: company.claimed,
    entries.Retried: playing.retried,
    entries.Linked: company.linked,
    entries.Closed: company.closed,
}
