"""Set up a game: settings, layouts made by hand, records to continue from."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import NamedTuple

from kheper.core.errors import SetupError
from kheper.games import GAMES, game_of, replay
from kheper.server.games import adapter_of
from kheper.server.match.events import Opening
from kheper.server.match.seats import Seats, held, oldest, youngest
from kheper.server.refusals import refuse

# Settings that the seats determine.
_OWN = ("seats", "ages")
# Letters and digits that are hard to confuse.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"


class Setup(NamedTuple):
    """What a match starts from: settings, those that are fixed, and the plays of a record."""

    game: str
    settings: dict[str, str]
    fixed: dict[str, str]
    seats: int
    opening: tuple[Opening, ...]


def match_id(rng: Random) -> str:
    """Draw the id of a match: 130 bits, because knowing it is enough to join."""
    return "".join(rng.choices(_LETTERS, k=26))


def check_game(game: str) -> None:
    """Refuse a game that does not exist."""
    if game not in GAMES:
        raise SetupError(None, f"the game must be one of {', '.join(GAMES)}", code="no-game")


def check_settings(game: str, settings: Mapping[str, str], seats: int) -> None:
    """Refuse settings with which no game is possible, or which the match determines itself."""
    check_game(game)
    for name in _OWN:
        if name in settings:
            raise refuse("no-setting", f"{name} cannot be set: they follow from the seats")
    adapter = adapter_of(game)
    adapter.check_settings(settings)
    # What the settings leave open is drawn here to check them, and drawn again at the start.
    adapter.first_state({**settings, "seats": str(seats)}, Random(0))


def fewest_seats(game: str, settings: Mapping[str, str]) -> int:
    """Return the default number of seats: two, where the game allows it."""
    allowed = adapter_of(game).seats_allowed(settings)
    return 2 if 2 in allowed else allowed[0]


def drawn_settings(
    game: str,
    settings: Mapping[str, str],
    fixed: Mapping[str, str],
    layout: str,
    seats: Seats,
    rng: Random,
) -> dict[str, str]:
    """Return complete settings; the rng draws what nobody has chosen."""
    adapter = adapter_of(game)
    given = {**settings, "seats": str(len(seats))}
    if fixed:
        given = {name: value for name, value in given.items() if name not in adapter.ground}
        given |= fixed
    if layout:
        given[adapter.layout] = layout
    given = adapter.with_youngest(given, youngest(seats))
    return adapter.settings_of(adapter.first_state(given, rng))


def arranging_seat(
    game: str, settings: Mapping[str, str], seats: Seats, host: str, rng: Random
) -> int:
    """Return the seat that lays out the board; 0 is a host without a seat (SY-S2, TB-2)."""
    match adapter_of(game).arranger(settings):
        case "host":
            return next(iter(held(seats, host)), 0)
        case "random":
            return rng.randint(1, len(seats))
        case "youngest":
            return youngest(seats)
        case "oldest":
            return oldest(seats)


def continue_from(text: str, rng: Random) -> Setup:
    """Read the record of an unfinished game; undrawn cards are shuffled again (TB-7)."""
    played = replay(text, rng)
    if played.end.over:
        raise refuse("over", "the game of this record is over and cannot be continued")
    game = game_of(played.end).name
    adapter = adapter_of(game)
    settings = adapter.settings_of(played.states[0])
    seats = int(settings.pop("seats"))
    names = (*adapter.ground, *adapter.secret)
    fixed = {name: settings.pop(name) for name in names if name in settings}
    fixed |= {name: adapter.drawn(played.end) for name in adapter.secret if name in fixed}
    opening = tuple(Opening(seat, str(move)) for seat, move in played.plays)
    return Setup(game, settings, fixed, seats, opening)


def public(game: str, settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that everybody may read."""
    secret = adapter_of(game).secret
    return {name: value for name, value in settings.items() if name not in secret}
