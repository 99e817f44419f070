"""Taking moves back: free against bots, by consent against people, never past what was revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kheper.core.errors import RuleError
from kheper.server import commands, entries
from kheper.server.changing.playing import consenters
from kheper.server.customs import check_unplayed, has_secrets, placed, revealed_so_far
from kheper.server.deciding.asking import Asking, check_playing, check_started
from kheper.server.deciding.playing import unready
from kheper.server.entries import Entry
from kheper.server.refusals import refuse

if TYPE_CHECKING:
    from kheper.server.table import Table

Found = list[Entry]


def take_back(table: Table, command: commands.TakeBack, asking: Asking) -> Found:
    """Take a seat's last move back, with all that came after it, or ask for it (TB-3)."""
    check_started(table)
    check_playing(table, asking, command.seat)
    if placed(table.state, command.seat):
        return unready(table, commands.Unready(id=command.id, seat=command.seat), asking)
    plays = last_play(table, command.seat)
    if has_secrets(table.state):
        check_unplayed(table.plays[plays].revealed, table.state)
    if table.next:
        raise refuse("over", "there is a rematch already: the game stays as it ended")
    if not consenters(table, command.seat, plays):
        return [asking.entry(entries.TakenBack, seat=command.seat, plays=plays)]
    if table.asked is not None:
        raise refuse("asked-already", "a take-back has been asked for: it is to be answered first")
    if command.seat in table.nagged:
        raise refuse("asked-already", "you have asked for this move, and it stays")
    return [asking.entry(entries.BackAsked, seat=command.seat, plays=plays)]


def is_open(table: Table, seat: int) -> bool:
    """Say whether nothing has been revealed since a seat's last move."""
    for ply in reversed(table.plays):
        if ply.seat == seat:
            return ply.revealed == revealed_so_far(table.state)
    return False


def last_play(table: Table, seat: int) -> int:
    """Return how many plays come before a seat's last one."""
    for n in range(len(table.plays) - 1, -1, -1):
        ply = table.plays[n]
        if ply.seat == seat and ply.how != "record":
            return n
    raise RuleError(None, f"seat {seat} has made no move", code="nothing-to-take-back")


def answer(table: Table, command: commands.Answer, asking: Asking) -> Found:
    """Agree to a take-back, or not; it is done when everybody has agreed."""
    if table.asked is None or table.asked.number != command.asked:
        raise refuse("nothing-asked", "that request is no longer open")
    if asking.who.id not in table.asked.waiting:
        raise refuse("not-asked", "it is not you who is asked")
    return [asking.entry(entries.BackAnswered, agree=command.agree)]


def withdraw(table: Table, command: commands.Withdraw, asking: Asking) -> Found:
    """Let who asked for a take-back do without it."""
    if table.asked is None:
        raise refuse("nothing-asked", "nothing has been asked for")
    check_playing(table, asking, table.asked.seat)
    return [asking.entry(entries.BackWithdrawn)]


def agreed(table: Table, asking: Asking) -> Found:
    """Take back what nobody has still to agree to."""
    if table.asked is None or table.asked.waiting:
        return []
    return [asking.entry(entries.TakenBack, seat=table.asked.seat, plays=table.asked.plays)]
