"""What an audience may see of a table: one function, for everything that leaves the server.

Live play, the log, replay, undo, the first state, spectators and HTTP all go through `shown`.
What a game hides is hidden by its own views; what the log hides is hidden here: the deck, open
placements of other seats, ages, guests' ids, and the codes of seats.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any, NamedTuple

from kheper.server import entries
from kheper.server.clocks import running
from kheper.server.customs import drawn_since, gains, has_secrets, is_hidden, revealed
from kheper.server.deciding.possible import possible, possible_at
from kheper.server.entries import PLAYS, Entry
from kheper.server.ghosts import ghosts
from kheper.server.messages import AskedShown, Event, Own, SeatShown, SetUp, Update, View
from kheper.server.parts import Asked, Step
from kheper.server.setup import ground, public, warnings
from kheper.server.table import Table

Fields = dict[str, Any]


class Audience(NamedTuple):
    """Somebody who looks: the seats they hold; without any they are a spectator."""

    guest: str
    seats: tuple[int, ...]

    @classmethod
    def of(cls, table: Table, guest: str) -> Audience:
        """Return the audience that a guest is at a table."""
        return cls(guest, table.held(guest))


SPECTATOR = Audience("", ())


def shown(
    table: Table, audience: Audience, news: Sequence[Step] = (), *, whole: bool = False
) -> Update:
    """Return what an audience may see of some steps, and, if it is wanted, of the whole table."""
    events = []
    you = None
    for step in news:
        events.append(_event(step, audience))
        if step.before is None or step.before.seats is not step.after.seats:
            you = audience.seats
    return Update(
        number=table.number,
        news=tuple(events),
        you=you,
        view=_view(table, audience) if whole else None,
    )


def alike(steps: Sequence[Step]) -> Callable[[Audience], Hashable] | None:
    """Return a key: audiences with the same key are shown the same of some steps, byte for byte.

    Without one, everybody is shown the same.
    """
    secrets: list[int] = []
    for step in steps:
        before, entry, after = step.before, step.entry, step.after
        if before is None or before.seats is not after.seats:
            return lambda audience: audience.seats
        if type(entry) in PLAYS and is_hidden(before.state, after.state):
            secrets.append(entry.seat)  # type: ignore[attr-defined] # a play has a seat
    if not secrets:
        return None
    return lambda audience: tuple([seat in audience.seats for seat in secrets])


# --- events


def _event(step: Step, audience: Audience) -> Event:
    entry = step.entry
    kind = type(entry)
    if kind in PLAYS:
        return _play(step, audience)
    show = _SHOWN.get(kind)
    fields = show(step, audience) if show is not None else {}
    fields |= _company(step)
    return Event(number=step.after.number, kind=_KINDS[kind], at=entry.at, **fields)


def _company(step: Step) -> Fields:
    """Tell who sits where, and the phase, if that has changed."""
    before, after = step.before, step.after
    fields: Fields = {}
    if before is None or _people(before) != _people(after):
        fields["seats"] = _seats(after)
        fields |= _clocks(after)
    if before is None or before.phase != after.phase:
        fields["phase"] = after.phase
    return fields


def _people(table: Table) -> tuple[object, ...]:
    return table.seats, table.host, table.away


def _play(step: Step, audience: Audience) -> Event:
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
        outcome=after.outcome.json() if over else None,
        phase=table.phase if over else "",
    )


def _unready(step: Step, audience: Audience) -> Fields:
    entry: Any = step.entry
    return {"seat": entry.seat, "to_move": step.after.state.to_move, **_clocks(step.after)}


def _taken_back(step: Step, audience: Audience) -> Fields:
    entry: Any = step.entry
    state = step.after.state
    return {
        "seat": entry.seat,
        "plays": entry.plays,
        "to_move": state.to_move,
        "scores": state.scores,
        **_clocks(step.after),
    }


def _begun(step: Step, audience: Audience) -> Fields:
    state = step.after.state
    return {
        "state": state.view(None).json(),
        "to_move": state.to_move,
        "settings": _settings(step.after),
        **_clocks(step.after),
    }


def _clocks(table: Table) -> Fields:
    return {} if table.clocks is None else {"clocks": table.clocks.spent(table.at)}


def _settled(step: Step, audience: Audience) -> Fields:
    table = step.after
    return {"settings": _settings(table), "terms": table.terms, "setup": _setup(table)}


def _laid_out(step: Step, audience: Audience) -> Fields:
    return {"setup": _setup(step.after)}


def _asked(step: Step, audience: Audience) -> Fields:
    asked = step.after.asked
    return {} if asked is None else {"asked": _request(step.after, asked)}


def _answered(step: Step, audience: Audience) -> Fields:
    entry: Any = step.entry
    return {"agree": entry.agree, **_asked(step, audience)}


def _line(step: Step, audience: Audience) -> Fields:
    line = step.after.chat[-1]
    return {"seat": line.seat, "name": line.name, "text": line.text, "phrase": line.phrase}


def _seat(step: Step, audience: Audience) -> Fields:
    entry: Any = step.entry
    return {"seat": entry.seat}


def _link(step: Step, audience: Audience) -> Fields:
    return {"match": step.after.next}


_KINDS: dict[type, str] = {kind: str(kind.__struct_config__.tag) for kind in Entry.__subclasses__()}
_SHOWN: dict[type, Callable[[Step, Audience], Fields]] = {
    entries.Created: _settled,
    entries.Changed: _settled,
    entries.Sat: _seat,
    entries.Stood: _seat,
    entries.BotSat: _seat,
    entries.Renamed: _seat,
    entries.Aged: _seat,
    entries.Arranging: _laid_out,
    entries.Arranged: _laid_out,
    entries.Started: _begun,
    entries.Unreadied: _unready,
    entries.BackAsked: _asked,
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


# --- the whole table


def _view(table: Table, audience: Audience) -> View:
    state = table.state
    return View(
        match=table.match,
        game=table.game,
        mode=table.mode,
        phase=table.phase,
        created=table.created,
        at=table.at,
        settings=_settings(table),
        terms=table.terms,
        seats=_seats(table),
        host_name=table.host_name,
        you=audience.seats,
        hosting=bool(audience.guest) and audience.guest == table.host,
        may=possible(table, audience.guest) if audience.guest else (),
        setup=_setup(table) if state is None else None,
        state=None if state is None else state.view(None).json(),
        own=() if state is None else tuple(_own(table, seat) for seat in audience.seats),
        plays=len(table.plays),
        clocks=table.clocks.spent(table.at) if table.clocks is not None else (),
        running=_running(table),
        asked=None if table.asked is None else _request(table, table.asked),
        chat=table.chat,
        previous=table.previous,
        next=table.next,
    )


def _own(table: Table, seat: int) -> Own:
    """Tell a seat's holder what its own view of the game has and a spectator's has not."""
    view = table.state.view(seat)
    pending = getattr(view, "pending", ())
    mine = pending[seat - 1] if pending else None
    return Own(
        seat,
        str(mine) if mine else "",
        ghosts(view) if table.seats[seat - 1].played_by and not table.closed else None,
        possible_at(table, seat),
    )


def _running(table: Table) -> tuple[int, ...]:
    if table.clocks is None:
        return ()
    return running(table.seats, table.state.to_move)


def _settings(table: Table) -> dict[str, str]:
    return public(table.settings)


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
