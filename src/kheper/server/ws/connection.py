"""A WebSocket with limits: uvicorn's, which the websockets library reads and writes.

Every frame counts against the connection's allowance, control frames and fragments too. In one
iteration of the event loop a bounded part of the input is parsed; the socket is not read while
input is left or while messages wait for an answer (back-pressure). Sending never waits: a client
that does not read is disconnected.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from kheper.server.live.messages import LONGEST_FRAME, Bye, encode
from kheper.server.refusals import SENTENCES

# The key of the connection in the extensions of a socket's scope.
EXTENSION = "kheper.connection"
# Bytes parsed in one iteration of the event loop: at most 85 empty frames.
SLICE = 512
# Messages that may wait for an answer before reading pauses.
MOST_WAITING = 8
# Bytes that may wait in the send buffer before a client is disconnected.
BACKLOG = 256 * 1024
# How long a client has to read the last message before it is disconnected, in seconds.
LINGER = 0.8

# Close codes (RFC 6455): invalid data, policy violation, service restart, try again later.
INVALID_DATA, POLICY, RESTART, LATER = 1007, 1008, 1012, 1013
_CLOSINGS = {"shutdown": RESTART, "unavailable": LATER}


class Allowance:
    """A token bucket: some frames at once, which come back one by one.

    >>> allowance = Allowance(2, 10.0)
    >>> allowance.take(1, now=0.0), allowance.take(1, now=0.0), allowance.take(1, now=0.0)
    (True, True, False)
    >>> allowance.take(1, now=5.0)
    True
    """

    __slots__ = ("_at", "_left", "_most", "_rate")

    def __init__(self, most: int, seconds: float) -> None:
        self._most = float(most)
        self._rate = most / seconds
        self._left = self._most
        self._at: float | None = None

    def take(self, count: int, now: float) -> bool:
        """Take a number of frames, and say whether there were as many."""
        if self._at is not None:
            self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < count:
            return False
        self._left -= count
        return True


class Connection(WebSocketsSansIOProtocol):
    """A client's WebSocket: `receive_message` returns its messages, `send_message` never waits."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Set by whoever accepts the socket.
        self.allowance: Allowance | None = None
        self.is_ended = False
        self._unread = b""
        self._outgoing: list[bytes] = []
        self._inbox: deque[bytes] = deque()
        self._parts: list[bytes] = []
        self._is_text = True
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None

    # --- from the client

    async def receive_message(self) -> bytes | None:
        """Return the next message, or None at the end of the connection."""
        while not self._inbox:
            if self.is_ended or self.disconnected:
                return None
            self._waiter = self.loop.create_future()
            await self._waiter
        message = self._inbox.popleft()
        if self.read_paused and not self._unread and len(self._inbox) < MOST_WAITING:
            self.read_paused = False
            self.transport.resume_reading()
        elif self._unread and len(self._inbox) == MOST_WAITING - 1:
            self.loop.call_soon(self._parse)
        return message

    def charge(self, frames: int) -> None:
        """Count a message that causes much work as several frames."""
        if not self._is_allowed(frames):
            self.end("too-many", SENTENCES["too-many"])

    def handle_connect(self, event: Any) -> None:
        """Put the connection into the scope for the application."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[EXTENSION] = self

    def data_received(self, data: bytes) -> None:
        """Buffer what was received, and parse its beginning."""
        if not self.handshake_initiated:
            super().data_received(data)
        elif not self.is_ended:
            self._unread += data
            if self.allowance is None:
                self._pause()
            else:
                self._parse()

    async def accept(self, allowance: Allowance) -> None:
        """Accept the socket, and begin to parse."""
        await self.send({"type": "websocket.accept"})
        self.allowance = allowance
        if self._unread:
            self._parse()

    def _parse(self) -> None:
        """Parse a slice of the buffer, and leave the rest to later iterations."""
        if self.is_ended or self.disconnected or len(self._inbox) >= MOST_WAITING:
            return
        part, self._unread = self._unread[:SLICE], self._unread[SLICE:]
        self.conn.receive_data(part)
        frames = [event for event in self.conn.events_received() if isinstance(event, Frame)]
        if not self._is_allowed(len(frames)):
            self.end("too-many", SENTENCES["too-many"])
            return
        if not all(map(self._handle, frames)):
            return
        if self.conn.parser_exc is not None:
            self.is_ended = True
            self.handle_parser_exception()
            self._wake()
            return
        if pongs := self.conn.data_to_send():
            self._write(b"".join(pongs))
        if len(self._inbox) >= MOST_WAITING:
            self._pause()
        elif self._unread:
            self._pause()
            self.loop.call_soon(self._parse)
        elif self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()

    def _is_allowed(self, frames: int) -> bool:
        return self.allowance is None or self.allowance.take(frames, self.loop.time())

    def _handle(self, frame: Frame) -> bool:
        """Handle a frame, and say whether to go on."""
        if frame.opcode in (Opcode.TEXT, Opcode.BINARY, Opcode.CONT):
            if frame.opcode != Opcode.CONT:
                self._is_text = frame.opcode == Opcode.TEXT
            self._size += len(frame.data)
            if self._size > LONGEST_FRAME:
                self.end("too-long", f"a message has at most {LONGEST_FRAME} bytes")
                return False
            self._parts.append(bytes(frame.data))
            if frame.fin:
                message = b"".join(self._parts)
                self._parts, self._size = [], 0
                if self._is_text and not _is_utf8(message):
                    self._fail(INVALID_DATA, "text must be encoded in UTF-8")
                    return False
                self._inbox.append(message)
                self._wake()
        elif frame.opcode == Opcode.PONG:
            self.handle_pong(frame)
        elif frame.opcode == Opcode.CLOSE:
            self.is_ended = True
            self._flush()
            self.handle_close(frame)
            self._wake()
            return False
        return True

    def _fail(self, status: int, reason: str) -> None:
        """Close the connection because of a protocol error."""
        self.conn.fail(status, reason)
        self.is_ended = True
        self._inbox.clear()
        self._flush()
        self.handle_parser_exception()
        self._wake()

    def _pause(self) -> None:
        if not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def connection_lost(self, exc: Exception | None) -> None:
        """End the inbox."""
        super().connection_lost(exc)
        self._inbox.clear()
        self._wake()

    # --- to the client

    def send_message(self, message: bytes) -> None:
        """Send a text message, or disconnect a client whose send buffer is full."""
        if self.is_ended or self.close_sent or self.disconnected:
            return
        self._write(_framed(message))
        if not self.writable.is_set() and self.transport.get_write_buffer_size() > BACKLOG:
            self.is_ended = True
            self.transport.abort()
            self._wake()

    def end(self, code: str, sentence: str) -> None:
        """Send a bye message and close; the client is disconnected within a second."""
        if self.is_ended or self.close_sent or self.disconnected:
            return
        self._write(_framed(encode(Bye(code=code, sentence=sentence))))
        self.conn.send_close(_CLOSINGS.get(code, POLICY))
        self._write(b"".join(self.conn.data_to_send()))
        self._flush()
        self.is_ended = self.close_sent = True
        self.stop_keepalive()
        self._unread = b""
        self._inbox.clear()
        self._pause()
        self._wake()
        self.loop.call_later(LINGER, self.transport.abort)

    def _write(self, frames: bytes) -> None:
        """Collect what is sent in one iteration of the event loop for one system call."""
        if not self._outgoing:
            self.loop.call_soon(self._flush)
        self._outgoing.append(frames)

    def _flush(self) -> None:
        parts, self._outgoing = self._outgoing, []
        if parts and not self.transport.is_closing():
            self.transport.write(b"".join(parts))

    async def wait_closed(self) -> None:
        """Give the client time to read the last message."""
        if self.is_ended and not self.disconnected:
            await asyncio.sleep(LINGER)


@lru_cache(maxsize=16)
def _framed(message: bytes) -> bytes:
    """Return the frame of a text message, cached because an audience has many connections."""
    return Frame(Opcode.TEXT, message).serialize(mask=False)


def _is_utf8(message: bytes) -> bool:
    try:
        message.decode()
    except UnicodeDecodeError:
        return False
    return True
