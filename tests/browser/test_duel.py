"""A duel of two people at one device, by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser import play_scarabya
from tests.browser.visitor import Visitor


def test_a_hot_seat_duel_by_keyboard_alone(visit: Callable[..., Visitor], tmp_path: Path) -> None:
    rng = Random(2)
    visitor = visit("de-DE")
    visitor.go()
    visitor.tab_to("[aria-labelledby=home-scarabya] .game-foot button")
    visitor.press("Enter")
    visitor.tab_to("input[name=kind]")
    visitor.press("ArrowDown")
    expect(visitor.find("#setting-duel")).to_be_checked()
    visitor.choose("#setting-seat-1", "here")
    visitor.tab_to(".setting .dialog-foot button")
    visitor.press("Enter")
    visitor.tab_to("#lobby-start")
    visitor.press("Enter")
    while play_scarabya.may_place(visitor):
        play_scarabya.by_keyboard(visitor, rng)
    expect(visitor.find(".over")).to_be_visible()
    visitor.assert_speaks("de")
    visitor.tab_to(".over-buttons button:last-of-type")
    told = visitor.record(visitor.find("*:focus"), tmp_path)
    assert told["over"]
    assert visitor.scores == told["scores"]
