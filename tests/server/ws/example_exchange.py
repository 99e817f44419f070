"""The exchange of docs/protocol.md, held with a real session: `python -m` prints its lines."""

from __future__ import annotations

import asyncio
from random import Random
from typing import Any

import msgspec

from kheper.server.live import LiveMatches, Registry
from kheper.server.live.bot_pool import InlineBots
from kheper.server.match import commands as ask
from kheper.server.match.commands import Create, SeatWish
from kheper.server.match.seats import Actor
from kheper.server.ws.session import serve
from tests.server.simulation.loop import EPOCH, FakeLoop, run
from tests.server.simulation.memory import Disk, MemoryStore

ANNA, BEN = (Actor(f"guest-{name}", name) for name in ("Anna", "Ben"))
# Long enough for an answer, a preview and the presence of whoever came.
MOMENT = 1.0


class Wire:
    """A connection that keeps what goes over it, both ways."""

    def __init__(self, live: LiveMatches, who: Actor) -> None:
        self.lines: list[str] = []
        self._inbox: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._task = asyncio.ensure_future(serve(live, who, self))

    async def say(self, type_: str, **fields: Any) -> None:
        """Send a message, and wait for what it brings."""
        frame = msgspec.json.encode({"type": type_, **fields})
        self.lines.append(f"→ {frame.decode()}")
        self._inbox.put_nowait(frame)
        await asyncio.sleep(MOMENT)

    async def hang_up(self) -> None:
        """End the connection."""
        self._inbox.put_nowait(None)
        await self._task

    async def receive_message(self) -> bytes | None:
        """Return the next message of the client."""
        return await self._inbox.get()

    def send_message(self, message: bytes) -> None:
        """Keep a message of the server."""
        self.lines.append(f"← {message.decode()}")

    def charge(self, frames: int) -> None:
        """Allow everything."""

    def end(self, code: str, sentence: str) -> None:
        """Refuse to be closed: nothing here is wrong."""
        raise AssertionError(f"{code}: {sentence}")


def exchanges() -> dict[str, str]:
    """Return what each connection of the example sends and receives, by its name."""
    loop = FakeLoop()
    return run(loop, _held())


async def _held() -> dict[str, str]:
    store = MemoryStore(Disk(), Random(1))
    live = LiveMatches(Registry(store, InlineBots(), lambda: EPOCH, Random(7)))
    await live.start(reminders=False)
    match = await _two_people(live)
    anna, ben = Wire(live, ANNA), Wire(live, BEN)
    await ben.say("hello", version=1, match=match, last=3)
    await anna.say("hello", version=1, match=match, follow="facts")
    await anna.say("play", id="a-1", seat=1, move="e2d3e3e4e5", seen=3)
    await ben.say("play", id="b-1", seat=2, move="e2d3e3e4e5", seen=4)
    await anna.say("play", id="a-2", seat=1, move="a1b1c1a2c2", seen=5)
    await anna.hang_up()
    await ben.say("say", id="b-2", text="Well dug!", seen=5)
    again = Wire(live, ANNA)
    await again.say("hello", version=1, match=match, last=5, follow="facts")
    await again.hang_up()
    await ben.hang_up()
    await live.stop()
    wires = {"by facts": anna, "by moves": ben, "again": again}
    return {name: "\n".join(wire.lines) for name, wire in wires.items()}


async def _two_people(live: LiveMatches) -> str:
    wish = Create(game="scarabya", seats=(SeatWish("here"), SeatWish()))
    match = (await live.create(wish, ANNA)).id
    await live.submit(match, ask.Sit(id="sit", seat=2), BEN)
    await live.submit(match, ask.StartGame(id="start"), ANNA)
    return match


if __name__ == "__main__":
    for name, text in exchanges().items():
        print(f"{name}\n\n{text}\n")
