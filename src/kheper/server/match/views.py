"""What an audience may see of a match, as structs that are ready to be encoded."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from kheper.server.games import Facts, Legal
from kheper.server.match.state import ChatLine
from kheper.server.match.terms import MatchTerms

# A client follows by moves, which it plays through the rules, or by facts, which it applies.
Follow = Literal["moves", "facts"]


class SeatView(Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it."""

    kind: str
    name: str = ""
    level: int = 0
    host: bool = False
    away: bool = False
    left: bool = False
    stand_in: int = 0


class TakeBackView(Struct, frozen=True, omit_defaults=True):
    """A request for a take-back: the move to take back, and the seats that have not answered."""

    number: int
    seat: int
    move: str
    play: int
    plays: int
    waiting: tuple[int, ...] = ()


class SetupView(Struct, frozen=True, omit_defaults=True):
    """What is known of the board before the start, and who lays it out."""

    ground: str = ""
    layout: str = ""
    arranger: int | None = None
    warnings: tuple[str, ...] = ()


class OwnView(Struct, frozen=True, omit_defaults=True):
    """What only the holder of a seat sees: its open placement, legal moves and permissions."""

    seat: int
    open: str = ""
    legal: Legal | None = None
    may: tuple[str, ...] = ()


class EventView(Struct, frozen=True, omit_defaults=True):
    """An event as an audience may see it; unchanged fields are left out."""

    number: int
    kind: str
    at: int
    seat: int = 0
    move: str = ""
    bot: bool = False
    cards: str = ""
    reveal: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    to_move: tuple[int, ...] | None = None
    clocks: tuple[int, ...] = ()
    running: tuple[int, ...] | None = None
    outcome: dict[str, Any] | None = None
    plays: int | None = None
    scores: tuple[int, ...] | None = None
    state: dict[str, Any] | None = None
    phase: str = ""
    mode: str = ""
    seats: tuple[SeatView, ...] | None = None
    host_name: str | None = None
    settings: dict[str, str] | None = None
    terms: MatchTerms | None = None
    setup: SetupView | None = None
    # None if the request was closed.
    asked: TakeBackView | UnsetType | None = UNSET
    agree: bool | None = None
    name: str = ""
    text: str = ""
    phrase: str = ""
    match: str = ""
    # For clients that follow by facts.
    facts: Facts | None = None


class MatchView(Struct, frozen=True, omit_defaults=True):
    """Everything that an audience may see of a match now."""

    match: str
    game: str
    mode: str
    phase: str
    created: int
    at: int
    settings: dict[str, str]
    terms: MatchTerms
    seats: tuple[SeatView, ...]
    host_name: str
    you: tuple[int, ...] = ()
    hosting: bool = False
    may: tuple[str, ...] = ()
    seats_may: tuple[tuple[str, ...], ...] = ()
    setup: SetupView | None = None
    state: dict[str, Any] | None = None
    own: tuple[OwnView, ...] = ()
    plays: int = 0
    clocks: tuple[int, ...] = ()
    running: tuple[int, ...] = ()
    asked: TakeBackView | None = None
    chat: tuple[ChatLine, ...] = ()
    previous: str = ""
    next: str = ""
