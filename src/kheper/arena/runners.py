"""Runners: tasks done in this process, or in processes on all cores of this machine.

A task is a value, and the work a function that makes a result of it, the same wherever it is
done. A worker that is lost, for whatever reason, is replaced, and its task is done again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Any, Protocol, TypeVar

from kheper.arena.faults import WorkersLost
from kheper.arena.programs import PARTING, kill_all
from kheper.core import KheperError

Task = TypeVar("Task")
Result = TypeVar("Result")

# How many workers may be lost in a row without any result, before there is no point.
MOST_LOST = 5


class Runner(Protocol):
    """Whoever gets tasks done."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield what comes of the tasks, in the order in which they are done."""
        ...

    def close(self) -> None:
        """Let all workers go."""


class Here:
    """Does one task after the other, in this process."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield what comes of the tasks."""
        yield from map(work, tasks)

    def close(self) -> None:
        """Have nobody to let go."""


class Local:
    """Does tasks in processes of this machine, one for each core unless told otherwise."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()
        self._idle: list[_Worker] = []

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield what comes of the tasks, in the order in which they are done."""
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
        """End all processes."""
        while self._idle:
            self._idle.pop().end()


def cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _next(todo: Iterator[Task], again: deque[Task], count: int) -> Iterator[Task]:
    """Yield the next tasks, those of lost workers first."""
    for _ in range(count):
        if again:
            yield again.popleft()
        else:
            for task in todo:
                yield task
                break


def _checked(lost: int) -> int:
    if lost >= MOST_LOST:
        raise WorkersLost(f"{lost} workers were lost one after the other, and nothing got done")
    return lost


class _Worker:
    """A process, and the pipe to it."""

    def __init__(self) -> None:
        # Spawned, not forked: whoever calls may have threads, and files that are locked.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        # Nothing is ever sent through it: the process ends when this end of it is gone.
        life, self._life = context.Pipe(duplex=False)
        self._process = context.Process(target=_serve, args=(theirs, life), daemon=True)
        self._process.start()
        theirs.close()
        life.close()

    def send(self, work: Callable[[Task], Any], task: Task) -> None:
        """Hand over a task; should the process be gone, that shows when the result is fetched."""
        with suppress(OSError):
            self.pipe.send((work, task))

    def receive(self) -> Any:
        """Return a result, or raise what the work raised."""
        done, result = self.pipe.recv()
        if done:
            return result
        raise result

    def end(self) -> None:
        """End the process, whatever it is at, and the programs that it has started."""
        self._life.close()
        self._process.join(PARTING)
        self._process.kill()
        self._process.join()
        self.pipe.close()


def _serve(pipe: Connection, life: Connection) -> None:
    """Do tasks until there are no more; runs in a process of its own."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever started us ends us, too
    threading.Thread(target=_follow, args=(life,), daemon=True).start()
    while True:
        try:
            work, task = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = True, work(task)
        except KheperError as error:
            answer = False, error
        except Exception:  # of whatever kind: it belongs to whoever gave the task
            answer = False, RuntimeError(f"a task failed: {traceback.format_exc()}")
        pipe.send(answer)


def _follow(life: Connection) -> None:
    """End this process with the one that started it, even if that one was killed."""
    with suppress(EOFError, OSError):
        life.recv()
    kill_all()
    os._exit(1)
