"""SCARAB's implementation of the game protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from kheper.core.game import Replay
from kheper.core.record import Record
from kheper.core.settings import check_known
from kheper.scarab import records
from kheper.scarab.moves import Move
from kheper.scarab.setup import SETTINGS, new_state
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import NAME
from kheper.scarab.view import ScarabView


class Scarab:
    """The full and the short board, ankhs, turning and teams."""

    name = NAME
    title = records.TITLE
    settings = SETTINGS

    def new(self, settings: Mapping[str, str], rng: Random) -> ScarabState:
        """Return a first state; the rng draws what the settings leave open."""
        check_known(settings, SETTINGS)
        return new_state(settings, rng)

    def replay(self, record: Record, rng: Random) -> Replay[ScarabState, Move]:
        """Play a record through the rules."""
        return records.replay(record, rng)

    def record(
        self,
        seen: ScarabState | ScarabView,
        tags: Iterable[tuple[str, str]] = (),
        *,
        deck: bool = False,
    ) -> Record:
        """Write down a state or a view; there is no deck to hide."""
        return records.write(seen, tags)
