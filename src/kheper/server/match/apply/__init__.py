"""Apply events to the state of a match.

These functions check nothing, because decisions were checked before they were logged; only the
rules of the game check each move again. Live play and replay use the same functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec.structs import replace

from kheper.server.match import events
from kheper.server.match.apply import chat, lobby, participants, playing
from kheper.server.match.events import Event
from kheper.server.match.state import Answers, MatchState, Step
from kheper.server.refusals import refuse

Changes = dict[str, Any]

# How many answers a match remembers for each guest, and for how many guests.
MOST_ANSWERS, MOST_ANSWERED = 80, 64


def state_of(log: Iterable[Event]) -> MatchState:
    """Return the state that the events of a log lead to."""
    match = None
    for event in log:
        match = next_step(match, event).after
    if match is None:
        raise refuse("no-match", "the log is empty")
    return match


def steps_of(log: Iterable[Event]) -> Iterator[Step]:
    """Yield the steps of a log from its beginning."""
    match: MatchState | None = None
    for event in log:
        step = next_step(match, event)
        yield step
        match = step.after


def next_step(match: MatchState | None, event: Event) -> Step:
    """Return an event with the state before and after it; before the first one there is none."""
    return first_step(event) if match is None else Step(match, event, after(match, event))


def first_step(event: Event) -> Step:
    """Return the step of a log's first event."""
    if not isinstance(event, events.Created):
        raise refuse("bad-entry", "a log must begin with the event created")
    return Step(None, event, MatchState(**_opened(event)))


def _opened(event: events.Created) -> Changes:
    return {
        "number": 1,
        "at": event.at,
        "created": event.at,
        "id": event.match,
        "game": event.game,
        "settings": event.settings,
        "terms": event.terms,
        "seats": event.seats,
        "host": event.by,
        "host_name": event.host_name,
        "fixed": event.fixed,
        "opening": event.opening,
        "previous": event.previous,
    }


def after(match: MatchState, event: Event) -> MatchState:
    """Return the state after an event; an event that the rules refuse raises their error."""
    change = _CHANGES.get(type(event))
    if change is None:
        raise refuse("bad-entry", f"unexpected event {type(event).__name__}")
    changed = change(match, event)
    if event.id:
        changed["answers"] = _remembered(match, event.by, event.id)
    return replace(match, number=match.number + 1, at=event.at, **changed)


def _remembered(match: MatchState, guest: str, id_: str) -> Answers:
    # A command with several events is answered with the number of the last one.
    own = {**match.answers.get(guest, {}), id_: match.number + 1}
    if len(own) > MOST_ANSWERS:
        del own[next(iter(own))]
    answers = {**match.answers, guest: own}
    if len(answers) > MOST_ANSWERED:
        seated = {seat.guest for seat in match.seats}
        del answers[next(other for other in answers if other not in seated)]
    return answers


_CHANGES: dict[type, Callable[[Any, Any], Changes]] = {
    events.Changed: lobby.changed,
    events.Sat: lobby.sat,
    events.Stood: lobby.stood,
    events.BotSat: lobby.bot_sat,
    events.Swapped: lobby.swapped,
    events.Renamed: lobby.renamed,
    events.Aged: lobby.aged,
    events.Arranging: lobby.arranging,
    events.Arranged: lobby.arranged,
    events.Started: playing.started,
    events.Played: playing.played,
    events.Expired: playing.expired,
    events.Unreadied: playing.unreadied,
    events.BackAsked: playing.back_asked,
    events.BackAnswered: playing.back_answered,
    events.BackWithdrawn: playing.back_withdrawn,
    events.TakenBack: playing.taken_back,
    events.Left: participants.left,
    events.Lost: participants.lost,
    events.CameBack: participants.came_back,
    events.StoodIn: participants.stood_in,
    events.HostPassed: participants.host_passed,
    events.Said: chat.said,
    events.Offered: participants.offered,
    events.Claimed: participants.claimed,
    events.Retried: playing.retried,
    events.Linked: participants.linked,
    events.Closed: participants.closed,
}
