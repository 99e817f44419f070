"""Reading and writing users' files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kheper import NotationError

# Far more than a record needs, which has a few thousand characters.
LARGEST_FILE = 4_000_000

FILE = click.Path(exists=True, dir_okay=False, allow_dash=True)


def read_text(path: str) -> str:
    """Read a file, or standard input for `-`; text that is not UTF-8 is refused with its line."""
    try:
        data = _bytes(path)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None
    if len(data) > LARGEST_FILE:
        raise click.ClickException(f"{path}: the file is too large for a game")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotationError(None, "this is not text in UTF-8", line=line) from None


def write_text(path: Path, text: str) -> None:
    """Write a file atomically: a reader sees the old text or the new one."""
    try:
        if path.exists() and not path.is_file():  # a pipe or a device cannot be replaced
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path.resolve(), text)
    except OSError as error:
        raise click.ClickException(f"{path}: {error.strerror}") from None


def _replace(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.new")
    try:
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)


def _bytes(path: str) -> bytes:
    if path == "-" and sys.stdin is None:  # closed before the program started
        return b""
    if path == "-":
        return sys.stdin.buffer.read(LARGEST_FILE + 1)
    with Path(path).open("rb") as file:
        return file.read(LARGEST_FILE + 1)
