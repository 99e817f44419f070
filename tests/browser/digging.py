"""Placing tiles in Scarabya, by mouse, by keyboard and by touch: wherever the page allows it."""

from __future__ import annotations

from random import Random

from playwright.sync_api import expect

from tests.browser.visitor import OVER, Visitor

PLAYING = ".scarabya-playing"
LEGAL = ".scarabya-chip-legal:not([hidden])"
SIDE = 10


def places_now(visitor: Visitor) -> bool:
    """Say whether a tile can be placed at this moment; one that is on its way is none."""
    return visitor.find(PLAYING).count() > 0


def is_over(visitor: Visitor) -> bool:
    """Say whether the game is over."""
    return visitor.find(OVER).count() > 0


def may_place(visitor: Visitor) -> bool:
    """Wait for one's turn; say whether there is one, or the game is over."""
    visitor.find(f"{PLAYING}, {OVER}").first.wait_for(state="attached")
    return not is_over(visitor)


def card(visitor: Visitor) -> str:
    """The letter of the open mission card."""
    return visitor.find(".scarabya-card-open span[aria-hidden]").text_content() or ""


def square(visitor: Visitor, row: int, column: int) -> tuple[float, float]:
    """Where the middle of a square is on the screen."""
    grid = visitor.find(".scarabya-grid")
    grid.scroll_into_view_if_needed()
    box = grid.bounding_box()
    assert box
    side = box["width"] / SIDE
    return box["x"] + (column + 0.5) * side, box["y"] + (row + 0.5) * side


def by_mouse(visitor: Visitor, rng: Random) -> None:
    """Hover and turn the wheel until the ghost is legal, pin it, confirm it."""
    mouse = visitor.page.mouse
    for _ in range(40):
        row, column = (min(9, max(0, round(rng.gauss(4.5, 2)))) for _ in range(2))
        x, y = square(visitor, row, column)
        mouse.move(x, y)
        if rng.random() < 0.5:
            mouse.wheel(0, 120)
        if rng.random() < 0.2:
            mouse.click(x, y, button="right")
        if visitor.find(LEGAL).count():
            mouse.click(x, y)
            break
    else:
        visitor.find(".scarabya-tools [data-tool=next]").click()
    visitor.find(".scarabya-ring [data-tool=confirm]").click()


def by_keyboard(visitor: Visitor, rng: Random) -> None:
    """Move and turn the ghost, then go on to a legal placement, and place it."""
    visitor.press("ArrowUp", "Shift+ArrowRight", "Space", "ArrowLeft", "Shift+Space")
    visitor.press(*(["n"] * rng.randint(1, 6)))
    expect(visitor.find(LEGAL)).to_have_count(1)
    visitor.press("Enter")


def by_touch(visitor: Visitor, rng: Random) -> None:
    """Tap a square to pin the ghost, mend it with the bar, and confirm it there or on itself."""
    visitor.page.touchscreen.tap(*square(visitor, rng.randint(2, 7), rng.randint(2, 7)))
    confirm = visitor.find(".scarabya-confirm")
    expect(visitor.find(".scarabya-chip")).to_be_visible()
    visitor.find(".scarabya-tools [data-tool=turn-right]").tap()
    for _ in range(rng.randint(0, 3)):
        visitor.find(".scarabya-tools [data-tool=next]").tap()
    if not confirm.is_enabled():
        visitor.find(".scarabya-tools [data-tool=next]").tap()
    confirm.tap()
