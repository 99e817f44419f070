"""The WebSocket side of a connection: reads messages, asks the hub, and sends what it answers.

Nothing here knows of routes or cookies: whoever calls `serve` has checked where the connection
comes from, and says who it is.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Generator, MutableMapping
from typing import Any, Protocol

from kheper.core.errors import KheperError
from kheper.server.commands import Command, Play
from kheper.server.hub import Hub, UnsureError
from kheper.server.messages import (
    CONNECTION,
    LONGEST_FRAME,
    Bye,
    FromClient,
    Hello,
    Hint,
    Log,
    Look,
    Ping,
    Pong,
    encode,
    id_of,
    read,
    refused,
)
from kheper.server.refusals import refuse
from kheper.server.seats import Who
from kheper.server.views import SPECTATOR, Audience

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Coroutine[Any, Any, None]]


class Wire(Protocol):
    """A quick way to and from a client, where the server has one."""

    # Takes a message at once, or returns False.
    listener: Callable[[bytes], bool] | None

    def write(self, message: bytes, ahead: bytes = b"") -> bool:
        """Write a text at once, and another one ahead of it, or return False."""


_log = logging.getLogger("kheper.sockets")

# How the messages begin that are moves, as every client writes them that puts the type first.
_MOVE = b'{"type":"play"'
# So many entries that are told again count as one message more.
ENTRIES_A_MESSAGE = 50

# How WebSockets are closed (RFC 6455): the client breaks the rules; try again later.
POLICY, RESTART, LATER = 1008, 1012, 1013
_CLOSINGS = {"shutdown": RESTART, "unavailable": LATER, "slow": LATER}


async def serve(hub: Hub, who: Who, receive: Receive, send: Send, wire: Wire | None = None) -> None:
    """Accept a WebSocket and serve it to its end; `wire` is a quick way, if there is."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept"})
    socket = Socket(hub, who, send, wire)
    if wire is not None:
        wire.listener = socket.took
    try:
        while not socket.ended:
            event = await receive()
            await socket.done()
            if event["type"] != "websocket.receive":
                break
            frame = event.get("text")
            await socket.heard(event.get("bytes") or b"" if frame is None else frame)
    except asyncio.CancelledError:
        # Who did not read was cut off; anything else is somebody else's wish.
        if not socket.cut_off:
            raise
    finally:
        socket.gone()


class Socket:
    """A connection: what it has asked for lately, and what waits to be sent to it."""

    __slots__ = (
        "_ahead",
        "_errand",
        "_hub",
        "_send",
        "_sending",
        "_size",
        "_task",
        "_times",
        "_waiting",
        "_wire",
        "audience",
        "cut_off",
        "ended",
        "who",
        "whole",
    )

    def __init__(self, hub: Hub, who: Who, send: Send, wire: Wire | None = None) -> None:
        self.who = who
        self.audience: Audience = SPECTATOR
        self.whole = False
        self.ended = False
        self.cut_off = False
        self._hub = hub
        self._send = send
        self._wire = wire
        # What is to be sent with the next message.
        self._ahead = b""
        # The answering of a message that was taken at once, until it is done.
        self._errand: _Errand | None = None
        self._task = asyncio.current_task()
        self._times: deque[int] = deque(maxlen=hub.limits.messages)
        # What waits while the client does not read, and the task that sends it.
        self._waiting: deque[Message] = deque()
        self._size = 0
        self._sending: asyncio.Task[None] | None = None

    # --- from the client

    def took(self, frame: bytes) -> bool:
        """Take a move and answer it without a task of its own, if nothing stands in the way."""
        if (
            self._errand is not None
            or self.ended
            or not frame.startswith(_MOVE)
            or not self._hub.is_at_hand(self)
        ):
            return False
        if not self._is_bearable(frame):
            return True
        try:
            message = read(frame)
        except KheperError as error:
            self._refuse(error, id_of(frame))
            return True
        if type(message) is not Play or message.seen > self._hub.number(self):
            return False
        self._errand = errand = _Errand(self._respond(message), self._hub)
        errand.go_on()
        if errand.over:
            self._errand = None
        else:
            errand.ended = self._took
        return True

    def _took(self) -> None:
        self._errand = None

    async def done(self) -> None:
        """Wait until what was taken at once is answered."""
        if self._errand is not None:
            await self._errand.wait()

    async def heard(self, frame: str | bytes) -> None:
        """Answer a message."""
        if not self._is_bearable(frame):
            return
        try:
            message = read(frame)
        except KheperError as error:
            self._refuse(error, id_of(frame))
            return
        await self._respond(message)

    async def _respond(self, message: FromClient) -> None:
        try:
            await self._answer(message)
        except UnsureError as error:
            self.end(error.code, error.sentence)
        except KheperError as error:
            if error.code == "shutdown":
                self.end(error.code, error.sentence)
            else:
                self._refuse(error, getattr(message, "id", ""))
        except Exception:
            # A fault of ours. Nothing was acknowledged; the log is read again.
            _log.exception("a %s could not be answered", type(message).__name__)
            fault = refuse("unavailable", CONNECTION["unavailable"])
            self._refuse(fault, getattr(message, "id", ""))

    def gone(self) -> None:
        """The connection is closed."""
        self.ended = True
        self._hub.detach(self)
        if self._sending is not None:
            self._sending.cancel()

    def _is_bearable(self, frame: str | bytes) -> bool:
        """Whether the client keeps to the limits; if not, it is told bye."""
        now, times, limits = self._hub.clock(), self._times, self._hub.limits
        if len(times) == limits.messages and now - times[0] < limits.window:
            self.end("too-many", CONNECTION["too-many"])
            return False
        times.append(now)
        if len(frame) > LONGEST_FRAME:
            self.end("too-long", f"a message has at most {LONGEST_FRAME} bytes")
            return False
        return True

    def _charge(self, after: int) -> None:
        """Count what is told of a long log as several messages: it has to be replayed."""
        more = max(0, self._hub.number(self) - after) // ENTRIES_A_MESSAGE
        self._times.extend([self._hub.clock()] * more)

    async def _answer(self, message: FromClient) -> None:
        if isinstance(message, Command):
            await self._hub.ask(self, message)
        elif isinstance(message, Hello):
            self.whole = message.follow == "view"
            await self._hub.attach(message.match, self, message.last)
            if message.last:
                self._charge(message.last)
        elif isinstance(message, Look):
            await self._hub.look(self)
        elif isinstance(message, Log):
            self._charge(message.after)
            await self._hub.log(self, message.after)
        elif isinstance(message, Ping):
            self.send(encode(Pong(id=message.id, number=self._hub.number(self))))
        else:
            match = self._hub.match(self)
            # Thinking takes its time, in which other messages are answered.
            self._hub.spawn(self._hint(match, message))

    async def _hint(self, match: str, message: Hint) -> None:
        try:
            hints = await self._hub.hint(match, self.who, message.seat, message.id)
        except KheperError as error:
            self._refuse(error, message.id)
        else:
            self.send(encode(hints))

    def _refuse(self, error: KheperError, id_: str) -> None:
        self.send(encode(refused(error, self._hub.number(self), id_)))

    # --- to the client

    def send(self, frame: bytes, *, ahead: bool = False) -> None:
        """Send a message: at once, if the client reads; if it has not for long, cut it off."""
        if self.ended:
            return
        first, self._ahead = self._ahead, b""
        if ahead and not first and self._wire is not None:
            self._ahead = frame
            return
        if self._wire is not None and self._sending is None and self._wire.write(frame, first):
            return
        for each in (first, frame):
            if each:
                self._put({"type": "websocket.send", "text": each.decode()}, len(each))
        if self._size > self._hub.limits.backlog:
            self._cut_off()

    def flush(self) -> None:
        """Let what went ahead wait no longer."""
        if self._ahead:
            frame, self._ahead = self._ahead, b""
            self.send(frame)

    def end(self, code: str, sentence: str) -> None:
        """Say bye, and close."""
        if self.ended:
            return
        self.send(encode(Bye(code=code, sentence=sentence)))
        self._put({"type": "websocket.close", "code": _CLOSINGS.get(code, POLICY)}, 0)
        self.ended = True
        self._hub.detach(self)

    def _cut_off(self) -> None:
        self._waiting.clear()
        self.ended = self.cut_off = True
        self._hub.detach(self)
        if self._task is not None:
            self._task.cancel()

    def _put(self, event: Message, size: int) -> None:
        if self._sending is not None:
            self._waiting.append(event)
            self._size += size
            return
        # A server that can write at once has done so when its coroutine first gives up control,
        # which is by ending: that spares a task for each message.
        sending = self._send(event)
        try:
            paused = sending.send(None)
        except StopIteration:
            return
        except Exception:
            self.ended = True  # the client is gone, as the server is about to say
            return
        self._size += size
        rest = self._send_rest(_GoingOn(sending, paused), size)
        self._sending = asyncio.get_running_loop().create_task(rest)

    async def _send_rest(self, first: _GoingOn, size: int) -> None:
        """Send what waits, now that the client is slow, until it has read everything."""
        try:
            await first
            self._size -= size
            while self._waiting:
                event = self._waiting.popleft()
                await self._send(event)
                self._size -= len(event.get("text", ""))
        except Exception:
            self.ended = True
            self._waiting.clear()
        finally:
            self._sending = None


class _Errand:
    """A coroutine that is begun at once and gone on with as soon as what it awaits is there.

    That spares a task, and a turn of the event loop before it begins, for what is nearly always
    one wait for the store. If there is more to it, a task sees to the rest.
    """

    __slots__ = ("_coroutine", "_hub", "_waiters", "ended", "over")

    def __init__(self, coroutine: Coroutine[Any, Any, None], hub: Hub) -> None:
        self._coroutine = coroutine
        self._hub = hub
        self._waiters: list[asyncio.Future[None]] = []
        self.ended: Callable[[], None] | None = None
        self.over = False

    def go_on(self, awaited: Any = None) -> None:
        """Go on until it has to wait, or is over."""
        if awaited is not None and (awaited.cancelled() or awaited.exception() is not None):
            # What is to be done now may need a task: it is no errand any more.
            self._hub.spawn(self._rest(awaited))
            return
        try:
            paused = self._coroutine.send(None)
        except StopIteration:
            self._end()
            return
        except BaseException:
            self._end()
            raise
        if awaited is None and isinstance(paused, asyncio.Future):
            paused.add_done_callback(self.go_on)
        else:
            self._hub.spawn(self._rest(paused))

    async def wait(self) -> None:
        """Wait until it is over."""
        if not self.over:
            waiter = asyncio.get_running_loop().create_future()
            self._waiters.append(waiter)
            await waiter

    async def _rest(self, paused: Any) -> None:
        try:
            await _GoingOn(self._coroutine, paused)
        finally:
            self._end()

    def _end(self) -> None:
        self.over = True
        if self.ended is not None:
            self.ended()
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)


class _GoingOn:
    """The rest of a coroutine that has been begun outside of a task, and waits for something."""

    def __init__(self, begun: Coroutine[Any, Any, None], paused: Any) -> None:
        self._begun = begun
        self._paused = paused

    def __await__(self) -> Generator[Any, Any, None]:
        paused = self._paused
        while True:
            try:
                yield paused
            except BaseException:
                self._begun.close()
                raise
            try:
                paused = self._begun.send(None)
            except StopIteration:
                return
