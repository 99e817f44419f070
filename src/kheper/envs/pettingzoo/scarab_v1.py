"""
# SCARAB

| | |
|---|---|
| Creation | `pettingzoo.make("aec", "kheper/scarab-v1")` |
| Import | `from kheper.envs.pettingzoo import scarab_v1` |
| Actions | Discrete |
| Parallel API | No |
| Agents | `["seat_1", …]`, 2 unless `seats` says 2 to 4 |
| Action shape | `Discrete(333)`; on the short board `Discrete(225)` |
| Observation shape | (11 + 32n, 10, 10) for n seats, or (…, 8, 8), and the mask |
| Observation values | -8–8, int8 |

The priest walks along a row, then a column, then a row … and who moves it takes the stone it
lands on. All variants are settings, and combine freely: `size="8"` is the short board,
`turning="yes"` lets the priest bend on stars, `teams="yes"` sets seats 1 and 2 against 3 and 4.

### Observation space

`{"observation": planes, "action_mask": mask}`. Nothing is hidden in this game. Seats are counted
from the one that looks.

| planes | hold |
|---|---|
| 0 | the values of the stones on the board, -8 to 8 |
| 1–3 | stars, ankhs, the priest |
| 4 | the ankh the mover has chosen to land on, while it is open what returns |
| 5, 6 | 1 everywhere if the priest may leave along its row, its column |
| 7 | 1 everywhere if one is to act |
| 8 | 1 everywhere while it is open which stone returns, and where |
| 9, 10 | value and star of the stone that was chosen to return |
| then 32 for each seat | how many stones of each kind a seat has: -8 … -1, 1 … 8, then with stars |

### Action space

On a board of n squares (100 or 64), numbered row by row:

| actions | mean |
|---|---|
| 0 … n - 1 | leave along the row and land on this square, perhaps over a bend |
| n … 2n - 1 | leave along the column and land there |
| 2n … 2n + 31 | after landing on an ankh: the kind of stone that returns |
| 2n + 32 | after landing on an ankh: nothing returns |
| 2n + 33 … 3n + 32 | the square the stone returns to |

So a move that returns a stone takes three actions of the same seat. The mask, in the observation
and in the info of the seat to act, holds 1 for each legal one. An illegal action ends the game:
-1 (`illegal_reward`) for who took it, 0 for the others, and `info["refusal"]` says so.

### Rewards

`reward="outcome"` (default), at the end: a victory of one's own is 1, the losers pay for it in
equal parts, and who ties shares it, so that the sum is 0; in teams 1 and -1 for each seat.
`reward="score"`: the points that each step brings to one's side.

### Termination

When the player to move has no stone in line, or no scarab stone is left. Nothing truncates it.

### Arguments

`env(render_mode=None, reward="outcome", illegal_reward=-1.0, **settings)`. Render modes: `ansi`,
`rgb_array`, `svg`. Settings are those of the rules (`seats`, `size`, `turning`, `teams`,
`position`, …); `reset(options={"settings": {…}})` changes those for one game that do not change
the spaces.

### Version history

* v1: first version
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kheper.envs import setup
from kheper.envs.frames import RENDER_MODES
from kheper.envs.pettingzoo._turns import Seating, TurnEnv
from kheper.envs.scarab.turns import Turn, action_mask, count_actions, observe, plane_names
from kheper.games import SCARAB

__all__ = ["env", "raw_env"]


class raw_env(TurnEnv):  # noqa: N801 - PettingZoo's name for it
    """Two to four players move one priest."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "scarab_v1",
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        render_mode: str | None = None,
        reward: str = "outcome",
        illegal_reward: float = -1.0,
        **settings: object,
    ) -> None:
        some = SCARAB.new(setup.as_texts(settings), Random(0))
        side, seats = some.side, some.seats
        teams = "yes" if some.start.teams else "no"
        fixed = {"size": str(side), "seats": str(seats), "teams": teams}
        seating = Seating(SCARAB, settings, fixed, render_mode, reward)
        planes = spaces.Box(-8, 8, (len(plane_names(seats)), side, side), np.int8)
        super().__init__(seating, planes, count_actions(side), illegal_reward)
        self._turn = Turn(some)

    @property
    def rules_state(self) -> Any:
        """The state of the rules that the game is in."""
        return self._turn.state

    def _begin(self, options: Mapping[str, Any] | None) -> int:
        self._turn = Turn(self._seating.start(options))
        return self._turn.seat

    def _act(self, action: int) -> tuple[list[float], int | None]:
        before = self._turn.state
        self._turn = self._turn.take(action)
        state = self._turn.state
        return self._seating.gains(before, state), None if state.over else self._turn.seat

    def _legal(self) -> NDArray[np.int8]:
        return action_mask(self._turn)

    def _observe(self, seat: int) -> NDArray[Any]:
        return observe(self._turn, seat)


env = raw_env
