"""The HTTP API: a table of its operations; docs/api.md describes them.

A match is played over the socket; the same commands may be sent here one by one.
"""

from __future__ import annotations

from kheper.server.http.guests import (
    forget_device,
    make_code,
    make_guest,
    rename_guest,
    show_guest,
    take_code,
)
from kheper.server.http.matches import (
    command_match,
    create_match,
    draw_link,
    list_history,
    list_matches,
    show_match,
    show_record,
)
from kheper.server.http.operations import Operation
from kheper.server.http.reference import (
    PageConstants,
    check_match_settings,
    list_bots,
    read_record,
    show_constants,
)
from kheper.server.http.schemas import (
    BotLevels,
    CommandDone,
    GuestName,
    LinkQuery,
    ListQuery,
    MatchList,
    NewDeviceCode,
    NewMatch,
    RecordText,
    ReplayedRecord,
    SeenQuery,
    SettingsCheck,
    SettingsToCheck,
    UsedDeviceCode,
)
from kheper.server.match.commands import AnyGuestCommand, Create
from kheper.server.match.views import MatchView

OPERATIONS = (
    Operation(
        *("POST", "/api/guest", make_guest, "Become a guest with a name; sets a cookie"),
        gives=GuestName,
        takes=GuestName,
        status=201,
        quota="guests",
        refusals=(409,),
    ),
    Operation("GET", "/api/guest", show_guest, "Your name", gives=GuestName, guests=True),
    Operation(
        *("PATCH", "/api/guest", rename_guest, "Rename yourself"),
        gives=GuestName,
        takes=GuestName,
        guests=True,
        refusals=(409,),
    ),
    Operation(
        *("DELETE", "/api/guest", forget_device, "Sign this device out; removes the cookie"),
        gives=None,
        status=204,
        guests=True,
    ),
    Operation(
        *("POST", "/api/guest/code", make_code, "Make a code that signs another device in as you"),
        gives=NewDeviceCode,
        status=201,
        guests=True,
        quota="guests",
    ),
    Operation(
        *("POST", "/api/guest/device", take_code, "Sign in with a code; sets a cookie"),
        gives=GuestName,
        takes=UsedDeviceCode,
        quota="guests",
        refusals=(409,),
    ),
    Operation(
        *("GET", "/api/guest/matches", list_history, "The matches in which you have a seat"),
        gives=MatchList,
        query=ListQuery,
        guests=True,
    ),
    Operation(
        *("GET", "/api/matches", list_matches, "Open matches that anybody may join"),
        gives=MatchList,
        query=ListQuery,
    ),
    Operation(
        *("POST", "/api/matches", create_match, "Set up a match, or continue a record"),
        gives=NewMatch,
        takes=Create,
        status=201,
        guests=True,
        quota="matches",
        refusals=(409,),
    ),
    Operation(
        *("GET", "/api/matches/{match}", show_match, "A match as you may see it"),
        gives=MatchView,
        query=SeenQuery,
        refusals=(403, 404),
    ),
    Operation(
        *("POST", "/api/matches/{match}/commands", command_match, "Send a command to a match"),
        gives=CommandDone,
        takes=AnyGuestCommand,
        guests=True,
        refusals=(403, 404, 409),
    ),
    Operation(
        *("GET", "/api/matches/{match}/record", show_record, "The record of a match"),
        gives=str,
        query=SeenQuery,
        refusals=(403, 404, 409),
    ),
    Operation(
        *("GET", "/api/matches/{match}/qr.svg", draw_link, "The link to a match, as a QR code"),
        gives=str,
        medium="image/svg+xml",
        query=LinkQuery,
        refusals=(403, 404),
    ),
    Operation(
        *("POST", "/api/records", read_record, "Replay a record through the rules"),
        gives=ReplayedRecord,
        takes=RecordText,
        quota="records",
        refusals=(409,),
    ),
    Operation(
        *("POST", "/api/settings", check_match_settings, "Check settings of a match"),
        gives=SettingsCheck,
        takes=SettingsToCheck,
    ),
    Operation("GET", "/api/bots", list_bots, "The levels of bots", gives=BotLevels),
    Operation(
        *("GET", "/api/tiles", show_constants, "Constants for a page: tiles, and quick phrases"),
        gives=PageConstants,
    ),
)
