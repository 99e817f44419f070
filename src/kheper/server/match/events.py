"""What the log of a match holds: one event for everything that happened, in order.

Entries are numbered from 1 without a gap; the number is the log's, not the entry's. They hold
secrets (the deck, open placements, guests' ids): what of them others may see is the business
of `views` alone. An event that was written is never changed; a change of their form gets a
new version.
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
    """Something that happened: when, who asked for it (nobody: the house), and their own id."""

    at: int
    by: str = ""
    id: str = ""


class Opening(NamedTuple):
    """A play of a record that the match goes on from."""

    seat: int
    move: str


class Created(Event, frozen=True, kw_only=True):
    """A table was set up; always the first event."""

    version: int = VERSION
    match: str
    host_name: str
    game: str
    settings: dict[str, str]
    terms: MatchTerms
    seats: tuple[Seat, ...]
    # What a rematch or a record fixes; it may hold cards, which nobody may see.
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
    """The host let two seats change places."""

    seat: int
    other: int


class Renamed(Event, frozen=True, kw_only=True):
    """A seat got another name."""

    seat: int
    name: str


class Aged(Event, frozen=True, kw_only=True):
    """Somebody told the age of the person at a seat."""

    seat: int
    age: int


class Arranging(Event, frozen=True, kw_only=True):
    """Somebody lays out boards or stones by hand; seat 0 is a host who holds no seat (SY-S2)."""

    guest: str
    seat: int


class Arranged(Event, frozen=True, kw_only=True):
    """A layout was chosen or drawn: an arrangement of boards, or a position of stones."""

    layout: str


class Started(Event, frozen=True, kw_only=True):
    """The game began; the settings leave nothing to be drawn, so they hold the deck."""

    settings: dict[str, str]


class Played(Event, frozen=True, kw_only=True):
    """A seat moved; without `by` it was a bot. In an open round this is being ready."""

    seat: int
    move: str


class Expired(Event, frozen=True, kw_only=True):
    """A seat's time ran out, and this move was made for it."""

    seat: int
    move: str


# The events that are moves: nobody sits elsewhere after them, and nobody else may watch.
PLAYS = frozenset({Played, Expired})


class Unreadied(Event, frozen=True, kw_only=True):
    """A seat picked its tile of the open round up again."""

    seat: int


class BackAsked(Event, frozen=True, kw_only=True):
    """A seat asked to take moves back; `plays` is how many would stay."""

    seat: int
    plays: int


class BackAnswered(Event, frozen=True, kw_only=True):
    """Somebody agreed, or did not."""

    agree: bool


class BackWithdrawn(Event, frozen=True, kw_only=True):
    """Who asked changed their mind."""


class TakenBack(Event, frozen=True, kw_only=True):
    """Moves were taken back; `plays` is how many stayed."""

    seat: int
    plays: int


class Left(Event, frozen=True, kw_only=True):
    """A guest left the table; bots stand in for their seats until they come back."""


class Lost(Event, frozen=True, kw_only=True):
    """A guest has not been heard of for a while."""

    guest: str


class CameBack(Event, frozen=True, kw_only=True):
    """A guest is there again and plays their seats."""


class StoodIn(Event, frozen=True, kw_only=True):
    """A bot plays for a seat until its guest comes back."""

    seat: int
    level: int


class HostPassed(Event, frozen=True, kw_only=True):
    """The host's powers went to the guest of a seat."""

    seat: int


class Said(Event, frozen=True, kw_only=True):
    """A line of chat, or one of the quick phrases."""

    name: str
    text: str = ""
    phrase: str = ""


class Offered(Event, frozen=True, kw_only=True):
    """A seat can be taken along to another device with a code, of which this is the digest."""

    seat: int
    digest: str


class Claimed(Event, frozen=True, kw_only=True):
    """A guest took a seat over with its code; `by` is the guest."""

    seat: int
    name: str


class Retried(Event, frozen=True, kw_only=True):
    """A solo game began again with the same cards (SY-O3)."""


class Linked(Event, frozen=True, kw_only=True):
    """A rematch was agreed on: the match of that id."""

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


# Writes an event down.
encode: Callable[[Event], bytes] = msgspec.json.Encoder().encode


def decode(body: bytes) -> Event:
    """Read an event; an unknown version, kind or field is an error that says so."""
    try:
        event = _decoder.decode(body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        _check_version(body)
        # The body is not repeated: it may hold what nobody may see (SY-S5).
        raise NotationError(
            None, f"this is no event of a match's log: {clip(str(error), 120)}", code="bad-entry"
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
            f"the log is of version {version}, this program reads version {VERSION}",
            code="other-version",
        )
