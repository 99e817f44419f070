"""Logging: JSON, or readable lines on a terminal, and never a secret.

A line never contains a token, a code, a card, a whole match id, or the text of an exception, which
may contain any of them. It names an exception's class and the places in the code.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

import msgspec

# A match id, and anything longer that could be a token or a code; a password in an address.
_SECRET = re.compile(r"(?<![A-Za-z0-9_-])([A-Za-z0-9_-]{4})[A-Za-z0-9_-]{18,}(?![A-Za-z0-9_-])")
_PASSWORD = re.compile(r"(://[^:/@\s]*):[^@\s]*@")
# Control characters, which could move a terminal's cursor or change its colours.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]+")
# The logger for the start and the stop of the server.
LIFECYCLE = "kheper.serving"
_STANDARD = frozenset(vars(logging.makeLogRecord({}))) | {"message", "color_message", "taskName"}


def hidden(text: str) -> str:
    """Return a text in which everything that looks like an id, a token or a password is cut.

    >>> hidden("room abcdefghijkmnpqrstuvwxyz23 at postgresql://me:secret@host/db")
    'room abcd… at postgresql://me:***@host/db'
    """
    return _PASSWORD.sub(r"\1:***@", _SECRET.sub(r"\1…", text))


class JsonFormatter(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "from": record.name,
            "event": hidden(record.getMessage()),
            **_fields(record),
        }
        if record.exc_info and record.exc_info[0] is not None:
            line["error"] = record.exc_info[0].__name__
            line["places"] = _places(record.exc_info[2])
        return msgspec.json.encode(line, enc_hook=lambda value: type(value).__name__).decode()


class TerminalFormatter(logging.Formatter):
    """Formats a log record as a readable line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        parts = [datetime.fromtimestamp(record.created).astimezone().strftime("%H:%M:%S")]
        if record.levelno >= logging.WARNING:
            parts.append(f"{record.levelname.lower()}:")
        parts.append(hidden(record.getMessage()))
        fields = _fields(record)
        if record.exc_info and record.exc_info[0] is not None:
            fields["error"] = record.exc_info[0].__name__
            fields["at"] = " < ".join(reversed(_places(record.exc_info[2])[-3:]))
        if fields:
            parts.append("(" + ", ".join(f"{name} {value}" for name, value in fields.items()) + ")")
        return _CONTROL.sub(" ", " ".join(parts))


def _fields(record: logging.LogRecord) -> dict[str, Any]:
    """Return the extra fields of a log record."""
    return {
        name: hidden(value) if isinstance(value, str) else value
        for name, value in vars(record).items()
        if name not in _STANDARD and not name.startswith("_")
    }


def _places(trace: TracebackType | None) -> list[str]:
    """Return the places of a traceback, without the exception's text."""
    frames = traceback.extract_tb(trace)
    return [f"{frame.filename.rpartition('/')[2]}:{frame.lineno} {frame.name}" for frame in frames]


def set_up(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Send all log records to a stream, by default standard error.

    A terminal gets readable lines: warnings, and that the server starts and stops. Any other
    stream gets JSON.
    """
    stream = stream or sys.stderr
    handler = logging.StreamHandler(stream)
    if stream.isatty():
        handler.setFormatter(TerminalFormatter())
        handler.addFilter(_is_for_people)
    else:
        handler.setFormatter(JsonFormatter())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi"):
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True
    # It would log addresses and paths; metrics count requests instead.
    logging.getLogger("uvicorn.access").disabled = True
    errors = logging.getLogger("uvicorn.error")
    errors.setLevel(logging.WARNING)
    errors.addFilter(_is_a_fault)


def _is_for_people(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.WARNING or record.name == LIFECYCLE


# What uvicorn logs as errors, though they are none: a socket that we refuse over HTTP, and
# invalid text of a client.
_NO_FAULTS = (
    "ASGI callable returned without completing handshake.",
    "Invalid UTF-8 sequence received from client.",
)


def _is_a_fault(record: logging.LogRecord) -> bool:
    return record.msg not in _NO_FAULTS
