"""How many requests an address may send in a minute."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from kheper.server.http.sign_in import Quota
from kheper.server.metrics import Metrics

_log = logging.getLogger(__name__)

_MINUTE = 60
TOO_MANY = "too-many"


class RequestLimit:
    """A quota of requests for each address; refusals are counted, and logged once a minute."""

    def __init__(
        self, per_minute: int, metrics: Metrics, clock: Callable[[], float] = monotonic
    ) -> None:
        self._quota = Quota(per_minute, _MINUTE, clock)
        self._metrics = metrics
        self._clock = clock
        self._refused = 0
        self._warned: float | None = None
        # Seconds after which an address that was refused may send at least one request.
        self.longest_wait = _MINUTE / per_minute

    def wait(self, address: str) -> float:
        """Take one request and return 0, or return after how many seconds there will be one."""
        wait = self._quota.wait(address)
        if wait:
            self._metrics.refused(TOO_MANY)
            self._refused += 1
            self._warn()
        return wait

    def _warn(self) -> None:
        now = self._clock()
        if self._warned is None or now >= self._warned + _MINUTE:
            self._warned = now
            _log.warning("requests over the quota are refused", extra={"refused": self._refused})
            self._refused = 0
