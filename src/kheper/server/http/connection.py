"""An HTTP connection with limits, which apply before a request reaches the application."""

from __future__ import annotations

import asyncio
from typing import ClassVar

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from kheper.server.config import Settings
from kheper.server.http.limits import TOO_MANY, ConcurrencyLimit, network_of
from kheper.server.http.middleware import OVER_QUOTA, GuardMiddleware
from kheper.server.http.problems import Problem, problem_response
from kheper.server.http.security import HEADERS

# The most seconds, bytes and lines of a request's head.
HEAD_SECONDS = 15.0
LONGEST_HEAD = 65_536
MOST_HEADERS = 128
# Pipelined requests that may wait on a connection.
MOST_QUEUED = 8
# Chunks of a body in one read; only chunks of a few bytes are more.
MOST_CHUNKS = 1024


class _Answer:
    """An encoded response of the connection itself, which is closed after it."""

    def __init__(self, status: int, problem: Problem, wait: float = 0) -> None:
        response = problem_response(status, problem, wait)
        response.headers.update({**HEADERS, "connection": "close"})
        lines = [b"%s: %s\r\n" % pair for pair in response.raw_headers]
        self.head = b"".join([STATUS_LINE[status], *lines, b"\r\n"])
        self.whole = self.head + bytes(response.body)
        self.status = status
        self.code = problem.code


class _StopParsingError(Exception):
    """Raised in a callback of the parser to stop it within a read."""

    def __init__(self, answer: _Answer) -> None:
        super().__init__(answer.code)
        self.answer = answer


_MALFORMED = _Answer(400, Problem("bad-request", "the server cannot read this request"))
_PIPELINED = _Answer(
    400, Problem("pipelined", f"at most {MOST_QUEUED} requests may wait on a connection")
)


class _Shared:
    """What the connections of a server share."""

    def __init__(self, settings: Settings, guard: GuardMiddleware) -> None:
        self.guard = guard
        self.crowd = ConcurrencyLimit(settings.connections)
        self.over_quota = _Answer(429, OVER_QUOTA, guard.requests.longest_wait)


def http_protocol(settings: Settings, guard: GuardMiddleware) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP protocol with limits that are checked before a task is created.

    The middleware checks the quota of clients behind a trusted proxy, whose addresses it knows.
    """
    return type("HttpConnection", (HttpConnection,), {"shared": _Shared(settings, guard)})


class HttpConnection(HttpToolsProtocol):
    """A connection with limits; it is counted until it ends, or becomes a socket."""

    # Set by `http_protocol`.
    shared: ClassVar[_Shared]

    _address = ""
    _entered = False
    _is_proxy = False
    _head = 0
    _chunks = 0
    _head_timer: asyncio.TimerHandle | None = None
    # The last response: set when reading stops, and sent after all earlier responses.
    _last: _Answer | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless its address has too many."""
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        self._is_proxy = self.shared.guard.is_proxy(host)
        self._address = network_of(host)
        self._entered = not self._is_proxy and self.shared.crowd.acquire(self._address)
        if self._entered or self._is_proxy:
            self._expect_head()
        else:
            self.shared.guard.metrics.refused(TOO_MANY)
            transport.abort()

    def data_received(self, data: bytes) -> None:
        """Parse a read, up to a request that is refused."""
        if self._last is not None:
            return
        self._unset_keepalive_if_required()
        self._head += len(data)
        self._chunks = 0
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except httptools.HttpParserError as error:
            stop = error.__context__
            self._end_with(stop.answer if isinstance(stop, _StopParsingError) else _MALFORMED)
        if self._head_timer is not None and self._head > LONGEST_HEAD:
            self.transport.abort()

    def on_message_begin(self) -> None:
        """Start the timer of a head, unless too many requests wait."""
        if len(self.pipeline) >= MOST_QUEUED:
            raise _StopParsingError(_PIPELINED)
        super().on_message_begin()
        self._expect_head()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Add a header, up to the limit."""
        if len(self.headers) >= MOST_HEADERS:
            raise _StopParsingError(_MALFORMED)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Check the quota once the head is complete."""
        self._cancel_head_timer()
        if not self._is_proxy and self.shared.guard.requests.wait(self._address):
            raise _StopParsingError(self.shared.over_quota)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Add a chunk of a body, up to the limit in one read."""
        self._chunks += 1
        if self._chunks > MOST_CHUNKS:
            raise _StopParsingError(_MALFORMED)
        super().on_body(body)

    def on_response_complete(self) -> None:
        """Continue with the next request, or close after the last response."""
        super().on_response_complete()
        if self._last is not None and not self._is_busy():
            self._close_with(self._last)

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection over to the WebSocket, which the middleware counts."""
        self._release_slot()
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Release the connection's slot."""
        self._release_slot()
        super().connection_lost(exc)

    def _upgrade(self) -> None:
        if self._is_busy():
            self._end_with(_PIPELINED)  # pending responses would mix with the socket's frames
        elif self._should_upgrade():
            self.handle_websocket_upgrade()

    def _is_busy(self) -> bool:
        # Uvicorn's annotation omits that it is None at first.
        return self.cycle is not None and not self.cycle.response_complete  # type: ignore[redundant-expr]

    def _end_with(self, answer: _Answer) -> None:
        """Finish the complete requests, then send this response and close."""
        self._last = answer
        self._cancel_head_timer()
        self.shared.guard.metrics.request("other", answer.status)
        if answer is not self.shared.over_quota:  # the limit counts its own refusals
            self.shared.guard.metrics.refused(answer.code)
        if not self._is_busy():
            self._close_with(answer)
        elif self.cycle.more_body:
            # The fault is in the body of the present request, which will never be complete.
            if self.cycle.response_started or self.pipeline:
                self.transport.close()
            else:
                self._close_with(answer)

    def _close_with(self, answer: _Answer) -> None:
        if not self.transport.is_closing():
            is_head = answer is self.shared.over_quota and self.parser.get_method() == b"HEAD"
            self.transport.write(answer.head if is_head else answer.whole)
            self.transport.close()

    def _expect_head(self) -> None:
        if self._head_timer is None:
            self._head = 0
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _cancel_head_timer(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _release_slot(self) -> None:
        self._cancel_head_timer()
        if self._entered:
            self._entered = False
            self.shared.crowd.release(self._address)
