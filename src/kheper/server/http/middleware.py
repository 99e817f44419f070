"""The middleware around every request and socket: checks, quotas, headers, metrics."""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kheper.server.config import Settings
from kheper.server.http.limits import TOO_MANY, ConcurrencyLimit, RequestLimit, address_of
from kheper.server.http.problems import Problem, problem_response
from kheper.server.http.security import HEADERS, is_our_host, is_our_origin, names_of
from kheper.server.metrics import Metrics

_log = logging.getLogger(__name__)
_SAFE = ("GET", "HEAD", "OPTIONS")
# The key of the operation's name in the scope, for metrics and logs: a path contains match ids.
OPERATION = "kheper.operation"
# The key for whether a request comes directly, and not through a trusted proxy.
DIRECT = "kheper.direct"
# The name of the operation that serves the page's files.
PAGE = "page"
_MONITORING = ("health", "ready", "metrics")


OVER_QUOTA = Problem(TOO_MANY, "too many requests from this address")


class GuardMiddleware:
    """Refuses requests for other hosts, from other sites, and above the limits."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.names = names_of(settings)
        self.requests = RequestLimit(settings.requests, metrics)
        self.sockets = ConcurrencyLimit(settings.connections)
        # Uvicorn and Starlette type the same calls differently.
        serve: Any = self._serve
        forwarded = ProxyHeadersMiddleware(serve, list(settings.proxies))
        self._forwarded: Any = forwarded
        self.is_proxy: Callable[[str], bool] = forwarded.trusted_hosts.__contains__

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request or a socket on, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        direct = scope[DIRECT] = client is None or not self.is_proxy(client[0])
        await (self._serve if direct else self._forwarded)(scope, receive, send)

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        else:
            await self._request(scope, receive, send)

    async def _request(self, scope: Scope, receive: Receive, send: Send) -> None:
        began, status = monotonic(), 0

        async def send_on(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._refusal(scope) or self.app
        try:
            await answer(scope, receive, send_on)
        except Exception:
            _log.exception("a request failed", extra={"operation": scope.get(OPERATION, "other")})
            if not status:
                internal = Problem("internal", "internal error; the server has logged it")
                await problem_response(500, internal)(scope, receive, send_on)
        self._count(scope, status, monotonic() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(HTTPConnection(scope))
        refusal = self._refusal(scope)
        if refusal is None and not self.sockets.acquire(address):
            refusal = self._refuse(429, TOO_MANY, "too many connections from this address")
        if refusal is not None:
            self.metrics.socket_refused()
            await refuse_socket(refusal, scope, receive, send)
            return
        self.metrics.socket_opened()
        try:
            await self.app(scope, receive, send)
        except OSError:
            _log.debug("a client left before its socket was accepted")
        except Exception:
            _log.exception("a socket failed")
        finally:
            self.sockets.release(address)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not is_our_host(headers, self.names):
            return self._refuse(421, "other-host", "this server does not serve that host name")
        if scope.get("method") not in _SAFE and not is_our_origin(headers):
            return self._refuse(403, "other-origin", "pages of other sites may not do this")
        if scope[DIRECT]:
            return None  # the connection has checked the quota: see connection.py
        if wait := self.requests.wait(address_of(HTTPConnection(scope))):
            return problem_response(429, OVER_QUOTA, wait)
        return None

    def _refuse(self, status: int, code: str, sentence: str) -> Response:
        self.metrics.refused(code)
        return problem_response(status, Problem(code, sentence))

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        operation = scope.get(OPERATION, "other")
        self.metrics.request(operation, status)
        # A page is some two hundred files, and a client that floods must not fill the log.
        if operation == PAGE or status == 429:
            return
        fields = {"operation": operation, "status": status, "ms": round(seconds * 1000, 1)}
        level = logging.WARNING if status >= 500 else logging.INFO
        _log.log(logging.DEBUG if operation in _MONITORING else level, "request", extra=fields)


async def refuse_socket(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a socket's handshake with a refusal."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})
