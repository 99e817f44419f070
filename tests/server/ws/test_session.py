"""A client's session: unreadable messages, and answers in order."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from kheper.server.live import LiveMatches
from kheper.server.match.seats import Actor
from kheper.server.ws.session import serve
from tests.server.live.two_processes import ANNA, BEN, TwoProcesses, on_two_processes


class Wire:
    """A connection of a test, without a socket."""

    def __init__(self, live: LiveMatches, who: Actor) -> None:
        self.got: list[dict[str, Any]] = []
        self.charged = 0
        self.is_closed = False
        self._up: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.task = asyncio.ensure_future(serve(live, who, self))

    def say(self, message: object) -> None:
        frame = message if isinstance(message, bytes) else msgspec.json.encode(message)
        self._up.put_nowait(frame)

    def hang_up(self) -> None:
        self._up.put_nowait(None)

    async def receive_message(self) -> bytes | None:
        return None if self.is_closed else await self._up.get()

    def send_message(self, message: bytes) -> None:
        self.got.append(msgspec.json.decode(message))

    def charge(self, frames: int) -> None:
        self.charged += frames

    def end(self, code: str, sentence: str) -> None:
        self.got.append({"type": "bye", "code": code})
        self.is_closed = True
        self.hang_up()

    async def hello(self, match_id: str, **more: Any) -> None:
        self.say({"type": "hello", "version": 1, "match": match_id, **more})
        await asyncio.sleep(0.5)


def _codes(wire: Wire) -> list[str]:
    return [message.get("code", "") for message in wire.got if message["type"] != "presence"]


@on_two_processes
async def test_a_move_over_the_wire(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    anna, ben = Wire(processes.live, ANNA), Wire(processes.live, BEN)
    await anna.hello(match_id)
    await ben.hello(match_id, follow="facts")
    anna.say(processes.move(await processes.live.match(match_id)))
    await asyncio.sleep(1)
    assert [message["type"] for message in anna.got if message["type"] != "presence"] == [
        "welcome",
        "update",
        "update",
        "ack",
    ]
    told = [message for message in ben.got if message["type"] == "update"][-1]
    assert "view" not in told
    assert told["news"][0]["facts"]["squares"]
    assert told["own"][0]["legal"]["kind"] == "walks"
    assert ben.got[-1]["type"] == "preview"
    anna.hang_up()
    await anna.task
    assert processes.live.figures()["connections"] == 1


@on_two_processes
async def test_messages_are_answered_in_their_order(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    wire = Wire(processes.live, ANNA)
    await wire.hello(match_id)
    for n in range(20):
        kind = ("phrase", "rename", "ping")[n % 3]
        more: dict[str, dict[str, Any]] = {
            "phrase": {"phrase": "oops"},
            "rename": {"seat": 1, "name": f"A{n}"},
            "ping": {},
        }
        wire.say({"type": kind, "id": str(n), **more[kind]})
    await asyncio.sleep(5)
    answers = [message["id"] for message in wire.got if "id" in message]
    assert answers == [str(n) for n in range(20)]


@on_two_processes
async def test_nonsense_is_refused_with_its_id(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    wire = Wire(processes.live, ANNA)
    wire.say({"type": "play", "id": "1", "seat": 1, "move": "hd5", "seen": 3})
    await wire.hello(match_id, version=2)
    await wire.hello("nowhere")
    await wire.hello(match_id)
    for frame in ("", "{", "[]", '{"type":"play","id":"7"}', '{"type":"dance","id":"8"}', "\ud800"):
        wire.say(frame.encode("utf-8", "surrogatepass"))
    await asyncio.sleep(1)
    assert _codes(wire) == [
        "hello-first",
        "other-version",
        "no-match",
        "",
        "",
        *["unreadable"] * 6,
    ]
    assert [message.get("id") for message in wire.got[-3:-1]] == ["7", "8"]
    assert not wire.is_closed


@on_two_processes
async def test_a_hint_does_not_hold_up_what_comes_after_it(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    wire = Wire(processes.live, ANNA)
    await wire.hello(match_id)
    wire.say({"type": "hint", "id": "h", "seat": 1})
    wire.say({"type": "ping", "id": "p"})
    await asyncio.sleep(1)
    answers = {message["id"]: message.get("code", "") for message in wire.got if "id" in message}
    assert answers == {"h": "others-play", "p": ""}


@on_two_processes
async def test_the_end_of_the_server_is_told(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    wire = Wire(processes.live, ANNA)
    await wire.hello(match_id)
    await processes.live.stop()
    late = Wire(processes.live, BEN)
    await late.hello(match_id)
    assert wire.got[-1]["code"] == late.got[-1]["code"] == "shutdown"
    assert wire.is_closed
    assert late.is_closed


@on_two_processes
async def test_asking_for_a_long_log_counts_as_several_frames(processes: TwoProcesses) -> None:
    match_id = await processes.two_people()
    for n in range(300):
        await processes.live.submit(match_id, processes.ask_rename(n), BEN)
    wire = Wire(processes.live, ANNA)
    await wire.hello(match_id)
    for n in range(20):
        wire.say({"type": "log", "id": str(n), "after": 0})
    await asyncio.sleep(5)
    # Each of them counts as seven.
    assert wire.charged == 20 * (303 // 50)
