"""What the house does at live matches: bots' moves, clocks that run out, guests who are gone."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

from kheper.core.errors import KheperError
from kheper.server import duties
from kheper.server.botpool import Bots
from kheper.server.commands import AnyCommand, Away, BotPlay, Expire
from kheper.server.live import Live
from kheper.server.table import Table

Ask = Callable[[Live, AnyCommand], Coroutine[Any, Any, int]]
Spawn = Callable[[Coroutine[Any, Any, None]], asyncio.Task[None]]

_log = logging.getLogger("kheper.house")

# How long to wait, in seconds, when what the house asked for was refused.
PAUSE = 0.5
# Timers are not set further ahead than this many seconds, and asked again then.
FURTHEST = 3600.0


class House:
    """Sees to what is due; `ask` carries a command of the house out, `spawn` starts a task."""

    def __init__(
        self, bots: Bots, clock: Callable[[], int], rng: Random, ask: Ask, spawn: Spawn
    ) -> None:
        self._bots = bots
        self._clock = clock
        self._rng = rng
        self._ask = ask
        self._spawn = spawn

    def attend(self, live: Live) -> None:
        """See whether something is due at a table: now, or at some time."""
        if live.house is not None:
            return
        due = duties.due(live.table, self._clock())
        if due is duties.NOTHING:
            return
        if due.bots or due.expired:
            live.house = self._spawn(self._keep(live))
        elif due.wake is not None:
            self._wake_at(live, due.wake)

    def expect(self, live: Live, guest: str, patience: int) -> None:
        """Call a guest away who is not connected before so many milliseconds are over."""
        if guest not in live.leaving and guest not in live.table.away:
            loop = asyncio.get_running_loop()
            since = self._clock()
            live.leaving[guest] = loop.call_later(
                patience / 1000, self._give_up, live, guest, since
            )

    def _wake_at(self, live: Live, at: int) -> None:
        """Ask again at some time; a timer that goes off before then will do."""
        if live.wake is not None:
            if live.wake_at <= at:
                return
            live.wake.cancel()
        live.wake_at = at
        seconds = min(max(0.0, (at - self._clock()) / 1000), FURTHEST)
        live.wake = asyncio.get_running_loop().call_later(seconds, self._woken, live)

    def _woken(self, live: Live) -> None:
        live.wake = None
        self.attend(live)

    async def _keep(self, live: Live) -> None:
        """Do what is due, one thing after the other, until nothing is."""
        try:
            while True:
                table = live.table
                due = table.due(self._clock())
                if due.expired:
                    seat = due.expired[0]
                    await self._move(live, table, seat, duties.TIME_OUT_LEVEL, expired=True)
                elif due.bots:
                    await self._move(live, table, *due.bots[0])
                else:
                    break
        finally:
            live.house = None
        self.attend(live)

    async def _move(
        self, live: Live, table: Table, seat: int, level: int, *, expired: bool = False
    ) -> None:
        """Have a move thought of, and make it, if the game still stands there."""
        move = await self._thought(table, seat, level)
        command: AnyCommand
        if expired:
            command = Expire(seat=seat, move=move)
        else:
            command = BotPlay(seat=seat, move=move, seen=table.number)
        try:
            await self._ask(live, command)
        except KheperError:
            # The game has gone on, which is fine, or nothing can be written.
            if live.table.number == table.number:
                await asyncio.sleep(PAUSE)

    async def _thought(self, table: Table, seat: int, level: int) -> str:
        """Return a bot's move; whatever is wrong with the bots, the game goes on."""
        view = table.state.view(seat)
        try:
            return await self._bots.choose(view, level, self._rng.getrandbits(32), table.host)
        except Exception:
            _log.exception("a bot of level %d found no move", level)
            return str(view.legal_moves()[0])

    def _give_up(self, live: Live, guest: str, since: int) -> None:
        live.leaving.pop(guest, None)
        # Who has done something meanwhile is connected to another process.
        heard = any(step.entry.by == guest and step.entry.at >= since for step in live.recent)
        if not heard and not live.present(guest):
            self._spawn(self._lose(live, guest))

    async def _lose(self, live: Live, guest: str) -> None:
        try:
            await self._ask(live, Away(guest=guest))
        except KheperError:
            # Nothing can be written: they are as gone in a while.
            if not live.present(guest):
                self.expect(live, guest, round(PAUSE * 10_000))
