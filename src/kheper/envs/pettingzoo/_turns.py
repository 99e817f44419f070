"""What the environments of several players share: seats, rewards, and the end of a game."""

# mypy: disable-error-code="misc"
# PettingZoo has no types, so its classes are Any.

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from kheper.core.errors import RuleError
from kheper.core.game import Game
from kheper.envs import frames, setup
from kheper.envs.rewards import scores_by_seat, utilities

Observation: TypeAlias = dict[str, NDArray[Any]]


class Seating:
    """The seats of a table, and how a game is set up, drawn and rewarded there."""

    def __init__(
        self,
        game: Game[Any, Any, Any],
        settings: Mapping[str, object],
        fixed: Mapping[str, str],
        render_mode: str | None,
        reward: str,
    ) -> None:
        frames.check_render_mode(render_mode)
        self.game, self.fixed, self.render_mode = game, dict(fixed), render_mode
        self.settings = setup.with_fixed(settings, fixed)
        self.seats = int(game.new(self.settings, Random(0)).seats)  # refuses what is no setting
        self.by_score = setup.check_reward(reward) == "score"
        self.rng = Random()

    def start(self, options: Mapping[str, Any] | None) -> Any:
        """Return a first state; `options["settings"]` may change the settings for this game."""
        settings = setup.settings_for(self.settings, self.fixed, options)
        return setup.start(self.game, settings, self.rng)

    def seed(self, seed: int | None) -> None:
        """With a seed, the games from here on repeat."""
        if seed is not None:
            self.rng = Random(seed)

    def gains(self, before: Any, after: Any) -> list[float]:
        """Return what each seat gains by a step."""
        if self.by_score:
            old, new = scores_by_seat(before), scores_by_seat(after)
            return [float(b - a) for a, b in zip(old, new, strict=True)]
        if not after.over:
            return [0.0] * after.seats
        if after.seats == 1:
            return [float(after.scores[0])]
        return utilities(after.outcome, after.seats)

    def frame(self, state: Any) -> Any:
        """Draw what a spectator sees."""
        if self.render_mode is None:
            gymnasium.logger.warn("there is no render_mode: give one when the environment is made")
            return None
        return frames.frame(state.view(None), self.render_mode)


class TurnEnv(AECEnv[str, Observation, int], ABC):
    """A game in which one seat acts after the other.

    What PettingZoo's wrappers check is checked here: an action that a rule forbids ends the game,
    one outside of the space raises, and so does a step before the first `reset`.
    """

    metadata: ClassVar[dict[str, Any]]

    def __init__(
        self, seating: Seating, planes: spaces.Box, actions: int, illegal_reward: float
    ) -> None:
        super().__init__()
        self.render_mode = seating.render_mode
        self.illegal_reward = float(illegal_reward)
        self.possible_agents = names_of(seating.seats)
        self.agents: list[str] = []
        self.observation_spaces, self.action_spaces = spaces_of(
            self.possible_agents, planes, actions
        )
        self._seating = seating
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents, 1)}
        self._actions = actions
        self._mask = np.zeros(actions, dtype=np.int8)
        self.infos: dict[str, dict[str, Any]] = {}

    def observation_space(self, agent: str) -> spaces.Space[Observation]:
        """Return the space of what a seat sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[int]:
        """Return the space of a seat's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game; `options` may hold `settings` of the rules for this game alone."""
        self._seating.seed(seed)
        mover = self._begin(options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._skip_agent_selection: str | None = None
        self._call(mover)

    def observe(self, agent: str) -> Observation:
        """Return what a seat sees; its mask is empty while another seat is to act."""
        mask = self._mask.copy()  # ours decides what is legal, whatever others write into theirs
        if agent != self.agent_selection:
            mask.fill(0)
        return {"observation": self._observe(self._seat[agent]), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Let the selected seat act; a seat whose game has ended steps out with None."""
        if not self.agents:
            raise gymnasium.error.ResetNeeded("nobody is at the table: call reset first")
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not 0 <= action < self._actions:
            raise ValueError(f"an action is 0 to {self._actions - 1}, not {action}")
        self._cumulative_rewards[agent] = 0.0
        if not self._mask[action]:
            self._end({agent: self.illegal_reward}, self._refusal(action))
            return
        gains, mover = self._act(int(action))
        self.rewards = dict(zip(self.agents, gains, strict=True))
        if mover is None:
            self._end(self.rewards)
        else:
            self._accumulate_rewards()
            self._call(mover)

    def render(self) -> Any:
        """Draw what a spectator sees."""
        return self._seating.frame(self.rules_state)

    def close(self) -> None:
        """Do nothing: nothing is held that must be let go."""

    def _call(self, seat: int) -> None:
        """Select the seat to act, and tell it alone what it may do."""
        agent = self.possible_agents[seat - 1]
        self.agent_selection = agent
        self._mask = self._legal()
        self.infos = {other: {} for other in self.agents}
        self.infos[agent]["action_mask"] = self._mask.copy()

    def _end(self, gains: Mapping[str, float], refusal: str | None = None) -> None:
        self.infos = {agent: {} for agent in self.agents}
        if refusal is not None:
            self.infos[self.agent_selection]["refusal"] = refusal
        self._mask = np.zeros(self._actions, dtype=np.int8)
        self.terminations = dict.fromkeys(self.agents, True)
        self.rewards = {agent: gains.get(agent, 0.0) for agent in self.agents}
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]

    @property
    @abstractmethod
    def rules_state(self) -> Any:
        """The state of the rules that the game is in; it knows what nobody may see."""

    @abstractmethod
    def _begin(self, options: Mapping[str, Any] | None) -> int:
        """Start a game, and return the seat that acts."""

    @abstractmethod
    def _act(self, action: int) -> tuple[list[float], int | None]:
        """Take a legal action; return what each seat gains, and who acts next."""

    @abstractmethod
    def _legal(self) -> NDArray[np.int8]:
        """Return a new mask of what the selected seat may do."""

    @abstractmethod
    def _observe(self, seat: int) -> NDArray[Any]:
        """Return a new array of what a seat sees."""

    def _refusal(self, action: int) -> str:
        return f"action {action} is not legal now"


def names_of(seats: int) -> list[str]:
    """Name the agents by their seats, from 1."""
    return [f"seat_{seat}" for seat in range(1, seats + 1)]


def spaces_of(
    agents: list[str], planes: spaces.Box, actions: int
) -> tuple[dict[str, spaces.Space[Observation]], dict[str, spaces.Space[int]]]:
    """Return spaces of its own for each agent, since each can be seeded by itself."""
    seen: dict[str, Any] = {
        agent: spaces.Dict(
            {
                "observation": spaces.Box(planes.low, planes.high, planes.shape, planes.dtype.type),
                "action_mask": spaces.Box(0, 1, (actions,), np.int8),
            }
        )
        for agent in agents
    }
    acted: dict[str, Any] = {agent: spaces.Discrete(actions) for agent in agents}
    return seen, acted


def refusal_of(state: Any, seat: int, move: Any) -> str:
    """Return the words of the rule that forbids a move."""
    try:
        state.play(seat, move)
    except RuleError as error:
        return str(error)
    raise AssertionError(f"{move} was refused, and no rule forbids it")
