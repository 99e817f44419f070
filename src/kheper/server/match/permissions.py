"""The commands that a guest may send now, so that a page can show its buttons without rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random

from kheper.core.errors import KheperError
from kheper.server.match import commands
from kheper.server.match.decide import chat, endings, lobby, participants, takebacks
from kheper.server.match.decide.context import (
    Context,
    check_host,
    check_open,
    check_own,
    check_playing,
    check_started,
)
from kheper.server.match.decide.playing import unready
from kheper.server.match.seats import Actor, people
from kheper.server.match.state import MatchState
from kheper.server.refusals import refuse

Check = Callable[[], object]
# Checks draw nothing, so any generator will do.
_CHANCE = Random(0)


def allowed_commands(match: MatchState, guest: str) -> tuple[str, ...]:
    """Return the names of the commands that the match would accept from this guest."""
    if match.closed:
        return ()
    context = _context(match, guest)
    # Raising a refusal is slow, so commands of another phase are not tried.
    checks: list[tuple[str, Check]] = []
    if match.state is None:
        checks += [
            ("sit", lambda: _check_can_sit(match)),
            ("change", lambda: _check_can_change(match, context)),
            ("arrange", lambda: lobby.check_arranger(match, context)),
            ("start", lambda: lobby.check_start(match, context)),
        ]
    if match.asked is not None:
        checks += [
            ("answer", lambda: _check_asked(match, guest)),
            ("withdraw", lambda: takebacks.withdraw(match, commands.Withdraw(id=""), context)),
        ]
    checks.append(("say", lambda: chat.check_talker(match, guest)))
    if match.state is not None:
        checks.append(("retry", lambda: endings.retry(match, commands.Retry(id=""), context)))
    if match.phase == "over":
        checks.append(("rematch", lambda: endings.rematch(match, commands.Rematch(id=""), context)))
    else:
        checks.append(("close", lambda: endings.close(match, commands.Close(id=""), context)))
    return _passed(checks)


def allowed_for_seat(match: MatchState, seat: int) -> tuple[str, ...]:
    """Return the commands that the holder of a seat may send for it."""
    if match.closed:
        return ()
    context = _context(match, match.seats[seat - 1].guest)
    if match.adapter.pending(match.game_state, seat):
        # In an open round, to take back is to pick up.
        picked_up = _passed([("unready", lambda: check_unready(match, seat, context))])
        return (*picked_up, "take-back") if picked_up else ()
    checks: list[tuple[str, Check]] = []
    if takebacks.is_open(match, seat):
        checks.append(("take-back", lambda: takebacks.check_take_back(match, seat, context)))
    if seat in match.game_state.to_move and len(people(match.seats)) == 1:
        checks.append(("hint", lambda: check_hint(match, context.who, seat)))
    return _passed(checks)


def allowed_with_seats(match: MatchState, guest: str) -> tuple[tuple[str, ...], ...]:
    """Return for each seat the commands about it that the match would accept from this guest.

    Empty if there are none for any seat.
    """
    if match.closed:
        return ()
    context = _context(match, guest)
    numbers = range(1, len(match.seats) + 1)
    found = tuple([_passed(_seat_checks(match, number, context)) for number in numbers])
    return found if any(found) else ()


def _seat_checks(match: MatchState, seat: int, context: Context) -> list[tuple[str, Check]]:
    bot = commands.Fill(id="", seat=seat, occupant="bot")
    checks: list[tuple[str, Check]] = []
    if match.state is None:
        checks += [
            ("sit", lambda: lobby.sit(match, commands.Sit(id="", seat=seat), context)),
            ("stand", lambda: lobby.stand(match, commands.Stand(id="", seat=seat), context)),
            ("fill", lambda: lobby.fill(match, bot, context)),
        ]
    elif match.state.to_move:
        stand_in = commands.StandIn(id="", seat=seat)
        if match.seats[seat - 1].stand_in:
            checks.append(("back", lambda: _back_at(match, seat, context)))
        else:
            decide = participants.stand_in
            checks.append(("stand-in", lambda: decide(match, stand_in, context)))
    if match.seats[seat - 1].guest == context.who.id:
        checks += [
            ("rename", lambda: lobby.check_rename(match, seat, context)),
            ("offer", lambda: check_own(match, context, seat)),
        ]
    pass_host = commands.PassHost(id="", seat=seat)
    checks.append(("pass-host", lambda: participants.pass_host(match, pass_host, context)))
    return checks


def _back_at(match: MatchState, seat: int, context: Context) -> object:
    check_own(match, context, seat)
    return participants.back(match, commands.Back(id=""), context)


def check_hint(match: MatchState, who: Actor, seat: int) -> None:
    """Refuse hints in a game against other people."""
    check_started(match)
    check_playing(match, _context(match, who.id), seat)
    if seat not in match.game_state.to_move:
        raise refuse("not-to-move", f"seat {seat} is not to move")
    if any(other != who.id for other in people(match.seats)):
        raise refuse("others-play", "there are no hints in a game against people")


def check_watch(match: MatchState, guest: str) -> None:
    """Refuse to show a match to guests without a seat, if the host allows no spectators."""
    started = match.state is not None
    if started and match.terms.watchers == "none" and guest not in match.guests:
        raise refuse("watching", "this match has no spectators")


def check_unready(match: MatchState, seat: int, context: Context) -> None:
    """Refuse to pick up a tile that was not placed, or has been revealed."""
    unready(match, commands.Unready(id="", seat=seat), context)
    match.game_state.take_back(seat)


def _context(match: MatchState, guest: str) -> Context:
    return Context(Actor(guest, "guest"), match.at, _CHANCE, "")


def _passed(checks: Iterable[tuple[str, Check]]) -> tuple[str, ...]:
    passed = []
    for name, check in checks:
        try:
            found = check()
        except KheperError:
            continue
        if found != []:  # no events: the command would change nothing
            passed.append(name)
    return tuple(passed)


def _check_can_sit(match: MatchState) -> None:
    lobby.check_seating(match)
    if all(seat.kind != "open" for seat in match.seats):
        raise refuse("seat-taken", "every seat is taken")


def _check_can_change(match: MatchState, context: Context) -> None:
    check_open(match)
    check_host(match, context)


def _check_asked(match: MatchState, guest: str) -> None:
    if match.asked is None or guest not in match.asked.waiting:
        raise refuse("not-asked", "this request is not for you to answer")
