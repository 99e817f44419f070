"""A connection reserved for one query that must not wait for a new connection."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from kheper.server.store.postgres import statements as sql


class ReservedConnection:
    """A connection for one query at a time, renewed when it breaks."""

    def __init__(self, connect: Callable[[], Awaitable[sql.Connection]], question: str) -> None:
        self._connect = connect
        self._question = question
        self._connection: sql.Connection | None = None
        self._is_busy = self._is_stopped = False

    async def start(self, *values: Any) -> None:
        """Connect, and run the query once, because its first run is slow."""
        self._is_stopped = False
        connection = await self._connected()
        await connection.fetch(self._question, *values)

    async def stop(self) -> None:
        """Disconnect."""
        self._is_stopped = True
        connection, self._connection = self._connection, None
        if connection:
            try:
                await connection.close()
            except sql.BROKEN:
                connection.terminate()

    async def fetch(self, *values: Any) -> list[asyncpg.Record] | None:
        """Return the rows, or None if the connection is busy or broken: use another one."""
        if self._is_busy:
            return None
        self._is_busy = True
        try:
            connection = await self._connected()
            return await connection.fetch(self._question, *values)
        except sql.BROKEN:
            if self._connection is not None:
                self._connection.terminate()
                self._connection = None
            return None
        finally:
            self._is_busy = False

    async def _connected(self) -> sql.Connection:
        if self._connection is None or self._connection.is_closed():
            connection = await self._connect()
            if self._is_stopped:
                connection.terminate()
                raise ConnectionAbortedError("the store was closed")
            self._connection = connection
        return self._connection
