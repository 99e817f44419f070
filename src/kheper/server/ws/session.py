"""The session of a client: reads its messages, executes them, and answers.

Nothing here knows routes or cookies: the caller of `serve` has authenticated the client.
"""

from __future__ import annotations

import logging
from typing import Protocol

from kheper.core.errors import KheperError
from kheper.server.live import LiveMatches, UnsureError
from kheper.server.live.messages import (
    Ack,
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
from kheper.server.match.commands import GuestCommand
from kheper.server.match.seats import Actor
from kheper.server.match.view_match import SPECTATOR, Audience
from kheper.server.match.views import Follow
from kheper.server.refusals import refuse

_log = logging.getLogger("kheper.ws")

# A client that asks for old events is charged one frame for this many.
EVENTS_A_FRAME = 50


class Channel(Protocol):
    """What a session needs of a connection."""

    async def receive_message(self) -> bytes | None:
        """Return the next message, or None at the end of the connection."""

    def send_message(self, message: bytes) -> None:
        """Send a message without waiting."""

    def charge(self, frames: int) -> None:
        """Count a message that causes much work as several frames."""

    def end(self, code: str, sentence: str) -> None:
        """Send a bye message and close the connection."""


async def serve(live: LiveMatches, who: Actor, channel: Channel) -> None:
    """Answer a client's messages, one after the other, until its connection ends."""
    session = ClientSession(live, who, channel)
    try:
        while (frame := await channel.receive_message()) is not None:
            await session.answer(frame)
    finally:
        live.detach(session)


class ClientSession:
    """A client's identity, and how it follows a match."""

    __slots__ = ("_channel", "_live", "audience", "follow", "who")

    def __init__(self, live: LiveMatches, who: Actor, channel: Channel) -> None:
        self.who = who
        self.audience: Audience = SPECTATOR
        self.follow: Follow = "moves"
        self._live = live
        self._channel = channel

    def send(self, frame: bytes) -> None:
        """Send an encoded message."""
        self._channel.send_message(frame)

    def end(self, code: str, sentence: str) -> None:
        """Send a bye message and close the connection."""
        self._channel.end(code, sentence)
        self._live.detach(self)

    async def answer(self, frame: bytes) -> None:
        """Execute a message, or refuse it."""
        try:
            message = read(frame)
        except KheperError as error:
            self._refuse(error, id_of(frame))
            return
        try:
            await self._carry_out(message)
        except UnsureError as error:
            self.end(error.code, error.sentence)
        except KheperError as error:
            self._refuse(error, getattr(message, "id", ""))
        except Exception:
            # A bug. Nothing was acknowledged, and the log is read again.
            _log.exception("cannot answer a message")
            fault = refuse("unavailable")
            self._refuse(fault, getattr(message, "id", ""))

    async def _carry_out(self, message: FromClient) -> None:
        live = self._live
        if isinstance(message, GuestCommand):
            number = await live.submit(live.match_id(self), message, self.who)
            self.send(encode(Ack(id=message.id, number=number)))
        elif isinstance(message, Hello):
            self.follow = message.follow
            await live.attach(message.match, self, message.last)
            if message.last:
                self._charge_events(message.last)
        elif isinstance(message, Look):
            await live.look(self)
        elif isinstance(message, Log):
            self._charge_events(message.after)
            await live.log(self, message.after)
        elif isinstance(message, Ping):
            self.send(encode(Pong(id=message.id, number=live.number(self))))
        else:
            # In a task of its own, because other messages are answered meanwhile.
            live.registry.spawn(self._hint(live.match_id(self), message))

    async def _hint(self, match_id: str, message: Hint) -> None:
        try:
            hints = await self._live.hint(match_id, self.who, message.seat, message.id)
        except KheperError as error:
            self._refuse(error, message.id)
        else:
            self.send(encode(hints))

    def _charge_events(self, after: int) -> None:
        """Charge a long log as several frames, because it has to be replayed."""
        self._channel.charge(max(0, self._live.number(self) - after) // EVENTS_A_FRAME)

    def _refuse(self, error: KheperError, id_: str) -> None:
        self._live.registry.metrics.refused(error.code)
        if error.code == "shutdown":
            self.end(error.code, error.sentence)
            return
        self.send(encode(refused(error, self._live.number(self), id_)))
