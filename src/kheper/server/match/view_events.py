"""The events of a match as an audience may see them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import UNSET

from kheper.server.match import events
from kheper.server.match.clocks import running
from kheper.server.match.events import PLAYS, Event
from kheper.server.match.setup import public
from kheper.server.match.state import MatchState, Step
from kheper.server.match.view_match import (
    Audience,
    running_seats,
    seat_views,
    setup_view,
    take_back_view,
)
from kheper.server.match.views import EventView, Follow

Fields = dict[str, Any]


def visible_events(steps: Iterable[Step], audience: Audience, follow: Follow) -> list[EventView]:
    """Return what an audience may see of some steps."""
    return [_event(step, audience, follow) for step in steps]


def hidden_seats(steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the seats whose plays in these steps only their holders may see."""
    return tuple(
        [
            step.event.seat  # type: ignore[attr-defined] # a play has a seat
            for step in steps
            if type(step.event) in PLAYS
            and step.before is not None
            and step.after.adapter.is_hidden(step.before.game_state, step.after.game_state)
        ]
    )


def _event(step: Step, audience: Audience, follow: Follow) -> EventView:
    kind = type(step.event)
    if kind in PLAYS:
        return _play(step, audience, follow)
    if kind is events.Unreadied:
        return _unready(step, follow)
    show = _SHOWN.get(kind)
    fields = (show(step) if show is not None else {}) | _changed(step)
    return EventView(number=step.number, kind=_KINDS[kind], at=step.event.at, **fields)


def _play(step: Step, audience: Audience, follow: Follow) -> EventView:
    """Describe a play; its move only if it is public, or the audience's own."""
    assert step.before is not None
    event: Any = step.event
    match, adapter = step.after, step.after.adapter
    before, after = step.before.game_state, match.game_state
    seat, secretive, over = event.seat, adapter.has_secrets, not after.to_move
    is_visible = not secretive or seat in audience.seats or not adapter.is_hidden(before, after)
    return EventView(
        number=match.number,
        kind=_KINDS[type(event)],
        at=event.at,
        seat=seat,
        move=event.move if is_visible else "",
        bot=not event.by,
        cards=adapter.drawn_since(before, after) if secretive else "",
        reveal=adapter.revealed(before, after) if secretive else (),
        points=adapter.gains(before, after, seat),
        to_move=after.to_move,
        clocks=match.clocks.spent(event.at) if match.clocks is not None else (),
        running=running(match.seats, after.to_move) if match.clocks is not None else None,
        outcome=after.outcome.json() if after.outcome is not None else None,
        plays=len(match.plays),
        phase=match.phase if over else "",
        asked=None if step.before.asked is not None else UNSET,
        facts=adapter.facts(before, after, seat) if follow == "facts" else None,
    )


def _unready(step: Step, follow: Follow) -> EventView:
    """Describe that a tile of the open round was picked up."""
    assert step.before is not None
    event: Any = step.event
    before, after = step.before.game_state, step.after.game_state
    return EventView(
        number=step.number,
        kind=_KINDS[type(event)],
        at=event.at,
        seat=event.seat,
        to_move=after.to_move,
        plays=len(step.after.plays),
        facts=step.after.adapter.facts(before, after, event.seat) if follow == "facts" else None,
        **_clocks(step.after),
    )


def _changed(step: Step) -> Fields:
    """Return what changed of the match itself: people, phase, clocks, requests, set-up."""
    before, after = step.before, step.after
    fields: Fields = _clocks(after)
    if before is None or _people(before) != _people(after):
        fields["seats"] = seat_views(after)
    if before is None or before.host_name != after.host_name:
        fields["host_name"] = after.host_name
    if before is None or before.phase != after.phase:
        fields["phase"] = after.phase
    if before is None or before.mode != after.mode:
        fields["mode"] = after.mode
    if before is not None and len(before.plays) != len(after.plays):
        fields["plays"] = len(after.plays)
    if before is not None and before.asked is not after.asked:
        fields["asked"] = None if after.asked is None else take_back_view(after, after.asked)
    if after.state is None and (before is None or _ground(before) != _ground(after)):
        fields["setup"] = setup_view(after)
    return fields


def _people(match: MatchState) -> tuple[object, ...]:
    return match.seats, match.host, match.away


def _ground(match: MatchState) -> tuple[object, ...]:
    # Without secret settings: even a change of them is secret.
    game = match.game
    return public(game, match.settings), public(game, match.fixed), match.layout, match.arranger


def _clocks(match: MatchState) -> Fields:
    if match.clocks is None:
        return {}
    return {"clocks": match.clocks.spent(match.at), "running": running_seats(match)}


def _taken_back(step: Step) -> Fields:
    event: Any = step.event
    state = step.after.game_state
    return {
        "seat": event.seat,
        "plays": event.plays,
        "to_move": state.to_move,
        "scores": state.scores,
        "state": state.view(None).json(),
    }


def _begun(step: Step) -> Fields:
    state = step.after.game_state
    return {
        "state": state.view(None).json(),
        "to_move": state.to_move,
        "settings": public(step.after.game, step.after.settings),
    }


def _settled(step: Step) -> Fields:
    return {"settings": public(step.after.game, step.after.settings), "terms": step.after.terms}


def _answered(step: Step) -> Fields:
    event: Any = step.event
    return {"agree": event.agree}


def _line(step: Step) -> Fields:
    line = step.after.chat[-1]
    return {"seat": line.seat, "name": line.name, "text": line.text, "phrase": line.phrase}


def _seat(step: Step) -> Fields:
    event: Any = step.event
    return {"seat": event.seat}


def _link(step: Step) -> Fields:
    return {"match": step.after.next}


_KINDS: dict[type, str] = {kind: str(kind.__struct_config__.tag) for kind in Event.__subclasses__()}
_SHOWN: dict[type, Callable[[Step], Fields]] = {
    events.Created: _settled,
    events.Changed: _settled,
    events.Sat: _seat,
    events.Stood: _seat,
    events.BotSat: _seat,
    events.Renamed: _seat,
    events.Aged: _seat,
    events.Started: _begun,
    events.BackAnswered: _answered,
    events.TakenBack: _taken_back,
    events.StoodIn: _seat,
    events.HostPassed: _seat,
    events.Said: _line,
    events.Offered: _seat,
    events.Claimed: _seat,
    events.Retried: _begun,
    events.Linked: _link,
}
