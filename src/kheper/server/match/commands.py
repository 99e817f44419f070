"""What can be asked of a table: by a guest, with an id of the client's, or by the house.

A guest's commands are messages of the socket protocol; what each does is written in
docs/protocol.md. Names are the types on the wire, in kebab-case.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from kheper.server.match.events import kebab
from kheper.server.match.terms import MatchTerms

LONGEST_ID = 40
LONGEST_SETTING = 1000
LONGEST_RECORD = 16_384

# An empty id is the house's: it is never remembered, so it never answers a resend.
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
    """Something a guest asks of a table.

    `seen` is the last number that the client has: the command is decided by what it has seen.
    """

    id: Id
    seen: Number = 0


class Play(GuestCommand, frozen=True, kw_only=True):
    """Move for a seat; in an open round, be ready. A move that has not seen the turn is late."""

    seat: SeatNumber
    move: MoveText
    seen: Number


class Unready(GuestCommand, frozen=True, kw_only=True):
    """Pick the tile of the open round up again."""

    seat: SeatNumber


class TakeBack(GuestCommand, frozen=True, kw_only=True):
    """Take a seat's last move back, at once or by consent."""

    seat: SeatNumber


class Answer(GuestCommand, frozen=True, kw_only=True):
    """Agree, or not, to the request of that number."""

    asked: Number
    agree: bool


class Withdraw(GuestCommand, frozen=True, kw_only=True):
    """Do without the take-back that was asked for."""


class Sit(GuestCommand, frozen=True, kw_only=True):
    """Take an open seat, for oneself or for a person beside one."""

    seat: SeatNumber
    name: Line = ""


class Stand(GuestCommand, frozen=True, kw_only=True):
    """Give a seat up before the start."""

    seat: SeatNumber


class Fill(GuestCommand, frozen=True, kw_only=True):
    """The host gives a seat to a bot, or opens it."""

    seat: SeatNumber
    occupant: Literal["open", "bot"]
    level: Number = 0


class Swap(GuestCommand, frozen=True, kw_only=True):
    """The host lets two seats change places."""

    seat: SeatNumber
    other: SeatNumber


class Rename(GuestCommand, frozen=True, kw_only=True):
    """Give a seat of one's own another name."""

    seat: SeatNumber
    name: Line


class Age(GuestCommand, frozen=True, kw_only=True):
    """Tell the age of the person at a seat, where an age decides (SY-S2, SB-S2)."""

    seat: SeatNumber
    age: Annotated[int, Meta(ge=0, le=150)]


class Change(GuestCommand, frozen=True, kw_only=True):
    """The host changes what is given: all settings of the game, all terms, how many seats."""

    settings: Settings | None = None
    terms: MatchTerms | None = None
    seats: SeatNumber | None = None


class Arrange(GuestCommand, frozen=True, kw_only=True):
    """Lay out the boards or the stones; an empty layout has them drawn (SY-S3, SB-S1)."""

    layout: Setting = ""


class Start(GuestCommand, frozen=True, kw_only=True):
    """Begin: with the arranging, where it is done by hand, or with the game."""


class Leave(GuestCommand, frozen=True, kw_only=True):
    """Leave the table."""


class Back(GuestCommand, frozen=True, kw_only=True):
    """Be there again, and play one's seats."""


class StandIn(GuestCommand, frozen=True, kw_only=True):
    """Let a bot play for a seat: one's own, or that of somebody who is away."""

    seat: SeatNumber
    level: Number = 0


class PassHost(GuestCommand, frozen=True, kw_only=True):
    """Hand the host's powers to the guest of a seat, or take them while the host is away."""

    seat: SeatNumber


class Say(GuestCommand, frozen=True, kw_only=True):
    """Say a line in the chat."""

    text: Line


class Phrase(GuestCommand, frozen=True, kw_only=True):
    """Say one of the quick phrases."""

    phrase: Annotated[str, Meta(max_length=40)]


class Offer(GuestCommand, frozen=True, kw_only=True):
    """Let whoever has this code take a seat along to another device."""

    seat: SeatNumber
    code: Annotated[str, Meta(min_length=16, max_length=64)]


class Claim(GuestCommand, frozen=True, kw_only=True):
    """Take a seat over with its code."""

    code: Annotated[str, Meta(max_length=64)]
    name: Line = ""


class Retry(GuestCommand, frozen=True, kw_only=True):
    """Try a solo game again with the same cards (SY-O3)."""


class Rematch(GuestCommand, frozen=True, kw_only=True):
    """Set up the next match of the same people (SY-D6)."""


class Close(GuestCommand, frozen=True, kw_only=True):
    """End a match that nobody else plays."""


class SeatWish(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a seat shall be filled at first: a person here, whoever has the link, or a bot."""

    occupant: Literal["here", "open", "bot"] = "open"
    name: Line = ""
    level: Number = 0


class Create(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Set up a table; who asks is its host."""

    game: Annotated[str, Meta(max_length=40)] = ""
    settings: Settings = {}
    terms: MatchTerms = MatchTerms()
    seats: Annotated[tuple[SeatWish, ...], Meta(max_length=4)] = ()
    # An unfinished game to go on with; game, settings and number of seats are then its own.
    record: Annotated[str, Meta(max_length=LONGEST_RECORD)] = ""
    # Start at once, if every seat is filled.
    start: bool = False


class SystemCommand(Struct, frozen=True, kw_only=True):
    """Something that only the house may ask; no message can."""

    id: str = ""
    seen: int = 0


class BotPlay(SystemCommand, frozen=True, kw_only=True):
    """A bot's move; `seen` is the number of the table it looked at."""

    seat: int
    move: str
    seen: int


class Expire(SystemCommand, frozen=True, kw_only=True):
    """A seat's time is up: make this move for it."""

    seat: int
    move: str


class Away(SystemCommand, frozen=True, kw_only=True):
    """A guest has not been heard of for a while."""

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
    | Start
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
