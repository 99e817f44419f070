"""Solo on a phone, by touch alone; given up once, then tried again with the same cards."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser import play_scarabya
from tests.browser.visitor import Visitor

PHONE = {
    "viewport": {"width": 360, "height": 740},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}


def test_solo_with_a_retry_by_touch_on_a_phone(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    rng = Random(3)
    visitor = visit("en-GB", **PHONE)
    visitor.go()
    visitor.find("[data-kind=solo]").tap()
    first = [_placed(visitor, rng) for _ in range(3)]
    _gives_up(visitor)
    expect(visitor.find(".scarabya-card-open span[aria-hidden]")).to_have_text(first[0])
    again = [_placed(visitor, rng) for _ in range(3)]
    assert again == first
    while play_scarabya.may_place(visitor):
        play_scarabya.by_touch(visitor, rng)
    expect(visitor.find(".over")).to_be_visible()
    visitor.assert_speaks("en")
    told = visitor.record(visitor.find(".over-buttons button").last, tmp_path)
    assert told["over"]
    assert told["tries"] == 2
    assert visitor.scores == told["scores"]


def _gives_up(visitor: Visitor) -> None:
    """Begin again; as long as the game can be won, the page asks first."""
    assert play_scarabya.may_place(visitor)
    lost = visitor.find(".scarabya-solo .scarabya-warning").count()
    visitor.find(".scarabya-solo button").tap()
    if not lost:
        visitor.find("dialog .strong").tap()


def _placed(visitor: Visitor, rng: Random) -> str:
    """Place a tile, and return the words for its card."""
    assert play_scarabya.may_place(visitor)
    card = play_scarabya.card(visitor)
    play_scarabya.by_touch(visitor, rng)
    return card
