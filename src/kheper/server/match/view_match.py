"""What an audience may see of a match.

Everything the server sends about a match comes from here or from `news`: live play, the log,
replays, spectators and HTTP. The game's own views hide what the game hides. These modules hide
what the log holds beyond that: the deck, other seats' open placements, ages, guests' ids, and the
codes of seats.
"""

from __future__ import annotations

from typing import NamedTuple

from kheper.server.games import Preview
from kheper.server.match.clocks import running
from kheper.server.match.permissions import possible, possible_at, possible_with_seats
from kheper.server.match.setup import public
from kheper.server.match.state import Table, TakeBackRequest
from kheper.server.match.views import MatchView, Own, SeatShown, SetupShown, TakeBackShown


class Audience(NamedTuple):
    """Somebody who looks: the seats they hold, and whether they are host."""

    guest: str
    seats: tuple[int, ...]
    hosting: bool = False

    @classmethod
    def of(cls, table: Table, guest: str) -> Audience:
        """Return the audience that a guest is at a table."""
        return cls(guest, table.held(guest), bool(guest) and guest == table.host)


SPECTATOR = Audience("", ())


def view_of(table: Table, audience: Audience) -> MatchView:
    """Return all that an audience may see."""
    state = table.state
    return MatchView(
        match=table.match,
        game=table.game,
        mode=table.mode,
        phase=table.phase,
        created=table.created,
        at=table.at,
        settings=public(table.game, table.settings),
        terms=table.terms,
        seats=seats_shown(table),
        host_name=table.host_name,
        you=audience.seats,
        hosting=audience.hosting,
        may=possible(table, audience.guest) if audience.guest else (),
        seats_may=possible_with_seats(table, audience.guest) if audience.guest else (),
        setup=setup_shown(table) if state is None else None,
        state=None if state is None else state.view(None).json(),
        own=own_seats(table, audience),
        plays=len(table.plays),
        clocks=table.clocks.spent(table.at) if table.clocks is not None else (),
        running=running_seats(table),
        asked=None if table.asked is None else take_back_shown(table, table.asked),
        chat=table.chat,
        previous=table.previous,
        next=table.next,
    )


def own_seats(table: Table, audience: Audience) -> tuple[Own, ...]:
    """Return what the holder of these seats sees of each."""
    if table.state is None:
        return ()
    return tuple([own_of(table, seat) for seat in audience.seats])


def running_seats(table: Table) -> tuple[int, ...]:
    """Return the seats whose clocks run."""
    if table.clocks is None:
        return ()
    return running(table.seats, table.state.to_move)


def seats_shown(table: Table) -> tuple[SeatShown, ...]:
    """Return the seats as everybody sees them."""
    return tuple(
        SeatShown(
            seat.kind,
            seat.name,
            seat.level,
            bool(seat.guest) and seat.guest == table.host,
            seat.guest in table.away,
            seat.left,
            seat.stand_in,
        )
        for seat in table.seats
    )


def setup_shown(table: Table) -> SetupShown:
    """Return what is known of the board before the start."""
    adapter = table.adapter
    known = {**table.settings, **public(table.game, table.fixed)}
    ground = adapter.ground_of(known, table.layout)
    arranger = table.arranger.seat if table.arranger is not None else None
    return SetupShown(ground, table.layout, arranger, adapter.warnings(ground))


def take_back_shown(table: Table, asked: TakeBackRequest) -> TakeBackShown:
    """Return the open request for a take-back."""
    ply = table.plays[asked.plays]
    waiting = tuple(n for n, seat in enumerate(table.seats, 1) if seat.guest in asked.waiting)
    return TakeBackShown(asked.number, asked.seat, str(ply.move), ply.number, asked.plays, waiting)


def own_of(table: Table, seat: int) -> Own:
    """Return what a seat's holder is told beside what everybody sees."""
    state, adapter = table.state, table.adapter
    legal = adapter.legal(state.view(seat)) if _is_to_move(table, seat) else None
    return Own(seat, adapter.pending(state, seat), legal, possible_at(table, seat))


def preview_at(table: Table, seat: int) -> Preview | None:
    """Return what each legal move of a seat would lead to, if a person plays there now."""
    if table.state is None or not _is_to_move(table, seat):
        return None
    return table.adapter.preview(table.state.view(seat))


def _is_to_move(table: Table, seat: int) -> bool:
    """Say whether a person is to move at a seat."""
    is_played = bool(table.seats[seat - 1].played_by) and not table.closed
    return is_played and seat in table.state.to_move
