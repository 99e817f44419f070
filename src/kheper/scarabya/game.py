"""Scarabya's implementation of the game protocol."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from kheper.core.game import Replay
from kheper.core.record import Record
from kheper.core.settings import by_age, check_known, parse_ages
from kheper.scarabya import records
from kheper.scarabya.options import NAME
from kheper.scarabya.placements import Placement
from kheper.scarabya.records import Seen
from kheper.scarabya.setup import SETTINGS, ScarabyaState, new_state


class Scarabya:
    """Expedition, one-on-one and solo."""

    name = NAME
    title = records.TITLE
    settings = SETTINGS

    def new(self, settings: Mapping[str, str], rng: Random) -> ScarabyaState:
        """Return a first state; the rng draws what the settings leave open."""
        check_known(settings, SETTINGS)
        state = new_state(settings, rng)
        if "ages" in settings:  # wrong ages are refused even where no age decides
            by_age("youngest", state.seats, parse_ages(settings["ages"]), "SY-S2")
        return state

    def replay(self, record: Record, rng: Random) -> Replay[ScarabyaState, Placement]:
        """Play a record through the rules."""
        return records.replay(record, rng)

    def record(
        self, seen: Seen, tags: Iterable[tuple[str, str]] = (), *, deck: bool = False
    ) -> Record:
        """Write down a state or a view."""
        return records.write(seen, tags, deck=deck)
