"""The options of Scarabya, for rules that differ between editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from random import Random

from kheper.core.settings import by_age, parse_choice

NAME = "scarabya"

CHOICES = {
    "flip": ("on", "off"),  # SY-L4
    "open_table": ("hidden", "open"),  # SY-B2
    "great_explorer": ("host", "youngest", "oldest", "random"),  # SY-S2
    "rematch": ("same", "reverse"),  # SY-D6
}


@dataclass(frozen=True, slots=True)
class Options:
    """The choices of one game; the first of each option's choices is its default."""

    flip: str = "on"
    open_table: str = "hidden"
    great_explorer: str = "host"
    rematch: str = "same"

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            parse_choice(name, getattr(self, name), choices)

    @classmethod
    def read(cls, settings: Mapping[str, str]) -> Options:
        """Read the options from settings that contain others as well."""
        given = {name: settings[name] for name in CHOICES if name in settings}
        return cls(**given) if given else DEFAULT

    def chosen(self) -> Iterator[tuple[str, str]]:
        """Yield the options that differ from their default."""
        for option in fields(self):
            value = getattr(self, option.name)
            if value != option.default:
                yield option.name, value


DEFAULT = Options()


def great_explorer(choice: str, seats: int, ages: Sequence[int] | None, rng: Random) -> int:
    """Return the seat that arranges the boards (SY-S2); the host sits at seat 1."""
    if choice == "random":
        return rng.randint(1, seats)
    if choice == "host":
        return 1
    return by_age(choice, seats, ages, "SY-S2")
