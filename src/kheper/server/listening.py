"""Connections before they have said anything: so many of an address, and not for ever."""

from __future__ import annotations

import asyncio

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from kheper.server.security import Crowd, household
from kheper.server.settings import Settings

# How long the head of a request may take to come, and how many bytes it may have.
HEAD_SECONDS = 15.0
LONGEST_HEAD = 65_536


def guarded(settings: Settings) -> type[asyncio.Protocol]:
    """Return uvicorn's HTTP protocol, with a quota of connections and no endless heads."""
    crowd = Crowd(settings.connections)
    proxies = frozenset(settings.proxies)

    class Guarded(HttpToolsProtocol):
        """A connection that is counted until it ends, or becomes a socket."""

        _address = ""
        _entered = False
        _head = 0
        _hurry: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            """Let a connection in, if its address has not too many."""
            super().connection_made(transport)
            host = self.client[0] if self.client else ""
            self._address = household(host)
            self._entered = host not in proxies and crowd.enter(self._address)
            if self._entered or host in proxies:
                self._expect_head()
            else:
                transport.abort()

        def data_received(self, data: bytes) -> None:
            """Read on, unless a head has no end."""
            self._head += len(data)
            super().data_received(data)
            if self._hurry is not None and self._head > LONGEST_HEAD:
                self.transport.abort()

        def on_message_begin(self) -> None:
            """Expect a head within its time."""
            super().on_message_begin()
            self._expect_head()

        def on_headers_complete(self) -> None:
            """Take all the time for the rest; a body has limits of its own."""
            self._calm_down()
            super().on_headers_complete()

        def handle_websocket_upgrade(self) -> None:
            """Hand over to the socket, which is counted elsewhere."""
            self._gone()
            super().handle_websocket_upgrade()

        def connection_lost(self, exc: Exception | None) -> None:
            """Make room."""
            self._gone()
            super().connection_lost(exc)

        def _expect_head(self) -> None:
            if self._hurry is None:
                self._head = 0
                self._hurry = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

        def _calm_down(self) -> None:
            if self._hurry is not None:
                self._hurry.cancel()
                self._hurry = None

        def _gone(self) -> None:
            self._calm_down()
            if self._entered:
                self._entered = False
                crowd.leave(self._address)

    return Guarded
