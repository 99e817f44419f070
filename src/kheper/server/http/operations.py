"""What all operations of the HTTP API share: their services, bodies, queries and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from kheper.core.errors import KheperError, NotationError, SetupError
from kheper.core.grid import clip
from kheper.server.config import Settings
from kheper.server.http.limits import Quota, address_of
from kheper.server.http.middleware import OPERATION
from kheper.server.http.problems import Problem, problem_response
from kheper.server.http.sign_in import guest_of
from kheper.server.live import LiveMatches
from kheper.server.match.seats import Actor
from kheper.server.metrics import Metrics
from kheper.server.refusals import refuse
from kheper.server.store.base import Store, StoreError, Unknown

# The most bytes of a body, and the most seconds it may take.
LONGEST_BODY = 65_536
BODY_SECONDS = 10
_HOUR = 3600
_STATUS = {
    "no-match": 404,
    "no-guest": 401,
    "guest-already": 409,
    "too-many": 429,
    "too-large": 413,
    "too-slow": 408,
    "no-json": 415,
    "unavailable": 503,
    "busy": 503,
    "shutdown": 503,
    **dict.fromkeys(("not-host", "not-your-seat", "not-arranger", "not-allowed", "watching"), 403),
}


class TooManyError(KheperError):
    """A quota is used up for `wait` seconds."""

    def __init__(self, sentence: str, wait: float) -> None:
        super().__init__(None, sentence, code="too-many")
        self.wait = wait


class Services:
    """What operations use: the store, the live matches, the quotas."""

    def __init__(
        self,
        store: Store,
        live: LiveMatches,
        settings: Settings,
        metrics: Metrics,
        clock: Callable[[], int],
    ) -> None:
        self.store = store
        self.live = live
        self.settings = settings
        self.metrics = metrics
        self.clock = clock
        self.quotas = {
            "guests": Quota(settings.guests, _HOUR),
            "matches": Quota(settings.matches, _HOUR),
            "records": Quota(settings.records, _HOUR),
        }
        # Reading a record is slow: one at a time, so that matches are not delayed.
        self.reading = asyncio.Semaphore(1)


class Call(NamedTuple):
    """A request to an operation: its body, its query, and the guest."""

    services: Services
    request: Request
    body: Any
    query: Any
    who: Actor | None

    @property
    def guest(self) -> Actor:
        """The guest, in an operation that only guests may call."""
        assert self.who is not None
        return self.who


class Operation(NamedTuple):
    """An operation of the API, from which its route and its documentation are generated."""

    method: str
    path: str
    answer: Callable[[Call], Awaitable[Any]]
    summary: str
    # Types of the answer, the body and the query; a str is sent as text of the medium, None is
    # an empty answer.
    gives: Any
    takes: Any = None
    query: type[Struct] | None = None
    medium: str = "text/plain"
    status: int = 200
    # Whether only guests may call it, and which quota it counts against.
    guests: bool = False
    quota: str = ""
    refusals: tuple[int, ...] = ()

    @property
    def name(self) -> str:
        """The operation's id."""
        return self.answer.__name__


def endpoint(services: Services, operation: Operation) -> Callable[[Request], Awaitable[Response]]:
    """Return the function that Starlette calls for an operation."""

    async def answer(request: Request) -> Response:
        request.scope[OPERATION] = operation.name
        try:
            return await _answer(services, operation, request)
        except KheperError as error:
            services.metrics.refused(error.code)
            wait = error.wait if isinstance(error, TooManyError) else 0
            return problem_response(status_of(error), _problem(error), wait)
        except StoreError as error:
            services.metrics.refused("unavailable")
            return problem_response(503, Problem("unavailable", _outage(operation, error)), 1)

    return answer


def _outage(operation: Operation, error: StoreError) -> str:
    """Return the sentence for a request that failed because of the store."""
    if isinstance(error, Unknown):
        return "it is unknown whether that was written: check, then try again"
    if operation.method == "GET":
        return "the server cannot read at the moment: try again"
    return "the server cannot write at the moment: nothing was done, try again"


async def _answer(services: Services, operation: Operation, request: Request) -> Response:
    body = await _body(request, operation.takes) if operation.takes is not None else None
    query = _query(request, operation.query) if operation.query is not None else None
    who = await guest_of(services.store, request)
    if operation.guests and who is None:
        raise refuse("no-guest", "you are not a guest yet: POST /api/guest first")
    if operation.quota and (wait := services.quotas[operation.quota].wait(address_of(request))):
        raise TooManyError(f"too many {operation.quota} from this address: wait a while", wait)
    given = await operation.answer(Call(services, request, body, query, who))
    if isinstance(given, Response):
        return given
    if isinstance(given, str):
        return Response(given, operation.status, _NO_STORE, operation.medium)
    return reply(given, operation.status)


_NO_STORE = {"cache-control": "no-store"}


def reply(given: Any, status: int = 200) -> Response:
    """Return an answer in JSON, which must not be cached."""
    return Response(msgspec.json.encode(given), status, _NO_STORE, "application/json")


def status_of(error: KheperError) -> int:
    """Return the HTTP status of a refusal: 400 if it is malformed, 409 if not possible now."""
    senseless = isinstance(error, NotationError | SetupError)
    return _STATUS.get(error.code, 400 if senseless else 409)


def _problem(error: KheperError) -> Problem:
    sentence = clip(error.sentence, 400)
    return Problem(error.code, sentence, error.rule or "", error.line or 0, error.column or 0)


async def _body(request: Request, takes: Any) -> Any:
    """Read a body within its limits, and decode it."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise refuse("no-json", "the body must be sent as application/json")
    try:
        async with asyncio.timeout(BODY_SECONDS):
            body = await _bytes(request)
        return msgspec.json.decode(body, type=takes)
    except TimeoutError:
        raise refuse("too-slow", "the body took too long") from None
    except (msgspec.MsgspecError, RecursionError, ValueError, ClientDisconnect) as error:
        raise NotationError(None, f"cannot read the body: {clip(str(error), 200)}") from None


async def _bytes(request: Request) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > LONGEST_BODY:
            raise refuse("too-large", f"a body has at most {LONGEST_BODY} bytes")
        parts.append(part)
    return b"".join(parts)


def _query(request: Request, query: type[Struct]) -> Any:
    try:
        pairs = request.query_params.multi_items()
        if len(pairs) != len(dict(pairs)):
            raise msgspec.ValidationError("a parameter is given twice")
        return msgspec.convert(dict(pairs), query, strict=False)
    except (msgspec.ValidationError, ValueError) as error:
        raise NotationError(None, f"cannot read the query: {clip(str(error), 200)}") from None
