"""The events of a match's log, in the order in which they happened.

The log numbers them from 1 without a gap. Events contain secrets (the deck, open placements,
guests' ids); only `view_match` and `view_events` decide what an audience may see of them. A stored
event never changes; a change of the format gets a new version.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

import msgspec
from msgspec import Struct

from kheper.core.errors import NotationError
from kheper.core.grid import clip
from kheper.server.match.seats import Seat
from kheper.server.match.terms import MatchTerms

VERSION = 1


def kebab(name: str) -> str:
    """Return a struct's name as its tag.

    >>> kebab("BackAsked")
    'back-asked'
    """
    return re.sub(r"(?<!^)([A-Z])", r"-\1", name).lower()


class Event(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="kind",
    tag=kebab,
):
    """Something that happened: when, by which guest (none: the system), and the command's id."""

    at: int
    by: str = ""
    id: str = ""


class Opening(NamedTuple):
    """A play of the record that the match continues."""

    seat: int
    move: str


class Created(Event, frozen=True, kw_only=True):
    """A match was set up; always the first event."""

    version: int = VERSION
    match: str
    host_name: str
    game: str
    settings: dict[str, str]
    terms: MatchTerms
    seats: tuple[Seat, ...]
    # Settings that a rematch or a record fixes; they may contain secret cards.
    fixed: dict[str, str] = {}
    opening: tuple[Opening, ...] = ()
    # The match whose rematch this is.
    previous: str = ""


class Changed(Event, frozen=True, kw_only=True):
    """The host changed settings, terms or the number of seats."""

    settings: dict[str, str]
    terms: MatchTerms
    seats: tuple[Seat, ...]


class Sat(Event, frozen=True, kw_only=True):
    """A guest took a seat; `by` is the guest."""

    seat: int
    name: str


class Stood(Event, frozen=True, kw_only=True):
    """A seat became open again before the start."""

    seat: int


class BotSat(Event, frozen=True, kw_only=True):
    """The host gave a seat to a bot."""

    seat: int
    level: int


class Swapped(Event, frozen=True, kw_only=True):
    """The host swapped two seats."""

    seat: int
    other: int


class Renamed(Event, frozen=True, kw_only=True):
    """A seat was renamed."""

    seat: int
    name: str


class Aged(Event, frozen=True, kw_only=True):
    """The age of the person at a seat was stated."""

    seat: int
    age: int


class Arranging(Event, frozen=True, kw_only=True):
    """A guest began to lay out boards or stones by hand; seat 0 is a host without one (SY-S2)."""

    guest: str
    seat: int


class Arranged(Event, frozen=True, kw_only=True):
    """A layout was chosen or drawn: an arrangement of boards, or a position of stones."""

    layout: str


class Started(Event, frozen=True, kw_only=True):
    """The game began; the settings leave nothing to chance, so they contain the deck."""

    settings: dict[str, str]


class Played(Event, frozen=True, kw_only=True):
    """A seat moved; without `by` it was a bot. In an open round this marks the seat as ready."""

    seat: int
    move: str


class Expired(Event, frozen=True, kw_only=True):
    """A seat's time ran out, and the system made this move for it."""

    seat: int
    move: str


# The events that are moves: they change neither seats nor permissions to watch.
PLAYS = frozenset({Played, Expired})


class Unreadied(Event, frozen=True, kw_only=True):
    """A seat picked up the tile it had placed in the open round."""

    seat: int


class BackAsked(Event, frozen=True, kw_only=True):
    """A seat asked to take moves back; `plays` is the number of plays that would stay."""

    seat: int
    plays: int


class BackAnswered(Event, frozen=True, kw_only=True):
    """A guest agreed or disagreed to a take-back."""

    agree: bool


class BackWithdrawn(Event, frozen=True, kw_only=True):
    """A request for a take-back was withdrawn."""


class TakenBack(Event, frozen=True, kw_only=True):
    """Moves were taken back; `plays` is the number of plays that stayed."""

    seat: int
    plays: int


class Left(Event, frozen=True, kw_only=True):
    """A guest left the match; bots stand in for their seats until they return."""


class Lost(Event, frozen=True, kw_only=True):
    """A guest was disconnected for a while."""

    guest: str


class CameBack(Event, frozen=True, kw_only=True):
    """A guest returned and plays their seats again."""


class StoodIn(Event, frozen=True, kw_only=True):
    """A bot stands in for a seat until its guest returns."""

    seat: int
    level: int


class HostPassed(Event, frozen=True, kw_only=True):
    """The guest of a seat became the host."""

    seat: int


class Said(Event, frozen=True, kw_only=True):
    """A guest said a line of chat, or a quick phrase."""

    name: str
    text: str = ""
    phrase: str = ""


class Offered(Event, frozen=True, kw_only=True):
    """A seat was offered to another device with a code; the log holds its digest."""

    seat: int
    digest: str


class Claimed(Event, frozen=True, kw_only=True):
    """A guest took over a seat with its code; `by` is the guest."""

    seat: int
    name: str


class Retried(Event, frozen=True, kw_only=True):
    """A solo game began again with the same cards (SY-O3)."""


class Linked(Event, frozen=True, kw_only=True):
    """A rematch was linked: the match of that id."""

    match: str


class Closed(Event, frozen=True, kw_only=True):
    """The match ended without a result."""


AnyEvent = (
    Created
    | Changed
    | Sat
    | Stood
    | BotSat
    | Swapped
    | Renamed
    | Aged
    | Arranging
    | Arranged
    | Started
    | Played
    | Expired
    | Unreadied
    | BackAsked
    | BackAnswered
    | BackWithdrawn
    | TakenBack
    | Left
    | Lost
    | CameBack
    | StoodIn
    | HostPassed
    | Said
    | Offered
    | Claimed
    | Retried
    | Linked
    | Closed
)


class _VersionStamp(Struct):
    version: int = VERSION


_decoder: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)
_stamp = msgspec.json.Decoder(_VersionStamp)


# Encodes an event.
encode: Callable[[Event], bytes] = msgspec.json.Encoder().encode


def decode(body: bytes) -> Event:
    """Decode an event, or raise an error that names its unknown version, kind or field."""
    try:
        event = _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        _check_version(body)
        # The body is not repeated: it may contain secrets (SY-S5).
        raise NotationError(
            None, f"not an event of a match's log: {clip(str(error), 120)}", code="bad-entry"
        ) from None
    if isinstance(event, Created):
        _check_version(body)
    return event


def _check_version(body: bytes) -> None:
    try:
        version = _stamp.decode(body).version
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return
    if version != VERSION:
        raise NotationError(
            None,
            f"the log has version {version}, expected version {VERSION}",
            code="other-version",
        )
