"""Where compiled kernels are kept between two runs."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numba


def cache_folder() -> Path | None:
    """Return a folder of the user's own for compiled kernels, or None if none can be written.

    Numba notices changes of a kernel's own file alone, but a kernel is made of functions and
    tables of several files: so the folder's name is a digest of all the sources that matter.
    """
    folders = (base / f"kernels-{_digest()}" for base in _bases())
    return next((folder for folder in folders if _is_ours(folder)), None)


def _bases() -> Iterator[Path]:
    """Yield where a cache may be: the user's own, or else a temporary one."""
    with suppress(RuntimeError):  # there is no home
        yield Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser() / "kheper"
    with suppress(OSError):  # there is nowhere to write
        yield Path(tempfile.gettempdir()) / f"kheper-{_user()}"


def _user() -> str:
    return str(os.getuid()) if hasattr(os, "getuid") else os.environ.get("USERNAME", "user")


def _digest() -> str:
    package = Path(__file__).parents[2]
    folders = (package / name for name in ("search", "scarabya", "scarab"))
    sources = [path for folder in folders for path in folder.rglob("*.py")]
    sources.append(package / "core" / "grid.py")
    text = b"".join(path.read_bytes() for path in sorted(sources))
    return hashlib.blake2b(text, digest_size=8).hexdigest()


def _is_ours(folder: Path) -> bool:
    """Say whether a folder can be written, and is nobody else's: it holds code that will run."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        return not hasattr(os, "getuid") or folder.stat().st_uid == os.getuid()
    except OSError:
        return False


def _choose_cache() -> bool:
    """Point Numba's cache at our folder, unless the user has chosen one; say if there is one."""
    settings: Any = numba.config
    if settings.CACHE_DIR:
        return True
    folder = cache_folder()
    if folder is not None:
        settings.CACHE_DIR = str(folder)
        _tidy(folder)
    return folder is not None


def _tidy(folder: Path) -> None:
    """Remove what other versions compiled and nobody has used for a month."""
    long_ago = time.time() - 30 * 24 * 3600
    for other in folder.parent.glob("kernels-*"):
        with suppress(OSError):  # somebody else was quicker
            if other.stat().st_mtime < long_ago:  # every use touches the folder
                shutil.rmtree(other)


# Without a cache everything still works; each process then compiles anew.
CACHED = _choose_cache()
