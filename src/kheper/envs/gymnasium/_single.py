"""What the environments of one player share: placements in, planes out."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from kheper.core.errors import RuleError
from kheper.core.grid import SIDE
from kheper.envs import frames, setup
from kheper.envs.scarabya.planes import ACTIONS, action_mask, observe, plane_names
from kheper.games import SCARABYA
from kheper.scarabya.placements import PLACEMENTS

Observation: TypeAlias = dict[str, NDArray[Any]]
Info: TypeAlias = dict[str, Any]


def observation_space(mode: str) -> spaces.Dict:
    """Return the space of what one player sees."""
    shape = (len(plane_names(mode)), SIDE, SIDE)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, shape, np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


class SinglePlayerEnv(gymnasium.Env[Observation, int]):
    """One player, one site: a base for the modes."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": list(frames.RENDER_MODES),
        "render_fps": 2,
    }
    mode: ClassVar[str]

    def __init__(
        self, render_mode: str | None = None, illegal_reward: float = -1.0, **settings: object
    ) -> None:
        frames.check_render_mode(render_mode)
        self.render_mode = render_mode
        self.illegal_reward = illegal_reward
        self._fixed = {"mode": self.mode, "seats": "1"}
        self._settings = setup.with_fixed(settings, self._fixed)
        self.observation_space: spaces.Space[Any] = observation_space(self.mode)
        self.action_space: spaces.Space[Any] = spaces.Discrete(ACTIONS)
        self._state: Any = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, Info]:
        """Start a new game; `options` may hold `settings` of the rules for this game alone."""
        super().reset(seed=seed)
        rng = Random(int(self.np_random.integers(2**63)))
        self._state = self._first(options, rng)
        return self._seen()

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Info]:
        """Place the open card's tile; an action that a rule forbids ends the game."""
        if not 0 <= action < ACTIONS:
            raise ValueError(f"an action is a row of the table, 0 to {ACTIONS - 1}, not {action}")
        before = self._score
        try:
            self._state = self._state.play(1, PLACEMENTS[action])
        except RuleError as error:
            observation, info = self._seen()
            return observation, self.illegal_reward, True, False, info | {"refusal": str(error)}
        observation, info = self._seen()
        return observation, float(self._score - before), self._state.over, False, info

    def render(self) -> Any:
        """Draw what the player sees."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is no render_mode: give one when the environment is made")
            return None
        return frames.frame(self._state.view(1), self.render_mode)

    def _first(self, options: dict[str, Any] | None, rng: Random) -> Any:
        settings = setup.settings_for(self._settings, self._fixed, options)
        return setup.start(SCARABYA, settings, rng)

    def _seen(self) -> tuple[Observation, Info]:
        view = self._state.view(1)
        mask = action_mask(view.legal_moves())
        self._score: int = view.scores[0]
        info: Info = {"action_mask": mask, "score": self._score}
        if self._state.over:
            info["outcome"] = view.outcome.result
        return {"observation": observe(view, 1), "action_mask": mask}, info
