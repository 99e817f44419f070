"""The writer process, which alone writes to the file of a server.

It receives writes over the socket that is its standard input, and sends outcomes back. A message
is its length, in four bytes, and MessagePack. The first message, with no outcomes, reports that
it has started. It ends when the server closes the socket, after all writes that it has received;
if the server was killed, after the present commit.

It is a process because a thread shares the interpreter's lock with a busy event loop, and waits
for it several times in each commit, five milliseconds at a time.
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

# The errors of a write, which messages name by their index.
_ERRORS: tuple[type[StoreError], ...] = (Unavailable, Conflict, Missing)
_ErrorData = tuple[int, tuple[str | int, ...]]
# The number of writes if all succeeded; otherwise an error or None for each.
_Answer = int | list[_ErrorData | None]

_encode = msgspec.msgpack.Encoder().encode
_writes = msgspec.msgpack.Decoder(list[Write]).decode
_answer = msgspec.msgpack.Decoder(_Answer).decode

PROGRAM = "kheper.server.store.sqlite.writer_process"


class FrameBuffer:
    """Reassembles messages from the pieces of a stream."""

    def __init__(self) -> None:
        self._data = b""

    def of(self, data: bytes) -> Iterator[bytes]:
        """Add a piece, and yield the messages that are complete now."""
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
    """Encode a group of writes as a message."""
    return _framed(_encode(writes))


def encode_outcomes(outcomes: Outcomes) -> bytes:
    """Encode outcomes as a message."""
    answer: _Answer = len(outcomes)
    if any(outcomes):
        answer = [
            None if error is None else (_ERRORS.index(type(error)), error.args)
            for error in outcomes
        ]
    return _framed(_encode(answer))


def decode_outcomes(message: bytes) -> Outcomes:
    """Decode the outcomes in a message."""
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
    # Signals are for the server, which sends writes until it ends.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    committer, frames = GroupCommitter(Path(path), float(patience)), FrameBuffer()
    # Exclude loaded modules from garbage collection, which would delay commits.
    gc.freeze()
    with socket.socket(fileno=0) as channel:
        try:
            channel.sendall(encode_outcomes([]))
            while data := channel.recv(_READ_AT_ONCE):
                # All writes that came during the last commit are part of this one.
                writes = [write for message in frames.of(data) for write in _writes(message)]
                if writes:
                    channel.sendall(encode_outcomes(committer.commit(writes)))
        except OSError:
            pass  # the server was killed
    committer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
