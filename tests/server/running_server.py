"""A server for a test, on a real port, and people who write down every byte they are sent."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import SystemRandom
from typing import Any, NamedTuple, Self

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect

from kheper.server.app import app, milliseconds
from kheper.server.config import Settings
from kheper.server.live import LiveLimits, LiveMatches, Registry
from kheper.server.live.bot_pool import Bots, InlineBots
from kheper.server.main import Server, uvicorn_config
from kheper.server.store.sqlite.store import SqliteStore

PATIENCE = 30


class RunningServer(NamedTuple):
    """A running server."""

    port: int
    store: SqliteStore
    live: LiveMatches

    @property
    def address(self) -> str:
        """Where it is."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket(self) -> str:
        """Where its socket is."""
        return f"ws://127.0.0.1:{self.port}/api/socket"

    @asynccontextmanager
    async def person(self, name: str = "Anna") -> AsyncIterator[Person]:
        """Let somebody in, who becomes a guest."""
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as http:
            person = Person(self, http)
            await person.post("/api/guest", name=name)
            yield person

    @asynccontextmanager
    async def known(self, token: str) -> AsyncIterator[Person]:
        """Let a guest in who has a token already."""
        async with httpx.AsyncClient(base_url=self.address, timeout=PATIENCE) as http:
            http.cookies.set("kheper", token)
            yield Person(self, http)


class Person:
    """A guest, and everything the server has sent them."""

    def __init__(self, server: RunningServer, http: httpx.AsyncClient) -> None:
        self.server = server
        self.http = http
        # Bodies of answers, and frames; and headers apart, for a cookie is set in one.
        self.received: list[bytes] = []
        self.asked = 0

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask something over HTTP."""
        answer = await self.http.request(method, path, **more)
        self.received.append(answer.content)
        return answer

    async def get(self, path: str) -> Any:
        """Get something that is not refused."""
        answer = await self.ask("GET", path)
        assert answer.is_success, answer.text
        return answer.json()

    async def post(self, path: str, **body: Any) -> Any:
        """Post something that is not refused."""
        answer = await self.ask("POST", path, json=body)
        assert answer.is_success, answer.text
        return answer.json()

    async def command(self, match: str, kind: str, **fields: Any) -> httpx.Response:
        """Send a command over HTTP."""
        self.asked += 1
        body = {"type": kind, "id": f"http-{self.asked}", **fields}
        return await self.ask("POST", f"/api/matches/{match}/commands", json=body)

    @property
    def cookie(self) -> str:
        """The guest's cookie, as a browser sends it."""
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    @property
    def token(self) -> str:
        """The guest's token."""
        return self.http.cookies["kheper"]

    @asynccontextmanager
    async def at(self, match: str, follow: str = "facts", **more: Any) -> AsyncIterator[Chair]:
        """Follow a match."""
        async with self.connect(**more) as link:
            chair = Chair(self, link)
            await chair.send(type="hello", version=1, match=match, follow=follow)
            yield chair

    def connect(self, **headers: str) -> connect:
        """Open a socket."""
        given = {"Cookie": self.cookie, "Origin": self.server.address} | headers
        return connect(
            self.server.socket,
            additional_headers=given,
            max_size=None,
            compression=None,
            proxy=None,
        )


class Chair:
    """A connection to a match, and what it tells."""

    def __init__(self, person: Person, link: ClientConnection) -> None:
        self.person = person
        self.link = link
        self.view: dict[str, Any] = {}
        self.number = 0

    async def send(self, **message: Any) -> None:
        """Send a message."""
        await self.link.send(msgspec.json.encode(message).decode())

    async def command(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a command, and return its answer."""
        self.person.asked += 1
        id_ = f"socket-{self.person.asked}"
        await self.send(type=kind, id=id_, **fields)
        while (message := await self.next()).get("id") != id_:
            pass
        return message

    async def next(self) -> dict[str, Any]:
        """Return the next message."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.link.recv()
        raw = frame.encode() if isinstance(frame, str) else frame
        self.person.received.append(raw)
        message: dict[str, Any] = msgspec.json.decode(raw)
        self.number = max(self.number, message.get("number", 0))
        self.view = message.get("view") or self.view
        return message

    async def until(self, number: int) -> Self:
        """Read on until a number has been told with its view."""
        while self.number < number or not self.view:
            await self.next()
        return self


@asynccontextmanager
async def running(
    folder: Path,
    settings: Settings | None = None,
    limits: LiveLimits | None = None,
    clock: Callable[[], int] = milliseconds,
    bots: Bots | None = None,
) -> AsyncIterator[RunningServer]:
    """Run a server with a database in a folder; its bots think in this process, unless told."""
    settings = settings or Settings(guests=10_000, matches=10_000, requests=1_000_000)
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    store = SqliteStore(folder / "kheper.db")
    live = LiveMatches(
        Registry(store, bots or InlineBots(), clock, SystemRandom(), limits or LiveLimits())
    )
    ready = asyncio.Event()
    server = Server(uvicorn_config(app(store, live, settings, clock), settings), live, ready.set)
    task = asyncio.create_task(server.serve([listener]))
    port = listener.getsockname()[1]
    waiting = asyncio.create_task(ready.wait())
    await asyncio.wait([waiting, task], return_when=asyncio.FIRST_COMPLETED)
    assert ready.is_set()
    try:
        yield RunningServer(port, store, live)
    finally:
        server.should_exit = True
        await task
