"""SCARAB in records: what the tags and the numbered lines mean."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from kheper.core.errors import KheperError, NotationError
from kheper.core.game import Replay
from kheper.core.record import (
    VERSION,
    Line,
    Record,
    at_tag,
    check_result,
    merge_tags,
    named_seats,
    seat_tags,
)
from kheper.scarab.moves import Move
from kheper.scarab.setup import new_state
from kheper.scarab.start import FEWEST_SEATS, MOST_SEATS, hands_text
from kheper.scarab.state import ScarabState
from kheper.scarab.view import ScarabView

TITLE = "Scarab"
PRIESTS = ("Priest 1", "Priest 2", "Priest 3", "Priest 4")

# The tags that are settings; an error that mentions none of them is about the position.
_SETTINGS = {
    "Position": "position",
    "Size": "size",
    "Turning": "turning",
    "Teams": "teams",
    "starts": "starts",
    "Axis": "axis",
    "Mover": "mover",
    "Hands": "hands",
}


def write(seen: ScarabState | ScarabView, tags: Iterable[tuple[str, str]] = ()) -> Record:
    """Write down a state or a view."""
    state = seen.state if isinstance(seen, ScarabView) else seen
    start, given = state.start, list(tags)
    listed = {
        "Game": TITLE,
        "Version": VERSION,
        "Size": str(start.side),
        "Turning": "yes" if start.turning else "no",
        "Teams": "yes" if start.teams else "no",
        "Position": str(start.position),
        **seat_tags(given, PRIESTS[: start.seats]),
    }
    if start.starts != "first":
        listed["starts"] = start.starts
    if start.axis is not None:
        listed["Axis"] = start.axis
    if start.mover != 1 or not start.fresh or start.starts != "first":
        listed["Mover"] = str(start.mover)
    if not start.fresh:
        listed["Hands"] = hands_text(start.hands)
    listed["Result"] = state.outcome.result if state.outcome else "*"
    reserved = {*_SETTINGS, *(f"Seat{n}" for n in range(1, MOST_SEATS + 1))}
    others = [(name, value) for name, value in given if name not in reserved]
    lines = tuple(Line(n, str(move)) for n, move in enumerate(state.played, 1))
    return Record(merge_tags(listed.items(), others), lines)


def replay(record: Record, rng: Random) -> Replay[ScarabState, Move]:
    """Play a record through the rules."""
    state = _first_state(record, rng)
    states: list[ScarabState] = [state]
    plays: list[tuple[int, Move]] = []
    for line in record.lines:
        try:
            state = states[-1]
            move = state.parse_move(line.text)
            seat = state.to_move[0] if state.to_move else 1
            states.append(state.play(seat, move))
            plays.append((seat, move))
        except KheperError as error:
            raise error.at(line=line.line) from None
    check_result(record, states[-1].outcome)
    return Replay(tuple(states), tuple(plays))


def _first_state(record: Record, rng: Random) -> ScarabState:
    tags = dict(record.tags)
    if "Position" not in tags:
        raise NotationError(None, "the tag Position is missing")
    settings = {key: tags[tag] for tag, key in _SETTINGS.items() if tag in tags}
    named = named_seats(record, MOST_SEATS)
    if named >= FEWEST_SEATS:
        settings["seats"] = str(named)
    elif "Hands" in tags:
        settings["seats"] = str(max(tags["Hands"].count(";") + 1, FEWEST_SEATS))
    with at_tag(record, *_SETTINGS):
        return new_state(settings, rng)
