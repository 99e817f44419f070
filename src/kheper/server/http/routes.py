"""The HTTP API: guests, matches, records, bots; docs/api.md tells what it is for.

What is played at a table goes over the socket; the same commands may be sent here one by one.
"""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import SystemRandom
from typing import Annotated, Any

from msgspec import Meta, Struct
from starlette.responses import Response

from kheper.bots import LEVELS, level
from kheper.core.errors import KheperError
from kheper.games import game_of, replay
from kheper.server.games import adapter_of
from kheper.server.games.scarabya.placements import REASONS, tile_table
from kheper.server.http.operations import Call, Operation, reply
from kheper.server.http.qr import drawn
from kheper.server.http.sign_in import (
    CODE_SECONDS,
    bad_code,
    check_code,
    code_hash,
    give_token,
    new_code,
    new_guest_id,
    new_token,
    take_token,
    token_hash,
    token_of,
    used_hash,
)
from kheper.server.match.commands import LONGEST_RECORD, Create, GuestCommand, Number, Settings
from kheper.server.match.permissions import check_watch
from kheper.server.match.phrases import PHRASES
from kheper.server.match.record import record
from kheper.server.match.setup import check_game, check_settings, fewest_seats
from kheper.server.match.shown import MatchView
from kheper.server.match.table import Table
from kheper.server.match.text import check_name
from kheper.server.match.views import SPECTATOR, Audience, view_of
from kheper.server.refusals import refuse
from kheper.server.store.base import Conflict, Guest, MatchIndex

Text = Annotated[str, Meta(max_length=1000)]


class Named(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest's name, which is all that is known of them."""

    name: Text


class CodeGiven(Struct, frozen=True):
    """A code that makes another device the same guest's, once, within some seconds."""

    code: str
    seconds: int


class CodeTaken(Struct, frozen=True, forbid_unknown_fields=True):
    """A code that was made on another device."""

    code: Annotated[str, Meta(max_length=64)]


class Page(Struct, frozen=True, forbid_unknown_fields=True):
    """Which part of a list: what comes after a match, and how many at most."""

    before: Annotated[str, Meta(max_length=64)] | None = None
    limit: Annotated[int, Meta(ge=1, le=100)] = 50


class Seen(Struct, frozen=True, forbid_unknown_fields=True):
    """The last number that who asks has of a match: the answer is no older."""

    seen: Number = 0


class Invitation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a link to a table brings along: perhaps the code of a seat that was offered."""

    code: Annotated[str, Meta(max_length=64, pattern="^[A-Za-z0-9_-]*$")] = ""


class Listed(Struct, frozen=True):
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

    matches: tuple[Listed, ...]


class MatchMade(Struct, frozen=True):
    """The id of a new match: whoever has it is at the table."""

    match: str


class Done(Struct, frozen=True):
    """A command is in the log, up to that number."""

    number: int


class RecordText(Struct, frozen=True, forbid_unknown_fields=True):
    """A record, as it was saved or downloaded."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]


class Played(Struct, frozen=True):
    """A play of a record."""

    seat: int
    move: str


class RecordRead(Struct, frozen=True):
    """A record, played through the rules: a state before each play, and one at the end."""

    game: str
    mode: str
    seats: int
    plays: tuple[Played, ...]
    states: tuple[dict[str, Any], ...]
    outcome: dict[str, Any] | None


class Wished(Struct, frozen=True, forbid_unknown_fields=True):
    """Settings that somebody thinks of."""

    game: Annotated[str, Meta(max_length=40)]
    settings: Settings = {}


class Looked(Struct, frozen=True):
    """What would become of settings: the refusal, if there is one, and what is odd about them."""

    refused: Fault | None
    warnings: tuple[str, ...]


class Fault(Struct, frozen=True):
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


class Orientation(Struct, frozen=True):
    """A way that a tile can lie, and where its placements stand in `marks`."""

    first: int
    down: int
    across: int
    squares: tuple[tuple[int, int], ...]
    turned_over: bool


class Tiles(Struct, frozen=True):
    """All ways that each tile can lie, the letters of `marks`, and the quick phrases."""

    tiles: dict[str, tuple[Orientation, ...]]
    reasons: dict[str, str]
    phrases: tuple[str, ...]


# --- guests


async def make_guest(call: Call) -> Response:
    """Answer with a new guest's cookie."""
    if call.who is not None:
        raise refuse("guest-already", f"you are {call.who.name} already: rename yourself")
    guest = Guest(new_guest_id(), check_name(call.body.name))
    token = new_token()
    await call.desk.store.add_guest(guest, token_hash(token))
    return _with_cookie(call, guest.name, token, 201)


async def show_guest(call: Call) -> Named:
    """Answer with who asks."""
    return Named(call.guest.name)


async def rename_guest(call: Call) -> Named:
    """Give who asks another name."""
    name = check_name(call.body.name)
    await call.desk.store.rename(call.guest.id, name)
    return Named(name)


async def forget_device(call: Call) -> Response:
    """End the token of this device; the guest's other devices keep theirs."""
    token = token_of(call.request)
    assert token is not None
    await call.desk.store.remove_token(token_hash(token))
    answer = Response(status_code=204, headers={"cache-control": "no-store"})
    take_token(call.request, answer)
    return answer


async def make_code(call: Call) -> CodeGiven:
    """Make a code for another device; the store holds its hash."""
    code = new_code(call.desk.clock())
    await call.desk.store.add_token(call.guest.id, code_hash(code))
    return CodeGiven(code, CODE_SECONDS)


async def take_code(call: Call) -> Response:
    """Make this device that of the guest who made the code."""
    code = call.body.code
    check_code(code, call.desk.clock())
    store = call.desk.store
    guest = await store.guest(code_hash(code))
    if guest is None:
        raise bad_code()
    token = new_token()
    try:
        await store.add_token(guest.id, used_hash(code))
    except Conflict:
        raise bad_code() from None
    await store.add_token(guest.id, token_hash(token))
    return _with_cookie(call, guest.name, token, 200)


def _with_cookie(call: Call, name: str, token: str, status: int) -> Response:
    answer = reply(Named(name), status)
    give_token(call.request, answer, token)
    return answer


async def list_history(call: Call) -> MatchList:
    """List the matches in which who asks holds a seat."""
    guest = call.guest.id
    found = await call.desk.store.matches(
        guest=guest, limit=call.query.limit, before=call.query.before
    )
    return MatchList(tuple(_listed(index, guest) for index in found))


# --- matches


async def list_matches(call: Call) -> MatchList:
    """List the open matches that are offered to everybody."""
    found = await call.desk.store.matches(
        open_only=True, limit=call.query.limit, before=call.query.before
    )
    guest = call.who.id if call.who else ""
    return MatchList(tuple(_listed(index, guest) for index in found))


def _listed(index: MatchIndex, guest: str) -> Listed:
    return Listed(
        match=index.match,
        game=index.game,
        mode=index.mode,
        state=index.state,
        host=index.host,
        seats=len(index.seats),
        you=tuple(n for n, holder in enumerate(index.seats, 1) if guest and holder == guest),
        created=round(index.created * 1000),
        updated=round(index.updated * 1000),
    )


async def create_match(call: Call) -> MatchMade:
    """Set up a match, whose host is who asks."""
    return MatchMade((await call.desk.live.create(call.body, call.guest)).match)


async def show_match(call: Call) -> MatchView:
    """Show a match as who asks may see it."""
    table = await _watched(call)
    audience = Audience.of(table, call.who.id) if call.who else SPECTATOR
    return view_of(table, audience)


async def command_match(call: Call) -> Done:
    """Carry out a command of the socket protocol."""
    match = call.request.path_params["match"]
    return Done(await call.desk.live.submit(match, call.body, call.guest))


async def show_record(call: Call) -> str:
    """Write a match down as everybody may read it."""
    return str(record(await _watched(call)))


async def draw_link(call: Call) -> str:
    """Draw the link to a table, as who asks reaches the server."""
    match = (await _watched(call)).match
    code = f"/{call.query.code}" if call.query.code else ""
    return drawn(f"{call.request.base_url}#t/{match}{code}")


async def _watched(call: Call) -> Table:
    seen = getattr(call.query, "seen", 0)
    table = await call.desk.live.table(call.request.path_params["match"], seen)
    check_watch(table, call.who.id if call.who else "")
    return table


# --- records, bots, tiles


async def read_record(call: Call) -> RecordRead:
    """Play a record through the rules of its game."""
    async with call.desk.reading:
        return await asyncio.to_thread(_read, call.body.record)


def _read(text: str) -> RecordRead:
    played = replay(text, SystemRandom())
    first, end = played.states[0], played.end
    game = game_of(end).name
    adapter = adapter_of(game)
    return RecordRead(
        game=game,
        mode=adapter.mode(adapter.settings_of(first)),
        seats=end.seats,
        plays=tuple(Played(seat, str(move)) for seat, move in played.plays),
        states=tuple(state.view(None).json() for state in played.states),
        outcome=end.outcome.json() if end.over else None,
    )


async def look_at_settings(call: Call) -> Looked:
    """Say whether settings make a game; none is set up."""
    game, settings = call.body.game, call.body.settings
    try:
        check_game(game)
        check_settings(game, settings, fewest_seats(game, settings))
        adapter = adapter_of(game)
        return Looked(None, adapter.warnings(adapter.ground_of(settings, "")))
    except KheperError as error:
        return Looked(Fault(error.code, error.sentence, error.rule or ""), ())


async def list_bots(call: Call) -> BotLevels:
    """List the levels."""
    return BotLevels(tuple(BotLevel(n, level(n).name, level(n).character) for n in LEVELS))


async def show_tiles(call: Call) -> Tiles:
    """Show what a page needs to know of tiles, once."""
    return _tiles()


@lru_cache(maxsize=1)
def _tiles() -> Tiles:
    ways = {
        tile: tuple(Orientation(**{**way, "squares": tuple(way["squares"])}) for way in rows)
        for tile, rows in tile_table().items()
    }
    return Tiles(ways, REASONS, PHRASES)


OPERATIONS = (
    Operation(
        *("POST", "/api/guest", make_guest, "Become a guest with a name; the answer sets a cookie"),
        gives=Named,
        takes=Named,
        status=201,
        quota="guests",
        refusals=(409,),
    ),
    Operation("GET", "/api/guest", show_guest, "Who you are", gives=Named, guests=True),
    Operation(
        *("PATCH", "/api/guest", rename_guest, "Give yourself another name"),
        gives=Named,
        takes=Named,
        guests=True,
        refusals=(409,),
    ),
    Operation(
        *("DELETE", "/api/guest", forget_device, "Sign this device out; takes the cookie back"),
        gives=None,
        status=204,
        guests=True,
    ),
    Operation(
        *("POST", "/api/guest/code", make_code, "Make a code that lets another device be you"),
        gives=CodeGiven,
        status=201,
        guests=True,
        quota="guests",
    ),
    Operation(
        *("POST", "/api/guest/device", take_code, "Be the guest who made a code; sets a cookie"),
        gives=Named,
        takes=CodeTaken,
        quota="guests",
        refusals=(409,),
    ),
    Operation(
        *("GET", "/api/guest/matches", list_history, "The matches that you have a seat in"),
        gives=MatchList,
        query=Page,
        guests=True,
    ),
    Operation(
        *("GET", "/api/matches", list_matches, "Open matches that anybody may join"),
        gives=MatchList,
        query=Page,
    ),
    Operation(
        *("POST", "/api/matches", create_match, "Set up a match, or go on with a record"),
        gives=MatchMade,
        takes=Create,
        status=201,
        guests=True,
        quota="matches",
        refusals=(409,),
    ),
    Operation(
        *("GET", "/api/matches/{match}", show_match, "A match as you may see it"),
        gives=MatchView,
        query=Seen,
        refusals=(403, 404),
    ),
    Operation(
        *("POST", "/api/matches/{match}/commands", command_match, "Send a command to a table"),
        gives=Done,
        takes=GuestCommand,
        guests=True,
        refusals=(403, 404, 409),
    ),
    Operation(
        *("GET", "/api/matches/{match}/record", show_record, "The record of a match"),
        gives=str,
        query=Seen,
        refusals=(403, 404, 409),
    ),
    Operation(
        *("GET", "/api/matches/{match}/qr.svg", draw_link, "The link to a table, as a QR code"),
        gives=str,
        medium="image/svg+xml",
        query=Invitation,
        refusals=(403, 404),
    ),
    Operation(
        *("POST", "/api/records", read_record, "Play a record through the rules"),
        gives=RecordRead,
        takes=RecordText,
        quota="records",
        refusals=(409,),
    ),
    Operation(
        *("POST", "/api/settings", look_at_settings, "Ask whether settings make a game"),
        gives=Looked,
        takes=Wished,
    ),
    Operation("GET", "/api/bots", list_bots, "The levels of bots", gives=BotLevels),
    Operation("GET", "/api/tiles", show_tiles, "How tiles can lie, for a page", gives=Tiles),
)
