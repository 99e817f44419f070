"""Taking moves back: free against bots, by consent against people, never past what was revealed."""

from __future__ import annotations

from kheper.core.errors import RuleError
from kheper.server.match import commands, events
from kheper.server.match.apply.playing import consenters
from kheper.server.match.decide.context import Context, check_playing, check_started
from kheper.server.match.decide.playing import unready
from kheper.server.match.events import Event
from kheper.server.match.state import Table
from kheper.server.refusals import refuse

Found = list[Event]


def take_back(table: Table, command: commands.TakeBack, context: Context) -> Found:
    """Take a seat's last move back, with all that came after it, or ask for it (TB-3)."""
    check_started(table)
    seat = command.seat
    check_playing(table, context, seat)
    if table.adapter.pending(table.state, seat):
        return unready(table, commands.Unready(id=command.id, seat=seat), context)
    plays = check_take_back(table, seat, context)
    kind = events.BackAsked if consenters(table, seat, plays) else events.TakenBack
    return [context.event(kind, seat=seat, plays=plays)]


def check_take_back(table: Table, seat: int, context: Context) -> int:
    """Return how many plays would stay, or refuse to take a seat's last move back."""
    check_playing(table, context, seat)
    plays, adapter = last_play(table, seat), table.adapter
    if adapter.has_secrets:
        adapter.check_unrevealed(table.plays[plays].revealed, table.state)
    if table.next:
        raise refuse("over", "there is a rematch already: the game stays as it ended")
    is_asked, has_asked = table.asked is not None, seat in table.nagged
    if (is_asked or has_asked) and consenters(table, seat, plays):
        if is_asked:
            sentence = "a take-back has been asked for: it is to be answered first"
        else:
            sentence = "you have asked for this move, and it stays"
        raise refuse("asked-already", sentence)
    return plays


def is_open(table: Table, seat: int) -> bool:
    """Say whether nothing has been revealed since a seat's last move."""
    for ply in reversed(table.plays):
        if ply.seat == seat:
            return ply.revealed == table.adapter.revealed_so_far(table.state)
    return False


def last_play(table: Table, seat: int) -> int:
    """Return how many plays come before a seat's last one."""
    for n in range(len(table.plays) - 1, -1, -1):
        ply = table.plays[n]
        if ply.seat == seat and ply.how != "record":
            return n
    raise RuleError(None, f"seat {seat} has made no move", code="nothing-to-take-back")


def answer(table: Table, command: commands.Answer, context: Context) -> Found:
    """Agree to a take-back, or not; it is done when everybody has agreed."""
    if table.asked is None or table.asked.number != command.asked:
        raise refuse("nothing-asked", "that request is no longer open")
    if context.who.id not in table.asked.waiting:
        raise refuse("not-asked", "it is not you who is asked")
    return [context.event(events.BackAnswered, agree=command.agree)]


def withdraw(table: Table, command: commands.Withdraw, context: Context) -> Found:
    """Let who asked for a take-back do without it."""
    if table.asked is None:
        raise refuse("nothing-asked", "nothing has been asked for")
    check_playing(table, context, table.asked.seat)
    return [context.event(events.BackWithdrawn)]


def agreed(table: Table, context: Context) -> Found:
    """Take back what nobody has still to agree to."""
    if table.asked is None or table.asked.waiting:
        return []
    return [context.event(events.TakenBack, seat=table.asked.seat, plays=table.asked.plays)]
