"""Settings, logs and counts."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest

from kheper.core.errors import SetupError
from kheper.server import logs
from kheper.server.metrics import Metrics
from kheper.server.settings import Settings, from_environment


def test_options_come_before_the_environment_and_that_before_defaults() -> None:
    environment = {"KHEPER_HOST": "::1", "KHEPER_PORT": "9", "KHEPER_NAMES": "a.example, b.example"}
    settings = from_environment(environment, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9, 1)
    assert settings.names == ("a.example", "b.example")
    assert from_environment({"KHEPER_PORT": ""}) == Settings()


@pytest.mark.parametrize(
    "environment",
    [
        {"KHEPER_PORT": "x"},
        {"KHEPER_PORT": "70000"},
        {"KHEPER_WORKERS": "0"},
        {"KHEPER_WORKERS": "2"},
        {"KHEPER_WORKERS": "2", "KHEPER_DATABASE": "file.db"},
        {"KHEPER_CONNECTIONS": "0"},
    ],
)
def test_settings_that_make_no_sense_are_refused(environment: dict[str, str]) -> None:
    with pytest.raises(SetupError):
        from_environment(environment)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """What the log says, with logging put back afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    uvicorn = [logging.getLogger(name) for name in ("uvicorn.access", "uvicorn.error")]
    before = [(logger.disabled, logger.level) for logger in uvicorn]
    stream = io.StringIO()
    logs.set_up(stream)
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
    assert second["places"][0].startswith("test_settings.py:")
    for secret in (room, token, "FILNPTUVWXYZ", "Traceback"):
        assert secret not in lines.getvalue()


def test_counts_are_what_prometheus_reads() -> None:
    metrics = Metrics()
    for _ in range(3):
        metrics.count("requests", operation="make_guest", status="201")
    metrics.count("sockets")
    text = metrics.text({"matches": 2, "entries_total": 12_345_678})
    assert text.endswith("\n")
    told = text.splitlines()
    for line in (
        "# TYPE kheper_requests_total counter",
        'kheper_requests_total{operation="make_guest",status="201"} 3',
        "kheper_sockets_total 1",
        "# TYPE kheper_matches gauge",
        "kheper_matches 2",
        "# TYPE kheper_entries_total counter",
        "kheper_entries_total 12345678",
    ):
        assert line in told
