"""Bots and hints, thought out in processes of their own.

Each worker is a process, and a thread here that waits for it: a job that takes longer than it
may is ended with its process, and another one takes its place. Clients take turns, however many
jobs one of them has.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from random import Random
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol

from kheper.bots import Limits, level, rank
from kheper.core import View
from kheper.core.errors import KheperError
from kheper.search import warmup
from kheper.server.messages import CONNECTION
from kheper.server.refusals import refuse

Hinted = tuple[tuple[str, float], ...]

# How long a bot may think, how long a hint may take, and how much later its process is ended.
THINKING = 2.0
HINTING = 2.0
PATIENCE = 3.0
# A process compiles or loads the kernels before its first search.
FIRST_PATIENCE = 120.0
# With more jobs than this waiting for each worker, bots think less.
CROWD = 2
# How many hints may wait in all.
MOST_HINTS = 16
# Tables come first, where there are fewer processors than work.
NICENESS = 15
# The server comes first: so many seconds pass before the higher levels are made ready.
SETTLING = 2.0
# The level that answers when no process can.
SPARE_LEVEL = 1


class Job(NamedTuple):
    """Something to think about; what travels to a worker."""

    kind: Literal["move", "hint"]
    view: View
    level: int
    seed: int
    seconds: float

    @property
    def searches(self) -> bool:
        """Whether it needs what has to be compiled or loaded first."""
        return self.kind == "hint" or level(self.level).searches


class Bots(Protocol):
    """Whoever thinks for the bots."""

    def start(self) -> None:
        """Get ready."""

    async def close(self) -> None:
        """End all thinking."""

    async def choose(self, view: View, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays; it always finds one."""

    async def hint(self, view: View, seed: int, client: str) -> Hinted:
        """Return good moves with their values, or refuse if there is too much to do."""

    def waiting(self) -> int:
        """Return how many jobs wait or are under way."""


def think(job: Job) -> Any:
    """Do a job, in whatever process."""
    end = monotonic() + job.seconds
    rng = Random(job.seed)
    if job.kind == "hint":
        found = rank(job.view, rng, Limits(seconds=job.seconds))
        return tuple((str(move), round(value, 3)) for move, value in found)
    limits = Limits(stop=lambda: monotonic() > end)
    return str(level(job.level).choose(job.view, rng, limits))


class InlineBots:
    """Bots that think at once and in this process: for tests, and for levels that hardly think."""

    def start(self) -> None:
        """Need nothing."""

    async def close(self) -> None:
        """Leave nothing behind."""

    async def choose(self, view: View, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays."""
        return str(think(Job("move", view, level, seed, THINKING)))

    async def hint(self, view: View, seed: int, client: str) -> Hinted:
        """Return good moves with their values."""
        found: Hinted = think(Job("hint", view, 0, seed, HINTING))
        return found

    def waiting(self) -> int:
        """Return that nothing waits."""
        return 0


class _Waiting(NamedTuple):
    job: Job
    answer: Callable[[Any], None]


class BotPool:
    """Worker processes that think for bots, fairly among clients and each with a deadline."""

    def __init__(self, workers: int = 1, *, warm: bool = False) -> None:
        self.workers = workers
        # Whether one of the processes starts at once and compiles what the higher levels need.
        self._warm = warm
        self._queues: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._count = 0
        self._ready = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []
        self._hinted: set[str] = set()

    def start(self) -> None:
        """Start the threads; a process starts with its first job, if it need not warm up."""
        self._threads = [
            threading.Thread(
                target=self._run, args=(self._warm and n == 0,), name=f"bots-{n}", daemon=True
            )
            for n in range(self.workers)
        ]
        for thread in self._threads:
            thread.start()

    async def close(self) -> None:
        """End all processes; what they were at is forgotten."""
        with self._ready:
            self._closed = True
            self._ready.notify_all()
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    def waiting(self) -> int:
        """Return how many jobs wait or are under way."""
        return self._count

    async def choose(self, view: View, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays; when its process fails, a beginner's."""
        crowd = self._count / (CROWD * self.workers)
        seconds = THINKING / max(1.0, crowd)
        found = await self._think(Job("move", view, level, seed, seconds), client)
        if found is None:
            found = think(Job("move", view, SPARE_LEVEL, seed, 0.0))
        return str(found)

    async def hint(self, view: View, seed: int, client: str) -> Hinted:
        """Return good moves; one request of a client at a time, and not too many in all."""
        if client in self._hinted or len(self._hinted) >= MOST_HINTS:
            raise refuse("busy", CONNECTION["busy"])
        self._hinted.add(client)
        try:
            found: Hinted | None = await self._think(Job("hint", view, 0, seed, HINTING), client)
        finally:
            self._hinted.discard(client)
        if found is None:
            raise refuse("busy", CONNECTION["busy"])
        return found

    async def _think(self, job: Job, client: str) -> Any:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def answer(found: Any) -> None:
            try:
                loop.call_soon_threadsafe(_set, future, found)
            except RuntimeError:
                return  # the loop is closed: nobody waits any more

        with self._ready:
            if self._closed:
                return None
            self._count += 1
            self._queues.setdefault(client, deque()).append(_Waiting(job, answer))
            self._ready.notify()
        return await future

    def _next(self) -> _Waiting | None:
        """Wait for a job: the next one of the client that has waited longest for a turn."""
        with self._ready:
            while not self._queues and not self._closed:
                self._ready.wait()
            if self._closed:
                return None
            client, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[client] = queue
            return waiting

    def _run(self, warm: bool) -> None:
        worker = _Worker()
        if warm:
            with self._ready:
                self._ready.wait_for(lambda: self._queues or self._closed, SETTLING)
            worker.warm_up()
        while (waiting := self._next()) is not None:
            found = worker.do(waiting.job, lambda: self._closed)
            with self._ready:
                self._count -= 1
            waiting.answer(found)
        worker.end()


class _Worker:
    """A process, and the pipe to it; made anew whenever it has failed."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        self._fresh = True

    def warm_up(self) -> None:
        """Have the process compile what the higher levels need, beside its jobs."""
        with suppress(OSError):
            self._connected().send(None)

    def do(self, job: Job, stopped: Callable[[], bool]) -> Any:
        """Return what the process answers, or None if it fails or takes too long."""
        try:
            pipe = self._connected()
            pipe.send(job)
            end = monotonic() + job.seconds + (FIRST_PATIENCE if self._fresh else PATIENCE)
            while monotonic() < end and not stopped():
                if pipe.poll(0.2):
                    found = pipe.recv()
                    self._fresh &= not job.searches
                    return None if isinstance(found, Exception) else found
        except (EOFError, OSError):
            pass  # it died: another one takes its place
        self.end()
        return None

    def end(self) -> None:
        """End the process, whatever it is at."""
        if self._process is not None:
            self._process.kill()
            self._process.join()
            self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._fresh = True

    def _connected(self) -> Connection:
        if self._pipe is None or not self._process.is_alive():
            self.end()
            # Spawned, not forked: there are threads, sockets and databases here.
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe


def _set(future: asyncio.Future[Any], found: Any) -> None:
    if not future.done():
        future.set_result(found)


def _work(pipe: Connection) -> None:
    """Think, job by job, until the pipe is closed; runs in a process of its own."""
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError, KeyboardInterrupt):
            return
        if job is None:
            warmup.start()
            continue
        try:
            found = think(job)
        except KheperError as error:
            found = error
        except Exception as error:
            found = RuntimeError(f"{type(error).__name__}: {error}")
        try:
            pipe.send(found)
        except OSError:
            return  # nobody is there to hear it: the server was killed
