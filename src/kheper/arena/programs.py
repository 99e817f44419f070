"""Programs that are talked to line by line, each answer within a time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from queue import Empty, Full, Queue
from time import monotonic
from typing import IO

from kheper.arena.faults import Fault
from kheper.runners import at_worker_exit

# Longer lines come in pieces; so many pieces wait to be read, and whoever writes more has to wait.
# Both are bounded, for together they are the memory that a babbling program can take.
LONGEST_LINE = 10_000
MOST_LINES = 1_000
# How long a program that was told to go may take before it is killed.
PARTING = 1.0


# The programs of this process that have not been ended.
_running: set[Program] = set()


@at_worker_exit
def kill_all() -> None:
    """End every program of this process, whatever other threads do with it."""
    for program in tuple(_running):
        program.strike()


class Program:
    """A running program; threads read what it writes, so that it cannot block us."""

    def __init__(self, command: Sequence[str]) -> None:
        self._lines: Queue[bytes | None] = Queue(MOST_LINES)
        self._errors: deque[bytes] = deque(maxlen=20)
        self._ended = threading.Event()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - the user names the program
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the arena, which ends its programs itself
            )
        except OSError as error:
            raise Fault("crash", f"it cannot be started: {error.strerror or error}") from None
        _running.add(self)
        stdout, stderr = self._process.stdout, self._process.stderr
        assert stdout is not None and stderr is not None  # noqa: PT018 - both are pipes
        self._listeners = [
            threading.Thread(target=self._read, args=(stdout,), daemon=True),
            threading.Thread(target=self._overhear, args=(stderr,), daemon=True),
        ]
        for thread in self._listeners:
            thread.start()

    def send(self, text: str) -> None:
        """Write lines to the program; that it is gone is told by its lines, behind its last one."""
        assert self._process.stdin is not None
        with suppress(OSError, ValueError):
            self._process.stdin.write(text.encode())
            self._process.stdin.flush()

    def lines(self, end: float) -> Iterator[str]:
        """Yield the lines that it writes, until the clock says `end`."""
        while True:
            try:
                line = self._lines.get(timeout=max(0.0, end - monotonic()))
            except Empty:
                raise Fault("time-out", "it did not answer in time") from None
            if line is None:
                raise self._gone()
            yield line.decode(errors="replace").rstrip("\r\n")

    def kill(self) -> None:
        """End the program now, with all that it started."""
        self._ended.set()
        self.strike()
        self._process.wait()
        _running.discard(self)
        if self._process.stdin is not None:
            with suppress(OSError):
                self._process.stdin.close()
        for thread in self._listeners:
            thread.join(PARTING)

    def strike(self) -> None:
        """Kill it, and do not wait."""
        with suppress(ProcessLookupError, PermissionError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """Let the program end by itself, now that its input ends, or end it."""
        assert self._process.stdin is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        self.kill()

    def _read(self, stdout: IO[bytes]) -> None:
        with stdout:
            while line := stdout.readline(LONGEST_LINE):
                self._pass(line)
        self._pass(None)

    def _pass(self, line: bytes | None) -> None:
        while not self._ended.is_set():
            with suppress(Full):
                return self._lines.put(line, timeout=0.2)

    def _overhear(self, stderr: IO[bytes]) -> None:
        with stderr:
            while line := stderr.readline(LONGEST_LINE):
                self._errors.append(line)

    def _gone(self) -> Fault:
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(PARTING)
        code = self._process.poll()
        self._listeners[1].join(PARTING)
        how = "it closed its output" if code is None else f"it ended with code {code}"
        said = [line.decode(errors="replace").strip() for line in self._errors]
        last = next((line for line in reversed(said) if line), "")
        return Fault("crash", f"{how}: {last}" if last else how)
