"""Processes that are measured: the product as people start it, and the bare relay."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

# Only quotas are raised: all clients come from one address, and play faster than people.
QUOTAS = {f"KHEPER_{name}": "10000000" for name in ("CONNECTIONS", "REQUESTS", "MESSAGES")}
START_SECONDS = 60.0
# A server that has compiled its bots' kernels uses less than this share of a processor.
QUIET, QUIET_SECONDS, LONGEST_UNREST = 0.03, 3.0, 300.0


class Used(NamedTuple):
    """Seconds of processor time: of a server and the processes it has started, and of its bots."""

    server: float
    bots: float


class Process(NamedTuple):
    """A server that runs in a process of its own, and where it listens."""

    process: subprocess.Popen[bytes]
    port: int

    @property
    def memory(self) -> int:
        """The resident memory of the first process, in bytes."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")

    def used(self) -> Used:
        """Return the processor time that was used so far; bots run at a lower priority."""
        times = [_times(pid) for pid in _family(self.process.pid)]
        usual = times[0][1]
        bots = sum(ticks for ticks, nice in times if nice > usual)
        server = sum(ticks for ticks, nice in times if nice <= usual)
        hertz = os.sysconf("SC_CLK_TCK")
        return Used(server / hertz, bots / hertz)

    def settle(self) -> None:
        """Wait until the server does nothing: at first it compiles its bots' kernels."""
        deadline = monotonic() + LONGEST_UNREST
        before = sum(self.used())
        while monotonic() < deadline:
            sleep(QUIET_SECONDS)
            now = sum(self.used())
            if now - before < QUIET * QUIET_SECONDS:
                return
            before = now
        raise SystemExit("the server does not come to rest")


@contextmanager
def product(database: str, log: Path, workers: int = 1) -> Iterator[Process]:
    """Start `kheper serve`, and wait until it answers."""
    port = _free_port()
    options = ["--no-open", "--port", str(port), "--database", database, "--workers", str(workers)]
    command = [sys.executable, "-m", "kheper", "serve", *options]
    with _started(command, log, {**QUOTAS, "KHEPER_BOTS": "1"}) as process:
        _await(process, log, lambda: _is_healthy(port))
        yield Process(process, port)


@contextmanager
def bare_relay(database: Path, log: Path) -> Iterator[Process]:
    """Start the relay, and wait until it takes connections."""
    port = _free_port()
    command = [sys.executable, "-m", "benchmarks.yardstick.relay", str(port), str(database)]
    with _started(command, log, {}) as process:
        _await(process, log, lambda: _is_open(port))
        yield Process(process, port)


def machine() -> tuple[float, float]:
    """Return the processor time that somebody has used or the host has kept, and all there was."""
    line = Path("/proc/stat").read_text().partition("\n")[0]
    user, nice, system, idle, waiting, irq, soft, stolen = map(int, line.split()[1:9])
    used = user + nice + system + stolen
    hertz = os.sysconf("SC_CLK_TCK")
    return used / hertz, (used + idle + waiting + irq + soft) / hertz


@contextmanager
def _started(
    command: list[str], log: Path, environment: dict[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    with log.open("wb") as output:
        process = subprocess.Popen(  # noqa: S603 - ourselves
            command, stdout=output, stderr=output, env=os.environ | environment
        )
    try:
        yield process
    finally:
        process.terminate()
        process.wait(20)


def _await(process: subprocess.Popen[bytes], log: Path, ready: Callable[[], bool]) -> None:
    deadline = monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or monotonic() > deadline:
            raise SystemExit(f"the server does not start:\n{log.read_text()[-2000:]}")
        sleep(0.05)


def _is_healthy(port: int) -> bool:
    link = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        link.request("GET", "/healthz")
        return link.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        link.close()


def _is_open(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _family(pid: int) -> Iterator[int]:
    """Yield a process and all that it has started, from any of its threads."""
    yield pid
    for task in Path("/proc").glob(f"{pid}/task/*/children"):
        with suppress(OSError):  # the thread has just ended
            for child in task.read_text().split():
                yield from _family(int(child))


def _times(pid: int) -> tuple[int, int]:
    """Return a process's processor time, in ticks, and its niceness."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0, 0
    return int(fields[11]) + int(fields[12]), int(fields[16])
