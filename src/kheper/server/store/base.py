"""The contract of a store.

A match is a log of events, numbered from 1 without a gap. The store appends to it and reads it,
and does not decode events.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

import msgspec


class StoreError(Exception):
    """The store failed."""


class Conflict(StoreError):
    """Another writer was first: the number is not the next one, or the id is taken."""


class Missing(StoreError):
    """There is no such match or guest."""


class Unavailable(StoreError):
    """Nothing was written, because the disk or the database failed; a retry may succeed."""


class Unreadable(Unavailable):
    """A probe found that the store cannot be read."""


class Unwritable(Unavailable):
    """A probe found that nothing can be written."""


class Unknown(StoreError):
    """The connection broke during a commit; only the log shows whether it succeeded."""


class TooNew(StoreError):
    """The database was written by a later version of this program."""


class PendingWrite(asyncio.Future[None]):
    """A write in progress: awaiting it returns when it is durable, or raises the error."""

    def settle(self, error: StoreError | None = None) -> None:
        """Set the result, unless the waiting task was cancelled."""
        if self.done():
            return
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


# For each write of a group: None if it is durable, or the error.
Outcomes = Sequence[StoreError | None]


class StoredEvent(NamedTuple):
    """An encoded event, and its number in the log."""

    number: int
    body: bytes


class Guest(msgspec.Struct, frozen=True):
    """A guest of the server."""

    id: str
    name: str


class MatchIndex(msgspec.Struct, frozen=True, omit_defaults=True):
    """What lists show of a match, which then need not be replayed.

    It is kept as one value: a new field with a default needs no migration.
    """

    match: str
    game: str
    mode: str
    state: Literal["open", "running", "over"]
    host: str
    # The guest of each seat; None for an open seat and for a bot.
    seats: tuple[str | None, ...]
    created: float
    updated: float
    # Whether it is listed publicly; otherwise only those with its link find it.
    listed: bool = False
    # When a process must load it, in milliseconds.
    due: int | None = None

    @property
    def offered(self) -> bool:
        """Whether it is in the list of open matches."""
        return self.listed and self.state == "open"

    @property
    def activity(self) -> int:
        """The time of the last activity, in milliseconds, by which lists are ordered."""
        return round(self.updated * 1000)

    @property
    def guests(self) -> list[str]:
        """The guests who hold seats, without duplicates."""
        return sorted({guest for guest in self.seats if guest})


class Reminder(NamedTuple):
    """A match that is due, and since when, in milliseconds."""

    match: str
    due: int


OnAppend = Callable[[str, int], None]
OnGap = Callable[[], None]
OnBroadcast = Callable[[str, str], None]


class Store(Protocol):
    """A store of logs and guests; every coroutine may raise Unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes write to it, and announce what they write."""

    async def open(self) -> None:
        """Connect, and migrate the database to the present version."""

    async def close(self) -> None:
        """Finish pending writes, and release everything."""

    def create(self, match_id: str, events: Sequence[bytes], index: MatchIndex) -> PendingWrite:
        """Create a match with its first events; Conflict if the id is taken.

        Creates and appends are written in the order of the calls, awaited or not.
        """

    def append(
        self, match_id: str, first: int, events: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        """Write the events `first` and following, all or none; once awaited, they are durable.

        Awaiting raises Conflict if `first` is not the next number and Missing if there is no such
        match. With Unknown, and if the caller is cancelled, they may be written or not.
        """

    async def read(self, match_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the events with a number above `after`; none if there is no such match."""

    async def read_new(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """Return the events above a number for each match that has any."""

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last event of each match that exists."""

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Add a guest; Conflict if the id or the token exists."""

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Add a token for another device of a guest."""

    async def remove_token(self, token_hash: bytes) -> None:
        """Remove a token, if it exists."""

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""

    async def rename(self, guest_id: str, name: str) -> None:
        """Rename a guest."""

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        """List matches, with the latest activity first.

        With `before`, list those that follow that match; with `open_only`, those that anybody may
        join.
        """

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        """Return the matches that were due before a time, the earliest first."""

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        """Move a reminder to a later time, or delete it; Conflict if it has changed meanwhile."""

    async def probe(self) -> None:
        """Read and durably write a little; Unreadable or Unwritable if that fails."""

    def subscribe(self, heard: OnAppend, missed: OnGap | None = None) -> None:
        """Set the callback (match, last number) for what other processes write.

        Calls may come late, twice, or never. `missed` is called when some may have been lost; the
        subscriber then asks `last`. A store for one process calls neither.
        """

    async def broadcast(self, text: str) -> None:
        """Send a text of at most 7,000 bytes to the other processes."""

    def on_broadcast(self, called: OnBroadcast) -> None:
        """Set the callback (process, text) for broadcasts, of which some may be lost."""


# The most seconds for each half of a probe.
PROBE_SECONDS = 2.5
# How many events of the newest match a probe reads.
PROBED_EVENTS = 100


async def probe_both(reading: Awaitable[None], writing: Awaitable[None]) -> None:
    """Read and write at the same time, and raise the error of what failed or took too long."""
    read, written = await asyncio.gather(_within(reading), _within(writing))
    if read is not None:
        raise Unreadable(str(read)) from read
    if written is not None:
        raise Unwritable(str(written)) from written


async def _within(half: Awaitable[None]) -> Exception | None:
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            await half
    except TimeoutError:
        return TimeoutError(f"no answer within {PROBE_SECONDS} seconds")
    except StoreError as error:
        return error
    return None


# Databases store it in four bytes.
_LAST_NUMBER = 2**31 - 1
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


@lru_cache(maxsize=4096)
def is_id(text: str) -> bool:
    """Say whether a text has the form of an id; no other id can exist.

    >>> is_id("kXb7-_09"), is_id(""), is_id("a b"), is_id("a" * 65)
    (True, False, False, False)
    """
    return _ID.fullmatch(text) is not None


def append_error(match_id: str, first: int, events: Sequence[bytes]) -> StoreError | None:
    """Return the error of an append that needs no database to be refused."""
    if not events:
        raise ValueError("nothing to append")
    if not is_id(match_id):
        return Missing(match_id)
    if not 1 < first <= _LAST_NUMBER - len(events):
        return Conflict(match_id, first)
    return None


def by_match(rows: Iterable[Any]) -> dict[str, list[StoredEvent]]:
    """Group rows of match, number and body by match."""
    found: dict[str, list[StoredEvent]] = {}
    for match_id, number, body in rows:
        found.setdefault(match_id, []).append(StoredEvent(number, body))
    return found


def failed_write(error: StoreError) -> PendingWrite:
    """Return a write that has failed already."""
    written = PendingWrite()
    written.settle(error)
    return written


def check_create(match_id: str, events: Sequence[bytes]) -> None:
    """Refuse a match that cannot be stored."""
    if not events:
        raise ValueError("a match needs at least one event")
    _check_id(match_id)


def check_guest(guest_id: str, name: str = "") -> None:
    """Refuse a guest that cannot be stored."""
    _check_id(guest_id)
    if "\0" in name:
        raise ValueError("a name must not contain a null character")


def _check_id(text: str) -> None:
    if not is_id(text):
        raise ValueError(f"an id must be 1 to 64 letters, digits, '-' or '_', not {text!r}")
