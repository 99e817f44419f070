"""The server's side of the writer process.

Commits continue while the server is busy, and the server continues while commits wait for the
disk.
"""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import subprocess
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import cast

from kheper.server.store.base import PendingWrite, Unavailable, Unknown
from kheper.server.store.group_writer import Group, WriteBatcher, answer
from kheper.server.store.sqlite.group_commit import Write
from kheper.server.store.sqlite.writer_process import (
    PROGRAM,
    FrameBuffer,
    decode_outcomes,
    encode_writes,
)

_log = logging.getLogger("kheper.store")

# Seconds in which the process must end, beside its patience with the file, and seconds between
# attempts to reap it.
_PATIENCE, _MOMENT = 5.0, 0.05
# The socket's send buffer, which is very small by default on some systems.
_ON_ITS_WAY = 1 << 18


class ProcessWriter(WriteBatcher[Write]):
    """Passes writes on to the writer process, and starts another one if it dies."""

    def __init__(self, path: Path, patience: float) -> None:
        super().__init__()
        self._path = path
        self._patience = patience
        self._process_link = _WriterProcess(path, patience)

    async def close(self) -> None:
        """Finish pending writes, and end the process."""
        if not self._closed:
            self._closed = True
            self._flush()
            await self._process_link.close()

    def _write_group(self, group: Group[Write]) -> None:
        try:
            if self._process_link.is_gone:
                self._process_link = _WriterProcess(self._path, self._patience)
            self._process_link.write(group)
        except Exception as error:
            # The process cannot be started, or the writes cannot be encoded.
            answer(group, [Unavailable(str(error))] * len(group))


class _WriterProcess(asyncio.Protocol):
    """A writer process, and the socket to it."""

    def __init__(self, path: Path, patience: float) -> None:
        self.is_gone = False
        self._patience = patience + _PATIENCE
        self._frames = FrameBuffer()
        # Messages to send once it is connected, and the writes that it has not answered.
        self._unsent: list[bytes] = []
        self._waiting: deque[tuple[Write, PendingWrite]] = deque()
        # Whether it has started, and whether it is to end.
        self._has_begun = self._is_ending = False
        self._transport: asyncio.Transport | None = None
        self._lost = asyncio.get_running_loop().create_future()
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                for end in (ours, theirs):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _ON_ITS_WAY)
                self._process = _started(theirs, path, patience)
            except BaseException:
                ours.close()
                raise
        self._connecting = asyncio.create_task(self._connect(ours))

    def write(self, group: Group[Write]) -> None:
        """Send a group of writes; if this raises, none of it is written."""
        message = encode_writes([write for write, _ in group])
        self._waiting += group
        if self._transport is None:
            self._unsent.append(message)
        else:
            self._transport.write(message)

    async def close(self) -> None:
        """Let it finish and end, or kill it if that takes too long."""
        self._is_ending = True
        await asyncio.shield(self._connecting)
        if self._transport is not None and not self.is_gone:
            with suppress(OSError):  # it may have ended already
                self._transport.write_eof()
            await asyncio.wait([self._lost], timeout=self._patience)
            if not self.is_gone:
                self._process.kill()
                await asyncio.wait([self._lost], timeout=self._patience)
        await asyncio.to_thread(self._process.wait)

    async def _connect(self, ours: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        try:
            await loop.create_unix_connection(lambda: self, sock=ours)
        except Exception as error:
            ours.close()
            self.connection_lost(error)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the messages that waited for the connection."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.writelines(self._unsent)
        self._unsent.clear()

    def data_received(self, data: bytes) -> None:
        """Receive that it has started, and then outcomes in the order of the writes."""
        for message in self._frames.of(data):
            self._has_begun = True
            outcomes = decode_outcomes(message)
            answer([self._waiting.popleft() for _ in outcomes], outcomes)

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail all pending writes; if the process had started, their outcome is unknown."""
        if self.is_gone:
            return
        self.is_gone = True
        if exc is not None:
            self._process.kill()  # it cannot receive anything
        group, self._waiting = list(self._waiting), deque()
        if group or not self._is_ending:
            _log.warning("the writer process has ended: starting another one")
        error = (Unknown if self._has_begun else Unavailable)("the writer process has ended")
        answer(group, [error] * len(group))
        self._lost.set_result(None)
        self._reap()

    def _reap(self) -> None:
        """Reap the process once it has ended."""
        if self._process.poll() is None:
            asyncio.get_running_loop().call_later(_MOMENT, self._reap)


def _started(channel: socket.socket, path: Path, patience: float) -> subprocess.Popen[bytes]:
    # So that it finds the same modules.
    places = os.pathsep.join(place for place in sys.path if place)
    return subprocess.Popen(  # noqa: S603 - ourselves
        [
            sys.executable,
            "-P",
            "-m",
            PROGRAM,
            str(path),
            str(patience),
        ],
        stdin=channel.fileno(),
        # It reports over the socket.
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": places},
        # Signals of the server's terminal must not reach it. A process group, not a session: Linux
        # divides processors among sessions first, and bots would get as much as the writer.
        process_group=0,
    )
