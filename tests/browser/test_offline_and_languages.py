"""The page itself: it opens without the server once it was there, and speaks every language."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from playwright.sync_api import expect

from tests.browser.local_server import LocalServer
from tests.browser.visitor import PATIENCE, Visitor

LANGUAGES = "en fr de it es pt nl ru".split()
# What a game needs is kept last.
KEPT = """async () => !!(await caches.match("/games/scarab/draw/play-area.js"))
    && !!(await caches.match("/games/scarabya/draw/play-area.js"))
    && !!(await caches.match("/api/tiles"))"""


def test_after_a_first_visit_it_opens_without_the_server(
    visit: Callable[..., Visitor], server: LocalServer
) -> None:
    visitor = visit()
    visitor.go()
    _wait_until_kept(visitor)
    with visitor.faults.offline(), server.away():
        visitor.page.reload()
        expect(visitor.find(".home .game")).to_have_count(2)
        visitor.go("rules/scarab")
        expect(visitor.find(".rules-section").first).to_be_visible()
    visitor.go()
    visitor.find("[data-kind=short]").click()
    expect(visitor.find(".scarab-cell-live").first).to_be_attached()


def _wait_until_kept(visitor: Visitor) -> None:
    deadline = monotonic() + PATIENCE / 1000
    while not visitor.page.evaluate(KEPT):
        assert monotonic() < deadline, "the page is not kept in the browser"
        visitor.page.wait_for_timeout(100)


def test_every_language_can_be_chosen_at_any_time(visit: Callable[..., Visitor]) -> None:
    visitor = visit("nl-NL")
    visitor.go()
    visitor.assert_speaks("nl")
    visitor.find("[data-kind=duel]").click()
    expect(visitor.find(".scarabya-playing")).to_have_count(1)
    visitor.find(".top-links button:last-child").click()
    turn = visitor.find(".room-turn")
    words = {before := turn.inner_text()}
    for language in LANGUAGES:
        visitor.find(".preferences select").select_option(language)
        expect(turn).not_to_have_text(before)
        visitor.assert_speaks(language)
        words.add(before := turn.inner_text())
    assert len(words) == len(LANGUAGES)
