"""What operations take and return: bodies, queries and answers as structs."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from kheper.server.match.commands import LONGEST_RECORD, Number, Settings

Text = Annotated[str, Meta(max_length=1000)]


class GuestName(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name, which is all that is known of them."""

    name: Text


class NewDeviceCode(Struct, frozen=True):
    """A code that makes another device the same guest's, once, within some seconds."""

    code: str
    seconds: int


class UsedDeviceCode(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was made on another device."""

    code: Annotated[str, Meta(max_length=64)]


class ListQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list: what comes after a match, and how many at most."""

    before: Annotated[str, Meta(max_length=64)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class SeenQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """The last number that who asks has of a match: the answer is no older."""

    seen: Number = 0


class LinkQuery(Struct, frozen=True, forbid_unknown_fields=True):
    """What a link to a table brings along: perhaps the code of a seat that was offered."""

    code: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""


class MatchSummary(Struct, frozen=True):
    """A match as a list shows it; `you` are the seats of who asks, times are in milliseconds."""

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
    """Matches, those where something happened last first."""

    matches: tuple[MatchSummary, ...]


class NewMatch(Struct, frozen=True):
    """The id of a new match: whoever has it is at the table."""

    match: str


class CommandDone(Struct, frozen=True):
    """A command is in the log, up to that number."""

    number: int


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as it was saved or downloaded."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class RecordPlay(Struct, frozen=True):
    """A play of a record."""

    seat: int
    move: str


class ReplayedRecord(Struct, frozen=True):
    """A record, played through the rules: a state before each play, and one at the end."""

    game: str
    mode: str
    seats: int
    plays: tuple[RecordPlay, ...]
    states: tuple[dict[str, Any], ...]
    outcome: dict[str, Any] | None


class SettingsToCheck(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that somebody thinks of."""

    game: Annotated[str, Meta(max_length=40)]
    settings: Settings = {}


class SettingsCheck(Struct, frozen=True):
    """What would become of settings: the refusal, if there is one, and what is odd about them."""

    refused: SettingsRefusal | None
    warnings: tuple[str, ...]


class SettingsRefusal(Struct, frozen=True):
    """Why settings make no game."""

    code: str
    sentence: str
    rule: str


class BotLevel(Struct, frozen=True):
    """A level of bots: its number, its name and its character."""

    level: int
    name: str
    character: str


class BotLevels(Struct, frozen=True):
    """All levels, from the beginner on."""

    levels: tuple[BotLevel, ...]
