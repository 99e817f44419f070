"""Reading the settings that both games have: numbers, seats and ages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kheper.core.errors import NotationError, SetupError
from kheper.core.grid import clip


def check_seat(seat: int, seats: int) -> None:
    """Refuse a seat that does not exist."""
    if not 1 <= seat <= seats:
        raise SetupError(None, f"there is no seat {seat}: seats are 1 to {seats}", code="no-seat")


def check_known(settings: Mapping[str, str], known: Mapping[str, str]) -> None:
    """Refuse a setting that the game does not have."""
    for name in settings:
        if name not in known:
            raise SetupError(
                None,
                f"there is no setting '{clip(name)}': the settings are {', '.join(known)}",
                code="no-setting",
            )


def parse_number(text: str, name: str, least: int, most: int = 9999) -> int:
    """Read a whole number within bounds."""
    if not (text.isascii() and text.isdigit() and len(text) <= 4):
        raise NotationError(None, f"{name} is a number, not '{clip(text)}'", code="not-a-number")
    if not least <= int(text) <= most:
        raise SetupError(None, f"{name} is {least} to {most}, not {text}", code="out-of-range")
    return int(text)


def parse_choice(name: str, value: str, choices: Sequence[str]) -> str:
    """Read a setting that is one of a few words."""
    if value not in choices:
        raise SetupError(
            None, f"{name} is one of {', '.join(choices)}, not '{clip(value)}'", code="bad-option"
        )
    return value


def parse_ages(text: str) -> list[int]:
    """Read the players' ages."""
    return [parse_number(age, "an age", 0, 150) for age in text.replace(";", " ").split()]


def by_age(choice: str, seats: int, ages: Sequence[int] | None, rule: str) -> int:
    """Return the seat of the youngest or the oldest player.

    Of two of the same age it is the one with the lower seat; without ages it is seat 1 (KH-6).
    """
    if ages is None:
        return 1
    if len(ages) != seats:
        raise SetupError(rule, f"there are {len(ages)} ages for {seats} seats", code="bad-ages")
    wanted = min(ages) if choice == "youngest" else max(ages)
    return list(ages).index(wanted) + 1
