"""Installs Debian packages that some tests need, where possible, one process at a time."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path


class CannotInstallError(Exception):
    """A package is missing and cannot be installed."""


def installed(
    package: str, find: Callable[[], Path | None], prepare: Callable[[], None] | None = None
) -> Path:
    """Return what `find` returns, after installing the package if that was nothing."""
    if found := find():
        return found
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        raise CannotInstallError(f"{package} is missing: install the Debian package {package}")
    # Several test processes may try this at once.
    with Path(tempfile.gettempdir(), "kheper-install.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not find():
            if prepare:
                prepare()
            _install(package)
    if found := find():
        return found
    raise CannotInstallError(f"apt-get installed {package}, but it was not found")


def _install(package: str) -> None:
    try:
        _apt("update")
        keep = "Dpkg::Options::=--force-confold"
        _apt("install", "-y", "--no-install-recommends", "-o", keep, package)
    except subprocess.CalledProcessError as error:
        raise CannotInstallError(f"apt-get could not install {package}: {error}") from error


def _apt(*words: str) -> None:
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    nothing = subprocess.DEVNULL
    command = ["apt-get", "-qq", *words]
    subprocess.run(command, check=True, env=environment, stdin=nothing, stdout=nothing)
