"""Clients of a server that is killed all the time: they play, and write down what they are told."""

from __future__ import annotations

import asyncio
import contextlib
import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from kheper.scarabya.placements import PLACEMENTS

PATIENCE = 10.0
HERE, OPEN, BOT = {"occupant": "here"}, {"occupant": "open"}, {"occupant": "bot", "level": 2}
WISHES: tuple[dict[str, Any], ...] = (
    {"game": "scarab", "settings": {"size": "8"}, "seats": [HERE, OPEN]},
    {"game": "scarabya", "settings": {"mode": "expedition"}, "seats": [HERE, OPEN]},
    {"game": "scarab", "settings": {"size": "8"}, "seats": [HERE, BOT]},
    {"game": "scarabya", "settings": {"mode": "duel"}, "seats": [HERE, OPEN]},
)
# What ends a connection and says nothing about the game.
HARMLESS = ("shutdown", "too-many", "unavailable")


class TroubleError(Exception):
    """The server is not there, or cannot do anything now: come again."""


GONE = (TroubleError, OSError, TimeoutError, ConnectionClosed, InvalidHandshake, EOFError)


@dataclass
class Ledger:
    """What clients were told: by token, match and id the number that was acknowledged; events."""

    acknowledged: dict[tuple[str, str, str], int] = field(default_factory=dict)
    told: dict[tuple[str, int], dict[str, Any]] = field(default_factory=dict)
    # Whether nobody shall ask for anything more.
    closing: bool = False

    def acknowledge(self, token: str, match: str, id_: str, number: int) -> None:
        """Write an acknowledgement down; a command that was sent again has the same number."""
        known = self.acknowledged.setdefault((token, match, id_), number)
        assert known == number, f"acknowledged as {known}, and now as {number}"

    def tell(self, match: str, event: dict[str, Any]) -> None:
        """Write down what somebody was told to be in the log."""
        self.told[match, event["number"]] = event


class Person:
    """A guest with a name, who becomes one as soon as the server is there."""

    def __init__(self, port: int, name: str) -> None:
        self.name = name
        self.token = ""
        self.socket = f"ws://127.0.0.1:{port}/api/socket"
        self._http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, trust_env=False, verify=False
        )

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask something over HTTP once."""
        try:
            answer = await self._http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise TroubleError from error
        if answer.status_code == 503:
            raise TroubleError
        assert answer.is_success, answer.text
        return answer.json()

    async def ask_on(self, path: str, body: Any) -> Any:
        """Ask something until it is answered."""
        while True:
            with contextlib.suppress(TroubleError):
                return await self.ask("POST", path, body)
            await asyncio.sleep(0.05)

    async def become_guest(self) -> None:
        """Become a guest; from then on the server must know them."""
        await self.ask_on("/api/guest", {"name": self.name})
        self.token = self._http.cookies["kheper"]

    def connect(self) -> connect:
        """Open a socket."""
        return connect(
            self.socket,
            additional_headers={"Cookie": f"kheper={self.token}"},
            compression=None,
            proxy=None,
            ping_interval=None,
            open_timeout=PATIENCE,
            close_timeout=0.1,
        )

    async def close(self) -> None:
        """Be gone."""
        await self._http.aclose()


class Pair:
    """Two people, or one and a bot, who play one match after the other."""

    def __init__(self, port: int, ledger: Ledger, rng: Random, number: int) -> None:
        self.wish = WISHES[number % len(WISHES)]
        names = [f"Anna {number}", f"Ben {number}"][: 1 + (OPEN in self.wish["seats"])]
        self.people = [Person(port, name) for name in names]
        self.match = ""
        self._ledger = ledger
        self._rng = rng

    async def play(self) -> None:
        """Play until the ledger is to be closed."""
        try:
            for person in self.people:
                await person.become_guest()
            while not self._ledger.closing:
                made = await self.people[0].ask_on("/api/matches", self.wish)
                self.match = made["match"]
                chairs = [Chair(each, self.match, self._ledger, self._rng) for each in self.people]
                await asyncio.gather(*(chair.play() for chair in chairs))
        finally:
            for person in self.people:
                await person.close()

    async def is_welcome(self) -> bool:
        """Say whether the server lets somebody follow this match now."""
        if not self.match:
            return True
        with contextlib.suppress(*GONE):
            async with self.people[0].connect() as link:
                await link.send(_hello(self.match, 0))
                async with asyncio.timeout(PATIENCE):
                    return bool(json.loads(await link.recv())["type"] == "welcome")
        return False


class Chair:
    """Somebody at a table: what they know of it, and what they have asked for and not heard of."""

    def __init__(self, person: Person, match: str, ledger: Ledger, rng: Random) -> None:
        self.person = person
        self.match = match
        self.number = 0
        self.view: dict[str, Any] = {}
        self.asked: dict[str, Any] | None = None
        # Whether that was sent on this connection, and the last number that was acknowledged.
        self.sent = False
        self.acked = 0
        self.done = False
        self._ids = 0
        self._ledger = ledger
        self._rng = rng

    async def play(self) -> None:
        """Play this match to its end, however often the server is gone."""
        while not self.done:
            try:
                async with self.person.connect() as link:
                    await self._follow(link)
            except InvalidStatus as error:
                # A server that is about to stop says 500, one that cannot read 503.
                if error.response.status_code < 500:
                    raise
            except GONE:
                pass
            await asyncio.sleep(self._rng.uniform(0.0, 0.05))

    async def _follow(self, link: ClientConnection) -> None:
        await link.send(_hello(self.match, self.number))
        self.sent, welcome = False, False
        while not self.done:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.5):
                    message = json.loads(await link.recv())
                    welcome = welcome or message["type"] == "update"
                    self._hear(message)
            if welcome:
                await self._go_on(link)

    def _hear(self, message: dict[str, Any]) -> None:
        kind, code = message["type"], message.get("code", "")
        if kind == "update":
            self.number = message["number"]
            self.view = _applied(self.view, message)
            for event in message.get("news", ()):
                self._ledger.tell(self.match, event)
        elif kind == "ack":
            self.acked = message["number"]
            self._ledger.acknowledge(self.person.token, self.match, message["id"], self.acked)
            assert self.asked is not None
            assert self.asked["id"] == message["id"]
            self.asked = None
        elif kind in ("refused", "bye"):
            assert code in HARMLESS, f"{self.asked} was answered with {message}"
            raise TroubleError
        else:
            assert kind in ("welcome", "presence", "preview"), message

    async def _go_on(self, link: ClientConnection) -> None:
        """Ask again for what was not heard of; else ask for the next thing there is to do."""
        if self.asked is None and self.number >= self.acked:
            self.done = self._ledger.closing or self.view["phase"] == "over"
            if not self.done:
                self._wish()
        if self.asked is not None and not self.sent:
            self.sent = True
            await link.send(json.dumps(self.asked))

    def _wish(self) -> None:
        if fields := _next_command(self.view, self._rng):
            self._ids += 1
            self.asked = {"id": f"{self.person.name}-{self._ids}", **fields}
            if fields["type"] == "play":
                self.asked["seen"] = self.number
            self.sent = False


def _hello(match: str, last: int) -> str:
    return json.dumps(
        {"type": "hello", "version": 1, "match": match, "last": last, "follow": "facts"}
    )


def _applied(view: dict[str, Any], update: dict[str, Any]) -> dict[str, Any]:
    """Return what these clients need of a view after an update: phase, seats, what may be done."""
    if "view" in update:
        view_update: dict[str, Any] = update["view"]
        return view_update
    found = dict(view)
    for event in update.get("news", ()):
        if "phase" in event:
            found["phase"] = event["phase"]
    for name in ("you", "may"):
        if name in update:
            found[name] = update[name]
            if not update[name]:
                del found[name]
    own = {each["seat"]: each for each in (*view.get("own", ()), *update.get("own", ()))}
    return {**found, "own": [own[seat] for seat in sorted(own) if seat in found.get("you", ())]}


def _next_command(view: dict[str, Any], rng: Random) -> dict[str, Any] | None:
    """Return what somebody who sees this view asks for, if anything."""
    if view["phase"] == "open":
        if "you" not in view:
            return {"type": "sit", "seat": 2}
        return {"type": "start"} if "start" in view.get("may", ()) else None
    for own in view.get("own", ()):
        if legal := own.get("legal"):
            return {"type": "play", "seat": own["seat"], "move": _move(legal, rng)}
    return None


def _move(legal: dict[str, Any], rng: Random) -> str:
    if legal["kind"] == "walks":
        return str(rng.choice(legal["moves"]))
    table = [placement for placement in PLACEMENTS if placement.tile.value == legal["tile"]]
    places = [n for n, mark in enumerate(legal["marks"]) if mark == "+"]
    return str(table[rng.choice(places)]) if places else "x"
