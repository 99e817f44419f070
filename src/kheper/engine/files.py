"""Records on disk: bounded reading, atomic writing."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kheper.core import NotationError, SetupError
from kheper.core.grid import clip

LARGEST_FILE = 1_000_000


def read_text(name: str) -> str:
    """Read a file, up to the size that a record can have."""
    with _named(name), _plain(name).open("rb") as file:
        content = file.read(LARGEST_FILE + 1)
    if len(content) > LARGEST_FILE:
        raise _no_file(name, f"is larger than {LARGEST_FILE} bytes")
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise NotationError(None, f"'{clip(name)}' is not UTF-8", line=line) from None


def write_text(name: str, text: str) -> None:
    """Write a temporary file and rename it, so that the file is never half written."""
    with _named(name):
        path = _plain(name)
        beside = path.with_name(f".kheper-{secrets.token_hex(8)}")
        try:
            with beside.open("xb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


def _plain(name: str) -> Path:
    """Resolve a path's links; refuse what exists and is not a plain file."""
    if not name.strip() or "\0" in name:
        raise _no_file(name, "is not a path")
    path = Path(os.path.realpath(name))  # unlike Path.resolve, it accepts loops of links
    if path.exists() and not path.is_file():
        raise _no_file(name, "is not a file")
    return path


@contextmanager
def _named(name: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise _no_file(name, f"cannot be used: {error.strerror}") from None


def _no_file(name: str, sentence: str) -> SetupError:
    return SetupError(None, f"'{clip(name)}' {sentence}", code="no-file")
