"""Limits for each client address: rates, connections at once, and requests a minute."""

from __future__ import annotations

import ipaddress
import logging
from collections import OrderedDict
from collections.abc import Callable
from time import monotonic

from starlette.requests import HTTPConnection

from kheper.server.metrics import Metrics

_log = logging.getLogger(__name__)

_MINUTE = 60
TOO_MANY = "too-many"


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address, or its network, for limits."""
    return network_of(connection.client.host) if connection.client else ""


def network_of(host: str) -> str:
    """Return an IPv4 address, or the /64 network of an IPv6 address, which one client owns.

    >>> network_of("192.0.2.1"), network_of("::ffff:192.0.2.1"), network_of("2001:db8::1:2")
    ('192.0.2.1', '192.0.2.1', '2001:db8::/64')
    """
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped:
            return str(address.ipv4_mapped)
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


class Quota:
    """A token bucket for each address: a number of actions within a number of seconds.

    >>> now = [0.0]
    >>> quota = Quota(2, 10, lambda: now[0])
    >>> quota.wait("a"), quota.wait("a"), quota.wait("a"), quota.wait("b")
    (0.0, 0.0, 5.0, 0.0)
    >>> now[0] = 5.0
    >>> quota.wait("a")
    0.0
    """

    MOST_ADDRESSES = 20_000

    def __init__(self, most: int, seconds: float, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self.pace = most / seconds
        self.clock = clock
        self.left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, address: str) -> float:
        """Take one token and return 0, or return the seconds until there is one."""
        now = self.clock()
        left, at = self.left.pop(address, (float(self.most), now))
        left = min(self.most, left + (now - at) * self.pace)
        taken = left >= 1
        self.left[address] = (left - taken, now)
        if len(self.left) > self.MOST_ADDRESSES:
            self.left.popitem(last=False)
        return 0.0 if taken else (1 - left) / self.pace


class ConcurrencyLimit:
    """A limit of simultaneous connections for each address."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.counts: dict[str, int] = {}

    def acquire(self, address: str) -> bool:
        """Take a slot, and say whether there was one."""
        counts = self.counts.get(address, 0)
        if counts >= self.most:
            return False
        self.counts[address] = counts + 1
        return True

    def release(self, address: str) -> None:
        """Free a slot."""
        counts = self.counts.pop(address) - 1
        if counts:
            self.counts[address] = counts


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
        # Seconds after which a refused address may send at least one request.
        self.longest_wait = _MINUTE / per_minute

    def wait(self, address: str) -> float:
        """Count a request and return 0, or return the seconds until one is allowed."""
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
            _log.warning("refusing requests over the quota", extra={"refused": self._refused})
            self._refused = 0
