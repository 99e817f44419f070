"""Metrics as Prometheus reads them."""

from __future__ import annotations

import asyncio
from time import sleep

import pytest

from kheper.server.metrics import Metrics, measure_lag


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
    figures = {"matches": 2, "events_total": 12, "queue_length/quick": 1, "queue_length/store": 4}
    lines = told(Metrics(), **figures)
    for line in (
        "# TYPE kheper_matches gauge",
        "kheper_matches 2.0",
        "# TYPE kheper_events_total counter",
        "kheper_events_total 12.0",
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
