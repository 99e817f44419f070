"""
# Scarabya, expedition

| | |
|---|---|
| Creation | `pettingzoo.make("aec", "kheper/scarabya_expedition-v1")`, `make("parallel", …)` |
| Import | `from kheper.envs.pettingzoo import scarabya_expedition_v1` |
| Actions | Discrete |
| Parallel API | Yes |
| Agents | `["seat_1", …]`, 2 unless `seats` says 1 to 4 |
| Action shape | `Discrete(4097)` |
| Observation shape | (26 + 6n, 10, 10) for n seats, alone (30, 10, 10); the mask (4097,) |
| Observation values | 0–255, uint8 |

Twelve rounds: a card is drawn, and everybody lays its tile on a site of their own, at the same
time. Areas of four squares or fewer that a placement closes score. In the parallel environment a
step is a round. In the AEC environment the seats of a round act one after the other, and nobody
sees what the others have laid before the round closes (SY-B2); seats that cannot place are not
asked.

### Observation space

`{"observation": planes, "action_mask": mask}`. The undrawn cards are nowhere in it, nor are the
others' placements of the open round (unless the setting `open_table` is `open`). Seats are
counted from the one that looks.

| planes | hold |
|---|---|
| 0–11 | 1 everywhere in the plane of the open card's tile: F I L N P T U V W X Y Z |
| 12–23 | 1 everywhere in the planes of the tiles still to come |
| 24 and n - 1 more | points of each seat |
| next | 1 everywhere if one is to act (only with 2 seats or more) |
| next | rocks |
| then for each seat | open ground, visible scarabs, closed areas |
| | squares of which the next tile must cover one |
| | the tile that was laid in the open round (only with 2 seats or more) |

### Action space

0 to 4095 are the rows of the table `kheper.scarabya.PLACEMENTS`. 4096 discards the tile: it is
legal if and only if nothing else is (SY-L6), which happens in the parallel environment alone. The
mask, in the observation and in the info of whoever acts, holds 1 for each legal action. An
illegal action ends the game: -1 (`illegal_reward`) for who took it, 0 for the others, and
`info["refusal"]` says which rule forbids it.

### Rewards

`reward="outcome"` (default), at the end: a victory of one's own is 1, the losers pay for it in
equal parts, and who ties shares it, so that the sum is 0. Alone, it is the score.
`reward="score"`: the points that each round brings.

### Termination

After the twelfth card. Nothing truncates a game.

### Arguments

`env(render_mode=None, reward="outcome", illegal_reward=-1.0, **settings)`, and the same for
`parallel_env`. Render modes: `ansi`, `rgb_array`, `svg`. Settings are those of the rules
(`seats`, `flip`, `open_table`, `site`, `deck`, …); `reset(options={"settings": {…}})` changes
them for one game.

### Version history

* v1: first version
"""

# mypy: disable-error-code="misc"
# PettingZoo has no types, so its classes are Any.

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import ParallelEnv

from kheper.core.errors import RuleError
from kheper.core.grid import SIDE
from kheper.envs.frames import RENDER_MODES
from kheper.envs.pettingzoo._turns import (
    Observation,
    Seating,
    TurnEnv,
    names_of,
    refusal_of,
    spaces_of,
)
from kheper.envs.scarabya.planes import DISCARD, action_mask, observe, plane_names
from kheper.games import SCARABYA
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.placements import PLACEMENTS

__all__ = ["env", "parallel_env", "raw_env"]

_ACTIONS = DISCARD + 1
_METADATA = {
    "name": "scarabya_expedition_v1",
    "render_modes": list(RENDER_MODES),
    "render_fps": 2,
    "is_parallelizable": True,
}
_DISCARDED = "SY-L6: a tile that can be placed must be placed"

Infos: TypeAlias = dict[str, dict[str, Any]]
Step: TypeAlias = tuple[
    dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos
]


def _seating(settings: Mapping[str, object], render_mode: str | None, reward: str) -> Seating:
    fixed = {"mode": "expedition", "seats": str(settings.get("seats", "2"))}
    return Seating(SCARABYA, settings, fixed, render_mode, reward)


def _planes(seats: int) -> spaces.Box:
    shape = (len(plane_names("expedition", seats)), SIDE, SIDE)
    return spaces.Box(0, 255, shape, np.uint8)


class raw_env(TurnEnv):  # noqa: N801 - PettingZoo's name for it
    """The seats of a round act one after the other, without seeing what the others laid."""

    metadata: ClassVar[dict[str, Any]] = _METADATA

    def __init__(
        self,
        render_mode: str | None = None,
        reward: str = "outcome",
        illegal_reward: float = -1.0,
        **settings: object,
    ) -> None:
        seating = _seating(settings, render_mode, reward)
        super().__init__(seating, _planes(seating.seats), _ACTIONS, illegal_reward)
        self._state: Any = None

    @property
    def rules_state(self) -> Any:
        """The state of the rules that the game is in; it knows what nobody may see."""
        return self._state

    def _begin(self, options: Mapping[str, Any] | None) -> int:
        self._state = self._seating.start(options)
        return int(self._state.to_move[0])

    def _act(self, action: int) -> tuple[list[float], int | None]:
        before = self._state
        self._state = before.play(before.to_move[0], PLACEMENTS[action])
        return self._seating.gains(before, self._state), next(iter(self._state.to_move), None)

    def _legal(self) -> NDArray[np.int8]:
        return action_mask(self._state.legal_moves(self._state.to_move[0]), _ACTIONS)

    def _observe(self, seat: int) -> NDArray[Any]:
        return observe(self._state.view(seat), seat)

    def _refusal(self, action: int) -> str:
        if action == DISCARD:
            return _DISCARDED
        return refusal_of(self._state, self._state.to_move[0], PLACEMENTS[action])


class parallel_env(ParallelEnv[str, Observation, int]):  # noqa: N801 - PettingZoo's name for it
    """Everybody acts at once; a step is a round."""

    metadata: ClassVar[dict[str, Any]] = _METADATA

    def __init__(
        self,
        render_mode: str | None = None,
        reward: str = "outcome",
        illegal_reward: float = -1.0,
        **settings: object,
    ) -> None:
        self._seating = _seating(settings, render_mode, reward)
        self.render_mode = render_mode
        self.illegal_reward = float(illegal_reward)
        seats = self._seating.seats
        self.possible_agents = names_of(seats)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = spaces_of(
            self.possible_agents, _planes(seats), _ACTIONS
        )
        self._state: Any = None

    @property
    def rules_state(self) -> Any:
        """The state of the rules that the game is in; it knows what nobody may see."""
        return self._state

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of what a seat sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        """Return the space of a seat's actions."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        """Start a new game; `options` may hold `settings` of the rules for this game alone."""
        self._seating.seed(seed)
        self._state = self._seating.start(options)
        self.agents = self.possible_agents[:]
        observations = self._observe()
        return observations, _masks(observations)

    def step(self, actions: dict[str, int]) -> Step:
        """Play a round: an action for every seat."""
        if not self.agents:
            raise gymnasium.error.ResetNeeded("nobody is at the table: call reset first")
        before = self._state
        refusals = {agent: self._refusal(agent, actions[agent]) for agent in self.agents}
        if any(refusals.values()):
            return self._refuse(refusals)
        for seat in before.to_move:
            action = actions[self.possible_agents[seat - 1]]
            self._state = self._state.play(seat, PLACEMENTS[action])
        gains = self._seating.gains(before, self._state)
        return self._told(dict(zip(self.agents, gains, strict=True)), self._state.over)

    def render(self) -> Any:
        """Draw what a spectator sees."""
        return self._seating.frame(self._state)

    def close(self) -> None:
        """Do nothing: nothing is held that must be let go."""

    def _refusal(self, agent: str, action: int) -> str | None:
        """Return what forbids a seat's action, as if all had acted in the same moment."""
        if not 0 <= action < _ACTIONS:
            raise ValueError(f"an action is 0 to {_ACTIONS - 1}, not {action}")
        seat = self.possible_agents.index(agent) + 1
        can_place = seat in self._state.to_move
        if action == DISCARD:
            return _DISCARDED if can_place else None
        try:
            self._state.play(seat, PLACEMENTS[action])
        except RuleError as error:
            return str(error)
        return None

    def _refuse(self, refusals: Mapping[str, str | None]) -> Step:
        """End the game: who acted against the rules pays, and is told why."""
        gains = {agent: self.illegal_reward if refusals[agent] else 0.0 for agent in self.agents}
        told = self._told(gains, over=True)
        for agent, refusal in refusals.items():
            if refusal:
                told[4][agent]["refusal"] = refusal
        return told

    def _told(self, gains: dict[str, float], over: bool) -> Step:
        observations = self._observe()
        infos = _masks(observations)
        ends, never = dict.fromkeys(self.agents, over), dict.fromkeys(self.agents, False)
        if over:
            self.agents = []
        return observations, gains, ends, never, infos

    def _observe(self) -> dict[str, Observation]:
        return {
            agent: {
                "observation": observe(self._state.view(seat), seat),
                "action_mask": _round_mask(self._state, seat),
            }
            for seat, agent in enumerate(self.possible_agents, 1)
        }


def _round_mask(state: Expedition, seat: int) -> NDArray[np.int8]:
    """Return what a seat may do in a round: who cannot place can discard alone (SY-L6)."""
    mask = action_mask(state.legal_moves(seat), _ACTIONS)
    mask[DISCARD] = not state.over and seat not in state.to_move
    return mask


def _masks(observations: Mapping[str, Observation]) -> Infos:
    return {agent: {"action_mask": seen["action_mask"]} for agent, seen in observations.items()}


env = raw_env
