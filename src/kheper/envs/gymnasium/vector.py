"""Many expeditions at once, on compiled kernels and several threads."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kheper.core.errors import SetupError
from kheper.envs import frames, setup
from kheper.envs.gymnasium._single import Observation, observation_space
from kheper.envs.scarabya import kernels
from kheper.envs.scarabya.batch import GameBatch, sites_of
from kheper.envs.scarabya.planes import ACTIONS
from kheper.games import SCARABYA
from kheper.scarabya.options import Options
from kheper.search.jit.arrays import Words
from kheper.search.scarabya.moves import AnchorLists

Actions = NDArray[np.int64]


class ScarabyaExpeditionVector(VectorEnv[Observation, Actions, NDArray[Any]]):
    """Many games of `ScarabyaExpedition`, with the same spaces, rewards and ends.

    A game that has ended starts anew at the next step, whose action does not count and whose
    reward is 0 (`AutoresetMode.NEXT_STEP`). Threads share the games; a seed repeats them with any
    number of threads. With `copy=False` observations and masks are written in place: what a
    step returned is gone after the next one. Settings are those of the rules, but for the deck,
    which is shuffled anew for each game.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as Gymnasium declares it
        "render_modes": list(frames.RENDER_MODES),
        "render_fps": 2,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        render_mode: str | None = None,
        illegal_reward: float = -1.0,
        threads: int | None = None,
        copy: bool = True,
        **settings: object,
    ) -> None:
        frames.check_render_mode(render_mode)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.illegal_reward = float(illegal_reward)
        self.copy = copy
        self.single_observation_space = observation_space("expedition")
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.action_space = batch_space(self.single_action_space, num_envs)
        given = setup.as_texts(settings)
        _check(given)
        self._games = GameBatch(num_envs, "expedition", Options.read(given), sites_of(given))
        self._chance = np.zeros(num_envs, dtype=np.uint64)
        self._threads = min(threads or os.cpu_count() or 1, num_envs)
        self._pool = ThreadPoolExecutor(self._threads - 1) if self._threads > 1 else None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Start a new game everywhere."""
        if (options or {}).get("settings"):
            sentence = "a batch has the settings that it was made with, for all of its games"
            raise SetupError(None, sentence, code="no-setting")
        super().reset(seed=seed)
        self._games.words[:, kernels.RANDOM] = self._seeds()
        self._chance[:] = self._seeds()
        arrays = self._games.arrays
        return self._after(lambda first, last: kernels.start_games(arrays, first, last, True))

    def step(
        self, actions: Actions
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play one action in each game."""
        chosen = np.ascontiguousarray(actions, dtype=np.int64)
        if chosen.shape != (self.num_envs,):
            raise ValueError(f"there are {self.num_envs} games, not {chosen.shape}")
        rewards = np.empty(self.num_envs)
        ended = np.empty(self.num_envs, dtype=np.bool_)
        arrays, args = self._games.arrays, (chosen, self.illegal_reward, rewards, ended)
        observation, info = self._after(
            lambda first, last: kernels.step_games(arrays, first, last, *args)
        )
        return observation, rewards, ended, np.zeros_like(ended), info

    def random_actions(self) -> Actions:
        """Return a legal action for each game, all equally likely; 0 where a game has ended."""
        arrays, actions = self._games.arrays, np.empty(self.num_envs, dtype=np.int64)

        def choose(first: int, last: int) -> None:
            lists = AnchorLists.empty()
            kernels.choose_actions(arrays, first, last, self._chance, lists, actions)

        self._share(choose)
        return actions

    def view(self, game: int) -> Any:
        """Return what the player of a game sees, as the rules tell it."""
        return self._games.state(game).view(1)

    def render(self) -> tuple[Any, ...] | None:
        """Draw what each player sees."""
        mode = self.render_mode
        if mode is None:
            return None
        return tuple(frames.frame(self.view(game), mode) for game in range(self.num_envs))

    def close_extras(self, **kwargs: Any) -> None:
        """Let the threads go."""
        if self._pool is not None:
            self._pool.shutdown()

    def _seeds(self) -> Words:
        return self.np_random.integers(2**64, size=self.num_envs, dtype=np.uint64)

    def _share(self, work: Callable[[int, int], object]) -> None:
        """Let each thread do its part of the games; the first part is this thread's own."""
        ends = [self.num_envs * n // self._threads for n in range(self._threads + 1)]
        parts = list(pairwise(ends))
        others = [self._pool.submit(work, *part) for part in parts[1:]] if self._pool else []
        work(*parts[0])
        for other in others:
            other.result()

    def _after(self, work: Callable[[int, int], object]) -> tuple[Observation, dict[str, Any]]:
        """Do some work, and return what is seen then; each thread copies what it worked on."""
        planes, masks = told = self._games.planes, self._games.masks
        if self.copy:
            planes, masks = np.empty_like(planes), np.empty_like(masks)

        def work_and_copy(first: int, last: int) -> None:
            work(first, last)
            if self.copy:
                np.copyto(planes[first:last], told[0][first:last])
                np.copyto(masks[first:last], told[1][first:last])

        self._share(work_and_copy)
        info = {"action_mask": masks, "score": self._games.counts[:, kernels.POINTS].copy()}
        shown = planes.reshape(self.num_envs, -1, 10, 10)
        return {"observation": shown, "action_mask": masks}, info


def _check(settings: dict[str, str]) -> None:
    """Refuse settings that a batch of expeditions cannot have."""
    if "deck" in settings:
        raise SetupError(None, "each game of a batch has a deck of its own", code="no-setting")
    fixed = setup.with_fixed(settings, {"mode": "expedition", "seats": "1"})
    setup.start(SCARABYA, fixed, Random(0))
