"""Run the server: one process, or several that share a socket and a PostgreSQL database."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from multiprocessing.process import BaseProcess
from random import SystemRandom
from time import monotonic, sleep
from types import FrameType
from typing import Any, NamedTuple

import uvicorn

from kheper.core.errors import SetupError
from kheper.server import garbage_collection
from kheper.server.app import app, milliseconds
from kheper.server.config import Settings
from kheper.server.http.connection import http_protocol
from kheper.server.http.middleware import GuardMiddleware
from kheper.server.live import LiveMatches, Registry
from kheper.server.live.bot_pool import BotPool
from kheper.server.logging import LIFECYCLE, hidden, set_up
from kheper.server.store import store_at
from kheper.server.store.base import Store, StoreError
from kheper.server.ws.connection import Connection

_log = logging.getLogger(LIFECYCLE)

# Frames up to this size are read, so that one that is too long can be refused by a message.
_LONGEST_READ = 65_536
_SIGNALS = (signal.SIGINT, signal.SIGTERM)
# The server gives up if this many workers fail before any has served. Later it starts failed
# workers again, after a pause in seconds.
_MOST_FAILURES = 3
_PAUSE = 1.0
# Workers are forked on Linux: this process has no threads yet, and has imported everything.
_START = "fork" if sys.platform == "linux" else "spawn"
# Seconds in which workers must end.
_PATIENCE = 10.0
# Seconds to wait for the port: workers whose parent was killed soon release it.
_PORT_PATIENCE = 1.0


class Server(uvicorn.Server):
    """Uvicorn's server, which reports when it serves, and ends sessions before it stops."""

    def __init__(
        self, config: uvicorn.Config, live: LiveMatches, ready: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self.live = live
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and report it."""
        await super().startup(sockets)
        self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, finish pending writes, end all sessions, and stop."""
        for server in self.servers:
            server.close()
        await self.live.stop()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Stop on a signal, without raising it again afterwards."""
        if threading.current_thread() is not threading.main_thread():
            yield
            return
        before = {each: signal.signal(each, self.handle_exit) for each in _SIGNALS}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


def serve(settings: Settings, ready: Callable[[str], None]) -> None:
    """Serve until a signal comes; `ready` is called with the address once clients can connect."""
    set_up()
    asyncio.run(_check_store(settings))
    listener = _bound(settings)
    address = address_of(listener)

    def started() -> None:
        ready(address)
        _log.info("server started", extra={"address": address, "workers": settings.workers})

    if settings.workers == 1:
        _run(settings, listener, started)
    else:
        _supervise(settings, listener, started)
    _log.info("server stopped")


async def _check_store(settings: Settings) -> None:
    """Open the store once, so that a failure becomes a clear error."""
    store = store_at(settings.database or None)
    try:
        await store.open()
    except StoreError as error:
        sentence = f"cannot use the database: {hidden(str(error))}"
        raise SetupError(None, sentence, code="bad-settings") from None
    await store.close()


def _bound(settings: Settings) -> socket.socket:
    deadline = monotonic() + _PORT_PATIENCE
    while True:
        try:
            return _listener(settings)
        except OSError as error:
            if error.errno == errno.EADDRINUSE and monotonic() < deadline:
                sleep(0.02)
                continue
            where = f"{settings.host}, port {settings.port}"
            raise SetupError(
                None, f"cannot listen at {where}: {error.strerror}", code="bad-settings"
            ) from None


def _listener(settings: Settings) -> socket.socket:
    family, kind, _, _, place = socket.getaddrinfo(
        settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
    )[0]
    listener = socket.socket(family, kind)
    try:
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except OSError:
        listener.close()
        raise
    listener.set_inheritable(True)
    return listener


def address_of(listener: socket.socket) -> str:
    """Return the address of the server for a browser on this machine."""
    host, port = listener.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - it is shown only
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _run(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve in this process."""
    store = store_at(settings.database or None, writer_process=True)
    live = live_matches(store, settings)
    application = app(store, live, settings)

    def started() -> None:
        garbage_collection.tune()
        live.registry.spawn(garbage_collection.collect_when_idle(lambda: live.registry.events))
        ready()

    Server(uvicorn_config(application, settings), live, started).run(sockets=[listener])


def live_matches(store: Store, settings: Settings) -> LiveMatches:
    """Return the live matches of a process, which draw from the system's random source."""
    bots = BotPool(settings.bots or max(1, (os.cpu_count() or 2) - 1), warm=True)
    return LiveMatches(Registry(store, bots, milliseconds, SystemRandom()))


def uvicorn_config(application: GuardMiddleware, settings: Settings) -> uvicorn.Config:
    """Return uvicorn's configuration."""
    return uvicorn.Config(
        application,
        http=http_protocol(settings, application),
        ws=Connection,
        ws_max_size=_LONGEST_READ,
        # Compression would take more memory for each connection than everything else.
        ws_per_message_deflate=False,
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,  # our middleware reads them
        timeout_graceful_shutdown=5,
    )


class _ServerProcess(NamedTuple):
    """One of several processes that serve."""

    process: BaseProcess
    # 1 once it serves; without a lock, which a killed process might never release.
    served: Any


def _work(settings: Settings, listener: socket.socket, served: Any) -> None:
    """Serve as one of several processes, until the parent ends."""
    for each in _SIGNALS:
        signal.signal(each, signal.SIG_DFL)
    set_up()
    threading.Thread(target=_follow_parent, name="parent", daemon=True).start()

    def ready() -> None:
        served.value = 1

    _run(settings, listener, ready)


def _follow_parent() -> None:
    """End when the parent has ended, which would leave the port in use."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    # The parent's pipe is no sign of life: workers that were forked later hold it open.
    while parent.is_alive() and os.getppid() == parent.pid:
        sleep(0.1)
    signal.raise_signal(signal.SIGTERM)
    sleep(_PATIENCE)
    os._exit(1)


def _supervise(settings: Settings, listener: socket.socket, ready: Callable[[], None]) -> None:
    """Keep several processes running until a signal comes, then end them."""
    context: Any = multiprocessing.get_context(_START)
    stop = threading.Event()
    before = {each: signal.signal(each, _setter(stop)) for each in _SIGNALS}

    def start() -> _ServerProcess:
        served = context.RawValue("b", 0)
        process = context.Process(target=_work, args=(settings, listener, served))
        process.start()
        return _ServerProcess(process, served)

    workers = [start() for _ in range(settings.workers)]
    failures, is_ready = 0, False
    try:
        while not stop.wait(0.1):
            if not is_ready and any(worker.served.value for worker in workers):
                is_ready = True
                ready()
            for place, worker in enumerate(workers):
                if not worker.process.is_alive():
                    failures += not worker.served.value
                    if failures >= _MOST_FAILURES and not is_ready:
                        raise SetupError(None, "the workers do not start", code="bad-settings")
                    _log.warning("a worker has ended: starting another one")
                    stop.wait(0.0 if worker.served.value else _PAUSE)
                    workers[place] = start()
    finally:
        _end([worker.process for worker in workers])
        for each, handler in before.items():
            signal.signal(each, handler)


def _end(workers: list[BaseProcess]) -> None:
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join(_PATIENCE)
        if worker.is_alive():
            worker.kill()
            worker.join()


def _setter(stop: threading.Event) -> Callable[[int, FrameType | None], None]:
    def caught(_signal: int, _frame: FrameType | None) -> None:
        stop.set()

    return caught
