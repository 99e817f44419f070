"""Setting a game up at the table: settings, layouts laid by hand, records to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from kheper.core.errors import SetupError
from kheper.games import GAMES, game_of, replay
from kheper.scarabya.boards import BOARDS, Arrangement, Board
from kheper.scarabya.site import Site
from kheper.server.customs import drawn, mode_of, seats_allowed, written
from kheper.server.entries import Opening
from kheper.server.refusals import refuse
from kheper.server.seats import Seats, held, oldest, youngest

# Nobody may read these before the game has ended (SY-S5).
SECRET = ("deck",)
# What the table finds out by itself: its seats, and who is youngest.
_OWN = ("seats", "ages")
# Letters and digits that nobody takes for each other.
_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
_GROUND = {
    "scarabya": ("site", "boards", "arrangement"),
    "scarab": ("position", "axis", "mover", "hands"),
}


class TakenUp(NamedTuple):
    """A game to go on with: what it was set up with, how far it is known, and its plays."""

    game: str
    settings: dict[str, str]
    fixed: dict[str, str]
    seats: int
    opening: tuple[Opening, ...]


def match_id(rng: Random) -> str:
    """Draw the id of a match: 130 bits, and whoever knows it is at the table."""
    return "".join(rng.choices(_LETTERS, k=26))


def check_game(game: str) -> None:
    """Refuse a game that does not exist."""
    if game not in GAMES:
        raise SetupError(None, f"the game is one of {', '.join(GAMES)}", code="no-game")


def check_settings(game: str, settings: Mapping[str, str], seats: int) -> None:
    """Refuse settings that make no game, or that are not for people to give."""
    check_game(game)
    for name in _OWN:
        if name in settings:
            raise refuse("no-setting", f"{name} are not given: the table knows them by its seats")
    if "deck" in settings and mode_of(game, settings) != "solo":
        raise refuse("no-setting", "the cards are shuffled, and nobody knows their order", "SY-S5")
    if "arrangement" in settings and settings.get("great_explorer", "host") != "host":
        raise refuse("no-setting", "the boards are arranged by the Great Explorer", "SY-S1")
    # What chance decides is drawn again at the start; here it only fills the gaps.
    GAMES[game].new({**settings, "seats": str(seats)}, Random(0))


def fewest_seats(game: str, settings: Mapping[str, str]) -> int:
    """Return how many seats a table has if nobody says so: two, where the game allows it."""
    allowed = seats_allowed(game, settings)
    return 2 if 2 in allowed else allowed[0]


def first_state(game: str, settings: Mapping[str, str]) -> Any:
    """Return the state that complete settings describe; the rng is never asked."""
    return GAMES[game].new(settings, Random(0))


def drawn_settings(
    game: str,
    settings: Mapping[str, str],
    fixed: Mapping[str, str],
    layout: str,
    seats: Seats,
    rng: Random,
) -> dict[str, str]:
    """Return complete settings: what nobody has chosen is drawn."""
    given = {**settings, "seats": str(len(seats))}
    if fixed:
        given = {name: value for name, value in given.items() if name not in _GROUND[game]}
        given |= fixed
    if layout:
        given["arrangement" if game == "scarabya" else "position"] = layout
    if game == "scarab" and given.get("starts") == "youngest" and "mover" not in given:
        given["mover"] = str(youngest(seats))  # SB-S2, TB-1
    return written(GAMES[game].new(given, rng))


def can_arrange(game: str, settings: Mapping[str, str], fixed: Mapping[str, str]) -> bool:
    """Say whether there is anything left to lay out by hand."""
    ground = ("site", "arrangement") if game == "scarabya" else ("position",)
    return not any(name in settings or name in fixed for name in ground)


def arranging_seat(
    game: str, settings: Mapping[str, str], seats: Seats, host: str, rng: Random
) -> int:
    """Return the seat of who lays out boards or stones; 0 is a host who holds none (SY-S2, TB-2).

    The boards are the Great Explorer's; the stones of SCARAB are spread by the host.
    """
    choice = settings.get("great_explorer", "host") if game == "scarabya" else "host"
    if choice == "random":
        return rng.randint(1, len(seats))
    if choice == "host":
        return next(iter(held(seats, host)), 0)
    return youngest(seats) if choice == "youngest" else oldest(seats)


def check_layout(
    game: str, settings: Mapping[str, str], seats: int, layout: str, rng: Random
) -> str:
    """Return a layout as it is written, drawn if it is empty (SY-S3, SB-S1)."""
    if game == "scarabya":
        return str(Arrangement.parse(layout) if layout else Arrangement.draw(rng))
    given = {**settings, "seats": str(seats)}
    start = GAMES[game].new({**given, "position": layout} if layout else given, rng)
    return str(start.position)


def ground(game: str, settings: Mapping[str, str], layout: str) -> str:
    """Return the site or the position as far as it is known before the start."""
    if game == "scarabya":
        if "site" in settings:
            return settings["site"]
        arranged = layout or settings.get("arrangement", "")
        return str(Arrangement.parse(arranged).site(_boards(settings))) if arranged else ""
    return layout or settings.get("position", "")


def warnings(game: str, site: str) -> tuple[str, ...]:
    """Say what is odd about a site of somebody's own (SY-O5)."""
    return Site.parse(site).warnings() if game == "scarabya" and site else ()


def take_up(text: str, rng: Random) -> TakenUp:
    """Read a record of an unfinished game; cards that were not drawn are shuffled anew (TB-7)."""
    played = replay(text, rng)
    if played.end.over:
        raise refuse("over", "the game of this record is over: there is nothing to go on with")
    game = game_of(played.end).name
    settings = written(played.states[0])
    seats = int(settings.pop("seats"))
    fixed = {name: settings.pop(name) for name in (*_GROUND[game], "deck") if name in settings}
    if "deck" in fixed:
        fixed["deck"] = drawn(played.end)
    opening = tuple(Opening(seat, str(move)) for seat, move in played.plays)
    return TakenUp(game, settings, fixed, seats, opening)


def public(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the settings that everybody may read."""
    return {name: value for name, value in settings.items() if name not in SECRET}


def _boards(settings: Mapping[str, str]) -> tuple[Board, ...]:
    given = settings.get("boards")
    return tuple(map(Board.parse, given.split())) if given else BOARDS
