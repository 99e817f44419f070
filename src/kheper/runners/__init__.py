"""Runners: the same work done in this process, on all cores of this machine, or on Ray.

A task is a value, and the work a function from a task to its result. A lost worker is replaced
and its task repeated. `kheper.runners.ray_cluster` is imported only by callers that want Ray.
"""

from kheper.runners.base import InlineRunner, Runner, WorkersLost
from kheper.runners.processes import ProcessRunner
from kheper.runners.worker import at_worker_exit

__all__ = ["InlineRunner", "ProcessRunner", "Runner", "WorkersLost", "at_worker_exit"]
