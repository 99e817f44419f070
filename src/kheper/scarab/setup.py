"""Setting up a game of SCARAB from settings, which are plain strings."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from kheper.core.settings import by_age, parse_ages, parse_choice, parse_number
from kheper.scarab.start import (
    AXES,
    FEWEST_SEATS,
    SIZES,
    TEAM_SEATS,
    Position,
    Start,
    parse_hands,
)
from kheper.scarab.state import ScarabState

STARTS = ("first", "youngest", "random")  # SB-S2

SETTINGS = {
    "seats": "2 (default) to 4; 4 in teams",
    "size": "10 (default) or 8, the short game",
    "turning": "no (default) or yes: bends on starred stones",
    "teams": "no (default) or yes: seats 1 and 2 against 3 and 4",
    "position": "rows joined with /, squares joined with spaces: +5 -8 +3* A P .",
    "starts": "first (default), youngest or random",
    "ages": "the players' ages, where the youngest begins",
    "axis": "h or v: start in the middle of a game, on this axis",
    "mover": "the seat that moves first",
    "hands": "the seats' stones, joined with spaces, seats joined with ;",
}


def new_state(settings: Mapping[str, str], rng: Random) -> ScarabState:
    """Return a first state; the rng draws what the settings leave open."""
    size = _size(settings)
    teams = yes(settings, "teams")
    fewest = TEAM_SEATS if teams else FEWEST_SEATS
    seats = parse_number(settings.get("seats", str(fewest)), "seats", 0)
    starts = _choice(settings, "starts", (*STARTS, "first seat")).split()[0]
    drawn = Position.draw(size, rng) if "position" not in settings else None
    return ScarabState.begin(
        Start(
            drawn or Position.parse(settings["position"], size),
            turning=yes(settings, "turning"),
            teams=teams,
            seats=seats,
            starts=starts,
            axis=_choice(settings, "axis", AXES) if "axis" in settings else None,
            mover=_mover(settings, starts, seats, rng),
            hands=parse_hands(settings.get("hands", ""), seats) if "hands" in settings else (),
        )
    )


def yes(settings: Mapping[str, str], name: str) -> bool:
    """Read a setting that is yes or no."""
    return _choice(settings, name, ("no", "yes")) == "yes"


def _choice(settings: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    return parse_choice(name, settings.get(name, choices[0]), choices)


def _size(settings: Mapping[str, str]) -> int:
    """Read the board's side; where it is not given, the number of a position's rows."""
    rows = settings.get("position", "").count("/") + 1
    implied = str(rows) if rows in SIZES else str(SIZES[0])
    return int(parse_choice("size", settings.get("size", implied), tuple(map(str, SIZES))))


def _mover(settings: Mapping[str, str], starts: str, seats: int, rng: Random) -> int:
    """Return the seat that begins (SB-S2): the given one, or by the option."""
    ages = parse_ages(settings["ages"]) if "ages" in settings else None
    youngest = by_age("youngest", seats, ages, "SB-S2")
    if "mover" in settings:
        return parse_number(settings["mover"], "mover", 1)
    if starts == "random" and seats:
        return rng.randint(1, seats)
    return youngest if starts == "youngest" else 1
