"""A server for the tests: `kheper serve` on a free port, with a temporary database."""

from __future__ import annotations

import os
import selectors
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

START_SECONDS = 120.0
# All guests share one address, and a test sends more requests than a person.
GENEROUS = {
    f"KHEPER_{name}": "1000000"
    for name in ("CONNECTIONS", "GUESTS", "MATCHES", "RECORDS", "REQUESTS")
}


class LocalServer:
    """A running server, which can be stopped and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = ""
        self._port = "0"
        self._server: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start the server, and wait until it can be reached."""
        command = [sys.executable, "-m", "kheper", "serve", "--no-open"]
        options = ["--port", self._port, "--database", str(self.folder / "kheper.db")]
        # Without the machine's own settings.
        kept = {name: value for name, value in os.environ.items() if not name.startswith("KHEPER_")}
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*command, *options],
                env={**kept, **GENEROUS, "KHEPER_BOTS": "1"},
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        self.address = self._read_address(self._server)
        self._port = self.address.rstrip("/").rpartition(":")[2]

    def _read_address(self, server: subprocess.Popen[str]) -> str:
        """Read the address that the server prints once it can be reached."""
        assert server.stdout
        with selectors.DefaultSelector() as waiting:
            waiting.register(server.stdout, selectors.EVENT_READ)
            deadline = monotonic() + START_SECONDS
            while monotonic() < deadline and server.poll() is None:
                if waiting.select(0.5) and (line := server.stdout.readline()):
                    return line.split()[-1]
        raise RuntimeError(f"kheper serve did not start:\n{self.log[-4000:]}")

    def stop(self) -> None:
        """Stop the server as Ctrl-C would, and check that it exits cleanly."""
        if not (server := self._server):
            return
        self._server = None
        server.terminate()
        with server:
            ended = server.wait(START_SECONDS)
        assert ended == 0, f"kheper serve ended with {ended}:\n{self.log[-4000:]}"

    @contextmanager
    def away(self) -> Iterator[None]:
        """Stop the server, and start it again with the same address and games."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    @property
    def log(self) -> str:
        """The server's log so far."""
        return (self.folder / "log").read_text(errors="replace")
