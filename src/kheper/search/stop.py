"""How a search is stopped: it asks, now and then, whether it should."""

from __future__ import annotations

from collections.abc import Callable

Stop = Callable[[], bool]


def never() -> bool:
    """Let a search run to its end."""
    return False
