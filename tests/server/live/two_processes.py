"""Live matches with a store in memory and connections that only listen, for tests."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import msgspec

from kheper.server.live import LiveLimits, LiveMatches, Registry
from kheper.server.live.bot_pool import InlineBots
from kheper.server.live.messages import Ack, encode
from kheper.server.match import commands as ask
from kheper.server.match.commands import AnyCommand, Create, SeatWish
from kheper.server.match.seats import Actor
from kheper.server.match.state import MatchState
from kheper.server.match.terms import MatchTerms
from kheper.server.match.view_match import SPECTATOR, Audience
from kheper.server.match.views import Follow
from tests.server.simulation.loop import FakeLoop, run
from tests.server.simulation.memory import Disk, MemoryStore

ANNA, BEN, EVE = (Actor(f"guest-{name}", name) for name in ("Anna", "Ben", "Eve"))


class RecordingSession:
    """A connection of a test: keeps what it is sent."""

    def __init__(self, who: Actor, *, follow: Follow = "moves") -> None:
        self.who = who
        self.follow = follow
        self.audience: Audience = SPECTATOR
        self.got: list[dict[str, Any]] = []
        self.ended = ""

    def send(self, frame: bytes) -> None:
        self.got.append(msgspec.json.decode(frame))

    def end(self, code: str, sentence: str) -> None:
        self.ended = code

    @property
    def kinds(self) -> list[str]:
        """What kinds of messages came, in order; presence, which may be skipped, is."""
        return [message["type"] for message in self.got if message["type"] != "presence"]

    @property
    def numbers(self) -> list[int]:
        """The numbers of all events that were told."""
        return [event["number"] for message in self.got for event in message.get("news", ())]


class TwoProcesses:
    """Two processes on one disk, and the loop that they run on."""

    def __init__(self, loop: FakeLoop) -> None:
        self.loop = loop
        self.disk = Disk()
        self.stores = [MemoryStore(self.disk, Random(n)) for n in (1, 2)]
        limits = LiveLimits(away=20_000, idle=30_000, poll=3_000)
        self.lives = [
            LiveMatches(Registry(store, InlineBots(), loop.clock, Random(n), limits))
            for n, store in enumerate(self.stores)
        ]
        self._asked = 0

    @property
    def live(self) -> LiveMatches:
        return self.lives[0]

    async def submit(
        self, live: LiveMatches, session: RecordingSession, command: AnyCommand
    ) -> int:
        """Submit a command as a session does, and acknowledge it."""
        number = await live.submit(live.match_id(session), command, session.who)
        session.send(encode(Ack(id=command.id, number=number)))
        return number

    async def two_people(self, *, watchers: Any = "talk", **settings: str) -> str:
        """Set up a game of Anna and Ben, and return the match."""
        for live in self.lives:
            await live.start(reminders=False)
        wish = Create(
            game="scarab",
            settings={"size": "8", **settings},
            seats=(SeatWish("here"), SeatWish()),
            terms=MatchTerms(watchers=watchers, stand_in=1),
        )
        match_id = (await self.live.create(wish, ANNA)).id
        await self.live.submit(match_id, ask.Sit(id="sit", seat=2), BEN)
        await self.live.submit(match_id, ask.StartGame(id="start"), ANNA)
        return match_id

    def move(self, match: MatchState, id_: str = "") -> ask.Play:
        """Return the first legal move of whoever is to move."""
        seat = match.game_state.to_move[0]
        self._asked += 1
        move = next(
            m for m in match.game_state.legal_moves(seat) if not getattr(m, "returns", None)
        )
        return ask.Play(
            id=id_ or f"move-{self._asked}", seat=seat, move=str(move), seen=match.number
        )

    def ask_rename(self, n: int) -> ask.Rename:
        """Return a command that changes something, whatever the time."""
        return ask.Rename(id=f"rename-{n}", seat=2, name=f"Ben {n}")

    def log(self, match_id: str) -> list[bytes]:
        return self.disk.logs[match_id]

    async def stop(self) -> None:
        for live in self.lives:
            await live.stop()


def on_two_processes(
    test: Callable[[TwoProcesses], Coroutine[Any, Any, None]],
) -> Callable[[], None]:
    """Run a test that is a coroutine on a loop with a time of its own."""

    def tested() -> None:
        loop = FakeLoop()
        processes = TwoProcesses(loop)

        async def view_update() -> None:
            await test(processes)
            await processes.stop()

        run(loop, view_update())
        assert not loop.faults, loop.faults

    tested.__name__, tested.__doc__ = test.__name__, test.__doc__
    return tested
