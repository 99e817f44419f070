"""Every screen of the page, and how to open it, for screenshots and axe."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from playwright.sync_api import expect

from tests.browser import play_scarab, play_scarabya
from tests.browser.recorded_games import record
from tests.browser.visitor import Visitor

HERE = {"occupant": "here"}
BOT = {"occupant": "bot", "level": 1}

Opening = Callable[[Visitor], None]


def guest(visitor: Visitor) -> None:
    """Become a guest with a name, by the page's own modules."""
    visitor.go()
    visitor.page.evaluate("async () => (await import('/net/guest.js')).ensure('Nefertari')")


def table(visitor: Visitor, **wish: Any) -> None:
    """Create a match as the page does, and open it."""
    ask = "async (wish) => (await import('/net/api.js')).ask('POST', 'matches', wish)"
    visitor.go(f"t/{visitor.page.evaluate(ask, wish)['match']}")
    expect(visitor.find(".room, .lobby")).to_be_visible()


@cache
def _record(**how: Any) -> str:
    return record(**how)


def _running(seats: int, bots: int = 0, **how: Any) -> Opening:
    """Return how to open a game after some plays; the last seats are bots'."""

    def opening(visitor: Visitor) -> None:
        people = [HERE] * (seats - bots) + [BOT] * bots
        table(visitor, record=_record(seats=seats, **how), seats=people, start=True)

    return opening


def _then(opening: Opening, *steps: Opening) -> Opening:
    def whole(visitor: Visitor) -> None:
        opening(visitor)
        for step in steps:
            step(visitor)

    return whole


def _goes(fragment: str, selector: str) -> Opening:
    def opening(visitor: Visitor) -> None:
        visitor.go(fragment)
        expect(visitor.find(selector).first).to_be_visible()

    return opening


def _clicks(selector: str) -> Opening:
    return lambda visitor: visitor.find(selector).click()


def _presses(*keys: str) -> Opening:
    return lambda visitor: visitor.press(*keys)


def _dialog(game: str) -> Opening:
    return _clicks(f"[aria-labelledby=home-{game}] .game-foot button")


def _lobby(visitor: Visitor) -> None:
    table(visitor, game="scarabya", seats=[HERE, {"occupant": "open"}, BOT])


def _arranging(game: str) -> Opening:
    settings = {"mode": "expedition"} if game == "scarabya" else {"size": "8"}
    wish = {"game": game, "settings": settings, "terms": {"arrange": True}, "seats": [HERE, BOT]}

    def opening(visitor: Visitor) -> None:
        table(visitor, start=True, **wish)
        expect(visitor.find(".arranging")).to_be_visible()

    return opening


def _digs_on(visitor: Visitor) -> None:
    while play_scarabya.may_place(visitor):
        visitor.press("n", "Enter")
    expect(visitor.find(".over")).to_be_visible()


def _walks_on(visitor: Visitor) -> None:
    while play_scarab.may_walk(visitor):
        visitor.press("n", "Enter", "Enter")
    expect(visitor.find(".over")).to_be_visible()


def _replay(visitor: Visitor) -> None:
    visitor.go("replay")
    visitor.find(".entering textarea").fill(_record(game="scarabya", mode="expedition", seats=3))
    visitor.find(".entering .strong").click()
    expect(visitor.find(".stepper")).to_be_visible()
    visitor.press(*["ArrowRight"] * 5)


def _guided(game: str) -> Opening:
    begin = _then(_goes(f"guide/{game}", ".guide-screen"), _clicks(".guide-screen .strong"))
    return _then(begin, lambda visitor: expect(visitor.find("section.guide")).to_be_visible())


def _reads_mark(visitor: Visitor) -> None:
    visitor.press("n")
    expect(visitor.find(play_scarabya.LEGAL)).to_have_count(1)


SCREENS: dict[str, Opening] = {
    "home": _goes("", ".home"),
    "set-scarabya": _dialog("scarabya"),
    "set-scarab": _dialog("scarab"),
    "lobby": _lobby,
    "arranging": _arranging("scarabya"),
    "spreading": _arranging("scarab"),
    "boards-scarabya": _goes("editor/scarabya", ".boards"),
    "boards-scarab": _goes("editor/scarab", ".boards"),
    "expedition": _then(_running(3, 2, game="scarabya", mode="expedition", plays=21), _reads_mark),
    "duel": _then(_running(2, game="scarabya", mode="duel", plays=7), _reads_mark),
    "solo": _running(1, game="scarabya", mode="solo", plays=6),
    "long": _then(_running(4, 3, game="scarab", plays=24), _presses("n", "Enter")),
    "short": _then(
        _running(2, 1, game="scarab", size=8, turning="yes", plays=14), _presses("n", "Enter")
    ),
    "teams": _running(4, game="scarab", size=8, teams="yes", plays=30),
    "menu": _then(
        _running(2, game="scarabya", mode="duel", plays=7), _clicks(".room-menu button:last-child")
    ),
    "expedition-over": _then(_running(2, game="scarabya", mode="expedition", left=2), _digs_on),
    "duel-over": _then(_running(2, game="scarabya", mode="duel", left=1), _digs_on),
    "solo-over": _then(_running(1, game="scarabya", mode="solo", left=1), _digs_on),
    "scarab-over": _then(_running(2, game="scarab", size=8, left=2), _walks_on),
    "teams-over": _then(_running(4, game="scarab", size=8, teams="yes", left=2), _walks_on),
    "record": _goes("replay", ".entering"),
    "replay": _replay,
    "rules-scarabya": _goes("rules/scarabya", ".rules-section"),
    "rules-scarab": _goes("rules/scarab", ".rules-section"),
    "guide": _goes("guide/scarabya", ".guide-screen"),
    "guided-scarabya": _guided("scarabya"),
    "guided-scarab": _guided("scarab"),
    "preferences": _clicks(".top-links button:last-child"),
    "name": _clicks(".top-links button:nth-last-child(2)"),
}


def screens(visitor: Visitor, names: list[str]) -> Iterator[str]:
    """Open screens one after another for a guest, and yield their names."""
    guest(visitor)
    for name in names:
        visitor.press("Escape")
        _goes("", ".home")(visitor)
        SCREENS[name](visitor)
        visitor.page.mouse.move(0, 0)
        yield name
