"""Log lines: JSON or readable, and never a secret."""

from __future__ import annotations

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from kheper.server.logging import LIFECYCLE, set_up


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the log says, with logging put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    uvicorn = [logging.getLogger(name) for name in ("uvicorn.access", "uvicorn.error")]
    before = [(logger.disabled, logger.level) for logger in uvicorn]
    stream = io.StringIO()
    set_up(stream)
    yield stream
    root.handlers[:] = handlers
    root.setLevel(level)
    for logger, (disabled, old) in zip(uvicorn, before, strict=True):
        logger.disabled = disabled
        logger.setLevel(old)


def test_the_log_is_lines_of_json_without_secrets(lines: io.StringIO) -> None:
    room, token = "abcdefghijkmnpqrstuvwxyz23", "Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4-foo_barba"
    log = logging.getLogger("kheper.test")
    log.warning("room %s\nand %s", room, token, extra={"match": room, "count": 3, "odd": {1, 2}})
    try:
        raise ValueError(f"the deck is FILNPTUVWXYZ, the token {token}")
    except ValueError:
        log.exception("it failed")
    first, second = map(json.loads, lines.getvalue().splitlines())
    assert (first["level"], first["from"], first["count"]) == ("warning", "kheper.test", 3)
    assert first["event"] == "room abcd…\nand Zm9v…"
    assert first["match"] == "abcd…"
    assert (second["error"], second["event"]) == ("ValueError", "it failed")
    assert second["places"][0].startswith("test_logging.py:")
    for secret in (room, token, "FILNPTUVWXYZ", "Traceback"):
        assert secret not in lines.getvalue()


class Terminal(io.StringIO):
    """A stream that somebody looks at."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(lines: io.StringIO) -> Terminal:
    """What the log says on a terminal; logging is put back with the other fixture."""
    assert not lines.getvalue()
    stream = Terminal()
    set_up(stream)
    return stream


def test_on_a_terminal_the_log_can_be_read(terminal: Terminal) -> None:
    room = "abcdefghijkmnpqrstuvwxyz23"
    log = logging.getLogger("kheper.test")
    log.info("request", extra={"operation": "make_guest", "status": 201})
    logging.getLogger(LIFECYCLE).info("server started")
    log.warning("room %s\n\x1b[31m is red", room, extra={"match": room, "count": 3})
    try:
        raise ValueError(f"the deck is FILNPTUVWXYZ, the room {room}")
    except ValueError:
        log.exception("it failed")
    time = re.compile(r"^\d\d:\d\d:\d\d ")
    started, warned, failed_write = terminal.getvalue().splitlines()
    assert time.sub("", started) == "server started"
    assert time.sub("", warned) == "warning: room abcd… [31m is red (match abcd…, count 3)"
    assert time.sub("", failed_write).startswith(
        "error: it failed (error ValueError, at test_logging.py:"
    )
    for secret in (room, "FILNPTUVWXYZ", "Traceback"):
        assert secret not in terminal.getvalue()
