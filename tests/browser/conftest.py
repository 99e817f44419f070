"""Fixtures of the browser tests: the browser, a server, and visitors."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import chromium
from tests.browser.local_server import LocalServer
from tests.browser.visitor import Visitor
from tests.debian import CannotInstallError


# Package scope: while it is active, Playwright occupies the thread's event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium; one for each test process."""
    with ExitStack() as stack:
        try:
            found = stack.enter_context(chromium())
        except CannotInstallError as error:
            pytest.skip(str(error))
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalServer]:
    """A running server; one for each test process."""
    server = LocalServer(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def visit(browser: Browser, server: LocalServer) -> Iterator[Callable[..., Visitor]]:
    """Return a function that opens visitors; any fault in their browsers fails the test."""
    visitors: list[Visitor] = []

    def come(locale: str = "en-GB", **how: object) -> Visitor:
        visitors.append(Visitor(browser, server, locale, **how))
        return visitors[-1]

    yield come
    with ExitStack() as stack:
        for visitor in visitors:
            stack.callback(visitor.close)
