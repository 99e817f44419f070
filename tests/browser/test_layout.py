"""Whatever the window: the whole board is in sight on one's turn, and no words are cut."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.screens import SCREENS, screens
from tests.browser.visitor import Visitor

SIZES = [
    ViewportSize(width=width, height=height)
    for width, height in (
        (360, 740), (740, 360), (844, 390), (700, 450), (800, 1100), (1280, 720), (1920, 1080),
    )
]  # fmt: skip
PLAYING = ["expedition", "duel", "solo", "long", "short", "teams"]
LOCALES = ["en-GB", "de-DE", "ru-RU", "fr-FR", "it-IT", "es-ES", "pt-PT", "nl-NL"]

# What of the board, and of the buttons that decide, lies outside the window.
OUTSIDE = """() => {
    scrollTo(0, 0);
    const decide = ".scarabya-decide button, .scarab-confirm";
    const names = [".scarabya-board > svg, .scarab-picture", decide];
    return names.flatMap((name) => [...document.querySelectorAll(`.room-main :is(${name})`)])
        .map((element) => [element, element.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.left < -1 || box.top < -1
            || box.right > innerWidth + 1 || box.bottom > innerHeight + 1))
        .map(([element, box]) => `${element.getAttribute("class") || element.tagName} `
            + `${Math.round(box.left)},${Math.round(box.top)}–${Math.round(box.right)},`
            + `${Math.round(box.bottom)}`);
}"""

# Words that do not fit where they stand, that stand on others, or that break inside a word.
MISFITS = r"""() => {
    const found = [], lines = [];
    const root = document.querySelector("dialog[open]") ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node; (node = walker.nextNode()); ) {
        const parent = node.parentElement;
        if (!node.data.trim() || parent.closest("svg, textarea, select, #notices")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
        const around = [];
        for (let box = parent; box !== document.body; box = box.parentElement) around.push(box);
        const styles = around.map((box) => getComputedStyle(box));
        // Words for screen readers alone are clipped; a bar that sticks stands before the rest.
        if (styles.some(({ clipPath }) => clipPath !== "none")) continue;
        if (styles.some(({ position }) => position === "sticky" || position === "fixed")) continue;
        if (around.some((box, n) => ["hidden", "clip"].includes(styles[n].overflowX)
            && box.scrollWidth > box.clientWidth + 1)) found.push(`cut: ${node.data.trim()}`);
        for (const word of node.data.matchAll(/[\p{L}\p{N}]+/gu)) {
            const range = document.createRange();
            range.setStart(node, word.index);
            range.setEnd(node, word.index + word[0].length);
            const boxes = [...range.getClientRects()];
            if (new Set(boxes.map((box) => Math.round(box.top))).size > 1)
                found.push(`broken: ${word[0]}`);
            if (boxes.length && boxes[0].width > 1) lines.push([word[0], boxes[0], parent]);
        }
    }
    const inset = 2;
    for (const [n, [word, one]] of lines.entries())
        for (const [other, two] of lines.slice(n + 1))
            if (one.left + inset < two.right && two.left + inset < one.right
                && one.top + inset < two.bottom && two.top + inset < one.bottom
                && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top)
                    > Math.min(one.height, two.height) / 2)
                found.push(`on each other: ${word} and ${other}`);
    return found;
}"""


@pytest.mark.parametrize("name", PLAYING)
def test_the_board_and_its_buttons_are_in_sight(visit: Callable[..., Visitor], name: str) -> None:
    visitor = visit("de-DE", reduced_motion="reduce")
    outside: list[str] = []
    for shown in screens(visitor, [name]):
        assert visitor.turn in ("yours", "of-yours")
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            found = visitor.page.evaluate(OUTSIDE)
            outside += [f"{shown}, {size['width']}×{size['height']}: {each}" for each in found]
    assert not outside, "\n".join(outside)


@pytest.mark.parametrize("locale", LOCALES)
def test_no_words_are_cut_broken_or_on_each_other(
    visit: Callable[..., Visitor], locale: str
) -> None:
    visitor = visit(locale, reduced_motion="reduce")
    misfits: list[str] = []
    for name in screens(visitor, list(SCREENS)):
        for size in SIZES:
            visitor.page.set_viewport_size(size)
            found = visitor.page.evaluate(MISFITS)
            misfits += [
                f"{name}, {size['width']}×{size['height']}: {each}" for each in sorted(set(found))
            ]
    assert not misfits, "\n".join(misfits)
