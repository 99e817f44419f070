"""A worker process: its task loop, and what it cleans up when it must end."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any

from kheper.core import KheperError

_cleanups: list[Callable[[], object]] = []


def at_worker_exit(cleanup: Callable[[], object]) -> Callable[[], object]:
    """Register a function that a worker process calls before it is ended; a decorator."""
    _cleanups.append(cleanup)
    return cleanup


def serve(tasks: Connection, lifeline: Connection) -> None:
    """Run tasks until the pipe closes; the target of a worker process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends its workers
    threading.Thread(target=_exit_with_parent, args=(lifeline,), daemon=True).start()
    while True:
        try:
            work, task = tasks.recv()
        except (EOFError, OSError):
            return
        try:
            answer: tuple[bool, Any] = True, work(task)
        except KheperError as error:
            answer = False, error
        except Exception:  # any error is reported to the process that sent the task
            answer = False, RuntimeError(f"a task failed: {traceback.format_exc()}")
        tasks.send(answer)


def _exit_with_parent(lifeline: Connection) -> None:
    """End this process when its parent closes the lifeline or is killed."""
    with suppress(EOFError, OSError):
        lifeline.recv()
    for cleanup in _cleanups:
        cleanup()
    os._exit(1)
