"""Settings, logs and metrics."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import re
from collections.abc import Iterator
from time import sleep

import pytest

from kheper.core.errors import SetupError
from kheper.server.config import Settings, from_environment
from kheper.server.logging import LIFECYCLE, set_up
from kheper.server.metrics import Metrics, measure_lag


def test_options_come_before_the_environment_and_that_before_defaults() -> None:
    environment = {"KHEPER_HOST": "::1", "KHEPER_PORT": "9", "KHEPER_NAMES": "a.example, b.example"}
    settings = from_environment(environment, host="0.0.0.0", port=None)
    assert (settings.host, settings.port, settings.workers) == ("0.0.0.0", 9, 1)
    assert settings.names == ("a.example", "b.example")
    assert from_environment({"KHEPER_PORT": ""}) == Settings()
    assert from_environment({"KHEPER_METRICS_TOKEN": "ankh"}).metrics_token == "ankh"


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
    assert second["places"][0].startswith("test_settings.py:")
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
    started, warned, failed = terminal.getvalue().splitlines()
    assert time.sub("", started) == "server started"
    assert time.sub("", warned) == "warning: room abcd… [31m is red (match abcd…, count 3)"
    assert time.sub("", failed).startswith(
        "error: it failed (error ValueError, at test_settings.py:"
    )
    for secret in (room, "FILNPTUVWXYZ", "Traceback"):
        assert secret not in terminal.getvalue()


# --- metrics


def told(metrics: Metrics, **figures: float) -> list[str]:
    """Return the lines that Prometheus reads."""
    return metrics.text(figures).decode().splitlines()


def test_counts_are_what_prometheus_reads() -> None:
    metrics = Metrics()
    for _ in range(3):
        metrics.request("make_guest", 201)
    metrics.socket_opened()
    metrics.socket_refused()
    metrics.refused("too-many")
    metrics.bot_job("hint")
    lines = told(metrics)
    for line in (
        "# TYPE kheper_requests_total counter",
        'kheper_requests_total{operation="make_guest",status="201"} 3.0',
        "kheper_sockets_total 1.0",
        "kheper_sockets_refused_total 1.0",
        'kheper_refusals_total{code="too-many"} 1.0',
        'kheper_bot_jobs_total{kind="hint"} 1.0',
    ):
        assert line in lines
    assert not [line for line in lines if "_created" in line]


def test_times_fall_into_buckets_from_half_a_millisecond_to_five_seconds() -> None:
    metrics = Metrics()
    for seconds in (0.0004, 0.003, 7.0):
        metrics.committed(seconds)
        metrics.lagged(seconds)
    lines = told(metrics)
    for name in ("kheper_commit_seconds", "kheper_event_loop_lag_seconds"):
        assert f"# TYPE {name} histogram" in lines
        for bucket, count in (("0.0005", 1), ("0.005", 2), ("5.0", 2), ("+Inf", 3)):
            assert f'{name}_bucket{{le="{bucket}"}} {count}.0' in lines


def test_figures_are_gauges_or_counters_and_may_have_a_label() -> None:
    figures = {"matches": 2, "entries_total": 12, "queue_length/quick": 1, "queue_length/store": 4}
    lines = told(Metrics(), **figures)
    for line in (
        "# TYPE kheper_matches gauge",
        "kheper_matches 2.0",
        "# TYPE kheper_entries_total counter",
        "kheper_entries_total 12.0",
        'kheper_queue_length{queue="quick"} 1.0',
        'kheper_queue_length{queue="store"} 4.0',
    ):
        assert line in lines


def test_processes_count_apart() -> None:
    one, other = Metrics(), Metrics()
    one.socket_opened()
    assert "kheper_sockets_total 0.0" in told(other)
    assert [line for line in told(other) if line.startswith("process_open_fds ")]


@pytest.mark.anyio
async def test_lag_is_what_the_event_loop_was_late() -> None:
    metrics = Metrics()
    task = asyncio.create_task(measure_lag(metrics, 0.01))
    await asyncio.sleep(0)
    sleep(0.06)  # nothing else can run meanwhile
    await asyncio.sleep(0.02)
    task.cancel()
    buckets = [line.split() for line in told(metrics) if "lag_seconds_bucket" in line]
    late = {name.partition('le="')[2][:-2]: float(count) for name, count in buckets}
    assert late["+Inf"] > late["0.02"]
