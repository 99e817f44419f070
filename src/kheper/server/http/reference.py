"""Operations that need no match: records, settings, bot levels, constants for a page."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import SystemRandom
from typing import Any

import msgspec
from msgspec.structs import asdict, fields

from kheper.bots import LEVELS, level
from kheper.core.errors import KheperError
from kheper.games import game_of, replay
from kheper.server.games import ADAPTERS, adapter_of
from kheper.server.http.operations import Call
from kheper.server.http.schemas import (
    BotLevel,
    BotLevels,
    RecordPlay,
    ReplayedRecord,
    SettingsCheck,
    SettingsRefusal,
)
from kheper.server.match.phrases import PHRASES
from kheper.server.match.setup import check_game, check_settings, fewest_seats


async def read_record(call: Call) -> ReplayedRecord:
    """Replay a record through the rules of its game."""
    async with call.services.reading:
        return await asyncio.to_thread(_read, call.body.record)


def _read(text: str) -> ReplayedRecord:
    played = replay(text, SystemRandom())
    first, end = played.states[0], played.end
    game = game_of(end).name
    adapter = adapter_of(game)
    return ReplayedRecord(
        game=game,
        mode=adapter.mode(adapter.settings_of(first)),
        seats=end.seats,
        plays=tuple(RecordPlay(seat, str(move)) for seat, move in played.plays),
        states=tuple(state.view(None).json() for state in played.states),
        outcome=end.outcome.json() if end.outcome else None,
    )


async def check_match_settings(call: Call) -> SettingsCheck:
    """Check settings without setting up a match."""
    game, settings = call.body.game, call.body.settings
    try:
        check_game(game)
        check_settings(game, settings, fewest_seats(game, settings))
        adapter = adapter_of(game)
        return SettingsCheck(None, adapter.warnings(adapter.ground_of(settings, "")))
    except KheperError as error:
        return SettingsCheck(SettingsRefusal(error.code, error.sentence, error.rule or ""), ())


async def list_bots(call: Call) -> BotLevels:
    """List the levels."""
    return BotLevels(tuple(BotLevel(n, level(n).name, level(n).character) for n in LEVELS))


# The constants of all games, and the quick phrases.
PageConstants: Any = msgspec.defstruct(
    "PageConstants",
    [
        *(
            (field.name, field.type)
            for adapter in ADAPTERS.values()
            if adapter.constants is not None
            for field in fields(adapter.constants)
        ),
        ("phrases", tuple[str, ...]),
    ],
    frozen=True,
)


async def show_constants(call: Call) -> Any:
    """Return the constants that a page needs."""
    return _constants()


@lru_cache(maxsize=1)
def _constants() -> Any:
    found = [adapter.constants for adapter in ADAPTERS.values() if adapter.constants is not None]
    named = {name: value for constants in found for name, value in asdict(constants).items()}
    return PageConstants(**named, phrases=PHRASES)
