"""Decide commands before the start: seats, settings, layouts, and starting."""

from __future__ import annotations

from kheper.server.match import commands, events
from kheper.server.match.decide.context import Context, check_host, check_open, check_own
from kheper.server.match.seats import Seat, Seats
from kheper.server.match.setup import (
    arranging_seat,
    check_settings,
    drawn_settings,
)
from kheper.server.match.state import MatchState
from kheper.server.match.terms import check_level, check_terms
from kheper.server.match.text import check_name, unique_name
from kheper.server.refusals import refuse

Events = list[events.Event]


def sit(match: MatchState, command: commands.Sit, context: Context) -> Events:
    """Give an open seat to a guest; anybody with the link may sit."""
    check_seating(match)
    if match.seat(command.seat).kind != "open":
        raise refuse("seat-taken", f"seat {command.seat} is taken")
    name = name_at(match, command.seat, command.name or context.who.name)
    return [context.event(events.Sat, seat=command.seat, name=name)]


def stand(match: MatchState, command: commands.Stand, context: Context) -> Events:
    """Open a seat that its guest gives up."""
    check_seating(match)
    check_own(match, context, command.seat)
    return [context.event(events.Stood, seat=command.seat)]


def fill(match: MatchState, command: commands.Fill, context: Context) -> Events:
    """Give a seat to a bot or open it, for the host, whoever holds it."""
    check_seating(match)
    check_host(match, context)
    seat = match.seat(command.seat)
    if command.occupant == "bot":
        level = check_level(command.level or match.terms.stand_in)
        return [context.event(events.BotSat, seat=command.seat, level=level)]
    if seat.kind == "open":
        return []
    return [context.event(events.Stood, seat=command.seat)]


def swap(match: MatchState, command: commands.Swap, context: Context) -> Events:
    """Swap two seats, for the host."""
    check_seating(match)
    check_host(match, context)
    match.seat(command.seat)
    match.seat(command.other)
    if command.seat == command.other:
        return []
    return [context.event(events.Swapped, seat=command.seat, other=command.other)]


def rename(match: MatchState, command: commands.Rename, context: Context) -> Events:
    """Rename a seat, for its guest."""
    check_rename(match, command.seat, context)
    name = name_at(match, command.seat, command.name)
    if name == match.seat(command.seat).name:
        return []
    return [context.event(events.Renamed, seat=command.seat, name=name)]


def check_rename(match: MatchState, seat: int, context: Context) -> None:
    """Refuse other guests, and any name in a team game, where it could be a hint (SB-V3)."""
    check_own(match, context, seat)
    if match.phase == "running" and match.adapter.is_team_game(match.game_state):
        raise refuse("silent", "names cannot change during a team game", "SB-V3")


def age(match: MatchState, command: commands.Age, context: Context) -> Events:
    """Set the age of the person at a seat; nobody else sees it."""
    check_seating(match)
    check_own(match, context, command.seat)
    return [context.event(events.Aged, seat=command.seat, age=command.age)]


def change(match: MatchState, command: commands.Change, context: Context) -> Events:
    """Change settings, terms or the number of seats, for the host."""
    check_open(match)
    check_host(match, context)
    settings = match.settings if command.settings is None else command.settings
    if match.fixed and (settings != match.settings or command.seats is not None):
        raise refuse("fixed", "a rematch, or a game from a record, keeps its settings")
    wanted = command.seats or _nearest(len(match.seats), match.adapter.seats_allowed(settings))
    seats = _resized(match.seats, wanted)
    if not match.fixed:
        check_settings(match.game, settings, len(seats))
    terms = match.terms if command.terms is None else check_terms(command.terms)
    return [context.event(events.Changed, settings=settings, terms=terms, seats=seats)]


def arrange(match: MatchState, command: commands.Arrange, context: Context) -> Events:
    """Choose or draw a layout, for the Great Explorer or whoever else lays out (SY-S3)."""
    check_arranger(match, context)
    settings = {**match.settings, "seats": str(len(match.seats))}
    layout = match.adapter.check_layout(settings, command.layout, context.rng)
    return [context.event(events.Arranged, layout=layout)]


def start(match: MatchState, command: commands.StartGame, context: Context) -> Events:
    """Begin the arranging, or the game."""
    check_start(match, context)
    by_hand = match.terms.arrange and match.adapter.can_arrange({**match.settings, **match.fixed})
    if match.arranger is None and by_hand:
        number = arranging_seat(match.game, match.settings, match.seats, match.host, context.rng)
        guest = match.seats[number - 1].guest if number else match.host
        if guest:  # a bot does not lay out: the layout is drawn
            return [context.event(events.Arranging, guest=guest, seat=number)]
    settings = drawn_settings(
        match.game, match.settings, match.fixed, match.layout, match.seats, context.rng
    )
    return [context.event(events.Started, settings=settings)]


def check_start(match: MatchState, context: Context) -> None:
    """Refuse to start too early, or for a guest who may not start the game."""
    check_open(match)
    if match.arranger is not None:
        guest = match.arranger.guest
        if context.who.id != guest and not (context.who.id == match.host and guest in match.away):
            raise refuse("not-arranger", "whoever lays out the site starts the game", "SY-S1")
        return
    check_host(match, context)
    empty = [n for n, seat in enumerate(match.seats, 1) if seat.kind == "open"]
    if empty:
        raise refuse("seats-open", f"seat {empty[0]} is still open")


def check_seating(match: MatchState) -> None:
    """Refuse to change seats during the game, or while somebody lays out the site."""
    check_open(match)
    if match.arranger is not None:
        raise refuse("arranging", "seats cannot change while the site is being laid out")


def check_arranger(match: MatchState, context: Context) -> None:
    """Refuse everybody but the guest who lays out the site."""
    if match.arranger is None:
        raise refuse("not-arranging", "nothing is being laid out")
    if context.who.id != match.arranger.guest:
        raise refuse("not-arranger", "somebody else lays out the site", "SY-S1")


def name_at(match: MatchState, number: int, name: str) -> str:
    """Return a name for a seat, made unique in the match."""
    others = [seat.name for n, seat in enumerate(match.seats, 1) if n != number]
    return unique_name(check_name(name), others)


def _nearest(seats: int, allowed: range) -> int:
    return min(max(seats, allowed[0]), allowed[-1])


def _resized(seats: Seats, wanted: int) -> Seats:
    """Add open seats, or remove seats at the end that no person holds."""
    if any(seat.kind == "person" for seat in seats[wanted:]):
        raise refuse("seat-taken", f"a person holds a seat above {wanted}")
    return seats[:wanted] + (Seat(),) * (wanted - len(seats))
