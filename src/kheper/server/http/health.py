"""Health, readiness and metrics, for those who run a server."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections.abc import Callable
from hmac import compare_digest
from time import monotonic

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from kheper.server.config import Settings
from kheper.server.http.middleware import DIRECT, OPERATION
from kheper.server.http.operations import Services
from kheper.server.http.problems import Problem, problem_response
from kheper.server.metrics import MEDIA_TYPE
from kheper.server.store.base import Store, StoreError, Unreadable, Unwritable

_log = logging.getLogger(__name__)

# How long a request waits for a probe, and how long its result is kept.
READY_SECONDS = 3.0
KEPT_SECONDS = 1.0
# Headers in which a proxy names its client.
_FORWARDED_FOR = "x-forwarded-for"
_FORWARDED = (_FORWARDED_FOR, "forwarded", "x-real-ip")


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes for health, readiness and metrics."""
    readiness = Readiness(services.store)

    async def healthz(request: Request) -> Response:
        request.scope[OPERATION] = "health"
        return _ok()

    async def readyz(request: Request) -> Response:
        request.scope[OPERATION] = "ready"
        fault = await readiness.fault()
        return problem_response(503, Problem("unavailable", fault), 1) if fault else _ok()

    async def metrics(request: Request) -> Response:
        request.scope[OPERATION] = "metrics"
        refusal = _refusal(request, services.settings)
        if refusal is not None:
            return refusal
        return Response(services.metrics.text(services.live.figures()), media_type=MEDIA_TYPE)

    return [
        Route("/healthz", healthz, methods=["GET"]),
        Route("/readyz", readyz, methods=["GET"]),
        Route("/metrics", metrics, methods=["GET"]),
    ]


def _ok() -> Response:
    return Response(b'{"status":"ok"}', media_type="application/json")


class Readiness:
    """Whether the store can be read and written: one probe at a time, at most one a second."""

    def __init__(self, store: Store, clock: Callable[[], float] = monotonic) -> None:
        self._store = store
        self._clock = clock
        self._probe: asyncio.Task[str] | None = None
        self._ended = 0.0
        self._known = ""

    async def fault(self) -> str:
        """Return a sentence about what is wrong, or ""."""
        probe = self._probe
        if probe is None or (probe.done() and self._clock() >= self._ended + KEPT_SECONDS):
            probe = self._probe = asyncio.create_task(self._probed())
        # If one caller is cancelled, the probe continues for the others.
        await asyncio.wait([probe], timeout=READY_SECONDS)
        return probe.result() if probe.done() else "the store did not answer in time"

    async def _probed(self) -> str:
        fault = await _fault(self._store)
        self._ended = self._clock()
        if fault != self._known:
            self._known = fault
            _log.warning(fault or "the store can be read and written again")
        return fault


async def _fault(store: Store) -> str:
    try:
        await store.probe()
    except Unreadable:
        return "the store cannot be read"
    except Unwritable:
        return "the store cannot be written"
    except StoreError:
        return "the store is not available"
    return ""


def _refusal(request: Request, settings: Settings) -> Response | None:
    """Refuse metrics without the token, or from another machine if no token is set."""
    if settings.metrics_token:
        given = request.headers.get("authorization", "").encode("latin-1")
        if compare_digest(given, f"Bearer {settings.metrics_token}".encode()):
            return None
        sentence = "metrics need the bearer token of this server"
        answer = problem_response(401, Problem("no-token", sentence))
        answer.headers["www-authenticate"] = "Bearer"
        return answer
    if _is_local(request):
        return None
    sentence = "metrics answer only this machine, unless KHEPER_METRICS_TOKEN is set"
    return problem_response(403, Problem("not-local", sentence))


def _is_local(request: Request) -> bool:
    """Say whether the client is on this machine."""
    if request.scope.get(DIRECT):
        # An untrusted proxy may forward for anybody.
        known = not any(name in request.headers for name in _FORWARDED)
    else:
        # A trusted proxy must name its client; otherwise only the proxy's own address is known.
        known = _FORWARDED_FOR in request.headers
    return known and request.client is not None and _is_loopback(request.client.host)


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return (mapped or address).is_loopback
