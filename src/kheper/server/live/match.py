"""A match in memory: its state, and the sessions that follow it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Protocol

from kheper.server.live.messages import Presence, encode
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState, Step
from kheper.server.match.view_match import Audience
from kheper.server.match.views import Follow

# Steps kept while a guest is disconnected, who can then catch up without reading the log.
RECENT = 8


class Session(Protocol):
    """A client that follows a match; `send` never waits."""

    who: Actor
    audience: Audience
    follow: Follow

    def send(self, frame: bytes) -> None:
        """Send an encoded message."""

    def end(self, code: str, sentence: str) -> None:
        """Send a bye message and close the connection."""


class LiveMatch:
    """A match in memory; whoever holds its lock may change its state."""

    __slots__ = (
        "absence_timers",
        "announced",
        "bots",
        "dealt",
        "elsewhere",
        "holders",
        "id",
        "is_catching_up",
        "is_scheduled",
        "lock",
        "match",
        "presence_timer",
        "recent",
        "rematch_exists",
        "sessions",
        "stale",
        "used_at",
        "wake_at",
        "wake_timer",
    )

    # Set once it is loaded.
    match: MatchState

    def __init__(self, id_: str) -> None:
        self.id = id_
        self.lock = asyncio.Lock()
        # How many tasks hold the lock or wait for it.
        self.holders = 0
        # Whether the log may be longer than what is applied, and the last number announced of it.
        self.stale = False
        self.announced = 0
        self.is_catching_up = False
        self.sessions: list[Session] = []
        # For each other process, the guests connected to it, and when it last reported them.
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}
        self.recent: deque[Step] = deque(maxlen=RECENT)
        # Whether the rematch that the match is linked to is known to be in the store.
        self.rematch_exists = False
        # Whether it waits in the scheduler's queue, and the task that plays for its bots.
        self.is_scheduled = False
        self.bots: asyncio.Task[None] | None = None
        self.wake_timer: asyncio.TimerHandle | None = None
        self.wake_at = 0
        self.presence_timer: asyncio.TimerHandle | None = None
        # The number at which each seat was last sent its legal moves, to be followed by a preview.
        self.dealt: dict[int, int] = {}
        # Timers of disconnected guests, who are marked as away when theirs elapses.
        self.absence_timers: dict[str, asyncio.TimerHandle] = {}
        self.used_at = 0

    @property
    def loaded(self) -> MatchState | None:
        """The state, or None before it is loaded."""
        return getattr(self, "match", None)

    @property
    def is_busy(self) -> bool:
        """Whether a session or a task needs the match now."""
        return bool(
            self.sessions or self.bots or self.absence_timers or self.is_catching_up or self.holders
        )

    @property
    def is_over(self) -> bool:
        """Whether the match is over and leaves this process nothing to do."""
        match = self.match
        return match.phase in ("over", "closed") and (self.rematch_exists or not match.next)

    def apply(self, steps: Sequence[Step]) -> None:
        """Apply steps that are in the log."""
        self.match = steps[-1].after
        self.stale = self.announced > self.match.number
        if self.absence_timers:
            self.recent.extend(steps)
        elif self.recent:
            self.recent.clear()

    def since(self, last: int) -> tuple[Step, ...] | None:
        """Return the steps after a number, or None if they are not in memory."""
        if last >= self.match.number:
            return ()
        if not self.recent or self.recent[0].number > last + 1:
            return None
        return tuple(step for step in self.recent if step.number > last)

    def is_present(self, guest: str) -> bool:
        """Say whether a guest is connected to this process or to another one."""
        return any(session.who.id == guest for session in self.sessions) or any(
            guest in guests for guests, _ in self.elsewhere.values()
        )

    def cancel_absence(self, guest: str) -> None:
        """Cancel the timer of a guest who is connected."""
        if timer := self.absence_timers.pop(guest, None):
            timer.cancel()

    def send_presence(self) -> None:
        """Send every session which seats' guests are connected, and how many watch."""
        self.presence_timer = None
        guests = {session.who.id for session in self.sessions}
        guests.update(*(others for others, _ in self.elsewhere.values()))
        seats = [n for n, seat in enumerate(self.match.seats, 1) if seat.guest in guests]
        watching = len(guests - {seat.guest for seat in self.match.seats})
        frame = encode(Presence(seats=tuple(seats), watching=watching))
        for session in tuple(self.sessions):
            session.send(frame)

    def timers(self) -> Iterable[asyncio.TimerHandle]:
        """Return the running timers of the match."""
        timers = (self.wake_timer, self.presence_timer, *self.absence_timers.values())
        return [timer for timer in timers if timer is not None]
