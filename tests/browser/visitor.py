"""A person with a browser of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.fault_log import FaultLog
from tests.browser.local_server import LocalServer
from tests.cli.shell import kheper

# Generous, for busy machines; a wait ends as soon as its condition holds.
PATIENCE = 120_000
MINUS = "\N{MINUS SIGN}"
# A key without words is shown itself.
KEY = re.compile(r"\b(?:page|scarabya?|rules|guide|refusals|bots)\.[a-z]+[\w.-]*")

# The game at this table is over.
OVER = ".room-turn[data-turn=over]"

expect.set_options(timeout=PATIENCE)


class Visitor:
    """A browser context with one page and a log of its faults."""

    def __init__(
        self, browser: Browser, server: LocalServer, locale: str = "en-GB", **how: Any
    ) -> None:
        self.context = browser.new_context(base_url=server.address, locale=locale, **how)
        self.context.set_default_timeout(PATIENCE)
        self.faults = FaultLog(self.context)
        self.page: Page = self.context.new_page()

    def close(self) -> None:
        """Close the browser, and fail if anything went wrong."""
        self.context.close()
        assert not self.faults.found, "\n".join(self.faults.found)

    # The page.

    def find(self, selector: str) -> Locator:
        """Return the elements that match a selector."""
        return self.page.locator(selector)

    def go(self, fragment: str = "") -> None:
        """Open the page, or another screen of it."""
        self.page.goto(f"/#{fragment}")
        expect(self.find("#main > *")).to_be_visible()

    @property
    def turn(self) -> str:
        """Whose turn it is: `yours`, `of-yours`, `theirs`, `over`."""
        return self.find(".room-turn").get_attribute("data-turn") or ""

    @property
    def scores(self) -> list[int]:
        """The points that are shown beside each seat."""
        shown = self.find(".seat-score").evaluate_all(
            "all => all.map(e => e.firstChild.textContent)"
        )
        return [int(text.replace(MINUS, "-")) for text in shown]

    def assert_speaks(self, language: str) -> None:
        """Assert the page's language, and that no key is shown instead of words."""
        expect(self.find(f"html[lang={language}]")).to_have_count(1)
        assert not KEY.findall(self.find("body").inner_text())

    # By keyboard.

    def press(self, *keys: str) -> None:
        """Press keys, one after another."""
        for key in keys:
            self.page.keyboard.press(key)

    def tab_to(self, selector: str) -> None:
        """Go to an element by Tab alone."""
        for _ in range(120):
            self.press("Tab")
            if self.find(f":focus:is({selector})").count():
                return
        raise AssertionError(f"Tab never reaches {selector}")

    def choose(self, selector: str, value: str) -> None:
        """Choose in a list by keyboard alone."""
        self.tab_to(selector)
        self.press("Home")
        for _ in range(30):
            if self.find(selector).input_value() == value:
                return
            self.press("ArrowDown")
        raise AssertionError(f"{selector} has no {value}")

    # The connection.

    @contextmanager
    def offline(self) -> Iterator[None]:
        """Be cut off from the server; come back afterwards."""
        with self.faults.offline():
            self.context.set_offline(True)
            yield
            self.context.set_offline(False)
            expect(self.find(".notice-lasting")).to_have_count(0)

    # The end.

    def record(self, button: Locator, folder: Path) -> dict[str, Any]:
        """Save the record with a button of the page, and let `kheper replay` play it through."""
        with self.page.expect_download() as saved:
            button.press("Enter")
        path = folder / saved.value.suggested_filename
        saved.value.save_as(path)
        told = kheper("replay", str(path), "--json")
        assert told.exit_code == 0, told.output
        return dict(json.loads(told.output))
