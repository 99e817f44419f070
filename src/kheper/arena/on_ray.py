"""The runner for a Ray cluster that is there already."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

import ray

from kheper.arena.faults import WorkersLost

Task = TypeVar("Task")
Result = TypeVar("Result")

# How often Ray does a task again whose worker or node was lost.
RETRIES = 20
# Tasks that wait at Ray for each of its cores, so that none of them idles.
AHEAD = 4


class OnRay:
    """Does tasks on the workers of a Ray cluster, each on one core.

    The nodes need the same version of Kheper, and of Python and Ray, as this machine.
    """

    def __init__(self, address: str) -> None:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        self._remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_do)

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield what comes of the tasks, in the order in which they are done."""
        todo = iter(tasks)
        pending: list[Any] = []
        while True:
            room = max(0, AHEAD * _cores() - len(pending))
            pending += [self._remote.remote(work, task) for task in islice(todo, room)]
            if not pending:
                return
            done, pending = ray.wait(pending, num_returns=1)
            yield _fetched(done[0])

    def close(self) -> None:
        """Leave the cluster."""
        ray.shutdown()


def _cores() -> int:
    """Return how many cores the cluster has now: nodes come and go."""
    resources = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray has types in part
    return max(1, int(resources.get("CPU", 1)))


def _fetched(done: Any) -> Any:
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        # Ray itself has tried again, often enough.
        raise WorkersLost(f"a task was lost on the cluster: {type(error).__name__}") from None


def _do(work: Callable[[Any], Any], task: Any) -> Any:
    return work(task)
