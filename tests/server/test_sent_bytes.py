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
from kheper.server.match.state import MatchState
from tests.server.any_state import any_state
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


class SocketMatch(NamedTuple):
    """A match, the people at it, and their connections; Eve holds no seat."""

    server: RunningServer
    match_id: str
    people: dict[str, Person]
    chairs: list[tuple[str, Chair]]
    codes: list[str]
    rng: Random

    async def match(self) -> MatchState:
        """The table as the server knows it."""
        return await self.server.live.match(self.match_id)


@asynccontextmanager
async def played_match(folder: Path, game: str) -> AsyncIterator[SocketMatch]:
    """Let people sit down, each with two connections."""
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(folder, settings=SETTINGS))
        people = {
            name: await stack.enter_async_context(server.person(name))
            for name in ("Anna", "Ben", "Eve")
        }
        wish = {"game": "scarabya", "terms": {"listed": True}} | GAMES[game]
        match_id = (await people["Anna"].post("/api/matches", **wish))["match"]
        chairs = [
            (name, await stack.enter_async_context(person.at(match_id, follow)))
            for name, person in people.items()
            for follow in ("facts", "moves")
        ]
        codes = [(await people["Anna"].post("/api/guest/code"))["code"]]
        people["Anna"].received.clear()
        yield SocketMatch(server, match_id, people, chairs, codes, Random(game))


@pytest.mark.parametrize("game", GAMES)
async def test_nobody_is_sent_a_secret(game: str, tmp_path: Path) -> None:
    async with played_match(tmp_path, game) as held:
        await sit_down(held)
        searched = 0
        while (match := await held.match()).phase == "running":
            searched += await collect_when_idle(held, match)
            await move_on(held, match)
        searched += await collect_when_idle(held, await held.match())
        assert searched > 20_000


async def sit_down(held: SocketMatch) -> None:
    """Let Ben take the open seats, and Anna start."""
    chairs = dict(held.chairs)
    for number, seat in enumerate((await held.match()).seats, 1):
        if seat.kind == "open":
            assert (await chairs["Ben"].command("sit", seat=number))["type"] == "ack"
    assert (await chairs["Anna"].command("start"))["type"] == "ack"


async def move_on(held: SocketMatch, match: MatchState) -> None:
    """Let somebody move who is to, and people do other things in between."""
    rng, chairs = held.rng, dict(held.chairs)
    name, chair = rng.choice(held.chairs)
    seat = rng.randint(1, len(match.seats))
    tries: list[tuple[str, dict[str, Any]]] = [
        ("play", {"seat": seat, "move": rng.choice(("x", "e4f4d5e5e6", "hd5")), "seen": 1}),
        ("play", {"seat": seat, "move": "e5e6e7e8e9", "seen": match.number}),
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
    elif rng.random() < 0.4 and not (kind == "retry" and match.mode == "solo"):
        await chair.command(kind, **fields)
    match = await held.match()
    moving = [n for n in match.game_state.to_move if match.seats[n - 1].kind == "person"]
    if not moving:
        await asyncio.sleep(0.01)  # a bot is to move
        return
    seat = rng.choice(moving)
    moves = match.game_state.legal_moves(seat)
    play = {"seat": seat, "move": str(rng.choice(moves)), "seen": match.number}
    holder = next(name for name in chairs if name in holders(held, match, seat))
    answer = await chairs[holder].command("play", **play)
    # Only a bot that was quicker makes a move stale.
    assert answer["type"] == "ack" or answer["code"] == "stale", answer


def holders(held: SocketMatch, match: MatchState, seat: int) -> set[str]:
    """Return the name of who holds a seat: seats are named after people, and numbered."""
    return {match.seats[seat - 1].name.partition(" (")[0]}


# --- looking for secrets


async def collect_when_idle(held: SocketMatch, match: MatchState) -> int:
    """Read what has come to everybody, and search it; return how many bytes that was."""
    if held.rng.random() < 0.2 or match.phase != "running":
        await ask_over_http(held)
    match = await held.match()
    for _, chair in held.chairs:
        while chair.number < match.number:
            await chair.next()
    count = 0
    for name, person in held.people.items():
        letters, person.received = person.received, []
        if (await held.match()).number != match.number:
            match = await held.match()  # a bot has moved meanwhile: what it drew is known
        for letter in letters:
            search(letter, set(secrets(held, match, name)), match)
            count += len(letter)
    return count


async def ask_over_http(held: SocketMatch) -> None:
    """Ask for everything that HTTP has, and for what it has not."""
    for person in held.people.values():
        for path in (
            f"/api/matches/{held.match_id}",
            f"/api/matches/{held.match_id}/record",
            f"/api/matches/{held.match_id}/deck",
            "/api/matches",
            "/api/guest",
            "/api/guest/matches",
            "/api/matches/nonsense",
            "/metrics",
            "/healthz",
            "/",
        ):
            await person.ask("GET", path)
        await person.command(held.match_id, "play", seat=1, move="e5e6e7e8e9", seen=1)


def secrets(held: SocketMatch, match: MatchState, reader: str) -> Iterator[str]:
    """Yield texts that a reader must not be sent now."""
    for person in held.people.values():
        yield from spelled(person.token.encode())
        yield sign_in.token_hash(person.token).hex()
    for code in held.codes:
        yield code.partition("-")[2]
    yield from match.guests
    yield from ('"deck"', '"seed"', '"age"', '"fixed"', "correct horse", "digest")
    state = any_state(match)
    deck = "".join(getattr(state, "deck", ""))
    hidden = deck[getattr(state, "number", 0) :]
    if len(hidden) > 2 and not state.over:
        yield from (deck, hidden, hidden[-3:])
    yield from open_placements(held, match, reader)


def open_placements(held: SocketMatch, match: MatchState, reader: str) -> Iterator[str]:
    """Yield where others have placed in the round that is open."""
    pending = getattr(match.state, "pending", None) or ()
    if pending and any_state(match).options.open_table == "open":
        return
    own = {
        str(move)
        for seat, move in enumerate(pending, 1)
        if move and reader in holders(held, match, seat)
    }
    for seat, move in enumerate(pending, 1):
        if move and reader not in holders(held, match, seat) and str(move) not in own:
            yield str(move)


def spelled(secret: bytes) -> Iterator[str]:
    """Yield a secret as it is, and its halves."""
    text = secret.decode()
    yield from (text, text[: len(text) // 2], text[len(text) // 2 :])


def search(letter: bytes, forbidden: set[str], match: MatchState) -> None:
    """Look for forbidden texts, and see that only drawn cards are named."""
    text = without_offers(letter)
    for secret in forbidden:
        assert secret not in text, (secret, text)
    state = any_state(match)
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
        match = await held.match()
        move = str(match.game_state.legal_moves(1)[0])
        await dict(held.chairs)["Anna"].command("play", seat=1, move=move, seen=match.number)
        match = await held.match()
        deck = "".join(any_state(match).deck)
        forbidden = set(secrets(held, match, "Ben"))
        assert move in forbidden
        assert move not in set(secrets(held, match, "Anna"))
        for leak in (
            f'{{"move":"{move}"}}',
            f'{{"card":"{deck[3]}"}}',
            f'{{"cards":"{deck[:3]}"}}',
            f"x{deck[-3:]}y",
            f'[Deck "{deck[:2]}"]',
            held.people["Anna"].token,
            match.seats[0].guest,
            held.codes[0],
        ):
            with pytest.raises(AssertionError):
                search(leak.encode(), forbidden, match)
