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

    def write(self, message: bytes) -> bool:
        """Write a text in this turn of the event loop, or return False."""

    def flush(self) -> None:
        """Write now what is to be written in this turn."""


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
        "_hub",
        "_is_busy",
        "_send",
        "_sending",
        "_size",
        "_task",
        "_times",
        "_waiter",
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
        # Whether a move that was taken at once is being written, and who waits until it is.
        self._is_busy = False
        self._waiter: asyncio.Future[None] | None = None
        self._task = asyncio.current_task()
        self._times: deque[int] = deque(maxlen=hub.limits.messages)
        # What waits while the client does not read, and the task that sends it.
        self._waiting: deque[Message] = deque()
        self._size = 0
        self._sending: asyncio.Task[None] | None = None

    # --- from the client

    def took(self, frame: bytes) -> bool:
        """Take a move and have it written without a task, if nothing stands in the way."""
        live = self._hub.at_hand(self)
        if live is None or self.ended or not frame.startswith(_MOVE):
            return False
        now = self._hub.clock()
        if not self._is_bearable(frame, now):
            return True
        try:
            message = read(frame)
        except KheperError as error:
            self._refuse(error, id_of(frame))
            return True
        if type(message) is not Play or message.seen > live.table.number:
            self._times.pop()  # it is counted when it is heard
            return False
        self._is_busy = True
        try:
            if not self._hub.ask_at_once(live, self, message, now, self._took):
                self._is_busy = False
        except Exception as error:
            self._is_busy = False
            self._fail(message.id, error)
        return True

    def _took(self, id_: str, error: Exception | None) -> None:
        self._is_busy = False
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)
        if error is not None:
            self._fail(id_, error)

    async def done(self) -> None:
        """Wait until what was taken at once is answered."""
        if self._is_busy:
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
            self._waiter = None

    async def heard(self, frame: str | bytes) -> None:
        """Answer a message."""
        if not self._is_bearable(frame, self._hub.clock()):
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
        except Exception as error:
            self._fail(getattr(message, "id", ""), error)

    def _fail(self, id_: str, error: Exception) -> None:
        """Say why something was not done; if nobody knows whether it was, close."""
        if not isinstance(error, KheperError):
            # A fault of ours. Nothing was acknowledged; the log is read again.
            _log.error("a message could not be answered", exc_info=error)
            error = refuse("unavailable", CONNECTION["unavailable"])
        elif isinstance(error, UnsureError) or error.code == "shutdown":
            self.end(error.code, error.sentence)
            return
        self._refuse(error, id_)

    def gone(self) -> None:
        """The connection is closed."""
        self.ended = True
        self._hub.detach(self)
        if self._sending is not None:
            self._sending.cancel()

    def _is_bearable(self, frame: str | bytes, now: int) -> bool:
        """Whether the client keeps to the limits; if not, it is told bye."""
        times, limits = self._times, self._hub.limits
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

    def send(self, frame: bytes) -> None:
        """Send a message: at once, if the client reads; if it has not for long, cut it off."""
        if self.ended:
            return
        if self._wire is not None and self._sending is None and self._wire.write(frame):
            return
        self._put({"type": "websocket.send", "text": frame.decode()}, len(frame))
        if self._size > self._hub.limits.backlog:
            self._cut_off()

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
        if self._wire is not None:
            self._wire.flush()
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
