"""WebSocket frames, read and written with few words: uvicorn's protocol with a short way.

A client's message is nearly always one whole text frame, and so is everything that is sent to
it. Those go the short way here. All else (the handshake, pings, closing, fragments, and whatever
breaks the rules of RFC 6455) goes through the library, frame by whole frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # no compiler was there for it
    from websockets.utils import apply_mask

# In the extensions of a connection's scope: the connection itself, which knows the short way.
WIRE = "kheper.wire"
# So many messages may wait to be answered before no more are read.
MOST_WAITING = 8

_TEXT = 0x81  # the last frame of a text, which is its first one, too
_MASKED = 0x80
_SHORT, _MIDDLE, _LONG = 125, 126, 127
_LONGEST_HEAD = 14


class WireProtocol(WebSocketsSansIOProtocol):
    """A connection; `_rest` is the beginning of a frame whose end has not come yet."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._rest = b""
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
        """Read frames, each as a whole."""
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
        message = apply_mask(data[at + 4 : end], data[at : at + 4])
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

    def write(self, message: bytes, ahead: bytes = b"") -> bool:
        """Write a text, and another one ahead of it, unless the client does not read or is gone."""
        if self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        if ahead:
            self.transport.write(b"".join((_head(len(ahead)), ahead, _head(len(message)), message)))
        else:
            self.transport.write(_head(len(message)) + message)
        return True


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


__all__ = ["MOST_WAITING", "WIRE", "WireProtocol"]
