"""Who is connected to a match elsewhere, where several processes serve it.

Each process tells the others who is connected to it, when that changes and then now and then.
Nothing of it is kept: what is lost is told again, and who is not heard of any more is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from typing import Any

from kheper.server.live import Live
from kheper.server.store.base import Store, StoreError, is_id

# How long changes are gathered, how often everything is told again, and after how long a process
# that was not heard of is taken for dead, in seconds.
DELAY = 0.1
EVERY = 10.0
SILENCE = 35.0
# What is said at once has at most so many characters.
LONGEST = 7_000

Told = Callable[[Live], None]
Missed = Callable[[Live, str], None]
Spawn = Callable[[Coroutine[Any, Any, None]], object]


class Presence:
    """Tells other processes who is connected here, and keeps what they tell in the live matches.

    `told` is called for a match when something is new, `missed` for a guest who is gone elsewhere.
    """

    def __init__(
        self, store: Store, lives: Mapping[str, Live], spawn: Spawn, told: Told, missed: Missed
    ) -> None:
        self._store = store
        self._lives = lives
        self._spawn = spawn
        self._told = told
        self._missed = missed
        self._changed: set[str] = set()
        self._flushing: asyncio.TimerHandle | None = None
        self._stopped = not store.shared

    def stop(self) -> None:
        """Say nothing more: that everybody is gone is seen by the others soon enough."""
        self._stopped = True
        if self._flushing is not None:
            self._flushing.cancel()

    def changed(self, live: Live) -> None:
        """Be told that somebody has come to a match here, or has gone."""
        if self._stopped:
            return
        self._changed.add(live.match)
        if self._flushing is None:
            self._flushing = asyncio.get_running_loop().call_later(DELAY, self._flush)

    def heard(self, origin: str, text: str) -> None:
        """Hear from another process who is connected there: `match guest guest …`, a line each."""
        now = asyncio.get_running_loop().time()
        for line in text.splitlines():
            match, *guests = line.split(" ")
            live = self._lives.get(match)
            if live is None or not all(map(is_id, guests)):
                continue
            known = live.elsewhere.get(origin)
            before, after = known[0] if known else frozenset(), frozenset(guests)
            if guests:
                live.elsewhere[origin] = (after, now)
            elif known is not None:
                del live.elsewhere[origin]
            if known is None and live.connections:
                # A process that has just come knows nothing of those who are here.
                self.changed(live)
            for guest in guests:
                live.stays(guest)
            if before != after:
                self._told(live)
                # The other process waits for them, too; but it may end before it is tired of it.
                for guest in before - after:
                    self._missed(live, guest)

    async def run(self) -> None:
        """Tell everything again, now and then, and miss those whose processes are gone."""
        while not self._stopped:
            await asyncio.sleep(EVERY)
            for live in tuple(self._lives.values()):
                self._bury(live)
            await self._call([live.match for live in self._lives.values() if live.connections])

    def _bury(self, live: Live) -> None:
        before = asyncio.get_running_loop().time() - SILENCE
        gone = [origin for origin, (_, at) in live.elsewhere.items() if at < before]
        for origin in gone:
            guests, _ = live.elsewhere.pop(origin)
            self._told(live)
            for guest in guests:
                self._missed(live, guest)

    def _flush(self) -> None:
        self._flushing = None
        matches, self._changed = list(self._changed), set()
        self._spawn(self._call(matches))

    async def _call(self, matches: Sequence[str]) -> None:
        try:
            for text in _texts([self._line(match) for match in matches]):
                await self._store.call(text)
        except StoreError:
            return  # it is told again

    def _line(self, match: str) -> str:
        live = self._lives.get(match)
        guests = {connection.who.id for connection in live.connections} if live else ()
        return " ".join([match, *sorted(guests)])


def _texts(lines: Sequence[str]) -> Iterator[str]:
    """Put lines together, as many as can be said at once.

    >>> list(_texts(["a" * 4000, "b" * 2000, "c" * 2000]))[1][:3]
    'ccc'
    """
    text = ""
    for line in lines:
        if text and len(text) + len(line) >= LONGEST:
            yield text
            text = ""
        text = f"{text}\n{line}" if text else line
    if text:
        yield text
