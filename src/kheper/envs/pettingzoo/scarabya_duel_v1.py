"""
# Scarabya, one-on-one

| | |
|---|---|
| Creation | `pettingzoo.make("aec", "kheper/scarabya_duel-v1")` |
| Import | `from kheper.envs.pettingzoo import scarabya_duel_v1` |
| Actions | Discrete |
| Parallel API | No |
| Agents | `["seat_1", "seat_2"]`; seat 1 starts |
| Action shape | `Discrete(4096)` |
| Observation shape | (33, 10, 10), and the mask (4096,) |
| Observation values | 0–255, uint8 |

In turn, a player draws a card and lays its tile on the shared site. Areas of four squares or
fewer that a placement closes score for who placed. A tile that fits nowhere is discarded and the
same player draws again, by itself (SY-D2).

### Observation space

`{"observation": planes, "action_mask": mask}`. The undrawn cards are nowhere in it.

| planes | hold |
|---|---|
| 0–11 | 1 everywhere in the plane of the open card's tile: F I L N P T U V W X Y Z |
| 12–23 | 1 everywhere in the planes of the tiles still to come |
| 24, 25 | own points, the other's points |
| 26 | 1 everywhere for the second player, who may get a bonus at the end (SY-D4) |
| 27 | 1 everywhere if it is one's turn |
| 28 | rocks |
| 29–31 | open ground, visible scarabs, closed areas |
| 32 | squares of which the next tile must cover one |

### Action space

A row of the table `kheper.scarabya.PLACEMENTS`. The mask, in the observation and in the info of
the seat to act, holds 1 for each legal one. An illegal action ends the game: -1
(`illegal_reward`) for who took it, 0 for the other, and `info["refusal"]` says which rule
forbids it.

### Rewards

`reward="outcome"` (default): at the end 1 for the winner, -1 for the loser, 0 each for a tie.
`reward="score"`: the points that each step brings.

### Termination

When all cards are drawn. Nothing truncates a game.

### Arguments

`env(render_mode=None, reward="outcome", illegal_reward=-1.0, **settings)`. Render modes: `ansi`,
`rgb_array`, `svg`. Settings are those of the rules (`flip`, `site`, `deck`, …);
`reset(options={"settings": {…}})` changes them for one game.

### Version history

* v1: first version
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kheper.core.grid import SIDE
from kheper.core.outcome import Outcome
from kheper.envs import setup
from kheper.envs.frames import RENDER_MODES
from kheper.envs.pettingzoo._turns import Seating, TurnEnv, refusal_of
from kheper.envs.rewards import utilities
from kheper.envs.scarabya import kernels
from kheper.envs.scarabya.batch import GameBatch, sites_of
from kheper.envs.scarabya.planes import ACTIONS, plane_names
from kheper.games import SCARABYA
from kheper.scarabya.options import Options
from kheper.scarabya.placements import PLACEMENTS

__all__ = ["env", "raw_env"]

_FIXED = {"mode": "duel", "seats": "2"}
_PLANES = plane_names("duel", 2)
_OWN, _OTHER, _SECOND, _TURN = (
    _PLANES.index(name)
    for name in ("points of seat +0", "points of seat +1", "second player", "to move")
)


class raw_env(TurnEnv):  # noqa: N801 - PettingZoo's name for it
    """Two players in turn on one shared site; a batch of one game."""

    metadata: ClassVar[dict[str, Any]] = {
        "name": "scarabya_duel_v1",
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
        seating = Seating(SCARABYA, settings, _FIXED, render_mode, reward)
        planes = spaces.Box(0, 255, (len(_PLANES), SIDE, SIDE), np.uint8)
        super().__init__(seating, planes, ACTIONS, illegal_reward)
        given = setup.as_texts(settings)
        self._drawn = GameBatch(1, "duel", Options.read(given), sites_of(given))
        self._games = self._drawn
        self._action = np.zeros(1, dtype=np.int64)
        self._gain, self._over = np.zeros(1), np.zeros(1, dtype=np.bool_)

    @property
    def rules_state(self) -> Any:
        """The state of the rules that the game is in; it knows what nobody may see."""
        return self._games.state(0)

    def _begin(self, options: Mapping[str, Any] | None) -> int:
        seating = self._seating
        if "deck" in seating.settings or (options or {}).get("settings"):
            self._games = GameBatch.of(seating.start(options))
        else:
            self._games = self._drawn
            self._games.draw(0, seating.rng.getrandbits(64))
            setup.check_open(bool(self._games.counts[0, kernels.OVER]))
        self._points = [0, 0]
        return 1

    def _act(self, action: int) -> tuple[list[float], int | None]:
        self._action[0] = action
        arrays = self._games.arrays
        kernels.step_games(arrays, 0, 1, self._action, 0.0, self._gain, self._over)
        _, over, _, mover, first, second = self._games.counts[0].tolist()
        if self._seating.by_score:
            gains = [float(first - self._points[0]), float(second - self._points[1])]
            self._points = [first, second]
        else:
            gains = utilities(Outcome.most_points((first, second)), 2) if over else [0.0, 0.0]
        return gains, None if over else mover + 1

    def _legal(self) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = self._games.masks[0].copy()
        return mask

    def _observe(self, seat: int) -> NDArray[Any]:
        planes: NDArray[Any] = self._games.planes[0].copy()
        if seat - 1 != self._games.counts[0, kernels.MOVER]:  # the batch shows what the mover sees
            planes[[_OWN, _OTHER]] = planes[[_OTHER, _OWN]]
            planes[_SECOND], planes[_TURN] = seat - 1, 0
        return planes.reshape(-1, SIDE, SIDE)

    def _refusal(self, action: int) -> str:
        state = self.rules_state
        return refusal_of(state, state.to_move[0], PLACEMENTS[action])


env = raw_env
