"""Chat: who may talk, how much, and which quick phrases there are."""

from __future__ import annotations

from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context
from kheper.server.match.events import Event
from kheper.server.match.phrases import PHRASES
from kheper.server.match.state import MatchState
from kheper.server.match.text import check_line, check_name
from kheper.server.refusals import refuse

Events = list[Event]

# Lines that a guest may say within a number of milliseconds.
TALK_LIMITS = ((5, 10_000), (10, 30_000))


def say(match: MatchState, command: commands.Say, context: Context) -> Events:
    """Decide about a line of chat."""
    name = check_may_talk(match, context)
    return [context.event(events.Said, name=name, text=check_line(command.text))]


def phrase(match: MatchState, command: commands.Phrase, context: Context) -> Events:
    """Decide about a quick phrase."""
    if command.phrase not in PHRASES:
        raise refuse("no-phrase", f"the phrase must be one of {', '.join(PHRASES)}")
    name = check_may_talk(match, context)
    return [context.event(events.Said, name=name, phrase=command.phrase)]


def check_may_talk(match: MatchState, context: Context) -> str:
    """Return the name that a guest talks under, or refuse if they may not talk now."""
    guest = context.who.id
    own = check_talker(match, guest)
    times = match.talk.get(guest, ())
    for most, window in TALK_LIMITS:
        if sum(time > context.now - window for time in times) >= most:
            raise refuse("too-fast", f"at most {most} lines in {window // 1000} seconds")
    return own[0] if own else check_name(context.who.name)


def check_talker(match: MatchState, guest: str) -> tuple[str, ...]:
    """Return the names of a guest's seats, or refuse if they may not talk at all."""
    if match.phase == "running" and match.adapter.is_team_game(match.game_state):
        raise refuse("silent", "there is no chat during a team game", "SB-V3")
    own = tuple(seat.name for seat in match.seats if seat.guest == guest)
    if not own and guest != match.host and match.terms.watchers != "talk":
        raise refuse("watching", "only players may talk in this match")
    return own
