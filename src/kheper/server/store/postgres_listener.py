"""Hearing what other processes write to PostgreSQL."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress

from kheper.server.store import _postgres as sql
from kheper.server.store.base import Heard, Missed

_LOG = logging.getLogger(__name__)

# How often a silent connection is asked whether it is alive, and the pauses between attempts.
_PULSE_SECONDS = 30.0
_SHORTEST_PAUSE = 0.05
_LONGEST_PAUSE = 2.0


class Listener:
    """Listens for notices that are not our own, and connects again when it is cut off."""

    def __init__(self, connect: Callable[[], Awaitable[sql.Connection]], origin: str) -> None:
        self._connect = connect
        self._origin = origin
        self._heard: list[Heard] = []
        self._missed: list[Missed] = []
        self._task: asyncio.Task[None] | None = None

    def subscribe(self, heard: Heard, missed: Missed | None) -> None:
        """Add somebody who wants to know."""
        self._heard.append(heard)
        if missed:
            self._missed.append(missed)

    async def start(self) -> None:
        """Begin to listen; from here on everything is heard or reported as missed."""
        connection, cut_off = await self._attend()
        self._task = asyncio.create_task(self._stay(connection, cut_off))

    async def stop(self) -> None:
        """Listen no more."""
        task, self._task = self._task, None
        if task:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _attend(self) -> tuple[sql.Connection, asyncio.Event]:
        connection = await self._connect()
        cut_off = asyncio.Event()
        connection.add_termination_listener(lambda _: cut_off.set())
        try:
            await connection.add_listener(sql.CHANNEL, self._hear)
        except BaseException:
            connection.terminate()
            raise
        return connection, cut_off

    async def _stay(self, connection: sql.Connection, cut_off: asyncio.Event) -> None:
        while True:
            try:
                await _until(cut_off, connection)
            finally:
                connection.terminate()
            _LOG.warning("cut off from PostgreSQL's notices: connecting again")
            connection, cut_off = await self._attend_again()
            for missed in self._missed:
                missed()

    async def _attend_again(self) -> tuple[sql.Connection, asyncio.Event]:
        pause = _SHORTEST_PAUSE
        while True:
            with suppress(*sql.BROKEN):
                return await self._attend()
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _hear(self, _connection: object, _process: int, _channel: str, notice: object) -> None:
        origin, *written = str(notice).split(" ")
        if origin == self._origin:
            return
        for match, _, last in (text.rpartition(":") for text in written):
            # Anybody with access to the database may say anything on the channel.
            if match and last.isdecimal():
                for heard in self._heard:
                    heard(match, int(last))


async def _until(cut_off: asyncio.Event, connection: sql.Connection) -> None:
    """Wait until the connection is gone, or gives no sign of life."""
    with suppress(*sql.BROKEN):
        while not cut_off.is_set():
            try:
                await asyncio.wait_for(cut_off.wait(), _PULSE_SECONDS)
            except TimeoutError:
                await connection.execute("SELECT")
