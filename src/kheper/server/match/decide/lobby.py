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
from kheper.server.match.state import Table
from kheper.server.match.terms import check_level, check_terms
from kheper.server.match.text import check_name, told_apart
from kheper.server.refusals import refuse

Found = list[events.Event]


def sit(table: Table, command: commands.Sit, context: Context) -> Found:
    """Let a guest take an open seat; whoever has the link may."""
    check_seating(table)
    if table.seat(command.seat).kind != "open":
        raise refuse("seat-taken", f"seat {command.seat} is taken")
    name = name_at(table, command.seat, command.name or context.who.name)
    return [context.event(events.Sat, seat=command.seat, name=name)]


def stand(table: Table, command: commands.Stand, context: Context) -> Found:
    """Let a guest give a seat up."""
    check_seating(table)
    check_own(table, context, command.seat)
    return [context.event(events.Stood, seat=command.seat)]


def fill(table: Table, command: commands.Fill, context: Context) -> Found:
    """Let the host give a seat to a bot, or open it, whoever sits there."""
    check_seating(table)
    check_host(table, context)
    seat = table.seat(command.seat)
    if command.occupant == "bot":
        level = check_level(command.level or table.terms.stand_in)
        return [context.event(events.BotSat, seat=command.seat, level=level)]
    if seat.kind == "open":
        return []
    return [context.event(events.Stood, seat=command.seat)]


def swap(table: Table, command: commands.Swap, context: Context) -> Found:
    """Let the host have two seats change places."""
    check_seating(table)
    check_host(table, context)
    table.seat(command.seat)
    table.seat(command.other)
    if command.seat == command.other:
        return []
    return [context.event(events.Swapped, seat=command.seat, other=command.other)]


def rename(table: Table, command: commands.Rename, context: Context) -> Found:
    """Let a guest give a seat of theirs another name."""
    check_rename(table, command.seat, context)
    name = name_at(table, command.seat, command.name)
    if name == table.seat(command.seat).name:
        return []
    return [context.event(events.Renamed, seat=command.seat, name=name)]


def check_rename(table: Table, seat: int, context: Context) -> None:
    """Refuse to rename somebody else's seat, or a team mate's: a name could be a hint (SB-V3)."""
    check_own(table, context, seat)
    if table.phase == "running" and table.adapter.is_team_game(table.state):
        raise refuse("silent", "names stay as they are in a running team game", "SB-V3")


def age(table: Table, command: commands.Age, context: Context) -> Found:
    """Note how old somebody is; it is shown to nobody."""
    check_seating(table)
    check_own(table, context, command.seat)
    return [context.event(events.Aged, seat=command.seat, age=command.age)]


def change(table: Table, command: commands.Change, context: Context) -> Found:
    """Let the host change settings, terms, or how many seats there are."""
    check_open(table)
    check_host(table, context)
    settings = table.settings if command.settings is None else command.settings
    if table.fixed and (settings != table.settings or command.seats is not None):
        raise refuse("fixed", "a rematch, or a game from a record, is played as it was set up")
    wanted = command.seats or _nearest(len(table.seats), table.adapter.seats_allowed(settings))
    seats = _resized(table.seats, wanted)
    if not table.fixed:
        check_settings(table.game, settings, len(seats))
    terms = table.terms if command.terms is None else check_terms(command.terms)
    return [context.event(events.Changed, settings=settings, terms=terms, seats=seats)]


def arrange(table: Table, command: commands.Arrange, context: Context) -> Found:
    """Let the Great Explorer, or who else lays out, choose a layout or have it drawn (SY-S3)."""
    check_arranger(table, context)
    settings = {**table.settings, "seats": str(len(table.seats))}
    layout = table.adapter.check_layout(settings, command.layout, context.rng)
    return [context.event(events.Arranged, layout=layout)]


def start(table: Table, command: commands.Start, context: Context) -> Found:
    """Begin with the arranging, or with the game."""
    check_start(table, context)
    by_hand = table.terms.arrange and table.adapter.can_arrange({**table.settings, **table.fixed})
    if table.arranger is None and by_hand:
        number = arranging_seat(table.game, table.settings, table.seats, table.host, context.rng)
        guest = table.seats[number - 1].guest if number else table.host
        if guest:  # a bot has the site drawn
            return [context.event(events.Arranging, guest=guest, seat=number)]
    settings = drawn_settings(
        table.game, table.settings, table.fixed, table.layout, table.seats, context.rng
    )
    return [context.event(events.Started, settings=settings)]


def check_start(table: Table, context: Context) -> None:
    """Refuse to begin too early, or at the word of somebody else."""
    check_open(table)
    if table.arranger is not None:
        guest = table.arranger.guest
        if context.who.id != guest and not (context.who.id == table.host and guest in table.away):
            raise refuse("not-arranger", "who lays out the site begins the game", "SY-S1")
        return
    check_host(table, context)
    empty = [n for n, seat in enumerate(table.seats, 1) if seat.kind == "open"]
    if empty:
        raise refuse("seats-open", f"seat {empty[0]} is still open")


def check_seating(table: Table) -> None:
    """Refuse to change seats in the game, or while somebody lays out the site."""
    check_open(table)
    if table.arranger is not None:
        raise refuse("arranging", "the site is being laid out: seats stay as they are")


def check_arranger(table: Table, context: Context) -> None:
    """Refuse everybody but who lays out the site."""
    if table.arranger is None:
        raise refuse("not-arranging", "nothing is being laid out")
    if context.who.id != table.arranger.guest:
        raise refuse("not-arranger", "somebody else lays out the site", "SY-S1")


def name_at(table: Table, number: int, name: str) -> str:
    """Return a name for a seat that no other seat has."""
    others = [seat.name for n, seat in enumerate(table.seats, 1) if n != number]
    return told_apart(check_name(name), others)


def _nearest(seats: int, allowed: range) -> int:
    return min(max(seats, allowed[0]), allowed[-1])


def _resized(seats: Seats, wanted: int) -> Seats:
    """Add open seats, or take away those at the end where no person sits."""
    if any(seat.kind == "person" for seat in seats[wanted:]):
        raise refuse("seat-taken", f"somebody sits behind seat {wanted}")
    return seats[:wanted] + (Seat(),) * (wanted - len(seats))
