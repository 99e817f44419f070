"""Bot moves and hints, computed in worker processes.

There are three lanes, each with its own queue and worker processes: `quick` for moves of levels
that do not search, `hints`, and `search` for moves of levels that do. Within a lane clients take
turns, however many jobs one of them has. A thread drives each worker process; a job that misses
its deadline is killed with its process, and the next job starts a new one.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import threading
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection
from random import Random
from time import monotonic
from typing import Any, Literal, NamedTuple, Protocol

from kheper.bots import Limits, level, rank
from kheper.core import AnyView
from kheper.search.jit import warmup
from kheper.server.refusals import refuse

_log = logging.getLogger("kheper.botpool")

Hinted = tuple[tuple[str, float], ...]

LANES = ("quick", "hints", "search")

# Seconds for a move and for a hint, and the least of them when many jobs wait.
THINKING = 2.0
LEAST_THINKING = 0.05
HINTING = 2.0
LEAST_HINTING = 0.15
# With more jobs than this for each worker, each move gets less time; hints always share it.
CROWD = 2
# Seconds after which a process that has not answered is killed, on top of the job's own.
PATIENCE = 3.0
# The same for the first job of a kind, because its kernels have to be compiled or loaded.
FIRST_PATIENCE = 120.0
# The most hints that may wait or run, over all clients.
MOST_HINTS = 64
# Worker processes yield to the server where there are fewer processors than processes.
NICENESS = 15
# Seconds to wait at the start before kernels are compiled, so that the server is up first.
SETTLING = 2.0
# The level that answers when a worker process fails.
SPARE_LEVEL = 1


# Starting a process reaps ended ones, which must not happen while a thread joins one.
_ONE_AT_A_TIME = threading.Lock()


class Job(NamedTuple):
    """A move or a hint to compute, as it is sent to a worker, which may take `seconds`."""

    kind: Literal["move", "hint"]
    view: AnyView
    level: int
    seed: int
    seconds: float

    @property
    def searches(self) -> bool:
        """Whether it needs compiled kernels."""
        return self.kind == "hint" or level(self.level).searches

    @property
    def kernels(self) -> tuple[object, ...]:
        """A key for the kernels it needs: jobs with the same key need the same ones."""
        if not self.searches:
            return ()
        return self.kind, self.level, type(self.view), len(self.view.scores)


class Bots(Protocol):
    """Computes bots' moves and hints."""

    def start(self) -> None:
        """Start whatever is needed."""

    async def close(self) -> None:
        """Abandon all jobs and release everything."""

    async def choose(self, view: AnyView, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays; it always finds one."""

    async def hint(self, view: AnyView, seed: int, client: str) -> Hinted:
        """Return good moves with their values, or refuse if the bots are busy."""

    def waiting(self) -> int:
        """Return how many jobs wait or run."""

    def queues(self) -> Mapping[str, int]:
        """Return how many jobs wait or run in each lane."""


def think(job: Job) -> Any:
    """Compute a job in the calling process."""
    end = monotonic() + job.seconds
    rng = Random(job.seed)
    if job.kind == "hint":
        found = rank(job.view, rng, Limits(seconds=job.seconds))
        return tuple((str(move), round(value, 3)) for move, value in found)
    limits = Limits(stop=lambda: monotonic() > end)
    return str(level(job.level).choose(job.view, rng, limits))


class InlineBots:
    """Bots that compute at once and in this process: for tests, and for levels that are fast."""

    def start(self) -> None:
        """Do nothing, because nothing has to be started."""

    async def close(self) -> None:
        """Do nothing, because nothing is left behind."""

    async def choose(self, view: AnyView, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays."""
        return str(think(Job("move", view, level, seed, THINKING)))

    async def hint(self, view: AnyView, seed: int, client: str) -> Hinted:
        """Return good moves with their values."""
        found: Hinted = think(Job("hint", view, 0, seed, HINTING))
        return found

    def waiting(self) -> int:
        """Return 0, because nothing ever waits."""
        return 0

    def queues(self) -> Mapping[str, int]:
        """Return 0 for each lane, because nothing ever waits."""
        return dict.fromkeys(LANES, 0)


class BotPool:
    """Worker processes in three lanes, fair among clients, with a deadline for each job."""

    def __init__(self, workers: int = 1, *, warm: bool = False) -> None:
        self.workers = workers
        # Whether one process of the search lane starts at once and compiles all kernels.
        self._warm = warm
        self._lanes = {
            "quick": _Lane("quick", 1, CROWD, LEAST_THINKING),
            "hints": _Lane("hints", 1, 1, LEAST_HINTING),
            "search": _Lane("search", workers, CROWD, LEAST_THINKING),
        }
        self._hinted: set[str] = set()

    def start(self) -> None:
        """Start the threads; a process starts with its first job, or to warm up."""
        for name, lane in self._lanes.items():
            lane.start(warm=self._warm and name == "search")

    async def close(self) -> None:
        """Abandon all jobs, and end all processes."""
        for lane in self._lanes.values():
            lane.close()
        for lane in self._lanes.values():
            await lane.join()

    def waiting(self) -> int:
        """Return how many jobs wait or run."""
        return sum(self.queues().values())

    def queues(self) -> Mapping[str, int]:
        """Return how many jobs wait or run in each lane."""
        return {name: lane.count for name, lane in self._lanes.items()}

    async def choose(self, view: AnyView, level: int, seed: int, client: str) -> str:
        """Return the move that a level plays; if its process fails, a beginner's."""
        job = Job("move", view, level, seed, THINKING)
        lane = self._lanes["search" if job.searches else "quick"]
        found = await lane.think(job, client)
        if found is None:
            found = think(Job("move", view, SPARE_LEVEL, seed, 0.0))
        return str(found)

    async def hint(self, view: AnyView, seed: int, client: str) -> Hinted:
        """Return good moves; a client has one request at a time, and the total is bounded."""
        lane = self._lanes["hints"]
        if client in self._hinted or lane.count >= MOST_HINTS:
            raise refuse("busy")
        self._hinted.add(client)
        try:
            found: Hinted | None = await lane.think(Job("hint", view, 0, seed, HINTING), client)
        finally:
            self._hinted.discard(client)
        if found is None:
            raise refuse("busy")
        return found


@dataclass(frozen=True, slots=True, eq=False)
class _Waiting:
    """A queued job and its callback; compared by identity."""

    job: Job
    answer: Callable[[Any], None]


class _Lane:
    """A queue of jobs, and the threads and worker processes that serve it.

    With more than `crowd` jobs for each worker, each gets less time, but at least `least` seconds.
    """

    def __init__(self, name: str, workers: int, crowd: int, least: float) -> None:
        # How many jobs wait or run.
        self.count = 0
        self._name = name
        self._workers = workers
        self._crowd = crowd
        self._least = least
        # By client; the first one's turn is next.
        self._queues: OrderedDict[str, deque[_Waiting]] = OrderedDict()
        self._changed = threading.Condition()
        self._closed = False
        self._threads: list[threading.Thread] = []

    def start(self, *, warm: bool) -> None:
        """Start the threads; the first one warms its process up if that is wanted."""
        for n in range(self._workers):
            name, args = f"bots-{self._name}-{n}", (warm and n == 0,)
            thread = threading.Thread(target=self._run, args=args, name=name, daemon=True)
            self._threads.append(thread)
            thread.start()

    def close(self) -> None:
        """Answer every queued job with None, and have the threads end their processes."""
        with self._changed:
            self._closed = True
            dropped = [waiting for queue in self._queues.values() for waiting in queue]
            self._queues.clear()
            self.count -= len(dropped)
            self._changed.notify_all()
        for waiting in dropped:
            waiting.answer(None)

    async def join(self) -> None:
        """Wait until the threads have ended."""
        for thread in self._threads:
            await asyncio.to_thread(thread.join)

    async def think(self, job: Job, client: str) -> Any:
        """Return a worker's answer to a job, or None if there is none."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()

        def answer(found: Any) -> None:
            with suppress(RuntimeError):  # the loop is closed, so nobody waits for the answer
                loop.call_soon_threadsafe(_set, future, found)

        waiting = _Waiting(job, answer)
        with self._changed:
            if self._closed:
                return None
            self.count += 1
            self._queues.setdefault(client, deque()).append(waiting)
            self._changed.notify()
        try:
            return await future
        except asyncio.CancelledError:
            self._drop(waiting, client)
            raise

    def _drop(self, waiting: _Waiting, client: str) -> None:
        """Take a job out of the queue, unless a worker has it already."""
        with self._changed:
            queue = self._queues.get(client)
            if queue and waiting in queue:
                queue.remove(waiting)
                self.count -= 1
                if not queue:
                    del self._queues[client]

    def _next(self) -> _Waiting | None:
        """Wait for a job: the next one of the client that has waited longest for a turn."""
        with self._changed:
            self._changed.wait_for(lambda: self._queues or self._closed)
            if self._closed:
                return None
            client, queue = self._queues.popitem(last=False)
            waiting = queue.popleft()
            if queue:
                self._queues[client] = queue
            return waiting

    def _run(self, warm: bool) -> None:
        worker = _WorkerProcess()
        if warm:
            with self._changed:
                self._changed.wait_for(lambda: self._queues or self._closed, SETTLING)
            worker.warm_up()
        while (waiting := self._next()) is not None:
            found = worker.do(self._shortened(waiting.job), lambda: self._closed)
            with self._changed:
                self.count -= 1
            waiting.answer(found)
        worker.end()

    def _shortened(self, job: Job) -> Job:
        """Return a job with the time it gets, given how many there are now."""
        crowding = max(1.0, self.count / (self._crowd * self._workers))
        return job._replace(seconds=max(self._least, job.seconds / crowding))


class _WorkerProcess:
    """A process and the pipe to it; whenever it has failed, a new one is started."""

    def __init__(self) -> None:
        self._process: Any = None
        self._pipe: Connection | None = None
        # The kernels that the process has used already.
        self._loaded: set[tuple[object, ...]] = set()

    def warm_up(self) -> None:
        """Have the process compile all kernels in a thread beside its jobs."""
        with suppress(OSError):
            self._connected().send(None)

    def do(self, job: Job, stopped: Callable[[], bool]) -> Any:
        """Return what the process answers, or None if it fails or takes too long."""
        try:
            pipe = self._connected()
            pipe.send(job)
            patience = PATIENCE if job.kernels in self._loaded else FIRST_PATIENCE
            end = monotonic() + job.seconds + patience
            while monotonic() < end and not stopped():
                if pipe.poll(0.2):
                    found = pipe.recv()
                    self._loaded.add(job.kernels)
                    return None if isinstance(found, Exception) else found
        except (EOFError, OSError):
            pass  # it died: the next job starts another one
        except Exception:
            # The thread must survive, or nothing would serve this lane.
            _log.exception("a job cannot be sent to a worker, or its answer cannot be read")
        self.end()
        return None

    def end(self) -> None:
        """Kill the process."""
        if self._process is not None:
            with _ONE_AT_A_TIME:
                self._process.kill()
                self._process.join()
                self._process.close()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None
        self._loaded.clear()

    def _connected(self) -> Connection:
        if self._pipe is None or not self._process.is_alive():
            self.end()
            # Spawned, not forked: there are threads, sockets and databases here.
            context = multiprocessing.get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=_work, args=(theirs,), daemon=True)
            with _ONE_AT_A_TIME:
                process.start()
            theirs.close()
            # Stored only now: a process that did not start cannot be killed.
            self._process, self._pipe = process, ours
        return self._pipe


def _set(future: asyncio.Future[Any], found: Any) -> None:
    if not future.done():
        future.set_result(found)


def _work(pipe: Connection) -> None:
    """Compute job after job until the pipe is closed; runs in a process of its own."""
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
        except Exception as error:  # converted, because some exceptions cannot be pickled
            found = RuntimeError(f"{type(error).__name__}: {error}")
        try:
            pipe.send(found)
        except OSError:
            return  # the server was killed
