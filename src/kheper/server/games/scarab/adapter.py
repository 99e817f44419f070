"""What a match must know of SCARAB."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import ClassVar

from msgspec import Struct

from kheper.scarab.moves import Move, parse_move
from kheper.scarab.start import FEWEST_SEATS, MOST_SEATS, TEAM_SEATS, hands_text
from kheper.scarab.state import ScarabState
from kheper.scarab.view import ScarabView
from kheper.server.games.adapter import GameAdapter, Settings
from kheper.server.games.scarab.facts import (
    Forecasts,
    MoveFacts,
    PriestMoves,
    facts,
    forecasts,
    walks,
)


class ScarabAdapter(GameAdapter[ScarabState, ScarabView, Move]):
    """SCARAB: all stones lie open, and seats may play in teams (SB-T4, SB-V3)."""

    ground = ("position", "axis", "mover", "hands")
    layout = "position"
    facts_type: ClassVar[type[Struct]] = MoveFacts
    legal_type: ClassVar[type[Struct]] = PriestMoves
    preview_type: ClassVar[type[Struct]] = Forecasts

    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats a game with these settings may have."""
        fewest = TEAM_SEATS if settings.get("teams") == "yes" else FEWEST_SEATS
        return range(fewest, MOST_SEATS + 1)

    def mode(self, settings: Settings) -> str:
        """Return the mode's name, for lists."""
        return "teams" if settings.get("teams") == "yes" else "priests"

    def settings_of(self, first: ScarabState) -> dict[str, str]:
        """Return the settings that lead to this first state."""
        start = first.start
        settings = {
            "seats": str(start.seats),
            "size": str(start.side),
            "turning": "yes" if start.turning else "no",
            "teams": "yes" if start.teams else "no",
            "position": str(start.position),
            "starts": start.starts,
            "mover": str(start.mover),
        }
        if start.axis is not None:
            settings["axis"] = start.axis
        if any(start.hands):
            settings["hands"] = hands_text(start.hands)
        return settings

    def can_arrange(self, settings: Settings) -> bool:
        """Say whether the stones are still to be laid out."""
        return self.layout not in settings

    def check_layout(self, settings: Settings, layout: str, rng: Random) -> str:
        """Return a position in its usual notation; an empty one is drawn (SB-S1)."""
        given = {**settings, self.layout: layout} if layout else settings
        return str(self.first_state(given, rng).position)

    def with_youngest(self, settings: Settings, seat: int) -> dict[str, str]:
        """Let the youngest player start, if the settings say so (SB-S2, TB-1)."""
        if settings.get("starts") == "youngest" and "mover" not in settings:
            return {**settings, "mover": str(seat)}
        return dict(settings)

    def ground_of(self, settings: Settings, layout: str) -> str:
        """Return the position, as far as it is known before the start."""
        return layout or settings.get(self.layout, "")

    def read_move(self, state: ScarabState, text: str) -> tuple[Move, str]:
        """Parse a move; return it with its usual notation."""
        return _read(text, state.start.side)

    def side_of(self, state: ScarabState, seat: int) -> int:
        """Return the side that a seat plays for: itself, or its team (SB-V3)."""
        return (seat - 1) // 2 if state.start.teams else seat - 1

    def is_team_game(self, state: ScarabState) -> bool:
        """Say whether seats play in teams that may not consult (SB-V3)."""
        return state.start.teams

    def gains(self, before: ScarabState, after: ScarabState, seat: int) -> tuple[int, ...]:
        """Return the change of each side's score; only the mover's stones are counted."""
        if not after.to_move:
            return super().gains(before, after, seat)
        old, new = before.hands[seat - 1], after.hands[seat - 1]
        if len(new) > len(old):
            taken = new[-1].value
        else:
            taken = sum([stone.value for stone in new]) - sum([stone.value for stone in old])
        if not taken:
            return ()
        start = after.start
        found = [0] * (2 if start.teams else start.seats)
        found[self.side_of(after, seat)] = taken
        return tuple(found)

    def facts(self, before: ScarabState, after: ScarabState, seat: int) -> MoveFacts:
        """Return what a move changed."""
        return facts(before, after, seat)

    def legal(self, view: ScarabView) -> PriestMoves:
        """Return where the priest can go."""
        return walks(view)

    def preview(self, view: ScarabView) -> Forecasts:
        """Return what each move leaves to the next player."""
        return forecasts(view)


@lru_cache(maxsize=8192)
def _read(text: str, side: int) -> tuple[Move, str]:
    move = parse_move(text, side)
    return move, str(move)
