"""Measures how fast the page is, in a browser, against a server on this machine.

    python -m benchmarks.page [--games 3] [--visits 5]

A move is timed from the click that sends it to the frame that shows it: by then the server has
checked it, stored it and sent the new position, and the page has drawn that. The first game of a
new browser is listed separately, and the total without and with it. A visit is timed from the
navigation to the first paint and to the home screen, with an empty cache. Last come the bytes of
the page's files, raw and compressed.
"""

from __future__ import annotations

import argparse
import gzip
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles

from playwright.sync_api import Browser, expect

import kheper
from tests.browser import play_scarab, play_scarabya
from tests.browser.chromium import chromium
from tests.browser.local_server import LocalServer
from tests.browser.screens import HERE, guest, table
from tests.browser.visitor import Visitor

WEB = Path(kheper.__file__).parent / "web"
MOVE_BAR, PAINT_BAR, BYTES_BAR = 100, 1000, 400_000

# The seat that acts changes when a move has come back from the server and is drawn.
WATCH = """() => {
    const acting = () => document.querySelector(".seat[data-acts]")?.className;
    let [clicked, before] = [0, ""];
    window.moveTimes = [];
    // Of several clicks, as when a stone is put back, the last one sends the move.
    addEventListener("click", (event) => {
        [clicked, before] = [event.timeStamp, acting()];
    }, true);
    const painted = (run) => requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = run;
        channel.port2.postMessage(0);
    });
    new MutationObserver(() => {
        if (!clicked || acting() === before) return;
        const from = clicked;
        clicked = 0;
        painted(() => window.moveTimes.push(performance.now() - from));
    }).observe(document.querySelector(".seats"), {childList: true});
}"""
HOME = """new MutationObserver(() => {
    if (!window.homeTime && document.querySelector(".home")) window.homeTime = performance.now();
}).observe(document, {childList: true, subtree: true})"""
PAINTED = "window.homeTime && performance.getEntriesByName('first-contentful-paint')[0]"
PAINTS = """() => [
    performance.getEntriesByName("first-paint")[0].startTime,
    performance.getEntriesByName("first-contentful-paint")[0].startTime,
    window.homeTime]"""


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure the page in the browser.")
    parser.add_argument("--games", type=int, default=3, help="of each kind that are played")
    parser.add_argument("--visits", type=int, default=5, help="with nothing in the cache")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kheper-page-") as folder, chromium() as browser:
        server = LocalServer(Path(folder))
        server.start()
        try:
            moves(browser, server, given.games)
            visits(browser, server, given.visits)
        finally:
            server.stop()
    sizes()


@contextmanager
def visitor(browser: Browser, server: LocalServer) -> Iterator[Visitor]:
    """A visitor who leaves after the measurement."""
    come = Visitor(browser, server, viewport={"width": 1400, "height": 900})
    yield come
    come.close()


def moves(browser: Browser, server: LocalServer, games: int) -> None:
    """Play whole games on one device, and print how long the moves took."""
    print(f"{'click to drawn, ms':<24}{'moves':>8}{'median':>8}{'p95':>8}{'max':>8}   bar")
    with visitor(browser, server) as player:
        guest(player)
        first = _duel(player)
        duel = [time for _ in range(games) for time in _duel(player)]
        walks = [time for _ in range(games) for time in _walks(player)]
    for name, times in (
        ("Scarabya, duel", duel),
        ("SCARAB, 8×8", walks),
        ("both", duel + walks),
        ("a browser's first game", first),
        ("both, with that", first + duel + walks),
    ):
        p95 = quantiles(times, n=20)[-1]
        numbers = f"{len(times):>8}{median(times):>8.0f}{p95:>8.0f}{max(times):>8.0f}"
        print(f"{name:<24}{numbers}   p95 < {MOVE_BAR}: {_verdict(p95 < MOVE_BAR)}")


def _duel(player: Visitor) -> list[float]:
    _sit(player, "scarabya", mode="duel")
    while play_scarabya.may_place(player):
        player.find(".scarabya-tools [data-tool=next]").click()
        player.find(".scarabya-ring [data-tool=confirm]").click()
    return _times(player)


def _walks(player: Visitor) -> list[float]:
    rng = Random(1)
    _sit(player, "scarab", size="8")
    while play_scarab.may_walk(player):
        play_scarab.by_mouse(player, rng)
    return _times(player)


def _sit(player: Visitor, game: str, **settings: str) -> None:
    player.go()
    expect(player.find(".home")).to_be_visible()
    table(player, game=game, settings=settings, seats=[HERE, HERE], start=True)
    player.page.evaluate(WATCH)


def _times(player: Visitor) -> list[float]:
    return [float(time) for time in player.page.evaluate("window.moveTimes")]


def visits(browser: Browser, server: LocalServer, count: int) -> None:
    """Visit with an empty cache, and print when something was visible."""
    seen = [_visit(browser, server) for _ in range(count)]
    print(f"\n{'first visit, ms':<24}{'visits':>8}{'median':>8}{'max':>16}   bar")
    names = ("first paint", "first contentful paint", "home screen")
    for name, times in zip(names, zip(*seen, strict=True), strict=True):
        met = _verdict(median(times) < PAINT_BAR)
        print(
            f"{name:<24}{count:>8}{median(times):>8.0f}{max(times):>16.0f}   < {PAINT_BAR}: {met}"
        )


def _visit(browser: Browser, server: LocalServer) -> list[float]:
    with visitor(browser, server) as come:
        come.page.add_init_script(HOME)
        come.go()
        come.page.wait_for_function(f"() => {PAINTED}")
        return [float(time) for time in come.page.evaluate(PAINTS)]


def sizes() -> None:
    """Print the size of the page's files, in total and for one language."""
    files = [path for path in WEB.rglob("*") if path.is_file() and not path.name.endswith(".d.ts")]
    other = [path for path in files if "locales" not in path.parts or "en" in path.parts]
    print(f"\n{'bytes':<24}{'files':>8}{'raw':>12}{'gzip -9':>12}   bar")
    for name, some in (("all, eight languages", files), ("with English alone", other)):
        raw = sum(path.stat().st_size for path in some)
        small = sum(len(gzip.compress(path.read_bytes())) for path in some)
        bar = (
            f"< {BYTES_BAR:,}: raw {_verdict(raw < BYTES_BAR)}, gzip {_verdict(small < BYTES_BAR)}"
        )
        print(f"{name:<24}{len(some):>8}{raw:>12,}{small:>12,}   {bar}")


def _verdict(met: bool) -> str:
    return "met" if met else "MISSED"


if __name__ == "__main__":
    main()
