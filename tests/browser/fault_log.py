"""A log of everything that goes wrong in a browser; any entry fails the test."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import BrowserContext, ConsoleMessage, Request, Response, WebError

# What Chromium itself writes to the console when a server cannot be reached.
OFFLINE = (
    "net::ERR_",
    "WebSocket connection to",
    "Failed to load resource",
    "Failed to fetch",
    "An unknown error occurred when fetching the script",  # the service worker's
)


class FaultLog:
    """Everything that went wrong in a browser context: console, errors, requests."""

    def __init__(self, context: BrowserContext) -> None:
        self.found: list[str] = []
        self._context = context
        self._offline = False
        context.on("console", self._console)
        context.on("weberror", self._error)
        context.on("requestfailed", self._failed)
        context.on("response", self._answered)

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Expect that the server cannot be reached; everything else is still a fault."""
        self._offline = True
        yield
        # Pending events are delivered before the answer to this.
        for page in self._context.pages:
            page.evaluate("0")
        self._offline = False

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning", "assert"):
            self._fault(f"console {message.type}: {message.text} ({message.location})")

    def _error(self, error: WebError) -> None:
        self._fault(f"uncaught: {error.error}")

    def _failed(self, request: Request) -> None:
        self._fault(f"request failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self._fault(f"answered {response.status}: {response.url}")

    def _fault(self, text: str) -> None:
        if not (self._offline and any(part in text for part in OFFLINE)):
            self.found.append(text)
