"""The WebSocket side: limits, unreadable messages, slow readers, and answers in order."""

from __future__ import annotations

import asyncio
from collections.abc import MutableMapping
from typing import Any

import msgspec

from kheper.server.botpool import InlineBots
from kheper.server.hub import Hub, Limits
from kheper.server.seats import Who
from kheper.server.sockets import serve
from tests.server.hub.room import ANNA, BEN, House, in_house


class Wire:
    """A WebSocket of a test; while it is `stuck`, the client does not read."""

    def __init__(self, hub: Hub, who: Who) -> None:
        self.got: list[dict[str, Any]] = []
        self.closed = 0
        self.readable = asyncio.Event()
        self.readable.set()
        self._up: asyncio.Queue[MutableMapping[str, Any]] = asyncio.Queue()
        self._up.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(serve(hub, who, self._up.get, self._send))

    def say(self, message: object) -> None:
        frame = message if isinstance(message, str) else msgspec.json.encode(message).decode()
        self._up.put_nowait({"type": "websocket.receive", "text": frame})

    def hang_up(self) -> None:
        self._up.put_nowait({"type": "websocket.disconnect", "code": 1005})

    async def _send(self, event: MutableMapping[str, Any]) -> None:
        await self.readable.wait()
        if event["type"] == "websocket.send":
            self.got.append(msgspec.json.decode(event["text"]))
        elif event["type"] == "websocket.close":
            self.closed = event["code"]
            self._up.put_nowait({"type": "websocket.disconnect", "code": event["code"]})

    async def hello(self, match: str, **more: Any) -> None:
        self.say({"type": "hello", "version": 1, "match": match, **more})
        await asyncio.sleep(0.5)


def _codes(wire: Wire) -> list[str]:
    return [message.get("code", "") for message in wire.got if message["type"] != "presence"]


@in_house
async def test_a_move_over_the_wire(house: House) -> None:
    match = await house.two_people()
    anna, ben = Wire(house.hub, ANNA), Wire(house.hub, BEN)
    await anna.hello(match)
    await ben.hello(match, follow="view")
    anna.say(house.move(await house.hub.table(match)))
    await asyncio.sleep(1)
    assert [message["type"] for message in anna.got if message["type"] != "presence"] == [
        "welcome",
        "update",
        "ack",
        "update",
    ]
    assert ben.got[-1]["view"]["plays"] == 1
    anna.hang_up()
    await anna.task
    assert house.hub.figures()["connections"] == 1


@in_house
async def test_messages_are_answered_in_their_order(house: House) -> None:
    match = await house.two_people()
    wire = Wire(house.hub, ANNA)
    await wire.hello(match)
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


@in_house
async def test_nonsense_is_refused_with_its_id(house: House) -> None:
    match = await house.two_people()
    wire = Wire(house.hub, ANNA)
    wire.say({"type": "play", "id": "1", "seat": 1, "move": "hd5", "seen": 3})
    await wire.hello(match, version=2)
    await wire.hello("nowhere")
    await wire.hello(match)
    for frame in ("", "{", "[]", '{"type":"play","id":"7"}', '{"type":"dance","id":"8"}', "\ud800"):
        wire.say(frame)
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
    assert not wire.closed


@in_house
async def test_too_many_messages_end_a_connection(house: House) -> None:
    wire = Wire(house.hub, ANNA)
    for n in range(101):
        wire.say({"type": "ping", "id": str(n)})
    await asyncio.sleep(1)
    assert wire.got[-1]["code"] == "too-many"
    assert len(wire.got) == 101
    assert wire.closed == 1008
    await wire.task


@in_house
async def test_as_many_messages_as_are_allowed_are_answered_for_ever(house: House) -> None:
    wire = Wire(house.hub, ANNA)
    for n in range(300):
        wire.say({"type": "ping", "id": str(n)})
        await asyncio.sleep(0.21)
    assert len(wire.got) == 300


@in_house
async def test_a_frame_that_is_too_long_ends_a_connection(house: House) -> None:
    wire = Wire(house.hub, ANNA)
    wire.say('{"type":"ping","id":"' + "x" * 8192 + '"}')
    await asyncio.sleep(1)
    assert _codes(wire) == ["too-long"]
    assert wire.closed == 1008


@in_house
async def test_who_does_not_read_is_cut_off_and_others_play_on(house: House) -> None:
    match = await house.two_people()
    hub = Hub(house.stores[0], InlineBots(), house.loop.clock, house.hub.rng, Limits(backlog=600))
    slow, ben = Wire(hub, ANNA), Wire(hub, BEN)
    await slow.hello(match)
    await ben.hello(match)
    slow.readable.clear()
    before = len(ben.got)
    for n in range(12):
        await hub.command(match, house.ask_rename(n), BEN)
    await asyncio.sleep(1)
    assert slow.task.done()
    assert hub.figures()["connections"] == 1
    assert len(ben.got) >= before + 12
    await hub.stop()


@in_house
async def test_who_reads_late_gets_everything_in_order(house: House) -> None:
    match = await house.two_people()
    wire = Wire(house.hub, ANNA)
    await wire.hello(match)
    wire.readable.clear()
    for n in range(12):
        await house.hub.command(match, house.ask_rename(n), BEN)
    wire.readable.set()
    await asyncio.sleep(1)
    numbers = [event["number"] for message in wire.got for event in message.get("news", ())]
    assert numbers == list(range(4, 16))


@in_house
async def test_a_hint_does_not_hold_up_what_comes_after_it(house: House) -> None:
    match = await house.two_people()
    wire = Wire(house.hub, ANNA)
    await wire.hello(match)
    wire.say({"type": "hint", "id": "h", "seat": 1})
    wire.say({"type": "ping", "id": "p"})
    await asyncio.sleep(1)
    answers = {message["id"]: message.get("code", "") for message in wire.got if "id" in message}
    assert answers == {"h": "others-play", "p": ""}


@in_house
async def test_the_end_of_the_server_is_told(house: House) -> None:
    match = await house.two_people()
    wire = Wire(house.hub, ANNA)
    await wire.hello(match)
    await house.hub.stop()
    late = Wire(house.hub, BEN)
    await late.hello(match)
    assert wire.got[-1]["code"] == late.got[-1]["code"] == "shutdown"
    assert wire.closed == late.closed == 1012


@in_house
async def test_asking_for_a_long_log_again_and_again_ends_a_connection(house: House) -> None:
    match = await house.two_people()
    for n in range(300):
        await house.hub.command(match, house.ask_rename(n), BEN)
    wire = Wire(house.hub, ANNA)
    await wire.hello(match)
    for n in range(20):
        wire.say({"type": "log", "id": str(n), "after": 0})
    await asyncio.sleep(5)
    pages = [message for message in wire.got if message["type"] == "update" and "news" in message]
    # Each of them counts as seven.
    assert 10 <= len(pages) <= 15
    assert wire.got[-1]["code"] == "too-many"
