"""Listen for what other processes write to PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from kheper.server.store.base import OnAppend, OnBroadcast, OnGap
from kheper.server.store.postgres import statements as sql

_LOG = logging.getLogger(__name__)

# Seconds between checks of a silent connection, and pauses between attempts to reconnect.
_PULSE_SECONDS = 30.0
_SHORTEST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0


class Listener:
    """Listens for notices of other processes, and reconnects when the connection breaks."""

    def __init__(self, connect: Callable[[], Awaitable[sql.Connection]], origin: str) -> None:
        self._connect = connect
        self._origin = origin
        self._heard: list[OnAppend] = []
        self._missed: list[OnGap] = []
        self._called: list[OnBroadcast] = []
        self._connection: sql.Connection | None = None
        self._cut_off = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, heard: OnAppend, missed: OnGap | None) -> None:
        """Add callbacks for events."""
        self._heard.append(heard)
        if missed:
            self._missed.append(missed)

    def on_broadcast(self, called: OnBroadcast) -> None:
        """Add a callback for broadcasts."""
        self._called.append(called)

    async def start(self) -> None:
        """Begin to listen; from now on every notice is received, or a gap reported."""
        await self._attend()
        self._task = asyncio.create_task(self._stay())

    async def stop(self) -> None:
        """Stop listening."""
        task, self._task = self._task, None
        while task and not task.done():
            # In a loop, because a wait that ends at the same moment may swallow the cancellation.
            task.cancel()
            await asyncio.wait([task], timeout=1.0)
        self._leave()

    async def _attend(self) -> None:
        self._connection = await self._connect()
        self._cut_off.clear()
        self._connection.add_termination_listener(lambda _: self._cut_off.set())
        await self._connection.add_listener(sql.CHANNEL, self._hear)
        await self._connection.add_listener(sql.BROADCASTS, self._hear_call)

    def _leave(self) -> None:
        connection, self._connection = self._connection, None
        if connection:
            connection.terminate()

    async def _stay(self) -> None:
        while True:
            await self._until_cut_off()
            self._leave()
            _LOG.warning("lost the connection for PostgreSQL's notices: reconnecting")
            await self._attend_again()
            for missed in self._missed:
                missed()

    async def _until_cut_off(self) -> None:
        """Wait until the connection breaks or stops answering."""
        with suppress(*sql.BROKEN):
            while self._connection and not self._cut_off.is_set():
                try:
                    async with asyncio.timeout(_PULSE_SECONDS):
                        await self._cut_off.wait()
                except TimeoutError:
                    await self._connection.execute("SELECT")

    async def _attend_again(self) -> None:
        pause = _SHORTEST_PAUSE
        while True:
            with suppress(*sql.BROKEN):
                return await self._attend()
            self._leave()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _hear(self, _connection: object, _process: int, _channel: str, notice: object) -> None:
        origin, _, written = str(notice).partition(" ")
        if origin == self._origin:
            return
        for match_id, _, last in (text.rpartition(":") for text in written.split(" ")):
            # Anybody with access to the database can send any text on the channel.
            if match_id and last.isdecimal():
                for heard in self._heard:
                    heard(match_id, int(last))

    def _hear_call(self, _connection: object, _process: int, _channel: str, notice: object) -> None:
        origin, _, text = str(notice).partition(" ")
        if origin != self._origin:
            for called in self._called:
                called(origin, text)
