"""The players at this terminal: people and bots."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kheper import SetupError
from kheper.cli.console import parse_count
from kheper.core.grid import clip

DEFAULT_LEVEL = 2
LONGEST_NAME = 24

_BOTS = ("Thot", "Isis", "Ptah", "Maat")


@dataclass(frozen=True, slots=True)
class LocalPlayer:
    """A person's name, or a bot's name and level."""

    name: str
    level: int | None = None

    @property
    def spec(self) -> str:
        """What to write for this seat in `--seats`."""
        return self.name if self.level is None else f"bot:{self.level}"


def parse_seats(text: str) -> tuple[LocalPlayer, ...]:
    """Read seats joined with commas: `you`, a name, `bot` or `bot:3`.

    >>> [seat.name for seat in parse_seats("you,bot:3,Anna")]
    ['You', 'Thot (bot 3)', 'Anna']
    """
    seats: list[LocalPlayer] = []
    for part in text.split(","):
        taken = [seat.name for seat in seats]
        bots = sum(seat.level is not None for seat in seats)
        seats.append(_seat(part.strip(), taken, bots))
    return tuple(seats)


def _seat(part: str, taken: Sequence[str], bots: int) -> LocalPlayer:
    kind, colon, level = part.partition(":")
    if kind.lower() == "bot":
        return _bot(level if colon else str(DEFAULT_LEVEL), bots)
    name = "You" if part.lower() == "you" else part
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        sentence = f"'{clip(part)}' is not a seat such as you, bot:3 or Anna"
        raise SetupError(None, sentence, code="bad-seats")
    if name in taken:
        raise SetupError(None, f"two seats are called {name}", code="bad-seats")
    return LocalPlayer(name)


def _bot(level: str, bots: int) -> LocalPlayer:
    from kheper.bots import LEVELS

    number = parse_count(level)
    if number is None or number not in LEVELS:
        sentence = f"bots have levels {LEVELS[0]} to {LEVELS[-1]}, not '{clip(level)}'"
        raise SetupError(None, sentence, code="no-level")
    return LocalPlayer(f"{_BOTS[bots % len(_BOTS)]} (bot {number})", number)
