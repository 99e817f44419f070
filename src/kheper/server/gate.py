"""The gate that every request and every socket comes through: checks, quotas, headers, counts."""

from __future__ import annotations

import logging
from time import monotonic

import msgspec
from msgspec import Struct
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kheper.server.metrics import Metrics
from kheper.server.security import (
    HEADERS,
    Crowd,
    Quota,
    address_of,
    is_our_host,
    is_our_origin,
    names_of,
)
from kheper.server.settings import Settings

_log = logging.getLogger(__name__)
_SAFE = ("GET", "HEAD", "OPTIONS")
# Where the gate and the log find what a request was about; never its path, which names rooms.
OPERATION = "kheper.operation"


class Problem(Struct, frozen=True, omit_defaults=True):
    """Why something was refused: a code, a sentence, and the rule or the place where there is."""

    code: str
    sentence: str
    rule: str = ""
    line: int = 0
    column: int = 0


def problem(status: int, told: Problem, wait: float = 0) -> Response:
    """Return the answer that tells a problem."""
    headers = {"retry-after": str(int(wait) + 1)} if wait else None
    return Response(msgspec.json.encode(told), status, headers, "application/json")


class Gate:
    """Refuses what is not meant for this server, comes from elsewhere, or is too much."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics
        self.names = names_of(settings)
        self.requests = Quota(settings.requests, 60)
        self.sockets = Crowd(settings.connections)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let something in, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
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
                await problem(500, told)(scope, receive, send_on)
        self._count(scope, status, monotonic() - began)

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = address_of(HTTPConnection(scope))
        refusal = self._refusal(scope)
        if refusal is None and not self.sockets.enter(address):
            refusal = problem(429, Problem("too-many", "too many connections of this address"))
        if refusal is not None:
            self.metrics.count("sockets_refused")
            await refuse_socket(refusal, scope, receive, send)
            return
        self.metrics.count("sockets")
        try:
            await self.app(scope, receive, send)
        except OSError:
            _log.debug("a client was gone before its socket was opened")
        except Exception:
            _log.exception("a socket failed")
        finally:
            self.sockets.leave(address)

    def _refusal(self, scope: Scope) -> Response | None:
        headers = Headers(scope=scope)
        if not is_our_host(headers, self.names):
            return problem(421, Problem("other-host", "this server does not answer to that name"))
        if scope.get("method") not in _SAFE and not is_our_origin(headers):
            return problem(403, Problem("other-origin", "pages of other sites may not ask this"))
        if wait := self.requests.wait(address_of(HTTPConnection(scope))):
            return problem(429, Problem("too-many", "too many requests of this address"), wait)
        return None

    def _count(self, scope: Scope, status: int, seconds: float) -> None:
        operation = scope.get(OPERATION, "other")
        self.metrics.count("requests", operation=operation, status=str(status))
        fields = {"operation": operation, "status": status, "ms": round(seconds * 1000, 1)}
        level = logging.DEBUG if operation in ("health", "metrics") else logging.INFO
        _log.log(level, "request", extra=fields)


async def refuse_socket(answer: Response, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer a socket's handshake with a problem instead of opening it."""
    await receive()
    if "websocket.http.response" in scope.get("extensions", {}):
        await answer(scope, receive, send)
    else:
        await send({"type": "websocket.close", "code": 1008})
