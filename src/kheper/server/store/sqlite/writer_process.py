"""The writer process: it alone writes to the file of a server.

Works come over the socket that is its standard input, and answers go back over it; each message
is its length, in four bytes, and MessagePack. First it says that it has begun, with an answer to
nothing. It ends when the other end is closed, and what it was told before that is written; when
the other end was killed, what it was at.

Why a process: a thread shares the lock of the interpreter with a busy event loop, and waits for
it several times in each commit, five milliseconds at a time.
"""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from kheper.server.store.base import Conflict, Missing, Outcomes, StoreError, Unavailable
from kheper.server.store.sqlite.group_commit import GroupCommitter, Write

_LENGTH_BYTES = 4
_READ_AT_ONCE = 1 << 18

# How errors are named in answers; nobody else can come of a write.
_ERRORS: tuple[type[StoreError], ...] = (Unavailable, Conflict, Missing)
_ErrorData = tuple[int, tuple[str | int, ...]]
# How many writes are written, if all are; otherwise why not, for each.
_Answer = int | list[_ErrorData | None]

_encode = msgspec.msgpack.Encoder().encode
_writes = msgspec.msgpack.Decoder(list[Write]).decode
_answer = msgspec.msgpack.Decoder(_Answer).decode

PROGRAM = "kheper.server.store.sqlite.writer_process"


class FrameBuffer:
    """Whole messages out of whatever pieces they come in."""

    def __init__(self) -> None:
        self._data = b""

    def of(self, data: bytes) -> Iterator[bytes]:
        """Yield the messages that are whole now."""
        data = self._data + data
        start = 0
        while (end := start + _LENGTH_BYTES) <= len(data):
            end += int.from_bytes(data[start : start + _LENGTH_BYTES], "big")
            if end > len(data):
                break
            yield data[start + _LENGTH_BYTES : end]
            start = end
        self._data = data[start:]


def encode_writes(writes: list[Write]) -> bytes:
    """Return the message that has writes written."""
    return _framed(_encode(writes))


def encode_outcomes(outcomes: Outcomes) -> bytes:
    """Return the message that says how it went."""
    answer: _Answer = len(outcomes)
    if any(outcomes):
        answer = [
            None if error is None else (_ERRORS.index(type(error)), error.args)
            for error in outcomes
        ]
    return _framed(_encode(answer))


def decode_outcomes(message: bytes) -> Outcomes:
    """Return how it went."""
    answer = _answer(message)
    if isinstance(answer, int):
        return [None] * answer
    return [
        None if append_error is None else _ERRORS[append_error[0]](*append_error[1])
        for append_error in answer
    ]


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_LENGTH_BYTES, "big") + message


def main(path: str, patience: str) -> None:
    """Write until the socket is closed."""
    # Who stops the server stops it alone: it has writes for us until it ends.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    committer, frames = GroupCommitter(Path(path), float(patience)), FrameBuffer()
    # What has been loaded stays: the garbage collector need not look at it, with commits waiting.
    gc.freeze()
    with socket.socket(fileno=0) as channel:
        try:
            channel.sendall(encode_outcomes([]))
            while data := channel.recv(_READ_AT_ONCE):
                # Whatever has come while the last commit was under way is in this one.
                writes = [write for message in frames.of(data) for write in _writes(message)]
                if writes:
                    channel.sendall(encode_outcomes(committer.commit(writes)))
        except OSError:
            pass  # the server was killed, and hears no answer
    committer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
