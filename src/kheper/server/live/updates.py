"""What an audience is sent after some steps of a match, or when it joins."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from msgspec import Raw

from kheper.server.live.messages import Update, encode
from kheper.server.match import events
from kheper.server.match.events import PLAYS
from kheper.server.match.permissions import allowed_commands, allowed_with_seats
from kheper.server.match.state import MatchState, Step
from kheper.server.match.view_match import Audience, own_view, own_views, view_of
from kheper.server.match.views import Follow, OwnView

P = TypeVar("P")


class Effects(NamedTuple):
    """The effects of some steps, computed once for all audiences."""

    before: MatchState | None
    after: MatchState
    # Whether seats, host or spectators may have changed.
    is_reseated: bool
    # Whether these are plays of a game that continues.
    is_play: bool
    # Whether nothing but the chat has changed.
    is_talk: bool
    # In an open round, the seats that have moved; only their legal moves have changed.
    moved: frozenset[int] | None

    @classmethod
    def of(cls, steps: Sequence[Step]) -> Effects:
        """Return the effects of some steps."""
        before, after = steps[0].before, steps[-1].after
        kinds = {type(step.event) for step in steps}
        is_play = before is not None and kinds <= _IN_GAME and _goes_on(before, after)
        moved = None
        if is_play and all(map(_is_in_open_round, steps)):
            moved = frozenset([step.event.seat for step in steps])  # type: ignore[attr-defined] # a play's
        return cls(
            before,
            after,
            before is None or reseats(before, after),
            is_play,
            kinds == {events.Said},
            moved,
        )

    @property
    def dealt(self) -> frozenset[int]:
        """The seats that have new legal moves."""
        if self.after.state is None or self.is_talk:
            return frozenset()
        to_move = frozenset(self.after.state.to_move)
        return to_move if self.moved is None else to_move & self.moved


_IN_GAME = PLAYS | {events.Unreadied}


def reseats(before: MatchState, after: MatchState) -> bool:
    """Say whether seats, host or spectators may have changed."""
    return (
        before.seats is not after.seats
        or before.host != after.host
        or (before.state is None) != (after.state is None)
    )


def _goes_on(before: MatchState, after: MatchState) -> bool:
    """Say whether a game continues, without a request for a take-back."""
    return (
        before.asked is None
        and after.asked is None
        and bool(after.game_state.to_move)
        and bool(before.game_state.to_move)
    )


def _is_in_open_round(step: Step) -> bool:
    return step.before is not None and step.after.adapter.round_is_open(
        step.before.game_state, step.after.game_state
    )


def update(change: Effects, audience: Audience, follow: Follow, news: bytes) -> bytes:
    """Return the update for an audience, with the events that are encoded already."""
    number, you = change.after.number, audience.seats if change.is_reseated else None
    if follow == "moves":
        return encode(Update(number=number, news=Raw(news), you=you))
    return encode(
        Update(
            number=number,
            news=Raw(news),
            you=you,
            hosting=audience.hosting if change.is_reseated else None,
            may=_if_changed(allowed_commands, change, audience),
            seats_may=_if_changed(allowed_with_seats, change, audience),
            own=_own_now(change, audience),
        )
    )


def permissions_update(match: MatchState, audience: Audience) -> bytes:
    """Return an update with the seats and permissions of an audience, and no events."""
    return encode(
        Update(
            number=match.number,
            you=audience.seats,
            hosting=audience.hosting,
            may=allowed_commands(match, audience.guest),
            seats_may=allowed_with_seats(match, audience.guest),
            own=own_views(match, audience),
        )
    )


def view_update(match: MatchState, audience: Audience) -> bytes:
    """Return an update with the whole view of an audience."""
    return encode(Update(number=match.number, view=view_of(match, audience)))


def _if_changed(
    permissions: Callable[[MatchState, str], P], change: Effects, audience: Audience
) -> P | None:
    """Return the permissions of an audience, if they have changed."""
    if change.is_play or change.is_talk:
        return None
    now = permissions(change.after, audience.guest)
    if change.is_reseated or change.before is None:
        return now
    return None if now == permissions(change.before, audience.guest) else now


def _own_now(change: Effects, audience: Audience) -> tuple[OwnView, ...]:
    """Return the new legal moves and permissions for the seats of an audience."""
    before, after = change.before, change.after
    if after.state is None or change.is_talk:
        return ()
    seats: Iterable[int] = audience.seats
    if change.moved is not None:
        seats = [seat for seat in seats if seat in change.moved]
    elif not (change.is_play or change.is_reseated or before is None):
        seats = [seat for seat in seats if own_view(before, seat) != own_view(after, seat)]
    return tuple([own_view(after, seat) for seat in seats])
