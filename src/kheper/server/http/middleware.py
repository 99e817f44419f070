"""The gate that every request and every socket comes through: checks, quotas, headers, counts."""

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
# Where the gate and the log find what a request was about; never its path, which names rooms.
OPERATION = "kheper.operation"
# Whether a request comes from its client itself, or through a proxy that is trusted.
DIRECT = "kheper.direct"
# The operation of the page's files.
PAGE = "page"
_MONITORING = ("health", "ready", "metrics")


OVER_QUOTA = Problem(TOO_MANY, "too many requests of this address")


class GuardMiddleware:
    """Refuses what is not meant for this server, comes from elsewhere, or is too much."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.names = names_of(settings)
        self.requests = RequestLimit(settings.requests, metrics)
        self.sockets = ConcurrencyLimit(settings.connections)
        # Uvicorn and Starlette have types of their own for the same calls.
        serve: Any = self._serve
        forwarded = ProxyHeadersMiddleware(serve, list(settings.proxies))
        self._forwarded: Any = forwarded
        self.is_proxy: Callable[[str], bool] = forwarded.trusted_hosts.__contains__

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let something in, or refuse it."""
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
                told = Problem("internal", "something went wrong here; it has been written down")
                await problem_response(500, told)(scope, receive, send_on)
        self._count(scope, status, monotonic() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(HTTPConnection(scope))
        refusal = self._refusal(scope)
        if refusal is None and not self.sockets.acquire(address):
            refusal = self._refuse(429, TOO_MANY, "too many connections of this address")
        if refusal is not None:
            self.metrics.socket_refused()
            await refuse_socket(refusal, scope, receive, send)
            return
        self.metrics.socket_opened()
        try:
            await self.app(scope, receive, send)
        except OSError:
            _log.debug("a client was gone before its socket was opened")
        except Exception:
            _log.exception("a socket failed")
        finally:
            self.sockets.release(address)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not is_our_host(headers, self.names):
            return self._refuse(421, "other-host", "this server does not answer to that name")
        if scope.get("method") not in _SAFE and not is_our_origin(headers):
            return self._refuse(403, "other-origin", "pages of other sites may not ask this")
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
        # One page is some two hundred files; and whoever is refused for sending too much must not
        # fill the log instead.
        if operation == PAGE or status == 429:
            return
        fields = {"operation": operation, "status": status, "ms": round(seconds * 1000, 1)}
        level = logging.WARNING if status >= 500 else logging.INFO
        _log.log(logging.DEBUG if operation in _MONITORING else level, "request", extra=fields)


async def refuse_socket(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a socket's handshake with a problem instead of opening it."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})
