"""The commands of a match: a guest's, with an id that the client chooses, and the system's.

A guest's commands are messages of the socket protocol, and docs/protocol.md describes them. The
name of a class, in kebab-case, is the message's type.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kheper.server.match.events import kebab
from kheper.server.match.terms import MatchTerms

LONGEST_ID = 40
LONGEST_SETTING = 1000
LONGEST_RECORD = 16_384

# The system's commands have no id: they are never sent twice.
Id = Annotated[str, Meta(min_length=1, max_length=LONGEST_ID)]
Number = Annotated[int, Meta(ge=0, le=2**53)]
SeatNumber = Annotated[int, Meta(ge=1, le=4)]
MoveText = Annotated[str, Meta(max_length=40)]
Line = Annotated[str, Meta(max_length=1000)]
Setting = Annotated[str, Meta(max_length=LONGEST_SETTING)]
Settings = Annotated[dict[Annotated[str, Meta(max_length=40)], Setting], Meta(max_length=20)]


class GuestCommand(
    Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=kebab,
):
    """A command of a guest; `seen` is the number of the last event that the client has."""

    id: Id
    seen: Number = 0


class Play(GuestCommand, frozen=True, kw_only=True):
    """Move for a seat, which in an open round marks it as ready; refused if `seen` is too old."""

    seat: SeatNumber
    move: MoveText
    seen: Number


class Unready(GuestCommand, frozen=True, kw_only=True):
    """Pick up the tile that was placed in the open round."""

    seat: SeatNumber


class TakeBack(GuestCommand, frozen=True, kw_only=True):
    """Take a seat's last move back, at once or by consent."""

    seat: SeatNumber


class Answer(GuestCommand, frozen=True, kw_only=True):
    """Agree or disagree to the take-back request of that number."""

    asked: Number
    agree: bool


class Withdraw(GuestCommand, frozen=True, kw_only=True):
    """Withdraw one's request for a take-back."""


class Sit(GuestCommand, frozen=True, kw_only=True):
    """Take an open seat, for oneself or for somebody at the same device."""

    seat: SeatNumber
    name: Line = ""


class Stand(GuestCommand, frozen=True, kw_only=True):
    """Give up a seat before the start."""

    seat: SeatNumber


class Fill(GuestCommand, frozen=True, kw_only=True):
    """Give a seat to a bot, or open it, as the host."""

    seat: SeatNumber
    occupant: Literal["open", "bot"]
    level: Number = 0


class Swap(GuestCommand, frozen=True, kw_only=True):
    """Swap two seats, as the host."""

    seat: SeatNumber
    other: SeatNumber


class Rename(GuestCommand, frozen=True, kw_only=True):
    """Rename one of one's own seats."""

    seat: SeatNumber
    name: Line


class Age(GuestCommand, frozen=True, kw_only=True):
    """State the age of the person at a seat, where age decides something (SY-S2, SB-S2)."""

    seat: SeatNumber
    age: Annotated[int, Meta(ge=0, le=150)]


class Change(GuestCommand, frozen=True, kw_only=True):
    """Change the settings, the terms or the number of seats, as the host."""

    settings: Settings | None = None
    terms: MatchTerms | None = None
    seats: SeatNumber | None = None


class Arrange(GuestCommand, frozen=True, kw_only=True):
    """Lay out the boards or the stones; an empty layout has them drawn (SY-S3, SB-S1)."""

    layout: Setting = ""


class StartGame(GuestCommand, frozen=True, kw_only=True, tag="start"):
    """Start the game, or first the arranging where the layout is made by hand."""


class Leave(GuestCommand, frozen=True, kw_only=True):
    """Leave the match."""


class Back(GuestCommand, frozen=True, kw_only=True):
    """Return, and play one's seats again."""


class StandIn(GuestCommand, frozen=True, kw_only=True):
    """Let a bot play for a seat: one's own, or that of somebody who is away."""

    seat: SeatNumber
    level: Number = 0


class PassHost(GuestCommand, frozen=True, kw_only=True):
    """Make the guest of a seat the host, or become the host while the host is away."""

    seat: SeatNumber


class Say(GuestCommand, frozen=True, kw_only=True):
    """Say a line in the chat."""

    text: Line


class Phrase(GuestCommand, frozen=True, kw_only=True):
    """Say one of the quick phrases."""

    phrase: Annotated[str, Meta(max_length=40)]


class Offer(GuestCommand, frozen=True, kw_only=True):
    """Let another device with this code take over a seat."""

    seat: SeatNumber
    code: Annotated[str, Meta(min_length=16, max_length=64)]


class Claim(GuestCommand, frozen=True, kw_only=True):
    """Take over a seat with its code."""

    code: Annotated[str, Meta(max_length=64)]
    name: Line = ""


class Retry(GuestCommand, frozen=True, kw_only=True):
    """Try a solo game again with the same cards (SY-O3)."""


class Rematch(GuestCommand, frozen=True, kw_only=True):
    """Set up the next match of the same people (SY-D6)."""


class Close(GuestCommand, frozen=True, kw_only=True):
    """End a match in which nobody else plays."""


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Who gets a seat at first: a person at this device, whoever has the link, or a bot."""

    occupant: Literal["here", "open", "bot"] = "open"
    name: Line = ""
    level: Number = 0


class Create(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Set up a match and become its host."""

    game: Annotated[str, Meta(max_length=40)] = ""
    settings: Settings = {}
    terms: MatchTerms = MatchTerms()
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=4)] = ()
    # The record of an unfinished game to continue; it determines game, settings and seats.
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] = ""
    # Start at once, if every seat is filled.
    start: bool = False


class SystemCommand(Struct, frozen=True, kw_only=True):
    """A command that only the system may submit; no client's message decodes to it."""

    id: str = ""
    seen: int = 0


class BotPlay(SystemCommand, frozen=True, kw_only=True):
    """Play a bot's move; `seen` is the number of the event after which the bot chose it."""

    seat: int
    move: str
    seen: int


class Expire(SystemCommand, frozen=True, kw_only=True):
    """Play a move for a seat whose time is up."""

    seat: int
    move: str


class Away(SystemCommand, frozen=True, kw_only=True):
    """Mark a guest as away who has been disconnected for a while."""

    guest: str


AnyGuestCommand = (
    Play
    | Unready
    | TakeBack
    | Answer
    | Withdraw
    | Sit
    | Stand
    | Fill
    | Swap
    | Rename
    | Age
    | Change
    | Arrange
    | StartGame
    | Leave
    | Back
    | StandIn
    | PassHost
    | Say
    | Phrase
    | Offer
    | Claim
    | Retry
    | Rematch
    | Close
)
AnyCommand = AnyGuestCommand | BotPlay | Expire | Away
