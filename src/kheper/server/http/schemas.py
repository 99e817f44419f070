"""What operations take and return: bodies, queries and answers as structs."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from kheper.server.match.commands import LONGEST_RECORD, Number, Settings

Text = Annotated[str, Meta(max_length=1000)]


class GuestName(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name."""

    name: Text


class NewDeviceCode(Struct, frozen=True):
    """A code that signs another device in, once, within some seconds."""

    code: str
    seconds: int


class UsedDeviceCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was made on another device."""

    code: Annotated[str, Meta(max_length=64)]


class ListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """A page of a list: the matches after one, and how many at most."""

    before: Annotated[str, Meta(max_length=64)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class SeenQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The last number that the caller has of a match; the answer is at least as new."""

    seen: Number = 0


class LinkQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The code of an offered seat, which may be part of a link."""

    code: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""


class MatchSummary(Struct, frozen=True):
    """A match in a list; `you` are the caller's seats, times are in milliseconds."""

    match: str
    game: str
    mode: str
    state: str
    host: str
    seats: int
    you: tuple[int, ...]
    created: int
    updated: int


class MatchList(Struct, frozen=True):
    """Matches, with the latest activity first."""

    matches: tuple[MatchSummary, ...]


class NewMatch(Struct, frozen=True):
    """The id of a new match; whoever has it may join."""

    match: str


class CommandDone(Struct, frozen=True):
    """The command is in the log, up to that number."""

    number: int


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as it was saved or downloaded."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class RecordPlay(Struct, frozen=True):
    """A play of a record."""

    seat: int
    move: str


class ReplayedRecord(Struct, frozen=True):
    """A replayed record: a state before each play, and one at the end."""

    game: str
    mode: str
    seats: int
    plays: tuple[RecordPlay, ...]
    states: tuple[dict[str, Any], ...]
    outcome: dict[str, Any] | None


class SettingsToCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings to check."""

    game: Annotated[str, Meta(max_length=40)]
    settings: Settings = {}


class SettingsCheck(Struct, frozen=True):
    """The result of a check: the refusal, if there is one, and warnings."""

    refused: SettingsRefusal | None
    warnings: tuple[str, ...]


class SettingsRefusal(Struct, frozen=True):
    """Why settings are refused."""

    code: str
    sentence: str
    rule: str


class BotLevel(Struct, frozen=True):
    """A level of bots: its number, name and character."""

    level: int
    name: str
    character: str


class BotLevels(Struct, frozen=True):
    """All levels, the weakest first."""

    levels: tuple[BotLevel, ...]
