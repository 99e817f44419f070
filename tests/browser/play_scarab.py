"""Plays SCARAB by mouse, keyboard and touch, to the stones that the page lights."""

from __future__ import annotations

from random import Random

from playwright.sync_api import Locator, expect

from tests.browser.visitor import OVER, Visitor

LIVE = ".scarab-cell-live"


def may_walk(visitor: Visitor) -> bool:
    """Wait for a turn or the end; return whether there is a turn."""
    visitor.find(f"{LIVE}, {OVER}").first.wait_for(state="attached")
    return visitor.turn != "over"


def _any(found: Locator, rng: Random) -> Locator:
    return found.nth(rng.randrange(found.count()))


def by_mouse(visitor: Visitor, rng: Random) -> None:
    """Click a lit stone and confirm; with an ankh bring a stone back, or do without."""
    _any(visitor.find(LIVE), rng).click()
    ways = visitor.find(".scarab-ways button")
    if ways.count():
        ways.last.click()
    visitor.find(".scarab-confirm").click()
    chips = visitor.find(".scarab-chip")
    if not chips.count():
        return
    if rng.random() < 0.3:
        visitor.find(".scarab-decline").click()
        return
    _any(chips, rng).click()
    back = _any(visitor.find(LIVE), rng)
    back.click()
    back.click()


def by_touch(visitor: Visitor, rng: Random) -> None:
    """Tap a lit stone, and once more; an ankh is declined."""
    stone = _any(visitor.find(LIVE), rng).get_attribute("data-square")
    visitor.find(f"[data-square='{stone}']").tap()
    expect(visitor.find(".scarab-confirm")).to_be_enabled()
    visitor.find(f"[data-square='{stone}']").tap()
    if visitor.find(".scarab-chip").count():
        visitor.find(".scarab-decline").tap()


def by_keyboard(visitor: Visitor, rng: Random) -> None:
    """Jump from legal stone to legal stone, and press Enter twice; bring a stone back by keys."""
    visitor.press(rng.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
    visitor.press(*(["n"] * rng.randint(0, 3)))
    visitor.press("Enter", "Enter")
    if not visitor.find(".scarab-chip").count():
        return
    expect(visitor.find(".scarab-chip:focus")).to_have_count(1)
    visitor.press("ArrowRight", "Enter")
    visitor.press("n", "Enter", "Enter")
