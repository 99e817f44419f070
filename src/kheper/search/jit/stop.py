"""Stopping a kernel from another thread, or after some seconds."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

import numpy as np

from kheper.search.jit.arrays import Bytes


class StopFlag:
    """A flag that another thread sets, and that kernels read in every step."""

    def __init__(self) -> None:
        self.flag: Bytes = np.zeros(1, dtype=np.int8)

    def set(self) -> None:
        """Ask the search to stop now."""
        self.flag[0] = 1

    @property
    def is_set(self) -> bool:
        """Whether the search was asked to stop."""
        return bool(self.flag[0])


@contextmanager
def alarm_after(seconds: float | None) -> Iterator[StopFlag]:
    """Give a flag that is set when the time is up."""
    alarm = StopFlag()
    if seconds is None:
        yield alarm
        return
    timer = Timer(seconds, alarm.set)
    timer.daemon = True
    timer.start()
    try:
        yield alarm
    finally:
        timer.cancel()
