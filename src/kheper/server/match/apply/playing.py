"""What the events of the game change: moves, take-backs, a second try."""

from __future__ import annotations

from functools import reduce
from random import Random
from typing import Any

from kheper.server.match import clocks, events
from kheper.server.match.seats import people
from kheper.server.match.state import Ply, Table, TakeBackRequest

Changes = dict[str, Any]


def started(table: Table, event: events.Started) -> Changes:
    """Begin the game, and play what its record tells."""
    adapter = table.adapter
    # The settings are complete: nothing is drawn.
    first = state = adapter.first_state(event.settings, Random(0))
    plays: list[Ply] = []
    for seat, text in table.opening:
        move, _ = adapter.read_move(state, text)
        plays.append(
            Ply(seat, move, table.number + 1, "record", (), adapter.revealed_so_far(state))
        )
        state = state.play(seat, move)
    return {
        **_begun(table, first, state, event.at),
        "plays": tuple(plays),
        "arranger": None,
    }


def retried(table: Table, event: events.Retried) -> Changes:
    """Begin a solo game again with the same cards (SY-O3)."""
    state = table.adapter.retry(table.state)
    return _begun(table, state, state, event.at)


def _begun(table: Table, first: Any, state: Any, at: int) -> Changes:
    clock = table.terms.clock
    changed: Changes = {
        "first": first,
        "state": state,
        "plays": (),
        "opened": table.number + 1,
        "missed": (0,) * len(table.seats),
        "asked": None,
        "nagged": (),
    }
    if clock.kind != "none":
        runners = clocks.running(table.seats, state.to_move)
        changed["clocks"] = clocks.run(clocks.wound(clock, len(table.seats)), runners, at)
    return changed


def played(table: Table, event: events.Played) -> Changes:
    """Play a move."""
    changed = _moved(table, event.seat, event.move, event.at, "" if event.by else "bot")
    if event.by and table.missed[event.seat - 1]:
        changed["missed"] = _count(table.missed, event.seat, 0)
    return changed


def expired(table: Table, event: events.Expired) -> Changes:
    """Play the move that was made when time ran out."""
    changed = _moved(table, event.seat, event.move, event.at, "clock")
    changed["missed"] = _count(table.missed, event.seat, table.missed[event.seat - 1] + 1)
    return changed


def _count(missed: tuple[int, ...], seat: int, times: int) -> tuple[int, ...]:
    return (*missed[: seat - 1], times, *missed[seat:])


def _moved(table: Table, seat: int, text: str, at: int, how: str) -> Changes:
    before, adapter = table.state, table.adapter
    move, _ = adapter.read_move(before, text)
    state = before.play(seat, move)
    left = table.clocks.left if table.clocks is not None else ()
    changed: Changes = {
        "state": state,
        "plays": (
            *table.plays,
            Ply(seat, move, table.number + 1, how, left, adapter.revealed_so_far(before)),
        ),
        "asked": None,
    }
    is_open = adapter.round_is_open(before, state)
    if not is_open:
        changed["opened"] = table.number + 1
    if table.nagged:
        changed["nagged"] = ()
    if table.clocks is not None:
        runners = clocks.running(table.seats, state.to_move)
        if is_open:
            changed["clocks"] = clocks.rerun(table.clocks, runners, at)
        else:
            moved = tuple(ply.seat for ply in table.plays[-3:] if ply.number > table.opened)
            rest = table.clocks.spent(at)
            rest = clocks.turned(table.terms.clock, rest, (*moved, seat), state.to_move)
            changed["clocks"] = clocks.run(rest, runners, at)
    return changed


def unreadied(table: Table, event: events.Unreadied) -> Changes:
    """Pick the tile of the open round up again."""
    state = table.state.take_back(event.seat)
    plays = table.plays
    last = max(n for n, ply in enumerate(plays) if ply.seat == event.seat)
    changed: Changes = {
        "state": state,
        "plays": (*plays[:last], *plays[last + 1 :]),
    }
    if table.clocks is not None:
        runners = clocks.running(table.seats, state.to_move)
        changed["clocks"] = clocks.rerun(table.clocks, runners, event.at)
    return changed


def back_asked(table: Table, event: events.BackAsked) -> Changes:
    """Ask for a take-back."""
    waiting = consenters(table, event.seat, event.plays)
    return {
        "asked": TakeBackRequest(table.number + 1, event.at, event.seat, event.plays, waiting),
        "nagged": (*table.nagged, event.seat),
    }


def consenters(table: Table, seat: int, plays: int) -> tuple[str, ...]:
    """Return the guests who must agree: opponents, and those whose moves would go as well."""
    own = table.seats[seat - 1].guest
    undone = {ply.seat for ply in table.plays[plays:]}
    side_of = table.adapter.side_of
    side = side_of(table.state, seat)
    asked = [
        other
        for number, other in enumerate(table.seats, 1)
        if other.guest != own and (side_of(table.state, number) != side or number in undone)
    ]
    return people(asked)


def back_answered(table: Table, event: events.BackAnswered) -> Changes:
    """Wait for one answer fewer, or for none."""
    asked = table.asked
    if not event.agree or asked is None:
        return {"asked": None}
    return {"asked": _without(asked, event.by)}


def _without(asked: TakeBackRequest, guest: str) -> TakeBackRequest:
    return asked._replace(waiting=tuple(other for other in asked.waiting if other != guest))


def back_withdrawn(table: Table, event: events.BackWithdrawn) -> Changes:
    """Forget the take-back."""
    return {"asked": None}


def taken_back(table: Table, event: events.TakenBack) -> Changes:
    """Go back to the state after the plays that stay."""
    kept = table.plays[: event.plays]
    state = state_after(table, event.plays)
    changed: Changes = {
        "state": state,
        "plays": kept,
        "opened": table.number + 1,
        "asked": None,
        "nagged": (),
    }
    if table.clocks is not None:
        left = table.plays[event.plays].left or table.clocks.left
        runners = clocks.running(table.seats, state.to_move)
        changed["clocks"] = clocks.run(left, runners, event.at)
    return changed


def state_after(table: Table, plays: int) -> Any:
    """Return the state after that many of the plays."""
    return reduce(
        lambda state, ply: state.play(ply.seat, ply.move), table.plays[:plays], table.first
    )
