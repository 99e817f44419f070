"""WebSocket frames, read and written with few words: uvicorn's protocol with a short way.

A client's message is nearly always one whole text frame, and so is everything that is sent to
it. Those go the short way here. All else (the handshake, pings, closing, fragments, and whatever
breaks the rules of RFC 6455) goes through the library, frame by whole frame.

What one turn of the event loop brings is read from all connections first, then seen to, then
what is to be sent is written: with system calls in between, the same work takes half as long again.
What is much is seen to in several turns: while one part is being written to the store, another one
is seen to, and nobody waits for anybody.
"""

from __future__ import annotations

import logging
from asyncio import AbstractEventLoop
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler was there for it
    from websockets.utils import apply_mask

# In the extensions of a connection's scope: the connection itself, which knows the short way.
WIRE = "kheper.wire"
# In the state that all connections of a server share: their turn.
TURN = "kheper.turn"
# So many connections are seen to in one turn.
AT_ONCE = 64
# So many messages may wait to be answered before no more are read.
MOST_WAITING = 8

_TEXT = 0x81  # the last frame of a text, which is its first one, too
_MASKED = 0x80
_SHORT, _MIDDLE, _LONG = 125, 126, 127
# Two bytes and a mask of four.
_SHORT_HEAD, _LONGEST_HEAD = 6, 14

_log = logging.getLogger(__name__)


class Turn:
    """What a turn of the event loop has brought to the connections, and what they send in it."""

    def __init__(self, loop: AbstractEventLoop) -> None:
        self._loop = loop
        self._received: list[tuple[WireProtocol, bytes]] = []
        self._writing: list[WireProtocol] = []

    def receive(self, wire: WireProtocol, data: bytes) -> None:
        """Keep what a connection has read until all have."""
        if not self._received:
            self._loop.call_soon(self._read)
        self._received.append((wire, data))

    def write(self, wire: WireProtocol) -> None:
        """Have a connection write when all have said what they have to say."""
        if not self._writing:
            self._loop.call_soon(self._write)
        self._writing.append(wire)

    def _read(self) -> None:
        received, self._received = self._received[:AT_ONCE], self._received[AT_ONCE:]
        for wire, data in received:
            try:
                wire.read(data)
            except Exception:
                _log.exception("what a client sent could not be read")
                wire.transport.abort()
        if self._received:
            self._loop.call_soon(self._read)

    def _write(self) -> None:
        writing, self._writing = self._writing, []
        for wire in writing:
            wire.flush()


class WireProtocol(WebSocketsSansIOProtocol):
    """A connection; `_rest` is the beginning of a frame whose end has not come yet."""

    __slots__ = ("_is_librarys", "_is_read", "_outgoing", "_rest", "_turn", "listener")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        shared: Any = self.app_state
        if TURN not in shared:
            shared[TURN] = Turn(self.loop)
        self._turn: Turn = shared[TURN]
        # What is to be written at the end of this turn: heads and texts.
        self._outgoing: list[bytes] = []
        self._rest = b""
        # Whether the client reads what it is sent.
        self._is_read = True
        # Whether the library has the beginning of a frame, and so must have all the rest.
        self._is_librarys = False
        # Is asked first whether it takes a message at once; what it does not take has to queue.
        self.listener: Callable[[bytes], bool] | None = None

    def handle_connect(self, event: Any) -> None:
        """Let the application know that there is a short way."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: Any = self.scope["extensions"]
            extensions[WIRE] = self

    def data_received(self, data: bytes) -> None:
        """Read frames, when all connections have received what there is for them."""
        if self.handshake_complete:
            self._turn.receive(self, data)
        else:
            self.read(data)

    def read(self, data: bytes) -> None:
        """Read frames, each as a whole."""
        # Nearly always it is a short message, and nothing else.
        if (
            self.listener is not None
            and data[0] == _TEXT
            and _SHORT_HEAD < len(data) == data[1] - _MASKED + _SHORT_HEAD <= _SHORT_HEAD + _SHORT
            and not (self._rest or self._is_librarys or self.frames or self.close_sent)
            and self._took(apply_mask(data[_SHORT_HEAD:], data[2:_SHORT_HEAD]))
        ):
            return
        if self._is_librarys or not self.handshake_complete or self.close_sent:
            initiated = self.handshake_initiated
            super().data_received(self._rest + data)
            self._rest = b""
            if self.handshake_initiated and not self.handshake_complete:
                self._is_librarys = self._is_librarys or initiated or not data.endswith(b"\r\n\r\n")
            return
        if self._rest:
            data = self._rest + data
        start, size = 0, len(data)
        while start < size:
            end = _end_of_frame(data, start)
            if end - start > self.config.ws_max_size + _LONGEST_HEAD:
                # It is too long, whatever comes: the library says so, and closes.
                self._is_librarys = True
                super().data_received(data[start:])
                start = size
                break
            if end > size:
                break
            if not self._took_short_way(data, start, end):
                super().data_received(data[start:end])
            start = end
        self._rest = data[start:]

    def _took_short_way(self, data: bytes, start: int, end: int) -> bool:
        """Hand a message over, if it is one frame of masked text and nothing is half told."""
        if data[start] != _TEXT or data[start + 1] < _MASKED or self.frames or self.close_sent:
            return False
        length = data[start + 1] & 0x7F
        if length == _LONG:
            return False
        at = start + (4 if length == _MIDDLE else 2)
        return self._took(apply_mask(data[at + 4 : end], data[at : at + 4]))

    def _took(self, message: bytes) -> bool:
        """Hand a message over, now or when its turn comes, if it is text."""
        if self.listener is not None and self.queue.empty() and self.listener(message):
            return True
        try:
            text = message.decode()
        except UnicodeDecodeError:
            return False
        self.queue.put_nowait({"type": "websocket.receive", "text": text})
        if not self.read_paused and self.queue.qsize() >= MOST_WAITING:
            self.read_paused = True
            self.transport.pause_reading()
        return True

    def pause_writing(self) -> None:
        """Be told that the client does not read."""
        self._is_read = False
        super().pause_writing()

    def resume_writing(self) -> None:
        """Be told that it reads again."""
        self._is_read = True
        super().resume_writing()

    def write(self, message: bytes) -> bool:
        """Write a text in this turn, unless the client does not read or is gone."""
        if self.close_sent or self.disconnected or not self._is_read:
            return False
        if not self._outgoing:
            self._turn.write(self)
        self._outgoing += (_head(len(message)), message)
        return True

    def flush(self) -> None:
        """Write now what is to be written in this turn."""
        if self._outgoing:
            outgoing, self._outgoing = self._outgoing, []
            if not (self.close_sent or self.transport.is_closing()):
                self.transport.write(b"".join(outgoing))

    def handle_close(self, event: Any) -> None:
        """Be closed by the client, who may still read what was said before."""
        self.flush()
        super().handle_close(event)

    def shutdown(self) -> None:
        """Close, with everything said."""
        self.flush()
        super().shutdown()


@lru_cache(maxsize=512)
def _head(size: int) -> bytes:
    """Return the head of a text's only frame."""
    if size <= _SHORT:
        return bytes((_TEXT, size))
    if size < 1 << 16:
        return bytes((_TEXT, _MIDDLE, size >> 8, size & 0xFF))
    return bytes((_TEXT, _LONG)) + size.to_bytes(8, "big")


def _end_of_frame(data: bytes, start: int) -> int:
    """Return where a client's frame ends, or somewhere behind the data if that is not there yet."""
    there = len(data) - start
    if there < 2:
        return start + 2
    length = data[start + 1] & 0x7F
    head = 2 + 4 * (data[start + 1] >= _MASKED)
    if length == _MIDDLE:
        if there < 4:
            return start + 4 + 1
        return start + head + 2 + int.from_bytes(data[start + 2 : start + 4], "big")
    if length == _LONG:
        if there < 10:
            return start + 10 + 1
        return start + head + 8 + int.from_bytes(data[start + 2 : start + 10], "big")
    return start + head + length


__all__ = ["AT_ONCE", "MOST_WAITING", "WIRE", "Turn", "WireProtocol"]
