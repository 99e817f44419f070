"""Clients of the simulation: they play, chat, vanish, come back, send again, and err."""

from __future__ import annotations

import asyncio
from collections import deque
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from kheper.server.live import LiveMatches
from kheper.server.live.messages import Bye, encode
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState
from kheper.server.match.views import Follow
from kheper.server.ws.session import serve

if TYPE_CHECKING:
    from tests.server.simulation.world import World

# What a client leaves aside: the answer says that nothing was done, so it may ask again.
AGAIN = ("unavailable", "shutdown", "no-match")


class Link:
    """A connection: both ways in order, with delays; when it breaks, what is on the way is lost."""

    def __init__(self, client: Client, live: LiveMatches) -> None:
        self.client = client
        self.live = live
        self.open = True
        self._is_ended = False
        self._up: asyncio.Queue[bytes | None] = asyncio.Queue()
        # What is on the way: timers that are due together go off in any order, messages do not.
        self._upward: deque[bytes | None] = deque()
        self._downward: deque[bytes | None] = deque()
        self._down_at = self._up_at = 0.0
        self.task = asyncio.get_running_loop().create_task(serve(live, client.who, self))

    # --- the client's end

    def send(self, text: bytes) -> None:
        """Send to the server; it arrives after a while."""
        loop = asyncio.get_running_loop()
        self._up_at = max(self._up_at, loop.time() + self.client.delay())
        self._upward.append(text)
        loop.call_at(self._up_at, self._reach_server)

    def drop(self) -> None:
        """Vanish: the server notices later, and may yet get what was sent before."""
        self.open = False
        later = self.client.rng.choice((0.0, 0.5, 20.0)) * self.client.rng.random()
        loop = asyncio.get_running_loop()
        self._upward.append(None)
        self._up_at = max(self._up_at, loop.time() + later)
        loop.call_at(self._up_at, self._reach_server)

    def _reach_server(self) -> None:
        self._up.put_nowait(self._upward.popleft())

    # --- the server's end

    async def receive_message(self) -> bytes | None:
        """Return the next message, or None when there will be no more."""
        return None if self._is_ended else await self._up.get()

    def send_message(self, message: bytes) -> None:
        """Send to the client; it arrives after a while."""
        if not self._is_ended:
            self._down(message)

    def charge(self, frames: int) -> None:
        """Count nothing: clients of the simulation are slow."""

    def end(self, code: str, sentence: str) -> None:
        """Say bye, and close."""
        self.send_message(encode(Bye(code=code, sentence=sentence)))
        self._down(None)
        self._is_ended = True
        self._up.put_nowait(None)

    def _down(self, message: bytes | None) -> None:
        loop = asyncio.get_running_loop()
        self._down_at = max(self._down_at, loop.time() + self.client.delay())
        self._downward.append(message)
        loop.call_at(self._down_at, self._reach_client)

    def _reach_client(self) -> None:
        message = self._downward.popleft()
        if not self.open:
            return
        if message is None:
            self.open = False
        else:
            self.client.hear(self, msgspec.json.decode(message))


class TakeBackRequest:
    """A command that waits for its answer."""

    def __init__(self, message: dict[str, Any], link: Link, at: float) -> None:
        self.message = message
        self.link = link
        self.at = at
        self.sent = 1


class Client:
    """Somebody at the table; `events` are all that were told, by number."""

    def __init__(self, world: World, who: Actor, rng: Random, *, follow: Follow = "moves") -> None:
        self.world = world
        self.who = who
        self.rng = rng
        self.follow = follow
        self.link: Link | None = None
        self.welcomed = False
        self.last = 0
        self.first = 0
        self.events: dict[int, dict[str, Any]] = {}
        self.asked: TakeBackRequest | None = None
        self.acks: dict[str, set[int]] = {}
        # The ids of moves: what they come to is never nothing.
        self.moves: set[str] = set()
        self.refused: set[str] = set()
        self.codes: set[str] = set()
        self._ids = 0
        self._greeted = 0.0

    def delay(self) -> float:
        return self.rng.choice((0.0, 0.005, 0.005, 0.2)) * self.rng.random()

    # --- hearing

    def hear(self, link: Link, message: dict[str, Any]) -> None:
        if link is not self.link:
            return
        kind = message["type"]
        if kind == "welcome":
            self.welcomed = True
        elif kind == "update":
            self._update(message)
        elif kind == "ack":
            self._acked(link, message)
        elif kind == "refused":
            self._refused(message)
        elif kind == "bye":
            self.codes.add(message["code"])

    def _update(self, message: dict[str, Any]) -> None:
        for event in message.get("news", ()):
            number = event["number"]
            if number in self.events:  # asked for again with `log`
                assert self.events[number] == event, f"entry {number} is told in two ways"
            elif number <= self.first:
                continue
            else:
                assert number == self.last + 1, f"{self.who.name}: {self.last}, then {number}"
                self.events[number] = event
                self.last = number
        if "view" in message and message["number"] > self.last:
            # The first one, or one that stands for many events.
            self.first = self.last = message["number"]
            self.events.clear()
        if "view" in message:
            assert message["number"] == self.last
            self.world.check_view(self, message["view"])

    def _acked(self, link: Link, message: dict[str, Any]) -> None:
        id_, number = message["id"], message["number"]
        self.acks.setdefault(id_, set()).add(number)
        if self.asked is not None and self.asked.message["id"] == id_:
            told = self.world.answer(self.who, id_)
            assert told is None or self.last >= told, "acknowledged before it was told"
            self.asked = None

    def _refused(self, message: dict[str, Any]) -> None:
        id_, code = message.get("id", ""), message["code"]
        self.codes.add(code)
        if self.asked is None or id_ != self.asked.message["id"]:
            return
        if code in AGAIN:
            self.asked.at = -1e9  # at once
        else:
            self.refused.add(id_)
            self.asked = None

    # --- doing

    async def live(self) -> None:
        """Do something, now and then, until all is over."""
        while True:
            await asyncio.sleep(self.rng.choice((0.02, 0.2, 2.0)) * self.rng.random())
            if self.link is None or not self.link.open:
                self._connect()
            elif not self.world.calm and self.rng.random() < 0.06:
                self.link.drop()
                await asyncio.sleep(self.rng.choice((0.0, 1.0, 30.0, 100.0)) * self.rng.random())
            elif self.welcomed:
                self._act(self.link)
            elif asyncio.get_running_loop().time() - self._greeted > 5:
                self._greet()  # the store had trouble

    def _connect(self) -> None:
        self.welcomed = False
        self.link = Link(self, self.rng.choice(self.world.lives))
        self._greet()

    def _greet(self) -> None:
        self._greeted = asyncio.get_running_loop().time()
        hello: dict[str, Any] = {"type": "hello", "version": 1, "match": self.world.match_id}
        if self.last:
            hello["last"] = self.last
        if self.follow != "moves":
            hello["follow"] = self.follow
        self.say(hello)

    def say(self, message: dict[str, Any]) -> None:
        assert self.link is not None
        self.link.send(msgspec.json.encode(message))

    def _act(self, link: Link) -> None:
        if self.asked is not None:
            self._insist(link, self.asked)
        elif self.first and (message := self._idea()) is not None:
            self._ids += 1
            message["id"] = f"{self.who.name}-{self._ids}"
            if message["type"] == "play":
                self.moves.add(message["id"])
            self.asked = TakeBackRequest(message, link, asyncio.get_running_loop().time())
            self.say(message)
            if not self.world.calm and self.rng.random() < 0.1:
                self.say(message)  # twice
                self.asked.sent += 1

    def _insist(self, link: Link, asked: TakeBackRequest) -> None:
        """Send again what was not answered: on a new connection at once, else after a while."""
        now = asyncio.get_running_loop().time()
        if asked.link is not link or now - asked.at > 20:
            asked.link, asked.at = link, now
            asked.sent += 1
            self.say(asked.message)

    def _idea(self) -> dict[str, Any] | None:
        """Think of something to ask for, from what this client knows."""
        match = self.world.match(self.last)
        mine = match.held(self.who.id)
        roll = self.rng.random()
        if not self.world.calm and roll < 0.25:
            return self._oddity(match, mine)
        if match.asked is not None and self.who.id in match.asked.waiting:
            agree = self.rng.random() < 0.6
            return {"type": "answer", "asked": match.asked.number, "agree": agree}
        if any(match.seats[seat - 1].stand_in for seat in mine):
            return {"type": "back"}  # bots do not play for nobody
        movable = [
            seat for seat in mine if match.phase == "running" and seat in match.game_state.to_move
        ]
        if movable:
            return self._move(match, movable[0])
        if match.phase == "over" and not match.next and mine and self.world.wants_rematch:
            return {"type": "rematch"}
        return None

    def _move(self, match: MatchState, seat: int) -> dict[str, Any]:
        move: Any = self.rng.choice(match.game_state.legal_moves(seat))
        if getattr(move, "returns", None):
            move = move._replace(returns=None)
        return {"type": "play", "seat": seat, "move": str(move), "seen": self.last}

    def _oddity(self, match: MatchState, mine: tuple[int, ...]) -> dict[str, Any] | None:
        rng = self.rng
        seat = rng.choice(mine) if mine else 1
        made: list[dict[str, Any]] = [
            {"type": "say", "text": "well"},
            {"type": "phrase", "phrase": "hello"},
            {"type": "play", "seat": seat, "move": "x", "seen": self.last},
            {"type": "play", "seat": 3 - min(seat, 2), "move": "hd5", "seen": self.last},
            {"type": "unready", "seat": seat},
            {"type": "take-back", "seat": seat},
            {"type": "withdraw"},
            {"type": "nonsense"},
        ]
        if match.phase == "running" and seat in match.game_state.to_move:
            moves = match.game_state.legal_moves(seat)
            stale = {"type": "play", "seat": seat, "move": str(moves[0]), "seen": self.last - 3}
            made += [stale, stale]
        if rng.random() < 0.2:
            made = [{"type": "leave"}, {"type": "stand-in", "seat": seat, "level": 1}]
        if rng.random() < 0.3:
            self.say(rng.choice(({"type": "look", "id": "l"}, {"type": "ping", "id": "p"})))
            self.say({"type": "log", "id": "g", "after": max(0, self.last - rng.randint(0, 9))})
            return None
        return rng.choice(made)
