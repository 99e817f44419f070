"""The application: the HTTP API, the socket, health, metrics, and the page if there is one."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from kheper.server.config import Settings
from kheper.server.http import health
from kheper.server.http.middleware import OPERATION, GuardMiddleware, refuse_socket
from kheper.server.http.openapi import document
from kheper.server.http.operations import Services, endpoint
from kheper.server.http.page import SOCKET, page_routes
from kheper.server.http.problems import Problem, problem_response
from kheper.server.http.routes import OPERATIONS
from kheper.server.http.sign_in import guest_of
from kheper.server.live import LiveMatches
from kheper.server.match.seats import Actor
from kheper.server.metrics import measure_lag
from kheper.server.store.base import Store, StoreError, Unavailable
from kheper.server.ws.connection import EXTENSION, Allowance, Connection
from kheper.server.ws.session import serve

_STORE_SECONDS = 30
# The period, in seconds, in which a connection may send `Settings.messages` frames.
ALLOWANCE_SECONDS = 20.0


def milliseconds() -> int:
    """Return the time, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def app(
    store: Store, live: LiveMatches, settings: Settings, clock: Callable[[], int] = milliseconds
) -> GuardMiddleware:
    """Return the application; the store and the live matches start and stop with it."""
    metrics = live.registry.metrics
    services = Services(store, live, settings, metrics, clock)

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        await _open(store)
        try:
            await live.start()
            async with _running(measure_lag(metrics)):
                yield
            await live.stop()
        finally:
            await store.close()

    inner = Starlette(
        routes=[*_api(services), *health.routes(services), *page_routes(settings)],
        exception_handlers={HTTPException: _refused},
        lifespan=lifespan,
    )
    return GuardMiddleware(Dispatcher(services, inner, settings), settings, metrics)


@asynccontextmanager
async def _running(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Run a task until the end of the block."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _open(store: Store) -> None:
    """Open the store, and wait for a database that is restarting."""
    deadline = time.monotonic() + _STORE_SECONDS
    while True:
        try:
            return await store.open()
        except Unavailable:
            if time.monotonic() > deadline:
                raise
        await asyncio.sleep(0.1)


def _api(services: Services) -> list[BaseRoute]:
    described = msgspec.json.encode(document(OPERATIONS))
    routes: list[BaseRoute] = [
        Route(each.path, endpoint(services, each), methods=[each.method]) for each in OPERATIONS
    ]
    openapi = Route("/api/openapi.json", partial(_constant, described), methods=["GET"])
    return [openapi, *routes]


async def _constant(body: bytes, request: Request) -> Response:
    request.scope[OPERATION] = "openapi"
    return Response(body, media_type="application/json")


class Dispatcher:
    """Serves sockets, and passes requests on to the HTTP routes."""

    def __init__(self, services: Services, http: ASGIApp, settings: Settings) -> None:
        self.services = services
        self.http = http
        self.messages = settings.messages

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request or a socket."""
        if scope["type"] != "websocket":
            await self.http(scope, receive, send)
            return
        who, refusal = await self._guest(scope)
        if who is None:
            await refuse_socket(refusal, scope, receive, send)
        else:
            await receive()  # websocket.connect
            connection: Connection = scope["extensions"][EXTENSION]
            await connection.accept(Allowance(self.messages, ALLOWANCE_SECONDS))
            await serve(self.services.live, who, connection)
            await connection.wait_closed()

    async def _guest(self, scope: Scope) -> tuple[Actor | None, Response]:
        """Return the guest of a socket, or None and the response that refuses it."""
        if scope["path"] != SOCKET:
            return None, problem_response(404, Problem("no-page", f"the socket is at {SOCKET}"))
        try:
            who = await guest_of(self.services.store, HTTPConnection(scope))
        except StoreError:
            sentence = "the server cannot read at the moment: try again"
            return None, problem_response(503, Problem("unavailable", sentence), 1)
        sentence = "you are not a guest yet: POST /api/guest first"
        return who, problem_response(401, Problem("no-guest", sentence))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    codes = {404: "no-page", 405: "no-method"}
    answer = problem_response(
        error.status_code,
        Problem(codes.get(error.status_code, "refused"), f"{error.detail}"),
    )
    answer.headers.update(error.headers or {})
    return answer
