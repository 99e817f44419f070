"""Events: what is played. A game with its settings; players meet in many games of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from kheper.core import NotationError, SetupError
from kheper.core.grid import clip
from kheper.games import GAMES

# Every mode and number of seats, every board and variant, by a short name.
EVENTS = {
    "expedition": "scarabya mode=expedition seats=1",
    "expedition-2": "scarabya mode=expedition seats=2",
    "expedition-3": "scarabya mode=expedition seats=3",
    "expedition-4": "scarabya mode=expedition seats=4",
    "duel": "scarabya mode=duel",
    "solo": "scarabya mode=solo",
    "scarab": "scarab",
    "scarab-3": "scarab seats=3",
    "scarab-4": "scarab seats=4",
    "scarab-teams": "scarab teams=yes",
    "scarab-turning": "scarab turning=yes",
    "scarab-short": "scarab size=8",
    "scarab-short-turning": "scarab size=8 turning=yes",
    "scarab-short-3": "scarab size=8 seats=3",
    "scarab-short-4": "scarab size=8 seats=4",
    "scarab-short-teams": "scarab size=8 teams=yes",
}
_NAMES = {text: name for name, text in EVENTS.items()}


@dataclass(frozen=True, slots=True)
class ArenaEvent:
    """A game and the settings that all games of the event share.

    >>> ArenaEvent.parse("duel")
    ArenaEvent(text='scarabya mode=duel')
    >>> ArenaEvent.parse("scarab teams=yes size=8").sides
    2
    """

    text: str

    @classmethod
    def parse(cls, text: str) -> ArenaEvent:
        """Read a short name, or what an engine's `new_game` would be told."""
        words = EVENTS.get(text, text).split()
        if not words or words[0] not in GAMES:
            raise SetupError(
                None,
                f"'{clip(text)}' is no event: it is one of {', '.join(EVENTS)}, or a game with "
                "settings, such as 'scarab size=8 teams=yes'",
                code="no-event",
            )
        event = cls(" ".join(words))
        event.deal(0)  # so that what makes no game is refused now
        return event

    @property
    def name(self) -> str:
        """The short name, where there is one."""
        return _NAMES.get(self.text, self.text)

    @property
    def sides(self) -> int:
        """How many there are to win: seats, or teams."""
        return len(self.deal(0).scores)

    def deal(self, seed: int) -> Any:
        """Return a first state: site and deck, or the spread of stones, follow from the seed."""
        game, *pairs = self.text.split()
        return GAMES[game].new(dict(map(_pair, pairs)), Random(seed))


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise NotationError(None, f"'{clip(text)}' is not a setting, such as seats=3")
    return name, value.replace(",", " ")  # as in the engine protocol
