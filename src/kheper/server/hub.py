"""The live matches of this process: who follows them, and what is asked of them.

Commands of a match are carried out one at a time, by whichever connection holds its lock: no
task is made for a message. What other processes write is followed in `follower.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from msgspec import Struct

from kheper.core.errors import KheperError
from kheper.server import entries
from kheper.server.botpool import Bots
from kheper.server.commands import AnyCommand, Back, Create
from kheper.server.deciding.possible import check_hint, check_watch
from kheper.server.follower import Follower
from kheper.server.house import House
from kheper.server.live import PAGE, Connection, Live
from kheper.server.messages import CONNECTION, Hints, Welcome, encode
from kheper.server.parts import Decided, Step
from kheper.server.presence import Presence
from kheper.server.refusals import refuse
from kheper.server.scribe import Asked, Scribe, UnsureError
from kheper.server.seats import HOUSE, Who
from kheper.server.store.base import Store, StoreError
from kheper.server.table import Table
from kheper.server.views import Audience, shown

__all__ = ["Connection", "Hub", "Limits", "UnsureError"]

_log = logging.getLogger("kheper.hub")

# Is told the id of a command that is over, and what went wrong.
Over = Callable[[str, Exception | None], None]

# People come and go in bunches, and are told of together, after so many seconds.
PRESENCE_DELAY = 0.2
# A match that is over is let go with the last connection, if its log is so short: that is soon
# read again, should somebody come back.
SHORT = 200
# The store is asked about so many matches at once.
ASKED_AT_ONCE = 250


class Limits(Struct, frozen=True):
    """What one process puts up with; times are milliseconds."""

    # Messages of a connection within a window.
    messages: int = 100
    window: int = 20_000
    # Characters that wait for a client that does not read.
    backlog: int = 256 * 1024
    # Connections to one match.
    connections: int = 200
    # How long somebody may be without a connection before the table calls them away.
    away: int = 45_000
    # How long a match stays in memory after the last connection.
    idle: int = 60_000
    # How often the store is asked whether other processes have written.
    poll: int = 5_000


class Hub:
    """The matches that somebody follows here, or has asked for a moment ago."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        clock: Callable[[], int],
        rng: Random,
        limits: Limits = Limits(),  # noqa: B008 - it is frozen
    ) -> None:
        self.store = store
        self.bots = bots
        self.clock = clock
        self.rng = rng
        self.limits = limits
        self._lives: dict[str, Live] = {}
        self._where: dict[Connection, Live] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._scribe = Scribe(store, clock, rng, self._tell)
        self._follower = Follower(store, self._lives, self._scribe, self.spawn, self._refresh)
        self._house = House(bots, clock, rng, self._ask_as_house, self.spawn)
        self._presence = Presence(store, self._lives, self.spawn, self._show_presence, self._miss)
        self._stopping = False

    async def start(self) -> None:
        """Begin; the store is open already."""
        self.bots.start()
        self.store.subscribe(self._follower.heard, self._missed)
        self.store.overhear(self._presence.heard)
        self.spawn(self._presence.run())
        self.spawn(self._look_after())

    async def stop(self) -> None:
        """Finish what is being written, say bye to everybody, and end; the store stays open."""
        self._stopping = True
        self._follower.stop()
        self._presence.stop()
        for live in tuple(self._lives.values()):
            async with _Held(self, live):
                for connection in tuple(live.connections):
                    connection.end("shutdown", CONNECTION["shutdown"])
            for timer in live.timers():
                timer.cancel()
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.bots.close()

    def figures(self) -> Mapping[str, int]:
        """Return counts of what is and what was; nothing in them is secret."""
        return {
            "matches": len(self._lives),
            "connections": len(self._where),
            "bots_waiting": self.bots.waiting(),
            "entries_total": self._scribe.entries,
            "conflicts_total": self._scribe.conflicts,
            "unknown_total": self._scribe.unknown,
        }

    # --- what can be asked

    async def create(self, wish: Create, who: Who) -> Table:
        """Set up a match; it is in the store when this returns."""
        self._check_running()
        decided = Table.create(wish, who, self.clock(), self.rng)
        await self._scribe.create(decided)
        async with self._held(decided.table.match) as live:
            if live.known is None:
                live.adopt(decided.steps)
                self._tell(live, decided.steps)
            return live.table

    async def table(self, match: str) -> Table:
        """Return a match as it is now; one that is not there is refused."""
        async with self._held(match) as live:
            await self._scribe.refresh(live)
            return live.table

    async def steps(self, match: str) -> Sequence[Step]:
        """Return all that has happened in a match, to be shown by `views` alone."""
        async with self._held(match) as live:
            await self._scribe.refresh(live)
            return await self._scribe.behind(live, 0)

    async def command(self, match: str, command: AnyCommand, who: Who) -> int:
        """Carry a command out; it is in the log, up to that number, when this returns."""
        async with self._held(match) as live:
            return await self._scribe.carry_out(live, Asked(command, who))

    async def hint(self, match: str, who: Who, seat: int, id_: str = "") -> Hints:
        """Return good moves for a seat, where no other person plays."""
        table = await self.table(match)
        check_hint(table, who, seat)
        moves = await self.bots.hint(table.state.view(seat), self.rng.getrandbits(32), who.id)
        return Hints(id=id_, seat=seat, moves=moves)

    # --- connections

    async def attach(self, match: str, connection: Connection, last: int = 0) -> None:
        """Let a connection follow a match: welcome, what it lacks from a number on, then news."""
        self.detach(connection)
        async with self._held(match) as live:
            await self._scribe.refresh(live)
            if last > live.table.number:
                # Another process has told it, and the notice of it has not come here yet.
                live.stale = True
                await self._scribe.refresh(live)
            self._check_welcome(live, connection.who, last)
            await self._come_back(live, connection.who)
            lacking = await self._scribe.behind(live, last) if last else ()
            self._welcome(live, connection, last, lacking)

    def detach(self, connection: Connection) -> None:
        """Let a connection go; after a while without any, its guest is away."""
        live = self._where.pop(connection, None)
        if live is None:
            return
        if connection in live.connections:
            live.connections.remove(connection)
        live.touched = self.clock()
        if not self._stopping:
            self._tell_presence(live)
            self._miss(live, connection.who.id)
            if live.over and live.table.number <= SHORT and not live.busy:
                self._forget(live)

    async def ask(self, connection: Connection, command: AnyCommand) -> None:
        """Carry a connection's command out; it is acknowledged there before it is shown."""
        async with self._held(self._followed(connection).match) as live:
            await self._scribe.carry_out(live, Asked(command, connection.who, connection))

    def at_hand(self, connection: Connection) -> Live | None:
        """Return the match that a connection follows, if it can be played on without waiting."""
        live = self._where.get(connection)
        if live is None or live.lock.holders or live.stale or live.table.next or self._stopping:
            return None
        return live

    def ask_at_once(
        self, live: Live, connection: Connection, command: AnyCommand, now: int, over: Over
    ) -> bool:
        """Decide a command of a match that is at hand, and have it written.

        This is `ask` without a task: what is raised here has not been carried out. If this returns
        True, it is being written, the match is held meanwhile, and `over` is called when it has
        been told, or with the reason why not.
        """
        asked = Asked(command, connection.who, connection)
        decided = self._scribe.decide(live, asked, now)
        if not decided.steps:
            return False
        written = self._scribe.write(live, decided.steps)
        live.lock.take()
        written.tell(partial(self._told, live, asked, decided, over))
        return True

    def _told(
        self, live: Live, asked: Asked, decided: Decided, over: Over, error: StoreError | None
    ) -> None:
        if error is not None:
            self.spawn(self._ask_again(live, asked, over, error))
            return
        fault = None
        try:
            self._scribe.finish(live, asked, decided)
        except Exception as flaw:
            fault = flaw
        self.release(live)
        over(asked.command.id, fault)

    async def _ask_again(self, live: Live, asked: Asked, over: Over, error: StoreError) -> None:
        """See to a command that could not be written at once."""
        fault: Exception | None = UnsureError()  # should this be cancelled
        try:
            unsure = self._scribe.is_unsure(error)
            await self._scribe.carry_out(live, asked, unsure=unsure)
            fault = None
        except Exception as other:
            fault = other
        finally:
            self.release(live)
            over(asked.command.id, fault)

    async def look(self, connection: Connection) -> None:
        """Send a connection the whole view."""
        async with self._held(self._followed(connection).match) as live:
            await self._scribe.refresh(live)
            connection.send(live.update(connection.audience, (), whole=True))

    async def log(self, connection: Connection, after: int) -> None:
        """Send a connection a page of the events behind a number."""
        async with self._held(self._followed(connection).match) as live:
            await self._scribe.refresh(live)
            steps = (await self._scribe.behind(live, after))[:PAGE]
            table = steps[-1].after if steps else live.table
            connection.send(encode(shown(table, connection.audience, steps)))

    def number(self, connection: Connection) -> int:
        """Return the last number of the match that a connection follows; 0 if it follows none."""
        live = self._where.get(connection)
        return 0 if live is None or live.known is None else live.known.number

    def match(self, connection: Connection) -> str:
        """Return the match that a connection follows."""
        return self._followed(connection).match

    def _followed(self, connection: Connection) -> Live:
        live = self._where.get(connection)
        if live is None:
            raise refuse("hello-first", CONNECTION["hello-first"])
        return live

    def _check_welcome(self, live: Live, who: Who, last: int) -> None:
        check_watch(live.table, who.id)
        if last > live.table.number:
            raise refuse("ahead", CONNECTION["ahead"])
        if len(live.connections) >= self.limits.connections:
            raise refuse("too-many", "too many are connected to this match")

    async def _come_back(self, live: Live, who: Who) -> None:
        """Give a guest who was away their seats again; if that cannot be written, they say so."""
        table = live.table
        gone = any(s.guest == who.id and (s.left or s.stand_in) for s in table.seats)
        if gone or who.id in table.away:
            try:
                await self._scribe.carry_out(live, Asked(Back(id=""), who))
            except KheperError as error:
                _log.info("a guest is not back yet: %s", error.code)

    def _welcome(
        self, live: Live, connection: Connection, last: int, lacking: Sequence[Step]
    ) -> None:
        table = live.table
        audience = connection.audience = Audience.of(table, connection.who.id)
        connection.send(encode(Welcome(match=table.match, number=table.number, you=audience.seats)))
        *pages, final = _pages(lacking)
        for page in pages:
            connection.send(encode(shown(page[-1].after, audience, page)))
        connection.send(live.update(audience, final, whole=connection.whole or not last))
        live.connections.append(connection)
        self._where[connection] = live
        live.stays(connection.who.id)
        self._tell_presence(live)

    # --- what happens at a table

    def _held(self, match: str) -> _Held:
        """Hold a match, so that nobody else changes it meanwhile."""
        self._check_running()
        live = self._lives.get(match)
        if live is None:
            live = self._lives[match] = Live(match)
        return _Held(self, live)

    def release(self, live: Live) -> None:
        """Hold a match no more."""
        live.lock.release()
        if not live.connections:
            live.touched = self.clock()
            if live.known is None:
                # It is not there, or cannot be read now.
                if not live.lock.holders:
                    self._lives.pop(live.match, None)
                return
        if live.stale:
            self._follower.catch_up(live)

    def _check_running(self) -> None:
        if self._stopping:
            raise refuse("shutdown", CONNECTION["shutdown"])

    async def _ask_as_house(self, live: Live, command: AnyCommand) -> int:
        return await self.command(live.match, command, HOUSE)

    def _tell(self, live: Live, steps: Sequence[Step]) -> None:
        """Show what is in the log now, and see to what follows from it."""
        if steps[0].before is None:
            for guest in live.table.guests:
                self._miss(live, guest)
        else:
            live.show(steps)
            for step in steps:
                if type(step.entry) is entries.Lost:
                    self._contradict(live, step.entry.guest)
        self._house.attend(live)

    def _contradict(self, live: Live, guest: str) -> None:
        """Another process has called somebody away who is connected here."""
        for connection in live.connections:
            if connection.who.id == guest:
                self.spawn(self._say_back(live, connection.who))
                return

    async def _say_back(self, live: Live, who: Who) -> None:
        async with self._held(live.match) as held:
            await self._come_back(held, who)

    def _miss(self, live: Live, guest: str) -> None:
        table = live.known
        if table is None or guest not in table.guests or live.present(guest):
            return
        if table.phase not in ("over", "closed"):
            self._house.expect(live, guest, self.limits.away)

    def _tell_presence(self, live: Live) -> None:
        self._presence.changed(live)
        self._show_presence(live)

    def _show_presence(self, live: Live) -> None:
        if live.presence is None and live.connections:
            loop = asyncio.get_running_loop()
            live.presence = loop.call_later(PRESENCE_DELAY, live.tell_presence)

    # --- other processes

    def _missed(self) -> None:
        if not self._stopping:
            self.spawn(self._poll())

    async def _refresh(self, live: Live) -> None:
        async with _Held(self, live):
            await self._scribe.refresh(live)

    async def _look_after(self) -> None:
        """Now and then, look for what was not announced, and let go of what nobody needs."""
        while True:
            await asyncio.sleep(self.limits.poll / 1000)
            for live in tuple(self._idle()):
                self._forget(live)
            await self._poll()

    async def _poll(self) -> None:
        """Ask the store whether other processes have written, and see to rematches that wait."""
        known = [live for live in self._lives.values() if live.known is not None]
        for start in range(0, len(known), ASKED_AT_ONCE):
            lives = known[start : start + ASKED_AT_ONCE]
            try:
                numbers = await self.store.last([live.match for live in lives])
            except StoreError:
                return
            for match, number in numbers.items():
                self._follower.heard(match, number)
            for live in lives:
                if self._lives.get(live.match) is not live:
                    continue  # it was let go meanwhile
                if live.table.next and not live.linked:
                    async with _Held(self, live):
                        await self._scribe.link(live, live.table)
                if live.stale and not live.lock.holders:
                    self._follower.catch_up(live)

    def _forget(self, live: Live) -> None:
        """Let a match go that nobody needs here."""
        self._lives.pop(live.match, None)
        for timer in live.timers():
            timer.cancel()

    def _idle(self) -> Iterator[Live]:
        before = self.clock() - self.limits.idle
        for live in self._lives.values():
            # A clock that runs keeps no match here: it is in the store when that is due.
            if live.touched < before and not live.busy:
                yield live

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Start a task that ends with the hub."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, KheperError):
            _log.error("a task of the hub failed", exc_info=error)


class _Held:
    """A match, held by one at a time; a plain class, for it is made for each message."""

    __slots__ = ("hub", "live")

    def __init__(self, hub: Hub, live: Live) -> None:
        self.hub = hub
        self.live = live

    async def __aenter__(self) -> Live:
        await self.live.lock.acquire()
        return self.live

    async def __aexit__(self, *_: object) -> None:
        self.hub.release(self.live)


def _pages(steps: Sequence[Step]) -> list[Sequence[Step]]:
    """Return steps in pages; there is always one, be it empty."""
    return [steps[n : n + PAGE] for n in range(0, max(1, len(steps)), PAGE)]
