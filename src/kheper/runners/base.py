"""What all runners promise, and the one that works in this process."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

Task = TypeVar("Task")
Result = TypeVar("Result")


class WorkersLost(RuntimeError):  # noqa: N818 - that is what happened
    """Worker after worker was lost without a result."""


class Runner(Protocol):
    """Runs a function on many tasks."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results in the order in which the tasks finish."""
        ...

    def close(self) -> None:
        """Release all workers."""


class InlineRunner:
    """Runs one task after the other in this process."""

    def run(self, work: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """Yield the results in the order of the tasks."""
        yield from map(work, tasks)

    def close(self) -> None:
        """Do nothing: there are no workers."""
