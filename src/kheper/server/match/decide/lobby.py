"""What may be done before the start: seats, settings, layouts, and starting."""

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
    """Let a guest take an open seat; whoever has the link may."""
    check_seating(match)
    if match.seat(command.seat).kind != "open":
        raise refuse("seat-taken", f"seat {command.seat} is taken")
    name = name_at(match, command.seat, command.name or context.who.name)
    return [context.event(events.Sat, seat=command.seat, name=name)]


def stand(match: MatchState, command: commands.Stand, context: Context) -> Events:
    """Let a guest give a seat up."""
    check_seating(match)
    check_own(match, context, command.seat)
    return [context.event(events.Stood, seat=command.seat)]


def fill(match: MatchState, command: commands.Fill, context: Context) -> Events:
    """Let the host give a seat to a bot, or open it, whoever sits there."""
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
    """Let the host have two seats change places."""
    check_seating(match)
    check_host(match, context)
    match.seat(command.seat)
    match.seat(command.other)
    if command.seat == command.other:
        return []
    return [context.event(events.Swapped, seat=command.seat, other=command.other)]


def rename(match: MatchState, command: commands.Rename, context: Context) -> Events:
    """Let a guest give a seat of theirs another name."""
    check_rename(match, command.seat, context)
    name = name_at(match, command.seat, command.name)
    if name == match.seat(command.seat).name:
        return []
    return [context.event(events.Renamed, seat=command.seat, name=name)]


def check_rename(match: MatchState, seat: int, context: Context) -> None:
    """Refuse to rename somebody else's seat, or a team mate's: a name could be a hint (SB-V3)."""
    check_own(match, context, seat)
    if match.phase == "running" and match.adapter.is_team_game(match.state):
        raise refuse("silent", "names stay as they are in a running team game", "SB-V3")


def age(match: MatchState, command: commands.Age, context: Context) -> Events:
    """Note how old somebody is; it is shown to nobody."""
    check_seating(match)
    check_own(match, context, command.seat)
    return [context.event(events.Aged, seat=command.seat, age=command.age)]


def change(match: MatchState, command: commands.Change, context: Context) -> Events:
    """Let the host change settings, terms, or how many seats there are."""
    check_open(match)
    check_host(match, context)
    settings = match.settings if command.settings is None else command.settings
    if match.fixed and (settings != match.settings or command.seats is not None):
        raise refuse("fixed", "a rematch, or a game from a record, is played as it was set up")
    wanted = command.seats or _nearest(len(match.seats), match.adapter.seats_allowed(settings))
    seats = _resized(match.seats, wanted)
    if not match.fixed:
        check_settings(match.game, settings, len(seats))
    terms = match.terms if command.terms is None else check_terms(command.terms)
    return [context.event(events.Changed, settings=settings, terms=terms, seats=seats)]


def arrange(match: MatchState, command: commands.Arrange, context: Context) -> Events:
    """Let the Great Explorer, or who else lays out, choose a layout or have it drawn (SY-S3)."""
    check_arranger(match, context)
    settings = {**match.settings, "seats": str(len(match.seats))}
    layout = match.adapter.check_layout(settings, command.layout, context.rng)
    return [context.event(events.Arranged, layout=layout)]


def start(match: MatchState, command: commands.Start, context: Context) -> Events:
    """Begin with the arranging, or with the game."""
    check_start(match, context)
    by_hand = match.terms.arrange and match.adapter.can_arrange({**match.settings, **match.fixed})
    if match.arranger is None and by_hand:
        number = arranging_seat(match.game, match.settings, match.seats, match.host, context.rng)
        guest = match.seats[number - 1].guest if number else match.host
        if guest:  # a bot has the site drawn
            return [context.event(events.Arranging, guest=guest, seat=number)]
    settings = drawn_settings(
        match.game, match.settings, match.fixed, match.layout, match.seats, context.rng
    )
    return [context.event(events.Started, settings=settings)]


def check_start(match: MatchState, context: Context) -> None:
    """Refuse to begin too early, or at the word of somebody else."""
    check_open(match)
    if match.arranger is not None:
        guest = match.arranger.guest
        if context.who.id != guest and not (context.who.id == match.host and guest in match.away):
            raise refuse("not-arranger", "who lays out the site begins the game", "SY-S1")
        return
    check_host(match, context)
    empty = [n for n, seat in enumerate(match.seats, 1) if seat.kind == "open"]
    if empty:
        raise refuse("seats-open", f"seat {empty[0]} is still open")


def check_seating(match: MatchState) -> None:
    """Refuse to change seats in the game, or while somebody lays out the site."""
    check_open(match)
    if match.arranger is not None:
        raise refuse("arranging", "the site is being laid out: seats stay as they are")


def check_arranger(match: MatchState, context: Context) -> None:
    """Refuse everybody but who lays out the site."""
    if match.arranger is None:
        raise refuse("not-arranging", "nothing is being laid out")
    if context.who.id != match.arranger.guest:
        raise refuse("not-arranger", "somebody else lays out the site", "SY-S1")


def name_at(match: MatchState, number: int, name: str) -> str:
    """Return a name for a seat that no other seat has."""
    others = [seat.name for n, seat in enumerate(match.seats, 1) if n != number]
    return unique_name(check_name(name), others)


def _nearest(seats: int, allowed: range) -> int:
    return min(max(seats, allowed[0]), allowed[-1])


def _resized(seats: Seats, wanted: int) -> Seats:
    """Add open seats, or take away those at the end where no person sits."""
    if any(seat.kind == "person" for seat in seats[wanted:]):
        raise refuse("seat-taken", f"somebody sits behind seat {wanted}")
    return seats[:wanted] + (Seat(),) * (wanted - len(seats))
