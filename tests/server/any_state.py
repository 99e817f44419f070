"""The state of a match's game, untyped, for tests that look into the state of one game."""

from __future__ import annotations

from typing import Any

from kheper.server.match.state import MatchState


def any_state(match: MatchState) -> Any:
    """Return the state of the game, which must have begun."""
    return match.game_state
