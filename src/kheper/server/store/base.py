"""What a store promises, whichever it is.

A match is a log: entries numbered from 1 without a gap. The store appends to it and reads it,
and knows nothing of what an entry says.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Literal, NamedTuple, Protocol

import msgspec


class StoreError(Exception):
    """The store could not do what was asked."""


class Conflict(StoreError):
    """Another was first: the number is not the next one, or the name is taken."""


class Missing(StoreError):
    """There is no such match or guest."""


class Unavailable(StoreError):
    """Nothing was written, for the disk or the database failed; it may be tried again."""


class Unreadable(Unavailable):
    """A probe found that the store cannot be read."""


class Unwritable(Unavailable):
    """A probe found that nothing can be written."""


class Unknown(StoreError):
    """The connection broke while the database wrote: read the log to see whether it did."""


class TooNew(StoreError):
    """The database was written by a later version of this program."""


class PendingWrite(asyncio.Future[None]):
    """Something that is to be written: once awaited it is durable, or the error is raised."""

    def settle(self, error: StoreError | None = None) -> None:
        """Say that it is durable, or why it is not; who was cancelled meanwhile waits no more."""
        if self.done():
            return
        if error is None:
            self.set_result(None)
        else:
            self.set_exception(error)


# For each work of a group: nothing if it is written and durable, or why it is not written.
Outcomes = Sequence[StoreError | None]


class StoredEvent(NamedTuple):
    """One line of a match's log."""

    number: int
    body: bytes


class Guest(msgspec.Struct, frozen=True):
    """Somebody with a name."""

    id: str
    name: str


class MatchIndex(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a list shows of a match, so that nobody need replay it.

    It is kept as one value: a new field with a default needs no migration.
    """

    match: str
    game: str
    mode: str
    state: Literal["open", "running", "over"]
    host: str
    # The guest on each seat; none on a free one and on a bot's.
    seats: tuple[str | None, ...]
    created: float
    updated: float
    # Whether everybody may find it, or only who has its link.
    listed: bool = False
    # When somebody must look at it, in milliseconds, should nobody have loaded it.
    due: int | None = None

    @property
    def offered(self) -> bool:
        """Whether it stands in the list of open matches."""
        return self.listed and self.state == "open"

    @property
    def activity(self) -> int:
        """When something last happened, in milliseconds: the order of lists."""
        return round(self.updated * 1000)

    @property
    def guests(self) -> list[str]:
        """Who sits there, each named once."""
        return sorted({guest for guest in self.seats if guest})


class Reminder(NamedTuple):
    """A match that somebody must look at, and since when, in milliseconds."""

    match: str
    due: int


OnAppend = Callable[[str, int], None]
OnGap = Callable[[], None]
OnBroadcast = Callable[[str, str], None]


class Store(Protocol):
    """A place where logs are kept; every coroutine may raise Unavailable."""

    @property
    def shared(self) -> bool:
        """Whether other processes use it, too, and can be heard."""

    async def open(self) -> None:
        """Connect, and bring the database to the present version."""

    async def close(self) -> None:
        """Finish what was begun, and let go of everything."""

    def create(self, match_id: str, entries: Sequence[bytes], index: MatchIndex) -> PendingWrite:
        """Begin a match with its first entries; Conflict if there is one of that name.

        What is created or appended is written in the order of the calls, awaited or not.
        """

    def append(
        self, match_id: str, first: int, entries: Sequence[bytes], index: MatchIndex | None = None
    ) -> PendingWrite:
        """Write entries `first` and following, all or none; once awaited, they are durable.

        Awaiting raises Conflict if `first` is not the next number and Missing if there is no such
        match. With Unknown they may be written or not; so it is if the caller is cancelled.
        """

    async def read(self, match_id: str, after: int = 0) -> list[StoredEvent]:
        """Return the entries with a number above `after`: none if there is no such match."""

    async def read_new(self, after: Mapping[str, int]) -> dict[str, list[StoredEvent]]:
        """Return the entries above a number of each match, where there are any."""

    async def last(self, matches: Sequence[str]) -> dict[str, int]:
        """Return the number of the last entry of each match that is there."""

    async def add_guest(self, guest: Guest, token_hash: bytes) -> None:
        """Keep a new guest; Conflict if the id or the token is there already."""

    async def add_token(self, guest_id: str, token_hash: bytes) -> None:
        """Let a guest be known by one more token, for another device."""

    async def remove_token(self, token_hash: bytes) -> None:
        """Forget a token, if it is there."""

    async def guest(self, token_hash: bytes) -> Guest | None:
        """Return the guest with this token."""

    async def rename(self, guest_id: str, name: str) -> None:
        """Give a guest another name."""

    async def matches(
        self,
        *,
        guest: str | None = None,
        open_only: bool = False,
        limit: int = 50,
        before: str | None = None,
    ) -> list[MatchIndex]:
        """List matches, those where something happened last first.

        With `before` they are those that come after that match. With `open_only` they are those
        that are offered to everybody.
        """

    async def due(self, before: int, limit: int = 100) -> list[Reminder]:
        """Return the matches that were due before a time, the first of them first."""

    async def postpone(self, reminder: Reminder, until: int | None) -> None:
        """Have a match looked at later, or never; Conflict if it is not due then any more."""

    async def probe(self) -> None:
        """Read and durably write something tiny; Unreadable or Unwritable if that fails."""

    def subscribe(self, heard: OnAppend, missed: OnGap | None = None) -> None:
        """Say whom to tell (match, last number) of what other processes write.

        This may come late, twice, or never; `missed` is called when some may have been lost, and
        whoever follows matches then asks `last` for them. A store that no other process writes to
        calls neither.
        """

    async def broadcast(self, text: str) -> None:
        """Say something, of at most 7,000 bytes, to the processes that listen now."""

    def on_broadcast(self, called: OnBroadcast) -> None:
        """Say whom to tell (process, text) of what other processes say; some of it may be lost."""


# How long each half of a probe may take.
PROBE_SECONDS = 2.5
# How many entries of the newest match a probe reads.
PROBED_EVENTS = 100


async def probe_both(reading: Awaitable[None], writing: Awaitable[None]) -> None:
    """Read and write at the same time, and raise what failed or took too long."""
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


# Databases keep it in four bytes.
_LAST_NUMBER = 2**31 - 1
_ID = re.compile(r"[A-Za-z0-9_-]{1,64}", re.ASCII)


@lru_cache(maxsize=4096)
def is_id(text: str) -> bool:
    """Whether a text has the form of an id: if not, nothing of that name can be there.

    >>> is_id("kXb7-_09"), is_id(""), is_id("a b"), is_id("a" * 65)
    (True, False, False, False)
    """
    return _ID.fullmatch(text) is not None


def append_error(match_id: str, first: int, entries: Sequence[bytes]) -> StoreError | None:
    """Return what is wrong with an append, if no database need be asked about it."""
    if not entries:
        raise ValueError("there is nothing to append")
    if not is_id(match_id):
        return Missing(match_id)
    if not 1 < first <= _LAST_NUMBER - len(entries):
        return Conflict(match_id, first)
    return None


def by_match(rows: Iterable[Any]) -> dict[str, list[StoredEvent]]:
    """Return entries by their matches, from rows of match, number and body."""
    found: dict[str, list[StoredEvent]] = {}
    for match_id, number, body in rows:
        found.setdefault(match_id, []).append(StoredEvent(number, body))
    return found


def failed_write(error: StoreError) -> PendingWrite:
    """Return something that will not be written."""
    written = PendingWrite()
    written.settle(error)
    return written


def check_create(match_id: str, entries: Sequence[bytes]) -> None:
    """Refuse a match that could not be kept."""
    if not entries:
        raise ValueError("a match begins with an entry")
    _check_id(match_id)


def check_guest(guest_id: str, name: str = "") -> None:
    """Refuse a guest that could not be kept."""
    _check_id(guest_id)
    if "\0" in name:
        raise ValueError("a name holds no null character")


def _check_id(text: str) -> None:
    if not is_id(text):
        raise ValueError(f"an id is 1 to 64 letters, digits, '-' and '_', and not {text!r}")
