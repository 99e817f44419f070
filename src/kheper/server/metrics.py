"""Metrics of this process in Prometheus's text format; nothing in them is about a person."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from prometheus_client import (
    CONTENT_TYPE_PLAIN_0_0_4,
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4
# Seconds, for commits and for the lag of the event loop.
BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
LAG_INTERVAL = 0.25

# They would be a second time series for each counter.
disable_created_metrics()  # type: ignore[no-untyped-call]  # the library leaves it untyped


class Figure(NamedTuple):
    """The help text of a figure, and the name of the label that `name/value` sets."""

    help: str
    label: str = ""


FIGURES = {
    "matches": Figure("Matches in memory."),
    "connections": Figure("Connections that follow a match."),
    "bots_waiting": Figure("Bot jobs that wait for a process."),
    "queue_length": Figure("Jobs that wait in a queue.", "queue"),
    "session_backlog_bytes": Figure("Bytes that wait for clients that read slowly."),
    "events_total": Figure("Events written to the store."),
    "conflicts_total": Figure("Appends refused because another process wrote first."),
    "unknown_total": Figure("Appends whose outcome was unknown."),
}


class Metrics:
    """The counters and histograms of one process, on a registry of their own."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        self._requests = Counter(
            "kheper_requests",
            "HTTP requests answered.",
            ("operation", "status"),
            registry=registry,
        )
        self._opened = Counter("kheper_sockets", "WebSockets opened.", registry=registry)
        self._turned_away = Counter(
            "kheper_sockets_refused", "WebSocket handshakes refused.", registry=registry
        )
        self._refusals = Counter(
            "kheper_refusals", "Refusals sent to clients.", ("code",), registry=registry
        )
        self._commits = Histogram(
            "kheper_commit_seconds",
            "Time from handing events to the store until they are durable.",
            buckets=BUCKETS,
            registry=registry,
        )
        self._lag = Histogram(
            "kheper_event_loop_lag_seconds",
            "How late the event loop ran a timer.",
            buckets=BUCKETS,
            registry=registry,
        )
        self._bot_jobs = Counter(
            "kheper_bot_jobs", "Jobs given to bots.", ("kind",), registry=registry
        )
        self._figures = _FigureCollector()
        registry.register(self._figures)
        ProcessCollector(registry=registry)
        GCCollector(registry=registry)
        PlatformCollector(registry=registry)

    def request(self, operation: str, status: int) -> None:
        """Count an answered HTTP request."""
        self._requests.labels(operation, str(status)).inc()

    def socket_opened(self) -> None:
        """Count a WebSocket that was accepted."""
        self._opened.inc()

    def socket_refused(self) -> None:
        """Count a WebSocket handshake that was refused."""
        self._turned_away.inc()

    def refused(self, code: str) -> None:
        """Count a refusal by its code."""
        self._refusals.labels(code).inc()

    def committed(self, seconds: float) -> None:
        """Observe how long a commit took."""
        self._commits.observe(seconds)

    def lagged(self, seconds: float) -> None:
        """Observe how late the event loop ran a timer."""
        self._lag.observe(seconds)

    def bot_job(self, kind: str) -> None:
        """Count a job given to the bots, such as a move or a hint."""
        self._bot_jobs.labels(kind).inc()

    def text(self, figures: Mapping[str, float]) -> bytes:
        """Return all metrics, with the present values of figures.

        A figure whose name ends in `_total` is a counter, any other a gauge. `name/value` gives
        the label of a figure a value: `queue_length/store` is `queue_length{queue="store"}`.
        """
        self._figures.values = figures
        return generate_latest(self.registry)


class _FigureCollector(Collector):
    """Turns the figures of a scrape into metrics."""

    def __init__(self) -> None:
        self.values: Mapping[str, float] = {}

    def collect(self) -> Iterable[Metric]:
        families: dict[str, CounterMetricFamily | GaugeMetricFamily] = {}
        for key, value in self.values.items():
            name, _, label = key.partition("/")
            if name not in families:
                families[name] = _family(name)
            families[name].add_metric([label] if label else [], value)
        return families.values()


def _family(name: str) -> CounterMetricFamily | GaugeMetricFamily:
    figure = FIGURES.get(name, Figure(f"The server's {name}."))
    kind = CounterMetricFamily if name.endswith("_total") else GaugeMetricFamily
    return kind(f"kheper_{name}", figure.help, labels=[figure.label] if figure.label else [])


async def measure_lag(metrics: Metrics, interval: float = LAG_INTERVAL) -> None:
    """Observe the lag of the event loop until cancelled."""
    clock = asyncio.get_running_loop().time
    while True:
        due = clock() + interval
        await asyncio.sleep(interval)
        metrics.lagged(max(0.0, clock() - due))
