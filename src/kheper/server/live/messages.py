"""The messages of the socket protocol, both ways; docs/protocol.md tells what they mean.

What a guest asks of a table are the commands of `commands`; the other messages of a client
are about the connection. Everything a client reads about a table is an `Update`.
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
    """Something a client says that is no command."""


class Hello(ClientMessage, frozen=True, kw_only=True):
    """The first message: which match, what the client has of it, and how it follows."""

    version: int
    match: Annotated[str, Meta(max_length=64)]
    last: Number = 0
    follow: Follow = "moves"


class Look(ClientMessage, frozen=True, kw_only=True):
    """Ask for the whole view."""

    id: Id


class Log(ClientMessage, frozen=True, kw_only=True):
    """Ask for events again, from behind a number on."""

    id: Id
    after: Number = 0


class Hint(ClientMessage, frozen=True, kw_only=True):
    """Ask which moves are good, where nobody else plays."""

    id: Id
    seat: SeatNumber


class Ping(ClientMessage, frozen=True, kw_only=True):
    """Ask whether the server is there."""

    id: Id


FromClient = AnyGuestCommand | Hello | Look | Log | Hint | Ping


class ServerMessage(
    Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", tag=kebab
):
    """Something the server says."""


class Welcome(ServerMessage, frozen=True, kw_only=True):
    """The answer to hello: the version spoken, the match, its last number, the guest's seats."""

    version: int = PROTOCOL
    match: str
    number: int
    you: tuple[int, ...]


class Ack(ServerMessage, frozen=True, kw_only=True):
    """A command was carried out and is in the log: up to that number."""

    id: str
    number: int


class Refused(ServerMessage, frozen=True, kw_only=True):
    """A message was refused, and nothing changed; `number` is the last one of the table."""

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
    """The answer to a hint: the best moves found, with what they are worth in the end."""

    id: str
    seat: int
    moves: tuple[tuple[str, float], ...]


class Presence(ServerMessage, frozen=True, kw_only=True):
    """Which seats' guests are connected, and how many watch; it is not in the log."""

    seats: tuple[int, ...]
    watching: int = 0


class Bye(ServerMessage, frozen=True, kw_only=True):
    """The server ends the connection, and says why."""

    code: str
    sentence: str


class Update(ServerMessage, frozen=True, kw_only=True):
    """What is new at the table, up to a number; a whole view where the client has none.

    What the reader holds and may do is told when it has changed.
    """

    number: int
    # Events, encoded once for everybody who is told the same.
    news: Raw | UnsetType = UNSET
    you: tuple[int, ...] | None = None
    hosting: bool | None = None
    may: tuple[str, ...] | None = None
    seats_may: tuple[tuple[str, ...], ...] | None = None
    own: tuple[OwnView, ...] = ()
    view: MatchView | None = None


class PreviewMessage(ServerMessage, frozen=True, kw_only=True, tag="preview"):
    """What each legal move of a seat would lead to; it follows the update that brought them."""

    number: int
    seat: int
    preview: Preview


FromServer = Welcome | Ack | Refused | Pong | Hints | Presence | Bye | Update | PreviewMessage


class _IdStamp(Struct):
    id: Any = ""


_stamp = msgspec.json.Decoder(_IdStamp)
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


# Writes a message as one frame of JSON.
encode: Callable[[ServerMessage | ClientMessage | Sequence[EventView]], bytes]
encode = msgspec.json.Encoder().encode


def read(frame: bytes | str) -> FromClient:
    """Read a client's message, or raise the refusal that answers it."""
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
    """Return the id of a message that could not be read, so that its refusal can name it."""
    try:
        found = _stamp.decode(frame[:LONGEST_FRAME]).id
    except (msgspec.MsgspecError, RecursionError, ValueError):
        return ""
    return found if isinstance(found, str) and len(found) <= LONGEST_ID else ""


def refused(error: KheperError, number: int = 0, id_: str = "") -> Refused:
    """Return the answer that a refusal is."""
    return Refused(
        id=id_, code=error.code, rule=error.rule or "", sentence=error.sentence, number=number
    )
