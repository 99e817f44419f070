"""An expedition of two people in two browsers, and a bot; one of them is cut off for a while."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser import play_scarabya
from tests.browser.visitor import Visitor


def test_two_people_in_two_browsers_and_a_bot_by_mouse(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    rng = Random(1)
    ada, boris = visit("en-GB"), visit("ru-RU")
    _sit_down(ada, boris)
    placed = others = 0
    while not (play_scarabya.is_over(ada) and play_scarabya.is_over(boris)):
        if play_scarabya.places_now(ada):
            placed += 1
            play_scarabya.by_mouse(ada, rng)
            if placed == 3:
                _picks_up_again(ada, rng)
        # At first Ada is always first: she picks her third tile up again while the round is open.
        elif play_scarabya.places_now(boris) and (placed >= 3 or others < placed):
            others += 1
            (_is_cut_off if placed == 5 else play_scarabya.by_mouse)(boris, rng)
        else:
            ada.page.wait_for_timeout(50)
    for each in (ada, boris):
        expect(each.find(".over")).to_be_visible()
    ada.assert_speaks("en")
    boris.assert_speaks("ru")
    told = boris.record(boris.find(".over-buttons button").last, tmp_path)
    assert told["over"]
    assert ada.scores == boris.scores == told["scores"]


def _sit_down(ada: Visitor, boris: Visitor) -> None:
    """One sets a table for three, the other comes by the link and gives a name."""
    ada.go()
    ada.find("[aria-labelledby=home-scarabya] .game-foot button").click()
    ada.find("#setting-count-3").check()
    ada.find("#setting-seat-2").select_option("bot 1")
    ada.find(".setting .dialog-foot button").click()
    expect(ada.find("#lobby-start")).to_be_disabled()
    boris.page.goto(ada.page.url)
    boris.find("#lobby-sit-2").click()
    boris.find("dialog input").fill("Борис")
    boris.find("dialog form button").click()
    expect(ada.find(".seat-2 .seat-name")).to_contain_text("Борис")
    ada.find("#lobby-start").click()


def _picks_up_again(visitor: Visitor, rng: Random) -> None:
    """What was placed in an open round is picked up, lies where it lay, and is placed anew."""
    visitor.find(".scarabya-undo").click()
    expect(visitor.find(play_scarabya.LEGAL)).to_have_count(1)
    visitor.find(".scarabya-undo").click()
    play_scarabya.by_mouse(visitor, rng)


def _is_cut_off(visitor: Visitor, rng: Random) -> None:
    """A tile that is placed while there is no connection is sent when there is one again."""
    with visitor.offline():
        expect(visitor.find(".notice-lasting")).to_be_visible()
        play_scarabya.by_mouse(visitor, rng)
        expect(visitor.find(".scarabya-draft-sent")).to_have_count(1)
