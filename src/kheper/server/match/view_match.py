"""What an audience may see of a match.

Everything the server sends about a match comes from here or from `view_events`: live play, the
log, replays, spectators and HTTP. The game's own views hide what the game hides. These modules
hide what else the log contains: the deck, other seats' open placements, ages, guests' ids, and
the codes of seats.
"""

from __future__ import annotations

from typing import NamedTuple

from kheper.server.games import Preview
from kheper.server.match.clocks import running
from kheper.server.match.permissions import allowed_commands, allowed_for_seat, allowed_with_seats
from kheper.server.match.setup import public
from kheper.server.match.state import MatchState, TakeBackRequest
from kheper.server.match.views import MatchView, OwnView, SeatView, SetupView, TakeBackView


class Audience(NamedTuple):
    """Somebody who sees a match: the seats they hold, and whether they are the host."""

    guest: str
    seats: tuple[int, ...]
    hosting: bool = False

    @classmethod
    def of(cls, match: MatchState, guest: str) -> Audience:
        """Return a guest's audience in a match."""
        return cls(guest, match.held(guest), bool(guest) and guest == match.host)


SPECTATOR = Audience("", ())


def view_of(match: MatchState, audience: Audience) -> MatchView:
    """Return everything that an audience may see."""
    state = match.state
    return MatchView(
        match=match.id,
        game=match.game,
        mode=match.mode,
        phase=match.phase,
        created=match.created,
        at=match.at,
        settings=public(match.game, match.settings),
        terms=match.terms,
        seats=seat_views(match),
        host_name=match.host_name,
        you=audience.seats,
        hosting=audience.hosting,
        may=allowed_commands(match, audience.guest) if audience.guest else (),
        seats_may=allowed_with_seats(match, audience.guest) if audience.guest else (),
        setup=setup_view(match) if state is None else None,
        state=None if state is None else state.view(None).json(),
        own=own_views(match, audience),
        plays=len(match.plays),
        clocks=match.clocks.spent(match.at) if match.clocks is not None else (),
        running=running_seats(match),
        asked=None if match.asked is None else take_back_view(match, match.asked),
        chat=match.chat,
        previous=match.previous,
        next=match.next,
    )


def own_views(match: MatchState, audience: Audience) -> tuple[OwnView, ...]:
    """Return what only the holder of these seats may see of each."""
    if match.state is None:
        return ()
    return tuple([own_view(match, seat) for seat in audience.seats])


def running_seats(match: MatchState) -> tuple[int, ...]:
    """Return the seats whose clocks run."""
    if match.clocks is None:
        return ()
    return running(match.seats, match.game_state.to_move)


def seat_views(match: MatchState) -> tuple[SeatView, ...]:
    """Return the seats as everybody sees them."""
    return tuple(
        SeatView(
            seat.kind,
            seat.name,
            seat.level,
            bool(seat.guest) and seat.guest == match.host,
            seat.guest in match.away,
            seat.left,
            seat.stand_in,
        )
        for seat in match.seats
    )


def setup_view(match: MatchState) -> SetupView:
    """Return what is known of the board before the start."""
    adapter = match.adapter
    known = {**match.settings, **public(match.game, match.fixed)}
    ground = adapter.ground_of(known, match.layout)
    arranger = match.arranger.seat if match.arranger is not None else None
    return SetupView(ground, match.layout, arranger, adapter.warnings(ground))


def take_back_view(match: MatchState, asked: TakeBackRequest) -> TakeBackView:
    """Return the open request for a take-back."""
    ply = match.plays[asked.plays]
    waiting = tuple(n for n, seat in enumerate(match.seats, 1) if seat.guest in asked.waiting)
    return TakeBackView(asked.number, asked.seat, str(ply.move), ply.number, asked.plays, waiting)


def own_view(match: MatchState, seat: int) -> OwnView:
    """Return what only the holder of a seat may see."""
    state, adapter = match.game_state, match.adapter
    legal = adapter.legal(state.view(seat)) if _is_to_move(match, seat) else None
    return OwnView(seat, adapter.pending(state, seat), legal, allowed_for_seat(match, seat))


def preview_at(match: MatchState, seat: int) -> Preview | None:
    """Return what each legal move of a seat would lead to, if a person plays there now."""
    if match.state is None or not _is_to_move(match, seat):
        return None
    return match.adapter.preview(match.state.view(seat))


def _is_to_move(match: MatchState, seat: int) -> bool:
    """Say whether a person is to move at a seat."""
    is_played = bool(match.seats[seat - 1].played_by) and not match.closed
    return is_played and seat in match.game_state.to_move
