"""The messages of the socket protocol, in both directions; docs/protocol.md describes them.

A client sends the commands of `match.commands`, and messages about its connection. Everything
that a client reads about a match is an `Update`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from kheper.core.errors import KheperError, NotationError
from kheper.core.grid import clip
from kheper.server.games import Preview
from kheper.server.match.commands import LONGEST_ID, AnyGuestCommand, Id, Number, SeatNumber
from kheper.server.match.events import kebab
from kheper.server.match.views import EventView, Follow, MatchView, OwnView

PROTOCOL = 1
LONGEST_FRAME = 8192


class ClientMessage(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=kebab,
):
    """A client's message that is not a command."""


class Hello(ClientMessage, frozen=True, kw_only=True):
    """The first message: the match, the last event that the client has, and how it follows."""

    version: int
    match: Annotated[str, Meta(max_length=64)]
    last: Number = 0
    follow: Follow = "moves"


class Look(ClientMessage, frozen=True, kw_only=True):
    """Ask for the whole view."""

    id: Id


class Log(ClientMessage, frozen=True, kw_only=True):
    """Ask for the events after a number."""

    id: Id
    after: Number = 0


class Hint(ClientMessage, frozen=True, kw_only=True):
    """Ask for good moves, where nobody else plays."""

    id: Id
    seat: SeatNumber


class Ping(ClientMessage, frozen=True, kw_only=True):
    """Ask for a sign of life."""

    id: Id


FromClient = AnyGuestCommand | Hello | Look | Log | Hint | Ping


class ServerMessage(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=kebab
):
    """A message of the server."""


class Welcome(ServerMessage, frozen=True, kw_only=True):
    """The answer to hello: protocol version, match, its last number, the guest's seats."""

    version: int = PROTOCOL
    match: str
    number: int
    you: tuple[int, ...]


class Ack(ServerMessage, frozen=True, kw_only=True):
    """The acknowledgement of a command: it is in the log up to that number."""

    id: str
    number: int


class Refused(ServerMessage, frozen=True, kw_only=True):
    """A message was refused and changed nothing; `number` is the last one of the match."""

    id: str = ""
    code: str
    rule: str = ""
    sentence: str
    number: int = 0


class Pong(ServerMessage, frozen=True, kw_only=True):
    """The answer to a ping."""

    id: str
    number: int


class Hints(ServerMessage, frozen=True, kw_only=True):
    """The answer to a hint: the best moves found, with their expected final values."""

    id: str
    seat: int
    moves: tuple[tuple[str, float], ...]


class Presence(ServerMessage, frozen=True, kw_only=True):
    """Which seats' guests are connected, and how many watch; it is not in the log."""

    seats: tuple[int, ...]
    watching: int = 0


class Bye(ServerMessage, frozen=True, kw_only=True):
    """The server closes the connection, and says why."""

    code: str
    sentence: str


class Update(ServerMessage, frozen=True, kw_only=True):
    """What is new in a match, up to a number, or the whole view for a client that has none.

    The reader's seats and permissions are included when they have changed.
    """

    number: int
    # Events, encoded once for all readers who see the same.
    news: Raw | UnsetType = UNSET
    you: tuple[int, ...] | None = None
    hosting: bool | None = None
    may: tuple[str, ...] | None = None
    seats_may: tuple[tuple[str, ...], ...] | None = None
    own: tuple[OwnView, ...] = ()
    view: MatchView | None = None


class PreviewMessage(ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What each legal move of a seat would lead to; sent after the update with the moves."""

    number: int
    seat: int
    preview: Preview


FromServer = Welcome | Ack | Refused | Pong | Hints | Presence | Bye | Update | PreviewMessage


class _IdStamp(Struct):
    id: Any = ""


_stamp = msgspec.json.Decoder(_IdStamp)
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


# Encodes a message as JSON.
encode: Callable[[ServerMessage | ClientMessage | Sequence[EventView]], bytes]
encode = msgspec.json.Encoder().encode


def read(frame: bytes | str) -> FromClient:
    """Decode a client's message, or raise the refusal that answers it."""
    if isinstance(frame, str):
        frame = frame.encode("utf-8", "replace")
    if len(frame) > LONGEST_FRAME:
        raise NotationError(
            None, f"a message has at most {LONGEST_FRAME} bytes, not {len(frame)}", code="too-long"
        )
    try:
        message = _decoder.decode(frame)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        raise NotationError(None, f"the message cannot be read: {clip(str(error), 120)}") from None
    if isinstance(message, Hello) and message.version != PROTOCOL:
        raise NotationError(
            None,
            f"this server speaks version {PROTOCOL} of the protocol, not {message.version}",
            code="other-version",
        )
    return message


def id_of(frame: bytes | str) -> str:
    """Return the id of an unreadable message, for its refusal."""
    try:
        found = _stamp.decode(frame[:LONGEST_FRAME]).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return ""
    return found if isinstance(found, str) and len(found) <= LONGEST_ID else ""


def refused(error: KheperError, number: int = 0, id_: str = "") -> Refused:
    """Return the message for a refusal."""
    return Refused(
        id=id_, code=error.code, rule=error.rule or "", sentence=error.sentence, number=number
    )
