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
from kheper.server.store.sqlite.group_commit import Filing, Work

_HEAD = 4
_READ_AT_ONCE = 1 << 18

# How errors are named in answers; nobody else can come of a work.
_ERRORS: tuple[type[StoreError], ...] = (Unavailable, Conflict, Missing)
_Flaw = tuple[int, tuple[str | int, ...]]
# How many works are written, if all are; otherwise why not, for each.
_Answer = int | list[_Flaw | None]

_encode = msgspec.msgpack.Encoder().encode
_works = msgspec.msgpack.Decoder(list[Work]).decode
_answer = msgspec.msgpack.Decoder(_Answer).decode

PROGRAM = "kheper.server.store.sqlite.writer_process"


class Frames:
    """Whole messages out of whatever pieces they come in."""

    def __init__(self) -> None:
        self._data = b""

    def of(self, data: bytes) -> Iterator[bytes]:
        """Yield the messages that are whole now."""
        data = self._data + data
        start = 0
        while (end := start + _HEAD) <= len(data):
            end += int.from_bytes(data[start : start + _HEAD], "big")
            if end > len(data):
                break
            yield data[start + _HEAD : end]
            start = end
        self._data = data[start:]


def order(works: list[Work]) -> bytes:
    """Return the message that has works written."""
    return _framed(_encode(works))


def report(outcomes: Outcomes) -> bytes:
    """Return the message that says how it went."""
    answer: _Answer = len(outcomes)
    if any(outcomes):
        answer = [
            None if error is None else (_ERRORS.index(type(error)), error.args)
            for error in outcomes
        ]
    return _framed(_encode(answer))


def outcomes_of(message: bytes) -> Outcomes:
    """Return how it went."""
    answer = _answer(message)
    if isinstance(answer, int):
        return [None] * answer
    return [None if flaw is None else _ERRORS[flaw[0]](*flaw[1]) for flaw in answer]


def _framed(message: bytes) -> bytes:
    return len(message).to_bytes(_HEAD, "big") + message


def main(path: str, patience: str) -> None:
    """Write until the socket is closed."""
    # Who stops the server stops it alone: it has works for us until it ends.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    filing, frames = Filing(Path(path), float(patience)), Frames()
    # What has been loaded stays: the garbage collector need not look at it, with commits waiting.
    gc.freeze()
    with socket.socket(fileno=0) as desk:
        try:
            desk.sendall(report([]))
            while data := desk.recv(_READ_AT_ONCE):
                # Whatever has come while the last commit was under way is in this one.
                works = [work for message in frames.of(data) for work in _works(message)]
                if works:
                    desk.sendall(report(filing.commit(works)))
        except OSError:
            pass  # the server was killed, and hears no answer
    filing.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
