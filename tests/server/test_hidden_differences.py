"""What nobody may know makes no difference to what anybody is sent.

Two servers hold the same match, but for the order of the undrawn cards, or for where somebody has
placed in the open round. Everybody asks both the same, and is sent the same, byte for byte.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kheper.server.config import Settings
from kheper.server.http.sign_in import token_hash
from kheper.server.live.event_log import index_of
from kheper.server.match import events
from kheper.server.match.apply import state_of
from kheper.server.match.due import due_at
from kheper.server.match.events import Event
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState
from kheper.server.store.base import Guest
from kheper.server.store.sqlite.store import SqliteStore
from tests.server.any_state import any_state
from tests.server.match.random_match import PEOPLE, STRANGER, RandomMatch
from tests.server.match.test_secrets import open_plays, with_other_cards
from tests.server.running_server import Person, RunningServer, running

pytestmark = pytest.mark.anyio

EVERYBODY = (*PEOPLE, STRANGER)
SETTINGS = Settings(guests=10_000, matches=10_000, requests=1_000_000, messages=10**6)
VARIANTS = ("expedition2-flip-on", "expedition3-flip-off", "duel-flip-on", "solo-flip-on")
Log = list[Event]


def token(who: Actor) -> str:
    """Return a guest's token for these tests."""
    return f"token-of-{who.id}"


def cut(
    variant: str, seeds: range, wanted: Callable[[RandomMatch], bool]
) -> tuple[RandomMatch, MatchState]:
    """Return a random match in the middle, where people and not bots are to move."""
    for seed in seeds:
        played_match = RandomMatch(variant, seed, people=4)
        played_match.sit_down()
        for _ in played_match.play(disorder=0.2):
            due = due_at(played_match.match, played_match.now)
            quiet = not due.bots and not due.expired and played_match.match.phase == "running"
            if quiet and len(played_match.events) > 12 and wanted(played_match):
                return played_match, played_match.match
    raise AssertionError("no such match was found")


async def answers(log: Log, now: int, folder: Path, whom: tuple[Actor, ...]) -> list[bytes]:
    """Return everything that some people are sent about a match."""
    folder.mkdir()
    match = state_of(log)
    store = SqliteStore(folder / "kheper.db")
    await store.open()
    await store.create(match.id, [events.encode(event) for event in log], index_of(match))
    for who in EVERYBODY:
        await store.add_guest(Guest(who.id, who.name), token_hash(token(who)))
    await store.close()
    received: list[bytes] = []
    async with running(folder, settings=SETTINGS, clock=lambda: now) as server:
        for who in whom:
            received += await asked_by(server, who, match)
    return received


async def asked_by(server: RunningServer, who: Actor, match: MatchState) -> list[bytes]:
    """Return what one of them is sent, over HTTP and over the socket."""
    async with server.known(token(who)) as person:
        for path in (
            f"/api/matches/{match.id}",
            f"/api/matches/{match.id}/record",
            "/api/matches",
            "/api/guest/matches",
        ):
            await person.ask("GET", path)
        for fields in tries(match):
            await person.command(match.id, **fields)
        metrics = (await person.ask("GET", "/metrics")).text
        for follow in ("facts", "moves"):
            await follow_it(person, match, follow)
    kept = [letter for letter in person.received if b'"type":"presence"' not in letter]
    kept.remove(metrics.encode())
    # What is left out tells of the process, and of times.
    counted = ("kheper_requests", "kheper_refusals", "kheper_matches", "kheper_connections")
    counts = [line for line in metrics.splitlines() if line.startswith(counted)]
    return [*kept, "\n".join(counts).encode()]


async def follow_it(person: Person, match: MatchState, follow: str) -> None:
    """Ask over the socket for all that there is; who may not watch is refused at once."""
    async with person.at(match.id, follow) as chair:
        while not chair.view:
            if (await chair.next())["type"] == "refused":
                return
        for fields in tries(match):
            await chair.command(**fields)
        for question in (
            {"type": "log", "id": "log", "after": 0},
            {"type": "hello", "version": 1, "match": match.id, "last": 2},
        ):
            await chair.send(**question)
            while not (await chair.next()).get("news"):
                pass


def tries(match: MatchState) -> list[dict[str, Any]]:
    """Return commands that find out what they can, and change nothing."""
    seats = range(1, len(match.seats) + 1)
    return [
        *({"kind": "play", "seat": n, "move": "x y", "seen": match.number} for n in seats),
        *({"kind": "play", "seat": n, "move": "e5e6e7e8e9", "seen": 1} for n in seats),
        *({"kind": "fill", "seat": n, "occupant": "open"} for n in seats),
        {"kind": "change", "settings": {"deck": "F"}},
        {"kind": "rematch"},
    ]


@pytest.mark.parametrize("variant", VARIANTS)
async def test_sy_s5_undrawn_cards_make_no_difference(variant: str, tmp_path: Path) -> None:
    played_match, match = cut(variant, range(100, 160), lambda it: any_state(it.match).number < 9)
    log, twin = played_match.events, with_other_cards(played_match.events, Random(1))
    assert any_state(state_of(twin)).deck != any_state(match).deck
    one = await answers(log, played_match.now, tmp_path / "one", EVERYBODY)
    other = await answers(twin, played_match.now, tmp_path / "other", EVERYBODY)
    assert len(one) > 5 * 20
    assert one == other


async def test_sy_b2_an_open_placement_makes_no_difference_to_others(tmp_path: Path) -> None:
    played_match, match = cut(
        "expedition3-flip-on", range(200, 300), lambda it: bool(open_plays(it.match))
    )
    seat, number = next(iter(open_plays(match).items()))
    log = played_match.events
    state = match.game_state.take_back(seat)
    elsewhere = next(
        str(move)
        for move in state.legal_moves(seat)
        if str(move) != str(any_state(match).pending[seat - 1])
    )
    twin = [*log[: number - 1], replace(log[number - 1], move=elsewhere), *log[number:]]
    others = tuple(who for who in EVERYBODY if who.id != match.seats[seat - 1].guest)
    one = await answers(log, played_match.now, tmp_path / "one", others)
    other = await answers(twin, played_match.now, tmp_path / "other", others)
    assert one == other
    # Who placed there sees the difference, so it is one.
    holder = tuple(who for who in EVERYBODY if who not in others)
    mine = await answers(log, played_match.now, tmp_path / "mine", holder)
    assert mine != await answers(twin, played_match.now, tmp_path / "mine-too", holder)
