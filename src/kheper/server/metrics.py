"""Counts for those who run a server, as Prometheus reads them; nothing about anybody."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from time import monotonic

Labels = tuple[tuple[str, str], ...]


class Metrics:
    """What this process has counted since it began."""

    def __init__(self) -> None:
        self.began = monotonic()
        self.counts: Counter[tuple[str, Labels]] = Counter()

    def count(self, name: str, **labels: str) -> None:
        """Count one more of something."""
        self.counts[name, tuple(sorted(labels.items()))] += 1

    def text(self, now: Mapping[str, float]) -> str:
        """Write all counts, and figures as they are now, in Prometheus's text format."""
        lines = []
        for name in sorted({name for name, _ in self.counts}):
            lines.append(f"# TYPE kheper_{name}_total counter")
            lines += _samples(
                (f"kheper_{name}_total", labels, count)
                for (counted, labels), count in sorted(self.counts.items())
                if counted == name
            )
        for name, value in {"up_seconds": monotonic() - self.began, **now}.items():
            kind = "counter" if name.endswith("_total") else "gauge"
            lines.append(f"# TYPE kheper_{name} {kind}")
            lines += _samples([(f"kheper_{name}", (), value)])
        return "\n".join(lines) + "\n"


def _samples(values: Iterable[tuple[str, Labels, float]]) -> list[str]:
    return [f"{name}{_label_text(labels)} {value:.15g}" for name, labels, value in values]


def _label_text(labels: Labels) -> str:
    if not labels:
        return ""
    return "{" + ",".join(f'{name}="{value}"' for name, value in labels) + "}"
