"""Every byte that anybody is sent, over whole games of each mode: no secret is among them.

People play over the socket, watch, ask for views, lists, records and counts over HTTP, and try
what they may not. Whatever comes back is written down and searched: for cards that are not drawn,
for placements of an open round, for tokens, codes and ids of guests.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from kheper.server.config import Settings
from kheper.server.http import sign_in
from kheper.server.match.state import Table
from tests.server.running_server import Chair, Person, RunningServer, running

pytestmark = pytest.mark.anyio

SETTINGS = Settings(guests=10_000, matches=10_000, requests=1_000_000, messages=10**6)
HERE, OPEN, BOT = {"occupant": "here"}, {"occupant": "open"}, {"occupant": "bot", "level": 1}
DECK = "WFILNPTUVXYZ"
# The settings, and the seats as Anna sets them up; Ben takes those that are open.
GAMES: dict[str, dict[str, Any]] = {
    "expedition": {"settings": {"mode": "expedition"}, "seats": [HERE, OPEN]},
    "expedition-3": {"settings": {"mode": "expedition"}, "seats": [HERE, BOT, OPEN]},
    "expedition-open": {
        "settings": {"mode": "expedition", "open_table": "open"},
        "seats": [HERE, OPEN],
    },
    "expedition-alone": {"settings": {"mode": "expedition"}, "seats": [HERE]},
    "duel": {"settings": {"mode": "duel", "flip": "off"}, "seats": [HERE, OPEN]},
    "solo": {"settings": {"mode": "solo"}, "seats": [HERE]},
    "solo-deck": {"settings": {"mode": "solo", "deck": DECK}, "seats": [HERE]},
    "priests": {"game": "scarab", "settings": {"size": "8"}, "seats": [HERE, OPEN]},
    "priests-3": {"game": "scarab", "settings": {"turning": "yes"}, "seats": [HERE, BOT, OPEN]},
    "teams": {
        "game": "scarab",
        "settings": {"size": "8", "teams": "yes"},
        "seats": [HERE, OPEN, HERE, OPEN],
    },
}


class RandomMatch(NamedTuple):
    """A match, the people at it, and their connections; Eve holds no seat."""

    server: RunningServer
    match: str
    people: dict[str, Person]
    chairs: list[tuple[str, Chair]]
    codes: list[str]
    rng: Random

    async def table(self) -> Table:
        """The table as the server knows it."""
        return await self.server.live.table(self.match)


@asynccontextmanager
async def played_match(folder: Path, game: str) -> AsyncIterator[RandomMatch]:
    """Let people sit down, each with two connections."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(folder, settings=SETTINGS))
        people = {
            name: await stack.enter_async_context(server.person(name))
            for name in ("Anna", "Ben", "Eve")
        }
        wish = {"game": "scarabya", "terms": {"listed": True}} | GAMES[game]
        match = (await people["Anna"].post("/api/matches", **wish))["match"]
        chairs = [
            (name, await stack.enter_async_context(person.at(match, follow)))
            for name, person in people.items()
            for follow in ("facts", "moves")
        ]
        codes = [(await people["Anna"].post("/api/guest/code"))["code"]]
        people["Anna"].received.clear()
        yield RandomMatch(server, match, people, chairs, codes, Random(game))


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_sent_a_secret(game: str, tmp_path: Path) -> None:
    async with played_match(tmp_path, game) as held:
        await sit_down(held)
        searched = 0
        while (table := await held.table()).phase == "running":
            searched += await look_through(held, table)
            await move_on(held, table)
        searched += await look_through(held, await held.table())
        assert searched > 20_000


async def sit_down(held: RandomMatch) -> None:
    """Let Ben take the open seats, and Anna start."""
    chairs = dict(held.chairs)
    for number, seat in enumerate((await held.table()).seats, 1):
        if seat.kind == "open":
            assert (await chairs["Ben"].command("sit", seat=number))["type"] == "ack"
    assert (await chairs["Anna"].command("start"))["type"] == "ack"


async def move_on(held: RandomMatch, table: Table) -> None:
    """Let somebody move who is to, and people do other things in between."""
    rng, chairs = held.rng, dict(held.chairs)
    name, chair = rng.choice(held.chairs)
    seat = rng.randint(1, len(table.seats))
    tries: list[tuple[str, dict[str, Any]]] = [
        ("play", {"seat": seat, "move": rng.choice(("x", "e4f4d5e5e6", "hd5")), "seen": 1}),
        ("play", {"seat": seat, "move": "e5e6e7e8e9", "seen": table.number}),
        ("unready", {"seat": seat}),
        ("take-back", {"seat": seat}),
        ("withdraw", {}),
        ("say", {"text": f"{name} says hello"}),
        ("phrase", {"phrase": "nice-find"}),
        ("change", {"settings": {"deck": "F"}}),
        ("look", {}),
        ("retry", {}),
        ("offer", {"seat": seat, "code": "correct horse battery staple"}),
        ("nonsense", {}),
    ]
    kind, fields = rng.choice(tries)
    if kind == "look":
        await chair.send(type="look", id="look")
        while not (await chair.next()).get("view"):
            pass
    elif rng.random() < 0.4 and not (kind == "retry" and table.mode == "solo"):
        await chair.command(kind, **fields)
    table = await held.table()
    moving = [n for n in table.state.to_move if table.seats[n - 1].kind == "person"]
    if not moving:
        await asyncio.sleep(0.01)  # a bot is to move
        return
    seat = rng.choice(moving)
    moves = table.state.legal_moves(seat)
    play = {"seat": seat, "move": str(rng.choice(moves)), "seen": table.number}
    holder = next(name for name in chairs if name in holders(held, table, seat))
    answer = await chairs[holder].command("play", **play)
    # Only a bot that was quicker makes a move stale.
    assert answer["type"] == "ack" or answer["code"] == "stale", answer


def holders(held: RandomMatch, table: Table, seat: int) -> set[str]:
    """Return the name of who holds a seat: seats are named after people, and numbered."""
    return {table.seats[seat - 1].name.partition(" (")[0]}


# --- looking for secrets


async def look_through(held: RandomMatch, table: Table) -> int:
    """Read what has come to everybody, and search it; return how many bytes that was."""
    if held.rng.random() < 0.2 or table.phase != "running":
        await ask_over_http(held)
    table = await held.table()
    for _, chair in held.chairs:
        while chair.number < table.number:
            await chair.next()
    count = 0
    for name, person in held.people.items():
        letters, person.received = person.received, []
        if (await held.table()).number != table.number:
            table = await held.table()  # a bot has moved meanwhile: what it drew is known
        for letter in letters:
            search(letter, set(secrets(held, table, name)), table)
            count += len(letter)
    return count


async def ask_over_http(held: RandomMatch) -> None:
    """Ask for everything that HTTP has, and for what it has not."""
    for person in held.people.values():
        for path in (
            f"/api/matches/{held.match}",
            f"/api/matches/{held.match}/record",
            f"/api/matches/{held.match}/deck",
            "/api/matches",
            "/api/guest",
            "/api/guest/matches",
            "/api/matches/nonsense",
            "/metrics",
            "/healthz",
            "/",
        ):
            await person.ask("GET", path)
        await person.command(held.match, "play", seat=1, move="e5e6e7e8e9", seen=1)


def secrets(held: RandomMatch, table: Table, reader: str) -> Iterator[str]:
    """Yield texts that a reader must not be sent now."""
    for person in held.people.values():
        yield from spelled(person.token.encode())
        yield sign_in.token_hash(person.token).hex()
    for code in held.codes:
        yield code.partition("-")[2]
    yield from table.guests
    yield from ('"deck"', '"seed"', '"age"', '"fixed"', "correct horse", "digest")
    state = table.state
    deck = "".join(getattr(state, "deck", ""))
    hidden = deck[getattr(state, "number", 0) :]
    if len(hidden) > 2 and not state.over:
        yield from (deck, hidden, hidden[-3:])
    yield from open_placements(held, table, reader)


def open_placements(held: RandomMatch, table: Table, reader: str) -> Iterator[str]:
    """Yield where others have placed in the round that is open."""
    pending = getattr(table.state, "pending", None) or ()
    if pending and table.state.options.open_table == "open":
        return
    own = {
        str(move)
        for seat, move in enumerate(pending, 1)
        if move and reader in holders(held, table, seat)
    }
    for seat, move in enumerate(pending, 1):
        if move and reader not in holders(held, table, seat) and str(move) not in own:
            yield str(move)


def spelled(secret: bytes) -> Iterator[str]:
    """Yield a secret as it is, and its halves."""
    text = secret.decode()
    yield from (text, text[: len(text) // 2], text[len(text) // 2 :])


def search(letter: bytes, forbidden: set[str], table: Table) -> None:
    """Look for forbidden texts, and see that only drawn cards are named."""
    text = without_offers(letter)
    for secret in forbidden:
        assert secret not in text, (secret, text)
    state = table.state
    if not hasattr(state, "deck") or state.over:
        return
    drawn = "".join(state.deck)[: state.number]
    for card in re.findall(r'"(?:card|tile)":"(\w)"', text):
        assert card in drawn, (card, drawn, text)
    for cards in re.findall(r'"(?:cards|drawn)":"(\w*)"', text):
        assert cards in drawn, (cards, drawn, text)
    for told in re.findall(r'\[Deck "(\w*)', text):
        assert drawn.startswith(told), (told, drawn)


def without_offers(letter: bytes) -> str:
    """Return a letter without its table of moves: that one names the squares of every area."""
    text = letter.decode()
    try:
        told = json.loads(text)
    except ValueError:
        return text
    if isinstance(told, dict):
        for part in (told, told.get("view", {})):
            part.pop("preview", None)
            for own in part.get("own", ()):
                own.pop("preview", None)
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


# --- the search finds what it looks for


async def test_the_search_would_find_each_secret(tmp_path: Path) -> None:
    async with played_match(tmp_path, "expedition") as held:
        await sit_down(held)
        table = await held.table()
        move = str(table.state.legal_moves(1)[0])
        await dict(held.chairs)["Anna"].command("play", seat=1, move=move, seen=table.number)
        table = await held.table()
        deck = "".join(table.state.deck)
        forbidden = set(secrets(held, table, "Ben"))
        assert move in forbidden
        assert move not in set(secrets(held, table, "Anna"))
        for leak in (
            f'{{"move":"{move}"}}',
            f'{{"card":"{deck[3]}"}}',
            f'{{"cards":"{deck[:3]}"}}',
            f"x{deck[-3:]}y",
            f'[Deck "{deck[:2]}"]',
            held.people["Anna"].token,
            table.seats[0].guest,
            held.codes[0],
        ):
            with pytest.raises(AssertionError):
                search(leak.encode(), forbidden, table)
