"""The runner that spreads tasks over a running Ray cluster."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, TypeVar

import ray

from kheper.runners.base import WorkersLost

Task = TypeVar("Task")
Result = TypeVar("Result")

# How often Ray repeats a task whose worker or node was lost.
RETRIES = 20
# Tasks queued at Ray for each of its cores, so that none of them idles.
QUEUED = 4


class RayRunner:
    """Runs tasks on the workers of a Ray cluster, each on one core.

    The nodes need the same versions of Kheper, Python and Ray as this machine.
    """

    def __init__(self, address: str) -> None:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
        self._remote = ray.remote(num_cpus=1, max_retries=RETRIES)(_do)

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results in the order in which the tasks finish."""
        todo = iter(tasks)
        pending: list[Any] = []
        while True:
            room = max(0, QUEUED * _cluster_cores() - len(pending))
            pending += [self._remote.remote(work, task) for task in islice(todo, room)]
            if not pending:
                return
            done, pending = ray.wait(pending, num_returns=1)
            yield _result(done[0])

    def close(self) -> None:
        """Disconnect from the cluster."""
        ray.shutdown()


def _cluster_cores() -> int:
    """Return the number of cores that the cluster has now: nodes come and go."""
    resources = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray has types in part
    return max(1, int(resources.get("CPU", 1)))


def _result(done: Any) -> Any:
    try:
        return ray.get(done)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        # Ray has repeated the task already, RETRIES times.
        raise WorkersLost(f"a task was lost on the cluster: {type(error).__name__}") from None


def _do(work: Callable[[Any], Any], task: Any) -> Any:
    return work(task)
