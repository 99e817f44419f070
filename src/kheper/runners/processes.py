"""The runner that spreads tasks over processes of this machine."""

from __future__ import annotations

import multiprocessing
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from multiprocessing.connection import wait
from typing import Any, TypeVar

from kheper.runners.base import WorkersLost
from kheper.runners.worker import serve

Task = TypeVar("Task")
Result = TypeVar("Result")

# Workers that may be lost in a row without any result before the run is given up.
MOST_LOST = 5
# Seconds that a worker has for its clean-up before it is killed.
EXIT_SECONDS = 1.0


class ProcessRunner:
    """Runs tasks in worker processes, by default one for each core."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._idle: list[_Worker] = []

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results in the order in which the tasks finish."""
        todo, again = iter(tasks), deque[Task]()
        busy: list[tuple[_Worker, Task]] = []
        lost = 0
        try:
            while True:
                for task in _next(todo, again, self.workers - len(busy)):
                    busy.append((self._send(work, task), task))
                if not busy:
                    return
                ready = wait([worker.pipe for worker, _ in busy])
                for worker, task in [one for one in busy if one[0].pipe in ready]:
                    busy.remove((worker, task))
                    try:
                        result = worker.receive()
                    except (EOFError, OSError):
                        worker.end()
                        again.append(task)
                        lost = _checked(lost + 1)
                        continue
                    self._idle.append(worker)
                    lost = 0
                    yield result
        finally:
            for worker, _ in busy:
                worker.end()

    def _send(self, work: Callable[[Task], Any], task: Task) -> _Worker:
        worker = self._idle.pop() if self._idle else _Worker()
        worker.send(work, task)
        return worker

    def close(self) -> None:
        """End all worker processes."""
        while self._idle:
            self._idle.pop().end()


def cores() -> int:
    """Return the number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _next(todo: Iterator[Task], again: deque[Task], count: int) -> Iterator[Task]:
    """Yield the next tasks, those of lost workers first."""
    for _ in range(count):
        if again:
            yield again.popleft()
        else:
            yield from islice(todo, 1)


def _checked(lost: int) -> int:
    if lost >= MOST_LOST:
        raise WorkersLost(f"{lost} workers in a row were lost without a result")
    return lost


class _Worker:
    """A worker process and the pipe to it."""

    def __init__(self) -> None:
        # Spawned, not forked: the caller may have threads and locked files.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # Carries no data: the worker exits when our end of it closes.
        lifeline, self._lifeline = context.Pipe(duplex=False)
        self._process = context.Process(target=serve, args=(theirs, lifeline), daemon=True)
        self._process.start()
        theirs.close()
        lifeline.close()

    def send(self, work: Callable[[Task], Any], task: Task) -> None:
        """Send a task; a lost process is noticed when its result is received."""
        with suppress(OSError):
            self.pipe.send((work, task))

    def receive(self) -> Any:
        """Return a result, or raise the error that the task raised."""
        done, result = self.pipe.recv()
        if done:
            return result
        raise result

    def end(self) -> None:
        """End the process after its clean-up, whatever it is doing."""
        self._lifeline.close()
        self._process.join(EXIT_SECONDS)
        self._process.kill()
        self._process.join()
        self.pipe.close()
