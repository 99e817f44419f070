"""Apply the events of the game: moves, take-backs, retries."""

from __future__ import annotations

from random import Random
from typing import Any

from kheper.core.game import AnyState
from kheper.server.match import clocks, events
from kheper.server.match.seats import people
from kheper.server.match.state import MatchState, Ply, TakeBackRequest

Changes = dict[str, Any]


def started(match: MatchState, event: events.Started) -> Changes:
    """Begin the game, and play the moves of its record."""
    adapter = match.adapter
    # The settings are complete: nothing is drawn.
    first = state = adapter.first_state(event.settings, Random(0))
    plays: list[Ply] = []
    for seat, text in match.opening:
        move, _ = adapter.read_move(state, text)
        plays.append(
            Ply(seat, move, match.number + 1, "record", (), adapter.revealed_so_far(state))
        )
        state = state.play(seat, move)
    return {
        **_begun(match, first, state, event.at),
        "plays": tuple(plays),
        "arranger": None,
    }


def retried(match: MatchState, event: events.Retried) -> Changes:
    """Begin a solo game again with the same cards (SY-O3)."""
    state = match.adapter.retry(match.game_state)
    return _begun(match, state, state, event.at)


def _begun(match: MatchState, first: AnyState, state: AnyState, at: int) -> Changes:
    clock = match.terms.clock
    changed: Changes = {
        "first": first,
        "state": state,
        "plays": (),
        "opened": match.number + 1,
        "missed": (0,) * len(match.seats),
        "asked": None,
        "nagged": (),
    }
    if clock.kind != "none":
        runners = clocks.running(match.seats, state.to_move)
        changed["clocks"] = clocks.run(clocks.initial_times(clock, len(match.seats)), runners, at)
    return changed


def played(match: MatchState, event: events.Played) -> Changes:
    """Play a move."""
    changed = _moved(match, event.seat, event.move, event.at, "" if event.by else "bot")
    if event.by and match.missed[event.seat - 1]:
        changed["missed"] = _count(match.missed, event.seat, 0)
    return changed


def expired(match: MatchState, event: events.Expired) -> Changes:
    """Play the move that was made when time ran out."""
    changed = _moved(match, event.seat, event.move, event.at, "clock")
    changed["missed"] = _count(match.missed, event.seat, match.missed[event.seat - 1] + 1)
    return changed


def _count(missed: tuple[int, ...], seat: int, times: int) -> tuple[int, ...]:
    return (*missed[: seat - 1], times, *missed[seat:])


def _moved(match: MatchState, seat: int, text: str, at: int, how: str) -> Changes:
    before, adapter = match.game_state, match.adapter
    move, _ = adapter.read_move(before, text)
    state = before.play(seat, move)
    left = match.clocks.left if match.clocks is not None else ()
    changed: Changes = {
        "state": state,
        "plays": (
            *match.plays,
            Ply(seat, move, match.number + 1, how, left, adapter.revealed_so_far(before)),
        ),
        "asked": None,
    }
    is_open = adapter.round_is_open(before, state)
    if not is_open:
        changed["opened"] = match.number + 1
    if match.nagged:
        changed["nagged"] = ()
    if match.clocks is not None:
        runners = clocks.running(match.seats, state.to_move)
        if is_open:
            changed["clocks"] = clocks.restarted(match.clocks, runners, at)
        else:
            moved = tuple(ply.seat for ply in match.plays[-3:] if ply.number > match.opened)
            rest = match.clocks.spent(at)
            rest = clocks.after_turn(match.terms.clock, rest, (*moved, seat), state.to_move)
            changed["clocks"] = clocks.run(rest, runners, at)
    return changed


def unreadied(match: MatchState, event: events.Unreadied) -> Changes:
    """Pick up the tile that was placed in the open round."""
    state = match.game_state.take_back(event.seat)
    plays = match.plays
    last = max(n for n, ply in enumerate(plays) if ply.seat == event.seat)
    changed: Changes = {
        "state": state,
        "plays": (*plays[:last], *plays[last + 1 :]),
    }
    if match.clocks is not None:
        runners = clocks.running(match.seats, state.to_move)
        changed["clocks"] = clocks.restarted(match.clocks, runners, event.at)
    return changed


def back_asked(match: MatchState, event: events.BackAsked) -> Changes:
    """Ask for a take-back."""
    waiting = consenters(match, event.seat, event.plays)
    return {
        "asked": TakeBackRequest(match.number + 1, event.at, event.seat, event.plays, waiting),
        "nagged": (*match.nagged, event.seat),
    }


def consenters(match: MatchState, seat: int, plays: int) -> tuple[str, ...]:
    """Return the guests who must agree: opponents, and those whose moves would be undone."""
    own = match.seats[seat - 1].guest
    undone = {ply.seat for ply in match.plays[plays:]}
    side_of = match.adapter.side_of
    side = side_of(match.game_state, seat)
    asked = [
        other
        for number, other in enumerate(match.seats, 1)
        if other.guest != own and (side_of(match.game_state, number) != side or number in undone)
    ]
    return people(asked)


def back_answered(match: MatchState, event: events.BackAnswered) -> Changes:
    """Remove a guest from those who must answer, or close the request."""
    asked = match.asked
    if not event.agree or asked is None:
        return {"asked": None}
    return {"asked": _without(asked, event.by)}


def _without(asked: TakeBackRequest, guest: str) -> TakeBackRequest:
    return asked._replace(waiting=tuple(other for other in asked.waiting if other != guest))


def back_withdrawn(match: MatchState, event: events.BackWithdrawn) -> Changes:
    """Close the request for a take-back."""
    return {"asked": None}


def taken_back(match: MatchState, event: events.TakenBack) -> Changes:
    """Return to the state after the plays that stay."""
    kept = match.plays[: event.plays]
    state = state_after(match, event.plays)
    changed: Changes = {
        "state": state,
        "plays": kept,
        "opened": match.number + 1,
        "asked": None,
        "nagged": (),
    }
    if match.clocks is not None:
        left = match.plays[event.plays].left or match.clocks.left
        runners = clocks.running(match.seats, state.to_move)
        changed["clocks"] = clocks.run(left, runners, event.at)
    return changed


def state_after(match: MatchState, plays: int) -> AnyState:
    """Return the state after that many of the plays."""
    state = match.first
    assert state is not None
    for ply in match.plays[:plays]:
        state = state.play(ply.seat, ply.move)
    return state
