"""Plays Scarabya by mouse, keyboard and touch, wherever the page allows it."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.browser.visitor import OVER, Visitor

PLAYING = ".scarabya-playing"
LEGAL = ".scarabya-chip-legal:not([hidden])"
SIDE = 10


def places_now(visitor: Visitor) -> bool:
    """Return whether a tile can be placed now; a sent one cannot."""
    return visitor.find(PLAYING).count() > 0


def is_over(visitor: Visitor) -> bool:
    """Say whether the game is over."""
    return visitor.find(OVER).count() > 0


def may_place(visitor: Visitor) -> bool:
    """Wait for a turn or the end; return whether there is a turn."""
    visitor.find(f"{PLAYING}, {OVER}").first.wait_for(state="attached")
    return not is_over(visitor)


def card(visitor: Visitor) -> str:
    """The letter of the open mission card."""
    return visitor.find(".scarabya-card-open span[aria-hidden]").text_content() or ""


def squares(visitor: Visitor) -> dict[tuple[int, int], tuple[float, float]]:
    """Where the middle of each square is on the screen, by row and column."""
    grid = visitor.find(".scarabya-grid")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box
    side = box["width"] / SIDE
    return {
        (row, column): (box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side)
        for row in range(SIDE)
        for column in range(SIDE)
    }


def by_mouse(visitor: Visitor, rng: Random) -> None:
    """Hover, turn the wheel and turn over until the draft is legal, pin it, confirm it."""
    mouse = visitor.page.mouse
    places = list(squares(visitor).values())
    for x, y in rng.sample(places, 12):
        mouse.move(x, y)
        if rng.random() < 0.3:
            mouse.click(x, y, button="right")
        else:
            mouse.wheel(0, 120)
        if visitor.find(LEGAL).count():
            mouse.click(x, y)
            break
    else:
        visitor.find(".scarabya-tools [data-tool=next]").click()
    visitor.find(".scarabya-ring [data-tool=confirm]").click()


def by_keyboard(visitor: Visitor, rng: Random) -> None:
    """Move and turn the draft, then go to a legal placement, and place it."""
    visitor.press("ArrowUp", "Shift+ArrowRight", "Space", "ArrowLeft", "Shift+Space")
    visitor.press(*(["n"] * rng.randint(1, 6)))
    expect(visitor.find(LEGAL)).to_have_count(1)
    visitor.press("Enter")


def by_touch(visitor: Visitor, rng: Random) -> None:
    """Tap a square or drag the tile onto it, adjust it with the bar, and confirm it."""
    at = squares(visitor)[rng.randint(2, 7), rng.randint(2, 7)]
    if rng.random() < 0.3:
        _drag(visitor, at)
    else:
        visitor.page.touchscreen.tap(*at)
    expect(visitor.find(".scarabya-draft .scarabya-pinned")).to_have_count(1)
    visitor.find(".scarabya-tools [data-tool=turn-right]").tap()
    for _ in range(rng.randint(0, 3)):
        visitor.find(".scarabya-tools [data-tool=next]").tap()
    if visitor.find(".scarabya-confirm").is_disabled():
        visitor.find(".scarabya-tools [data-tool=next]").tap()
    visitor.find(".scarabya-confirm").tap()


def _drag(visitor: Visitor, to: tuple[float, float]) -> None:
    """Drag the tile in hand onto the board with a finger."""
    box = visitor.find(".scarabya-hand").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    finger = visitor.context.new_cdp_session(visitor.page)
    touch = "Input.dispatchTouchEvent"
    finger.send(touch, {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for part in (0.2, 0.5, 0.8, 1):
        point = {"x": x + (to[0] - x) * part, "y": y + (to[1] - y) * part}
        finger.send(touch, {"type": "touchMove", "touchPoints": [point]})
    finger.send(touch, {"type": "touchEnd", "touchPoints": []})
    finger.detach()
