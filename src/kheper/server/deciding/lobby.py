"""What may be done before the start: seats, settings, layouts, and starting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kheper.server import commands, entries
from kheper.server.customs import is_team_game, seats_allowed
from kheper.server.deciding.asking import Asking, check_host, check_open, check_own
from kheper.server.refusals import refuse
from kheper.server.seats import Seat, Seats
from kheper.server.setup import (
    arranging_seat,
    can_arrange,
    check_layout,
    check_settings,
    drawn_settings,
)
from kheper.server.terms import check_level, check_terms
from kheper.server.words import check_name, told_apart

if TYPE_CHECKING:
    from kheper.server.table import Table

Found = list[entries.Entry]


def sit(table: Table, command: commands.Sit, asking: Asking) -> Found:
    """Let a guest take an open seat; whoever has the link may."""
    check_seating(table)
    if table.seat(command.seat).kind != "open":
        raise refuse("seat-taken", f"seat {command.seat} is taken")
    name = name_at(table, command.seat, command.name or asking.who.name)
    return [asking.entry(entries.Sat, seat=command.seat, name=name)]


def stand(table: Table, command: commands.Stand, asking: Asking) -> Found:
    """Let a guest give a seat up."""
    check_seating(table)
    check_own(table, asking, command.seat)
    return [asking.entry(entries.Stood, seat=command.seat)]


def fill(table: Table, command: commands.Fill, asking: Asking) -> Found:
    """Let the host give a seat to a bot, or open it, whoever sits there."""
    check_seating(table)
    check_host(table, asking)
    seat = table.seat(command.seat)
    if command.occupant == "bot":
        level = check_level(command.level or table.terms.stand_in)
        return [asking.entry(entries.BotSat, seat=command.seat, level=level)]
    if seat.kind == "open":
        return []
    return [asking.entry(entries.Stood, seat=command.seat)]


def swap(table: Table, command: commands.Swap, asking: Asking) -> Found:
    """Let the host have two seats change places."""
    check_seating(table)
    check_host(table, asking)
    table.seat(command.seat)
    table.seat(command.other)
    if command.seat == command.other:
        return []
    return [asking.entry(entries.Swapped, seat=command.seat, other=command.other)]


def rename(table: Table, command: commands.Rename, asking: Asking) -> Found:
    """Let a guest give a seat of theirs another name."""
    seat = check_own(table, asking, command.seat)
    if table.phase == "running" and is_team_game(table.state):
        # A name could tell a team mate something (SB-V3).
        raise refuse("silent", "names stay as they are in a running team game", "SB-V3")
    name = name_at(table, command.seat, command.name)
    if name == seat.name:
        return []
    return [asking.entry(entries.Renamed, seat=command.seat, name=name)]


def age(table: Table, command: commands.Age, asking: Asking) -> Found:
    """Note how old somebody is; it is shown to nobody."""
    check_seating(table)
    check_own(table, asking, command.seat)
    return [asking.entry(entries.Aged, seat=command.seat, age=command.age)]


def change(table: Table, command: commands.Change, asking: Asking) -> Found:
    """Let the host change settings, terms, or how many seats there are."""
    check_open(table)
    check_host(table, asking)
    settings = table.settings if command.settings is None else command.settings
    if table.fixed and (settings != table.settings or command.seats is not None):
        raise refuse("fixed", "a rematch, or a game from a record, is played as it was set up")
    wanted = command.seats or _nearest(len(table.seats), seats_allowed(table.game, settings))
    seats = _resized(table.seats, wanted)
    if not table.fixed:
        check_settings(table.game, settings, len(seats))
    terms = table.terms if command.terms is None else check_terms(command.terms)
    return [asking.entry(entries.Changed, settings=settings, terms=terms, seats=seats)]


def arrange(table: Table, command: commands.Arrange, asking: Asking) -> Found:
    """Let the Great Explorer, or who else lays out, choose a layout or have it drawn (SY-S3)."""
    check_arranger(table, asking)
    layout = check_layout(table.game, table.settings, len(table.seats), command.layout, asking.rng)
    return [asking.entry(entries.Arranged, layout=layout)]


def start(table: Table, command: commands.Start, asking: Asking) -> Found:
    """Begin with the arranging, or with the game."""
    check_start(table, asking)
    by_hand = table.terms.arrange and can_arrange(table.game, table.settings, table.fixed)
    if table.arranger is None and by_hand:
        number = arranging_seat(table.game, table.settings, table.seats, table.host, asking.rng)
        guest = table.seats[number - 1].guest if number else table.host
        if guest:  # a bot has the site drawn
            return [asking.entry(entries.Arranging, guest=guest, seat=number)]
    settings = drawn_settings(
        table.game, table.settings, table.fixed, table.layout, table.seats, asking.rng
    )
    return [asking.entry(entries.Started, settings=settings)]


def check_start(table: Table, asking: Asking) -> None:
    """Refuse to begin too early, or at the word of somebody else."""
    check_open(table)
    if table.arranger is not None:
        guest = table.arranger.guest
        if asking.who.id != guest and not (asking.who.id == table.host and guest in table.away):
            raise refuse("not-arranger", "who lays out the site begins the game", "SY-S1")
        return
    check_host(table, asking)
    empty = [n for n, seat in enumerate(table.seats, 1) if seat.kind == "open"]
    if empty:
        raise refuse("seats-open", f"seat {empty[0]} is still open")


def check_seating(table: Table) -> None:
    """Refuse to change seats in the game, or while somebody lays out the site."""
    check_open(table)
    if table.arranger is not None:
        raise refuse("arranging", "the site is being laid out: seats stay as they are")


def check_arranger(table: Table, asking: Asking) -> None:
    """Refuse everybody but who lays out the site."""
    if table.arranger is None:
        raise refuse("not-arranging", "nothing is being laid out")
    if asking.who.id != table.arranger.guest:
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
