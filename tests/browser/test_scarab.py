"""SCARAB: the short game with turning against a bot, and teams of four people at one device."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import expect

from tests.browser import play_scarab
from tests.browser.local_server import LocalServer
from tests.browser.visitor import Visitor

FOOT = "[aria-labelledby=home-scarab] .game-foot button"


def test_short_with_turning_against_a_bot_while_the_server_restarts(
    visit: Callable[..., Visitor], server: LocalServer, tmp_path: Path
) -> None:
    rng = Random(4)
    visitor = visit("ru-RU")
    visitor.go()
    visitor.find(FOOT).click()
    visitor.find("#setting-short").check()
    visitor.find("#setting-seat-1").select_option("bot 1")
    visitor.find("#setting-turning").select_option("yes")
    visitor.find(".setting .dialog-foot button").click()
    number = 0
    while play_scarab.may_walk(visitor):
        number += 1
        if number == 4:
            _restart(visitor, server)
        play_scarab.by_mouse(visitor, rng)
    expect(visitor.find(".over")).to_be_visible()
    visitor.assert_speaks("ru")
    told = visitor.record(visitor.find(".over-buttons button").last, tmp_path)
    assert told["over"]
    assert visitor.scores == told["scores"]


def _restart(visitor: Visitor, server: LocalServer) -> None:
    """While the server is away the page says so; it comes back by itself."""
    with visitor.faults.offline():
        with server.away():
            expect(visitor.find(".notice-lasting")).to_be_visible()
        expect(visitor.find(".notice-lasting")).to_have_count(0)


def test_a_team_game_of_four_at_one_device_by_keyboard(
    visit: Callable[..., Visitor], tmp_path: Path
) -> None:
    rng = Random(5)
    visitor = visit("fr-FR")
    visitor.go()
    visitor.find(FOOT).click()
    visitor.find("#setting-teams").check()
    visitor.find("#setting-size").select_option("8")
    for seat in (1, 2, 3):
        visitor.find(f"#setting-seat-{seat}").select_option("here")
    visitor.find(".setting .dialog-foot button").click()
    visitor.find("#lobby-start").click()
    while play_scarab.may_walk(visitor):
        play_scarab.by_keyboard(visitor, rng)
    expect(visitor.find(".over")).to_be_visible()
    visitor.assert_speaks("fr")
    told = visitor.record(visitor.find(".over-buttons button").last, tmp_path)
    assert told["over"]
    assert visitor.scores[::2] == visitor.scores[1::2] == told["scores"]
