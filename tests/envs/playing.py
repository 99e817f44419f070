"""What the tests of the environments share: games that begin, and whole games of the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.samples import draw_settings, game_of


def begun(variant: str, rng: Random) -> tuple[Any, Any]:
    """Return the settings and the first state of a game in which somebody can move."""
    while True:
        settings = draw_settings(variant, rng)
        state = game_of(variant).new(settings, rng)
        if not state.over:
            return settings, state


def legal_rows(state: Any, seat: int) -> list[int]:
    """Return the rows of the table that a seat may play, as the rules say."""
    return [placement.index for placement in state.legal_moves(seat)]


def rows_of(mask: NDArray[Any]) -> list[int]:
    """Return the actions of a mask."""
    return [int(action) for action in np.flatnonzero(mask)]
