"""Requests and answers as bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from kheper.core import NotationError

LONGEST_LINE = 8192  # bytes, the line's end not counted

_NUMBERED = re.compile(rb"[ \t]*([0-9]+)(?=[ \t\r\n]|$)")
_BLANK = " \t\r\n"
_SPLIT = re.compile(f"[{_BLANK}]+")
# C0, DEL and C1, except tabs and line ends: a terminal might interpret them.
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")


class Request(NamedTuple):
    """A command with its arguments, in which commas have become spaces."""

    command: str
    arguments: tuple[str, ...]


def read_lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines without their ends; a line that is too long is cut just above the limit."""
    while raw := stream.readline(LONGEST_LINE + 1):
        yield raw.removesuffix(b"\n")
        while len(raw) > LONGEST_LINE and not raw.endswith(b"\n"):
            raw = stream.readline(LONGEST_LINE + 1)


def number_of(line: bytes) -> str:
    """Return a command's number as it was written, or an empty string."""
    match = _NUMBERED.match(line)
    # At the end of a line that was cut it may be part of a longer number.
    return match[1].decode() if match and match.end() <= LONGEST_LINE else ""


def parse_request(line: bytes) -> Request | None:
    """Read a line; None if it is blank."""
    if len(line) > LONGEST_LINE:
        raise NotationError(None, f"the line is longer than {LONGEST_LINE} bytes")
    try:
        text = line.decode().strip(_BLANK)
    except UnicodeDecodeError as error:
        raise NotationError(None, f"byte {error.start + 1} of the line is not UTF-8") from None
    if not text:
        return None
    words = _SPLIT.split(text)
    if number_of(line):
        words = words[1:]
    if not words:
        raise NotationError(None, "there is no command after the number")
    command, *arguments = words
    return Request(command, tuple(argument.replace(",", " ") for argument in arguments))


def answer(number: str, text: str) -> bytes:
    r"""Return the answer to a command that succeeded; an empty line ends it.

    >>> answer("7", "true")
    b'=7 true\n\n'
    """
    return _sent("=" + number, [line for line in text.split("\n") if line])


def refusal(number: str, sentence: str) -> bytes:
    """Return the answer to a command that was refused, in one line."""
    return _sent("?" + number, [" ".join(sentence.split("\n"))])


def _sent(head: str, lines: list[str]) -> bytes:
    text = f"{head} " + "\n".join(lines) if any(lines) else head
    return (_CONTROL.sub("�", text) + "\n\n").encode(errors="replace")
