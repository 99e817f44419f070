"""Set up a match, from a command or as the rematch of another one."""

from __future__ import annotations

from random import Random

from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.events import Created
from kheper.server.match.seats import Actor, Seat, Seats
from kheper.server.match.setup import (
    Setup,
    check_game,
    check_settings,
    continue_from,
    fewest_seats,
    match_id,
)
from kheper.server.match.state import MatchState
from kheper.server.match.terms import check_level, check_terms
from kheper.server.match.text import check_name, unique_name
from kheper.server.refusals import refuse


def first_event(wish: Create, who: Actor, now: int, rng: Random) -> Created:
    """Return the first event of a new match."""
    terms = check_terms(wish.terms)
    game = _taken_up(wish, rng)
    seats = _seats(wish.seats, game, who)
    return Created(
        at=now,
        by=who.id,
        match=match_id(rng),
        host_name=check_name(who.name),
        game=game.game,
        settings=game.settings,
        terms=terms,
        seats=seats,
        fixed=game.fixed,
        opening=game.opening,
    )


def _taken_up(wish: Create, rng: Random) -> Setup:
    if wish.record:
        if wish.game or wish.settings:
            raise refuse("fixed", "a game from a record keeps its own settings")
        return continue_from(wish.record, rng)
    check_game(wish.game)
    seats = len(wish.seats) or fewest_seats(wish.game, wish.settings)
    check_settings(wish.game, wish.settings, seats)
    return Setup(wish.game, dict(wish.settings), {}, seats, ())


def _seats(wishes: tuple[SeatWish, ...], game: Setup, who: Actor) -> Seats:
    """Return the seats as wished; without wishes, the host has the first one."""
    if not wishes:
        wishes = (SeatWish("here"),) + (SeatWish(),) * (game.seats - 1)
    if len(wishes) != game.seats:
        raise refuse("bad-seats", f"this game has {game.seats} seats, not {len(wishes)}")
    seats: list[Seat] = []
    for wish in wishes:
        seats.append(_seat(wish, who, [seat.name for seat in seats]))
    return tuple(seats)


def _seat(wish: SeatWish, who: Actor, taken: list[str]) -> Seat:
    if wish.occupant == "open":
        return Seat()
    if wish.occupant == "bot":
        return Seat(kind="bot", level=check_level(wish.level))
    name = unique_name(check_name(wish.name or who.name), taken)
    return Seat(kind="person", guest=who.id, name=name)


def rematch_event(match: MatchState) -> Created:
    """Return the first event of the rematch that a match is linked to (TB-7).

    It follows from the state alone, so that any process can write it, even twice.
    """
    if not match.next:
        raise refuse("no-rematch", "nobody has asked for a rematch")
    seats = tuple(_again(seat) for seat in match.seats)
    fixed, is_reversed = match.adapter.rematch(match.game_state)
    if is_reversed:
        seats = seats[::-1]
    return Created(
        at=match.next_at,
        by=match.host,
        match=match.next,
        host_name=match.host_name,
        game=match.game,
        settings=match.settings,
        terms=match.terms,
        seats=seats,
        fixed=fixed,
        previous=match.id,
    )


def _again(seat: Seat) -> Seat:
    """Keep the guest of a seat, unless they left: then the seat is open."""
    if seat.left:
        return Seat()
    return Seat(kind=seat.kind, guest=seat.guest, name=seat.name, level=seat.level, age=seat.age)
