"""What the entries of the game change: moves, take-backs, a second try."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any

from kheper.server import clocks, entries
from kheper.server.customs import read_move, revealed_so_far, round_is_open, side_of
from kheper.server.parts import Asked, Ply
from kheper.server.seats import people
from kheper.server.setup import first_state

if TYPE_CHECKING:
    from kheper.server.table import Table

Changes = dict[str, Any]


def started(table: Table, entry: entries.Started) -> Changes:
    """Begin the game, and play what its record tells."""
    first = state = first_state(table.game, entry.settings)
    plays: list[Ply] = []
    for seat, text in table.opening:
        move, _ = read_move(state, text)
        plays.append(Ply(seat, move, table.number + 1, "record", (), revealed_so_far(state)))
        state = state.play(seat, move)
    return {
        **_begun(table, first, state, entry.at),
        "plays": tuple(plays),
        "arranger": None,
    }


def retried(table: Table, entry: entries.Retried) -> Changes:
    """Begin a solo game again with the same cards (SY-O3)."""
    state = table.state.retry()  # SY-O3
    return _begun(table, state, state, entry.at)


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


def played(table: Table, entry: entries.Played) -> Changes:
    """Play a move."""
    changed = _moved(table, entry.seat, entry.move, entry.at, "" if entry.by else "bot")
    if entry.by and table.missed[entry.seat - 1]:
        changed["missed"] = _count(table.missed, entry.seat, 0)
    return changed


def expired(table: Table, entry: entries.Expired) -> Changes:
    """Play the move that was made when time ran out."""
    changed = _moved(table, entry.seat, entry.move, entry.at, "clock")
    changed["missed"] = _count(table.missed, entry.seat, table.missed[entry.seat - 1] + 1)
    return changed


def _count(missed: tuple[int, ...], seat: int, times: int) -> tuple[int, ...]:
    return (*missed[: seat - 1], times, *missed[seat:])


def _moved(table: Table, seat: int, text: str, at: int, how: str) -> Changes:
    before = table.state
    move, _ = read_move(before, text)
    state = before.play(seat, move)
    left = table.clocks.left if table.clocks is not None else ()
    changed: Changes = {
        "state": state,
        "plays": (
            *table.plays,
            Ply(seat, move, table.number + 1, how, left, revealed_so_far(before)),
        ),
        "asked": None,
    }
    is_open = round_is_open(before, state)
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


def unreadied(table: Table, entry: entries.Unreadied) -> Changes:
    """Pick the tile of the open round up again."""
    state = table.state.take_back(entry.seat)
    plays = table.plays
    last = max(n for n, ply in enumerate(plays) if ply.seat == entry.seat)
    changed: Changes = {
        "state": state,
        "plays": (*plays[:last], *plays[last + 1 :]),
    }
    if table.clocks is not None:
        runners = clocks.running(table.seats, state.to_move)
        changed["clocks"] = clocks.rerun(table.clocks, runners, entry.at)
    return changed


def back_asked(table: Table, entry: entries.BackAsked) -> Changes:
    """Ask for a take-back."""
    waiting = consenters(table, entry.seat, entry.plays)
    return {
        "asked": Asked(table.number + 1, entry.at, entry.seat, entry.plays, waiting),
        "nagged": (*table.nagged, entry.seat),
    }


def consenters(table: Table, seat: int, plays: int) -> tuple[str, ...]:
    """Return the guests who must agree: opponents, and those whose moves would go as well."""
    own = table.seats[seat - 1].guest
    undone = {ply.seat for ply in table.plays[plays:]}
    side = side_of(table.state, seat)
    asked = [
        other
        for number, other in enumerate(table.seats, 1)
        if other.guest != own and (side_of(table.state, number) != side or number in undone)
    ]
    return people(asked)


def back_answered(table: Table, entry: entries.BackAnswered) -> Changes:
    """Wait for one answer fewer, or for none."""
    asked = table.asked
    if not entry.agree or asked is None:
        return {"asked": None}
    return {"asked": _without(asked, entry.by)}


def _without(asked: Asked, guest: str) -> Asked:
    return asked._replace(waiting=tuple(other for other in asked.waiting if other != guest))


def back_withdrawn(table: Table, entry: entries.BackWithdrawn) -> Changes:
    """Forget the take-back."""
    return {"asked": None}


def taken_back(table: Table, entry: entries.TakenBack) -> Changes:
    """Go back to the state after the plays that stay."""
    kept = table.plays[: entry.plays]
    state = state_after(table, entry.plays)
    changed: Changes = {
        "state": state,
        "plays": kept,
        "opened": table.number + 1,
        "asked": None,
        "nagged": (),
    }
    if table.clocks is not None:
        left = table.plays[entry.plays].left or table.clocks.left
        runners = clocks.running(table.seats, state.to_move)
        changed["clocks"] = clocks.run(left, runners, entry.at)
    return changed


def state_after(table: Table, plays: int) -> Any:
    """Return the state after that many of the plays."""
    return reduce(
        lambda state, ply: state.play(ply.seat, ply.move), table.plays[:plays], table.first
    )
