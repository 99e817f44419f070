"""Decide about take-backs: free against bots, by consent against people, never past a reveal."""

from __future__ import annotations

from kheper.core.errors import RuleError
from kheper.server.match import commands, events
from kheper.server.match.apply.playing import consenters
from kheper.server.match.decide.context import Context, check_playing, check_started
from kheper.server.match.decide.playing import unready
from kheper.server.match.events import Event
from kheper.server.match.state import MatchState
from kheper.server.refusals import refuse

Events = list[Event]


def take_back(match: MatchState, command: commands.TakeBack, context: Context) -> Events:
    """Take back a seat's last move and all later ones, or ask the others for it (TB-3)."""
    check_started(match)
    seat = command.seat
    check_playing(match, context, seat)
    if match.adapter.pending(match.game_state, seat):
        return unready(match, commands.Unready(id=command.id, seat=seat), context)
    plays = check_take_back(match, seat, context)
    kind = events.BackAsked if consenters(match, seat, plays) else events.TakenBack
    return [context.event(kind, seat=seat, plays=plays)]


def check_take_back(match: MatchState, seat: int, context: Context) -> int:
    """Return how many plays would stay, or refuse to take back a seat's last move."""
    check_playing(match, context, seat)
    plays, adapter = last_play(match, seat), match.adapter
    if adapter.has_secrets:
        adapter.check_unrevealed(match.plays[plays].revealed, match.game_state)
    if match.next:
        raise refuse("over", "there is a rematch already: no move can be taken back")
    is_asked, has_asked = match.asked is not None, seat in match.nagged
    if (is_asked or has_asked) and consenters(match, seat, plays):
        if is_asked:
            sentence = "there is already an open request for a take-back"
        else:
            sentence = "you have already asked for this take-back"
        raise refuse("asked-already", sentence)
    return plays


def is_open(match: MatchState, seat: int) -> bool:
    """Say whether nothing has been revealed since a seat's last move."""
    for ply in reversed(match.plays):
        if ply.seat == seat:
            return ply.revealed == match.adapter.revealed_so_far(match.game_state)
    return False


def last_play(match: MatchState, seat: int) -> int:
    """Return the number of plays before a seat's last one."""
    for n in range(len(match.plays) - 1, -1, -1):
        ply = match.plays[n]
        if ply.seat == seat and ply.how != "record":
            return n
    raise RuleError(None, f"seat {seat} has made no move", code="nothing-to-take-back")


def answer(match: MatchState, command: commands.Answer, context: Context) -> Events:
    """Agree or disagree to a take-back, which happens once everybody has agreed."""
    if match.asked is None or match.asked.number != command.asked:
        raise refuse("nothing-asked", "this request is no longer open")
    if context.who.id not in match.asked.waiting:
        raise refuse("not-asked", "this request is not for you to answer")
    return [context.event(events.BackAnswered, agree=command.agree)]


def withdraw(match: MatchState, command: commands.Withdraw, context: Context) -> Events:
    """Withdraw one's own request for a take-back."""
    if match.asked is None:
        raise refuse("nothing-asked", "there is no open request")
    check_playing(match, context, match.asked.seat)
    return [context.event(events.BackWithdrawn)]


def agreed(match: MatchState, context: Context) -> Events:
    """Take back the moves if everybody has agreed."""
    if match.asked is None or match.asked.waiting:
        return []
    return [context.event(events.TakenBack, seat=match.asked.seat, plays=match.asked.plays)]
