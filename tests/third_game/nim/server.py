"""What a match must know of Nim."""

from __future__ import annotations

from kheper.server.games import GameAdapter
from kheper.server.games.adapter import Settings
from tests.third_game.nim.rules import NimState, NimView, Take


class NimAdapter(GameAdapter[NimState, NimView, Take]):
    """Nim: the bonus is secret."""

    secret = ("bonus",)

    def seats_allowed(self, settings: Settings) -> range:
        return range(2, 3)

    def settings_of(self, first: NimState) -> dict[str, str]:
        return {"heap": str(first.heap), "bonus": str(first.bonus)}
