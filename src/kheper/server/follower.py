"""Following what other processes write to the logs of live matches.

A notice only says that there is something to read, and notices may come late, twice or never.
What is announced while logs are read is read next, all of it in one question.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

from kheper.core.errors import KheperError
from kheper.server.live import Live
from kheper.server.scribe import Scribe
from kheper.server.store.base import Store, StoreError

Refresh = Callable[[Live], Coroutine[Any, Any, None]]
Spawn = Callable[[Coroutine[Any, Any, None]], object]

_log = logging.getLogger("kheper.hub")

# How long to wait, in seconds, for an entry that was announced and cannot be seen yet.
PAUSES = (0.01, 0.03, 0.1, 0.3, 1.0)


class Follower:
    """Reads what is announced; `refresh` reads a log with its match held, where that must be."""

    def __init__(
        self,
        store: Store,
        lives: Mapping[str, Live],
        scribe: Scribe,
        spawn: Spawn,
        refresh: Refresh,
    ) -> None:
        self._store = store
        self._lives = lives
        self._scribe = scribe
        self._spawn = spawn
        self._refresh = refresh
        # Whose logs are to be read next, and whether others are being read.
        self._announced: list[Live] = []
        self._is_reading = False
        self._stopped = False

    def stop(self) -> None:
        """Read nothing more."""
        self._stopped = True

    def heard(self, match: str, number: int) -> None:
        """Hear that a log holds entries up to a number."""
        live = self._lives.get(match)
        if live is None or (live.known is not None and number <= live.known.number):
            return
        live.heard = max(live.heard, number)
        # Who is just loading it may read what was there before, and looks at `heard` then.
        if live.known is not None:
            live.stale = True
            if not live.lock.holders:
                self.catch_up(live)

    def catch_up(self, live: Live) -> None:
        """Have the log of a match read."""
        if live.catching or self._stopped:
            return
        live.catching = True
        self._announced.append(live)
        if not self._is_reading:
            self._is_reading = True
            self._spawn(self._read_all())

    async def _read_all(self) -> None:
        try:
            while announced := self._announced:
                self._announced = []
                if behind := await self._read(announced):
                    self._spawn(self._read_again(behind))
        finally:
            self._is_reading = False

    async def _read_again(self, lives: Sequence[Live]) -> None:
        """Read logs until they hold what was announced, or until it was announced in error."""
        try:
            for pause in PAUSES:
                await asyncio.sleep(pause)
                lives = await self._read(lives)
                if not lives:
                    return
        finally:
            for live in lives:
                live.heard = 0
                live.catching = False

    async def _read(self, lives: Sequence[Live]) -> list[Live]:
        """Take over what is new in some logs; return the matches that have not caught up."""
        try:
            news = await self._store.news({live.match: live.table.number for live in lives})
        except StoreError:
            return list(lives)
        behind = []
        for live in lives:
            try:
                followed = self._scribe.follow(live, news.get(live.match, ()))
            except Exception as error:
                followed = True
                if not isinstance(error, KheperError):
                    _log.exception("what another process has written cannot be told")
            if not followed:
                # That takes its time, and others do not wait for it.
                self._spawn(self._refresh(live))
            if live.heard > live.table.number:
                behind.append(live)
            else:
                live.catching = False
        return behind
