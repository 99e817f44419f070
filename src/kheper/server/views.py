"""What an audience may see of a match: the one way out of the server.

Live play, the log, replay, spectators and HTTP all go through here. What a game hides is hidden by
its own views; what the log hides is hidden here: the deck, open placements of other seats, ages,
guests' ids, and the codes of seats.

Events tell what has changed. Who follows by facts applies them to the view it has; `update` tells
beside them what the reader holds and may do, where that has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, Raw

from kheper.server import entries
from kheper.server.clocks import running
from kheper.server.customs import (
    drawn_since,
    gains,
    has_secrets,
    is_hidden,
    revealed,
    round_is_open,
)
from kheper.server.deciding.possible import possible, possible_at
from kheper.server.entries import PLAYS, Entry
from kheper.server.games import Preview, facts_of, legal_of, preview_of
from kheper.server.messages import (
    AskedShown,
    Event,
    Follow,
    Own,
    SeatShown,
    SetUp,
    Update,
    View,
    encode,
)
from kheper.server.parts import Asked, Step
from kheper.server.setup import ground, public, warnings
from kheper.server.table import Table

Fields = dict[str, Any]


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


# --- events


def events(steps: Iterable[Step], audience: Audience, follow: Follow) -> list[Event]:
    """Return what an audience may see of some steps."""
    return [_event(step, audience, follow) for step in steps]


def hidden_seats(steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the seats whose plays among these steps are shown to their holders alone."""
    return tuple(
        [
            step.entry.seat  # type: ignore[attr-defined] # a play has a seat
            for step in steps
            if type(step.entry) in PLAYS
            and step.before is not None
            and is_hidden(step.before.state, step.after.state)
        ]
    )


def _event(step: Step, audience: Audience, follow: Follow) -> Event:
    kind = type(step.entry)
    if kind in PLAYS:
        return _play(step, audience, follow)
    if kind is entries.Unreadied:
        return _unready(step, follow)
    show = _SHOWN.get(kind)
    fields = (show(step) if show is not None else {}) | _changed(step)
    return Event(number=step.number, kind=_KINDS[kind], at=step.entry.at, **fields)


def _play(step: Step, audience: Audience, follow: Follow) -> Event:
    """Tell a play: where it is only if it is no secret, or the audience's own."""
    assert step.before is not None
    entry: Any = step.entry
    table = step.after
    before, after = step.before.state, table.state
    seat, secretive, over = entry.seat, has_secrets(after), not after.to_move
    is_told = not secretive or seat in audience.seats or not is_hidden(before, after)
    return Event(
        number=table.number,
        kind=_KINDS[type(entry)],
        at=entry.at,
        seat=seat,
        move=entry.move if is_told else "",
        bot=not entry.by,
        cards=drawn_since(before, after) if secretive else "",
        reveal=revealed(before, after) if secretive else (),
        points=gains(before, after, seat),
        to_move=after.to_move,
        clocks=table.clocks.spent(entry.at) if table.clocks is not None else (),
        running=running(table.seats, after.to_move) if table.clocks is not None else None,
        outcome=after.outcome.json() if over else None,
        plays=len(table.plays),
        phase=table.phase if over else "",
        asked=None if step.before.asked is not None else UNSET,
        facts=facts_of(before, after, seat) if follow == "facts" else None,
    )


def _unready(step: Step, follow: Follow) -> Event:
    """Tell that a tile of the open round was picked up again."""
    assert step.before is not None
    entry: Any = step.entry
    before, after = step.before.state, step.after.state
    return Event(
        number=step.number,
        kind=_KINDS[type(entry)],
        at=entry.at,
        seat=entry.seat,
        to_move=after.to_move,
        plays=len(step.after.plays),
        facts=facts_of(before, after, entry.seat) if follow == "facts" else None,
        **_clocks(step.after),
    )


def _changed(step: Step) -> Fields:
    """Tell what has changed of the match itself: people, phase, clocks, requests, set-up."""
    before, after = step.before, step.after
    fields: Fields = _clocks(after)
    if before is None or _people(before) != _people(after):
        fields["seats"] = _seats(after)
    if before is None or before.host_name != after.host_name:
        fields["host_name"] = after.host_name
    if before is None or before.phase != after.phase:
        fields["phase"] = after.phase
    if before is None or before.mode != after.mode:
        fields["mode"] = after.mode
    if before is not None and len(before.plays) != len(after.plays):
        fields["plays"] = len(after.plays)
    if before is not None and before.asked is not after.asked:
        fields["asked"] = None if after.asked is None else _request(after, after.asked)
    if after.state is None and (before is None or _ground(before) != _ground(after)):
        fields["setup"] = _setup(after)
    return fields


def _people(table: Table) -> tuple[object, ...]:
    return table.seats, table.host, table.away


def _ground(table: Table) -> tuple[object, ...]:
    # Not the secret ones: whether they have changed is a secret, too.
    return public(table.settings), public(table.fixed), table.layout, table.arranger


def _clocks(table: Table) -> Fields:
    if table.clocks is None:
        return {}
    return {"clocks": table.clocks.spent(table.at), "running": _running(table)}


def _taken_back(step: Step) -> Fields:
    entry: Any = step.entry
    state = step.after.state
    return {
        "seat": entry.seat,
        "plays": entry.plays,
        "to_move": state.to_move,
        "scores": state.scores,
        "state": state.view(None).json(),
    }


def _begun(step: Step) -> Fields:
    state = step.after.state
    return {
        "state": state.view(None).json(),
        "to_move": state.to_move,
        "settings": public(step.after.settings),
    }


def _settled(step: Step) -> Fields:
    return {"settings": public(step.after.settings), "terms": step.after.terms}


def _answered(step: Step) -> Fields:
    entry: Any = step.entry
    return {"agree": entry.agree}


def _line(step: Step) -> Fields:
    line = step.after.chat[-1]
    return {"seat": line.seat, "name": line.name, "text": line.text, "phrase": line.phrase}


def _seat(step: Step) -> Fields:
    entry: Any = step.entry
    return {"seat": entry.seat}


def _link(step: Step) -> Fields:
    return {"match": step.after.next}


_KINDS: dict[type, str] = {kind: str(kind.__struct_config__.tag) for kind in Entry.__subclasses__()}
_SHOWN: dict[type, Callable[[Step], Fields]] = {
    entries.Created: _settled,
    entries.Changed: _settled,
    entries.Sat: _seat,
    entries.Stood: _seat,
    entries.BotSat: _seat,
    entries.Renamed: _seat,
    entries.Aged: _seat,
    entries.Started: _begun,
    entries.BackAnswered: _answered,
    entries.TakenBack: _taken_back,
    entries.StoodIn: _seat,
    entries.HostPassed: _seat,
    entries.Said: _line,
    entries.Offered: _seat,
    entries.Claimed: _seat,
    entries.Retried: _begun,
    entries.Linked: _link,
}


# --- updates


class Change(NamedTuple):
    """What some steps change for those who hold seats; worked out once for all audiences."""

    before: Table | None
    after: Table
    # Whether other people may see the match, or see it from other seats.
    is_reseated: bool
    # Whether a game goes on, and these are its plays.
    is_play: bool
    # Whether nothing but the chat has changed.
    is_talk: bool
    # In an open round, the seats that have moved: the others have nothing new to choose from.
    moved: frozenset[int] | None

    @classmethod
    def of(cls, steps: Sequence[Step]) -> Change:
        """Return what these steps change."""
        before, after = steps[0].before, steps[-1].after
        kinds = {type(step.entry) for step in steps}
        is_play = before is not None and kinds <= _IN_GAME and _goes_on(before, after)
        moved = None
        if is_play and all(map(_is_in_open_round, steps)):
            moved = frozenset([step.entry.seat for step in steps])  # type: ignore[attr-defined] # a play's
        return cls(
            before,
            after,
            before is None or reseats(before, after),
            is_play,
            kinds == {entries.Said},
            moved,
        )

    @property
    def dealt(self) -> frozenset[int]:
        """The seats that have new moves to choose from."""
        if self.after.state is None or self.is_talk:
            return frozenset()
        to_move = frozenset(self.after.state.to_move)
        return to_move if self.moved is None else to_move & self.moved


_IN_GAME = PLAYS | {entries.Unreadied}


def reseats(before: Table, after: Table) -> bool:
    """Say whether other people may see the match, or see it from other seats."""
    return (
        before.seats is not after.seats
        or before.host != after.host
        or (before.state is None) != (after.state is None)
    )


def _goes_on(before: Table, after: Table) -> bool:
    """Say whether a game is where it was, but for its plays."""
    return (
        before.asked is None
        and after.asked is None
        and bool(after.state.to_move)
        and bool(before.state.to_move)
    )


def _is_in_open_round(step: Step) -> bool:
    return step.before is not None and round_is_open(step.before.state, step.after.state)


def update(change: Change, audience: Audience, follow: Follow, news: bytes) -> bytes:
    """Return the message that tells an audience of steps whose events are encoded already."""
    number, you = change.after.number, audience.seats if change.is_reseated else None
    if follow == "moves":
        return encode(Update(number=number, news=Raw(news), you=you))
    return encode(
        Update(
            number=number,
            news=Raw(news),
            you=you,
            hosting=audience.hosting if change.is_reseated else None,
            may=_may_now(change, audience),
            own=_own_now(change, audience),
        )
    )


def standing(table: Table, audience: Audience) -> bytes:
    """Return the message that tells an audience what it holds and may do, and nothing new."""
    return encode(
        Update(
            number=table.number,
            you=audience.seats,
            hosting=audience.hosting,
            may=possible(table, audience.guest),
            own=_all_own(table, audience),
        )
    )


def whole(table: Table, audience: Audience) -> bytes:
    """Return the message that shows an audience the whole match."""
    return encode(Update(number=table.number, view=view_of(table, audience)))


def _may_now(change: Change, audience: Audience) -> tuple[str, ...] | None:
    """Return what the audience may ask of the match, if that has changed."""
    if change.is_play or change.is_talk:
        return None
    now = possible(change.after, audience.guest)
    if change.is_reseated or change.before is None:
        return now
    return None if now == possible(change.before, audience.guest) else now


def _own_now(change: Change, audience: Audience) -> tuple[Own, ...]:
    """Return what is new for the seats of an audience: moves to choose from, things to ask."""
    before, after = change.before, change.after
    if after.state is None or change.is_talk:
        return ()
    seats: Iterable[int] = audience.seats
    if change.moved is not None:
        seats = [seat for seat in seats if seat in change.moved]
    elif not (change.is_play or change.is_reseated or before is None):
        seats = [seat for seat in seats if own_of(before, seat) != own_of(after, seat)]
    return tuple([own_of(after, seat) for seat in seats])


def own_of(table: Table, seat: int) -> Own:
    """Return what a seat's holder is told beside what everybody sees."""
    state = table.state
    pending = getattr(state, "pending", ())
    mine = pending[seat - 1] if pending else None
    plays = table.seats[seat - 1].played_by and not table.closed and seat in state.to_move
    legal = legal_of(state.view(seat)) if plays else None
    return Own(seat, str(mine) if mine else "", legal, possible_at(table, seat))


def preview_at(table: Table, seat: int) -> Preview | None:
    """Return what each legal move of a seat would lead to, if a person plays there now."""
    plays = table.state is not None and table.seats[seat - 1].played_by and not table.closed
    return preview_of(table.state.view(seat)) if plays else None


# --- the whole match


def view_of(table: Table, audience: Audience) -> View:
    """Return all that an audience may see."""
    state = table.state
    return View(
        match=table.match,
        game=table.game,
        mode=table.mode,
        phase=table.phase,
        created=table.created,
        at=table.at,
        settings=public(table.settings),
        terms=table.terms,
        seats=_seats(table),
        host_name=table.host_name,
        you=audience.seats,
        hosting=audience.hosting,
        may=possible(table, audience.guest) if audience.guest else (),
        setup=_setup(table) if state is None else None,
        state=None if state is None else state.view(None).json(),
        own=_all_own(table, audience),
        plays=len(table.plays),
        clocks=table.clocks.spent(table.at) if table.clocks is not None else (),
        running=_running(table),
        asked=None if table.asked is None else _request(table, table.asked),
        chat=table.chat,
        previous=table.previous,
        next=table.next,
    )


def _all_own(table: Table, audience: Audience) -> tuple[Own, ...]:
    if table.state is None:
        return ()
    return tuple([own_of(table, seat) for seat in audience.seats])


def _running(table: Table) -> tuple[int, ...]:
    if table.clocks is None:
        return ()
    return running(table.seats, table.state.to_move)


def _seats(table: Table) -> tuple[SeatShown, ...]:
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


def _setup(table: Table) -> SetUp:
    site = ground(table.game, {**table.settings, **public(table.fixed)}, table.layout)
    arranger = table.arranger.seat if table.arranger is not None else None
    return SetUp(site, table.layout, arranger, warnings(table.game, site))


def _request(table: Table, asked: Asked) -> AskedShown:
    ply = table.plays[asked.plays]
    waiting = tuple(n for n, seat in enumerate(table.seats, 1) if seat.guest in asked.waiting)
    return AskedShown(asked.number, asked.seat, str(ply.move), ply.number, asked.plays, waiting)
