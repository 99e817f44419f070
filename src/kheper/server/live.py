"""A match that is live in this process: its table, and who is connected to it."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from kheper.core.errors import KheperError
from kheper.server.deciding.possible import check_watch
from kheper.server.duties import deadline, hastened
from kheper.server.entries import PLAYS
from kheper.server.messages import Presence, encode
from kheper.server.parts import Step
from kheper.server.seats import Who
from kheper.server.store.base import MatchIndex
from kheper.server.table import Table
from kheper.server.views import Audience, alike, shown

# How many steps are kept for those who are away, so that who comes back soon is told them without
# reading the log.
RECENT = 8
# How many events one update tells.
PAGE = 500
# In milliseconds.
MINUTE = 60_000


class Connection(Protocol):
    """Somebody who follows a match; `send` never waits."""

    who: Who
    audience: Audience
    # Whether each update comes with the whole view.
    whole: bool

    def send(self, frame: bytes) -> None:
        """Send a message that is encoded already."""

    def end(self, code: str, sentence: str) -> None:
        """Say bye, and close."""


class Lock:
    """A lock that can be taken without a task where nobody has it; asyncio's own cannot."""

    __slots__ = ("_held", "_waiting", "holders")

    def __init__(self) -> None:
        # How many hold it, or wait for it.
        self.holders = 0
        self._held = False
        self._waiting: deque[asyncio.Future[None]] = deque()

    def take(self) -> None:
        """Have it, where nobody holds it or waits for it."""
        assert not self.holders
        self.holders = 1
        self._held = True

    async def acquire(self) -> None:
        """Have it after all who have asked for it before."""
        self.holders += 1
        if not self._held:
            self._held = True
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except BaseException:
            self.holders -= 1
            # It may have been ours already; if not, it shall not be.
            if not turn.cancel() and not turn.cancelled():
                self._pass_on()
            raise

    def release(self) -> None:
        """Let the next one have it."""
        self.holders -= 1
        self._pass_on()

    def _pass_on(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            # Who was cancelled meanwhile waits no more.
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False


class Live:
    """A match in memory; whoever holds its lock may change it."""

    __slots__ = (
        "catching",
        "connections",
        "elsewhere",
        "heard",
        "house",
        "leaving",
        "linked",
        "lock",
        "match",
        "presence",
        "recent",
        "stale",
        "table",
        "touched",
        "wake",
        "wake_at",
    )

    # Once it is loaded.
    table: Table

    def __init__(self, match: str) -> None:
        self.match = match
        self.lock = Lock()
        # Whether the log may hold more than the table knows, and up to which number it does.
        self.stale = False
        self.heard = 0
        self.catching = False
        self.connections: list[Connection] = []
        # Who is connected to other processes, and when that was last heard, by process.
        self.elsewhere: dict[str, tuple[frozenset[str], float]] = {}
        self.recent: deque[Step] = deque(maxlen=RECENT)
        # Whether the rematch that the table is linked to is known to be in the store.
        self.linked = False
        self.house: asyncio.Task[None] | None = None
        self.wake: asyncio.TimerHandle | None = None
        self.wake_at = 0
        self.presence: asyncio.TimerHandle | None = None
        self.leaving: dict[str, asyncio.TimerHandle] = {}
        self.touched = 0

    @property
    def known(self) -> Table | None:
        """The table, if it is loaded."""
        return getattr(self, "table", None)

    @property
    def busy(self) -> bool:
        """Whether somebody has to do with the match now."""
        some = self.connections or self.house or self.leaving or self.catching or self.lock.holders
        return bool(some)

    @property
    def over(self) -> bool:
        """Whether nothing can come any more that this process has to see to."""
        table = self.table
        return table.phase in ("over", "closed") and (self.linked or not table.next)

    def adopt(self, steps: Sequence[Step]) -> None:
        """Take over what has been written to the log."""
        self.table = steps[-1].after
        if self.leaving:
            self.recent.extend(steps)
        elif self.recent:
            self.recent.clear()

    def show(self, steps: Sequence[Step]) -> None:
        """Send each connection what it may see of some steps; encoded once for all alike."""
        if not self.connections:
            return
        for step in steps:
            if type(step.entry) not in PLAYS and _reseats(step):
                self._look_again()
                break
        frames: dict[object, bytes] = {}
        keys, key = alike(steps), None
        for connection in tuple(self.connections):
            if connection.whole:
                connection.send(self.update(connection.audience, steps, whole=True))
                continue
            if keys is not None:
                key = keys(connection.audience)
            if key not in frames:
                frames[key] = self.update(connection.audience, steps)
            connection.send(frames[key])

    def update(self, audience: Audience, steps: Sequence[Step], *, whole: bool = False) -> bytes:
        """Return an update as it goes over the wire."""
        return encode(shown(self.table, audience, steps, whole=whole))

    def _look_again(self) -> None:
        """See who holds which seats now, and send those away who may not watch any more."""
        for connection in tuple(self.connections):
            connection.audience = Audience.of(self.table, connection.who.id)
            try:
                check_watch(self.table, connection.who.id)
            except KheperError as error:
                self.connections.remove(connection)
                connection.end(error.code, error.sentence)

    def present(self, guest: str) -> bool:
        """Whether a guest is connected, here or elsewhere."""
        return any(connection.who.id == guest for connection in self.connections) or any(
            guest in guests for guests, _ in self.elsewhere.values()
        )

    def stays(self, guest: str) -> None:
        """Wait for a guest no more, for they are connected."""
        if timer := self.leaving.pop(guest, None):
            timer.cancel()

    def tell_presence(self) -> None:
        """Tell everybody whose guests are connected, and how many watch."""
        self.presence = None
        guests = {connection.who.id for connection in self.connections}
        guests.update(*(others for others, _ in self.elsewhere.values()))
        seats = [n for n, seat in enumerate(self.table.seats, 1) if seat.guest in guests]
        watching = len(guests - {seat.guest for seat in self.table.seats})
        frame = encode(Presence(seats=tuple(seats), watching=watching))
        for connection in tuple(self.connections):
            connection.send(frame)

    def since(self, last: int) -> tuple[Step, ...] | None:
        """Return the steps behind a number, if they are still in memory."""
        if last >= self.table.number:
            return ()
        if not self.recent or self.recent[0].number > last + 1:
            return None
        return tuple(step for step in self.recent if step.number > last)

    def timers(self) -> Iterable[asyncio.TimerHandle]:
        """Return every timer that runs for this match."""
        return [timer for timer in (self.wake, self.presence, *self.leaving.values()) if timer]


def index_of(table: Table) -> MatchIndex:
    """Return what lists show of a match."""
    return MatchIndex(
        match=table.match,
        game=table.game,
        mode=table.mode,
        state=_STATES[table.phase],
        host=table.host_name,
        seats=tuple(seat.guest or None for seat in table.seats),
        created=table.created / 1000,
        updated=table.at / 1000,
        listed=table.terms.listed,
        due=deadline(table),
    )


def changed_index(steps: Sequence[Step]) -> MatchIndex | None:
    """Return what lists show, if some steps have changed it.

    A move in the game has not, unless the clocks must be looked at sooner now, or it is the first
    one in a minute of the match's age: lists know roughly where something happened last.
    """
    before, after = steps[0].before, steps[-1].after
    if before is None:
        return index_of(after)
    if len(steps) == 1 and type(steps[0].entry) in PLAYS:
        is_same = bool(after.state.to_move)
    else:
        is_same = (
            before.seats is after.seats
            and before.terms is after.terms
            and before.settings is after.settings
            and before.host_name is after.host_name
            and before.phase == after.phase
        )
    if (
        is_same
        and (before.at - after.created) // MINUTE == (after.at - after.created) // MINUTE
        and (after.clocks is before.clocks or not hastened(before, after))
    ):
        return None
    return index_of(after)


def _reseats(step: Step) -> bool:
    """Whether other people may see the table, or see it from other seats."""
    before, after = step.before, step.after
    return (
        before is None
        or before.seats is not after.seats
        or before.host != after.host
        or (before.state is None) != (after.state is None)
    )


_STATES: dict[str, Literal["open", "running", "over"]] = {
    "open": "open",
    "arranging": "running",
    "running": "running",
    "over": "over",
    "closed": "over",
}
