from __future__ import annotations

import pickle
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from kheper.core.errors import SetupError
from kheper.envs.rewards import utilities
from kheper.envs.scarab.turns import Turn
from kheper.envs.scarab.turns import observe as observe_scarab
from kheper.envs.scarabya.planes import DISCARD, observe
from kheper.scarabya import PLACEMENTS
from tests.envs.playing import begun, legal_rows, rows_of
from tests.envs.test_scarab_turns import actions_of
from tests.samples import SCARAB_VARIANTS, SCARABYA_VARIANTS, draw_move

pettingzoo = pytest.importorskip("pettingzoo", reason="the extra pettingzoo is not installed")

import kheper.envs.pettingzoo as adapter  # noqa: E402
from kheper.envs.pettingzoo import (  # noqa: E402
    scarab_v1,
    scarabya_duel_v1,
    scarabya_expedition_v1,
)

# PettingZoo knows by name which of its own environments have observations with a mask, and
# warns of all others; it also warns of how it imports itself.
pytestmark = [
    pytest.mark.filterwarnings("ignore:The old environment creation API:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]

AEC: dict[str, Callable[..., Any]] = {
    "duel": scarabya_duel_v1.env,
    "expedition": scarabya_expedition_v1.env,
    "alone": lambda **more: scarabya_expedition_v1.env(seats="1", **more),
    "four": lambda **more: scarabya_expedition_v1.env(seats="4", open_table="open", **more),
    "scarab": scarab_v1.env,
    "short": lambda **more: scarab_v1.env(size="8", turning="yes", seats="3", **more),
    "teams": lambda **more: scarab_v1.env(teams="yes", **more),
}
REWARDS = ("outcome", "score")
EXPEDITIONS = [name for name in SCARABYA_VARIANTS if name.startswith("expedition")]
DUELS = [name for name in SCARABYA_VARIANTS if name.startswith("duel")]


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("name", AEC)
def test_the_official_tests_of_aec_environments_pass(name: str, reward: str) -> None:
    from pettingzoo.test import api_test, seed_test

    api_test(AEC[name](reward=reward), num_cycles=60)
    seed_test(lambda: AEC[name](reward=reward), num_cycles=60)


@pytest.mark.parametrize("reward", REWARDS)
@pytest.mark.parametrize("seats", ["1", "2", "4"])
def test_the_official_tests_of_parallel_environments_pass(seats: str, reward: str) -> None:
    from pettingzoo.test import parallel_api_test, parallel_seed_test

    def make() -> Any:
        return scarabya_expedition_v1.parallel_env(seats=seats, reward=reward)

    parallel_api_test(make(), num_cycles=60)
    parallel_seed_test(make, num_cycles=60)


@pytest.mark.parametrize("name", adapter.NAMES)
def test_environments_are_made_by_name(name: str) -> None:
    env = pettingzoo.make("aec", f"kheper/{name}-v1")
    assert str(env) == f"{name}_v1"
    if name == "scarabya_expedition":
        assert str(pettingzoo.make("parallel", f"kheper/{name}-v1")) == f"{name}_v1"


def rewards_are_the_outcomes(env: Any, outcome: Any, seats: int, teams: bool = False) -> None:
    expected = [float(outcome.scores[0])] if seats == 1 else utilities(outcome, seats)
    assert [env.rewards[agent] for agent in env.possible_agents] == expected
    assert all(env.terminations.values())
    assert not any(env.truncations.values())


@pytest.mark.parametrize("variant", [*EXPEDITIONS, *DUELS])
@pytest.mark.parametrize("seed", range(2))
def test_whole_games_of_scarabya_agree_with_the_rules(variant: str, seed: int) -> None:
    rng = Random(seed)
    settings, state = begun(variant, rng)
    module = scarabya_duel_v1 if variant in DUELS else scarabya_expedition_v1
    env: Any = module.env(**settings)
    env.reset()
    while not state.over:
        seat = state.to_move[0]
        assert env.agent_selection == f"seat_{seat}"
        mask = env.last()[0]["action_mask"]
        assert rows_of(mask) == legal_rows(state, seat) == rows_of(env.last()[4]["action_mask"])
        action = rng.choice(legal_rows(state, seat))
        state = state.play(seat, PLACEMENTS[action])
        env.step(action)
        assert env.rules_state == state
        for other, agent in enumerate(env.possible_agents, 1):
            shown = env.observe(agent)["observation"]
            assert np.array_equal(shown, observe(state.view(other), other))
    rewards_are_the_outcomes(env, state.outcome, state.seats)


@pytest.mark.parametrize("variant", EXPEDITIONS)
@pytest.mark.parametrize("seed", range(2))
def test_whole_parallel_games_agree_with_the_rules(variant: str, seed: int) -> None:
    rng = Random(seed)
    settings, state = begun(variant, rng)
    env = scarabya_expedition_v1.parallel_env(reward="score", **settings)
    seen, infos = env.reset()
    total = [0.0] * state.seats
    while not state.over:
        actions = {}
        for seat, agent in enumerate(env.agents, 1):
            legal = legal_rows(state, seat) or [DISCARD]  # SY-L6
            assert rows_of(seen[agent]["action_mask"]) == legal
            assert rows_of(infos[agent]["action_mask"]) == legal
            shown = seen[agent]["observation"]
            assert np.array_equal(shown, observe(state.view(seat), seat))
            actions[agent] = rng.choice(legal)
        for seat in state.to_move:
            state = state.play(seat, PLACEMENTS[actions[f"seat_{seat}"]])
        seen, rewards, ended, cut, infos = env.step(actions)
        total = [had + rewards[agent] for had, agent in zip(total, rewards, strict=True)]
        assert env.rules_state == state
        assert set(ended.values()) == {state.over}
        assert not any(cut.values())
    assert tuple(total) == state.scores
    assert env.agents == []


@pytest.mark.parametrize("variant", SCARAB_VARIANTS)
@pytest.mark.parametrize("reward", REWARDS)
def test_whole_games_of_scarab_agree_with_the_rules(variant: str, reward: str) -> None:
    rng = Random(variant)
    settings, state = begun(variant, rng)
    env: Any = scarab_v1.env(reward=reward, **settings)
    env.reset()
    sums = [0.0] * state.seats
    while not state.over:
        seat, move = draw_move(state, rng)
        assert env.agent_selection == f"seat_{seat}"
        state = state.play(seat, move)
        for action in actions_of(env._turn, move):
            assert env.last()[0]["action_mask"][action]
            env.step(action)
            sums = [had + env.rewards[agent] for had, agent in zip(sums, env.rewards, strict=True)]
        assert env.rules_state == state
        shown = env.observe("seat_2")["observation"]
        assert np.array_equal(shown, observe_scarab(Turn(state), 2))
    if reward == "outcome":
        rewards_are_the_outcomes(env, state.outcome, state.seats, state.start.teams)
    else:
        start = state.begin(state.start)
        made = [b - a for a, b in zip(start.scores, state.scores, strict=True)]
        by_seat = [made[0], made[0], made[1], made[1]] if state.start.teams else made
        assert sums == by_seat


@pytest.mark.parametrize("name", AEC)
def test_an_illegal_action_ends_the_game_and_costs_who_took_it(name: str) -> None:
    env = AEC[name](illegal_reward=-3.0)
    env.reset(seed=1)
    agent = env.agent_selection
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[-1]))
    assert env.rewards == {other: -3.0 if other == agent else 0.0 for other in env.agents}
    assert all(env.terminations.values())
    assert env.infos[agent]["refusal"]
    for _ in env.possible_agents:
        env.step(None)
    assert env.agents == []


@pytest.mark.parametrize("name", AEC)
def test_writing_into_what_was_told_makes_nothing_legal(name: str) -> None:
    env = AEC[name]()
    env.reset(seed=1)
    observation, _, _, _, info = env.last()
    illegal = int(np.flatnonzero(observation["action_mask"] == 0)[-1])
    observation["action_mask"][:] = 1
    info["action_mask"][:] = 1
    env.step(illegal)
    assert "refusal" in env.infos["seat_1"]


def test_sy_l6_who_can_place_cannot_discard() -> None:
    env = scarabya_expedition_v1.parallel_env(seats="2")
    seen, _ = env.reset(seed=1)
    legal = rows_of(seen["seat_1"]["action_mask"])[0]
    _, rewards, ended, _, infos = env.step({"seat_1": legal, "seat_2": DISCARD})
    assert rewards == {"seat_1": 0.0, "seat_2": -1.0}
    assert all(ended.values())
    assert infos["seat_2"]["refusal"].startswith("SY-L6")
    assert "refusal" not in infos["seat_1"]


@pytest.mark.parametrize("action", [None, -1, 4096])
def test_an_action_outside_of_the_space_raises(action: int | None) -> None:
    env = scarabya_duel_v1.env()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="0 to 4095"):
        env.step(action)


def test_a_step_before_the_first_game_and_after_the_last_raises() -> None:
    from gymnasium.error import ResetNeeded

    with pytest.raises(ResetNeeded):
        scarabya_duel_v1.env().step(0)
    with pytest.raises(ResetNeeded):
        scarabya_expedition_v1.parallel_env().step({})


@pytest.mark.parametrize("make", [scarabya_duel_v1.env, scarab_v1.env])
@pytest.mark.parametrize("settings", [{"seats": "5"}, {"colour": "red"}])
def test_settings_that_do_not_fit_are_refused(make: Any, settings: dict[str, str]) -> None:
    with pytest.raises(SetupError):
        make(**settings)


def test_numbers_among_the_settings_may_be_numbers() -> None:
    table = scarab_v1.env(size=8, seats=3)
    assert table.possible_agents == ["seat_1", "seat_2", "seat_3"]
    assert table.action_space("seat_1").n == 225  # type: ignore[attr-defined]  # a Discrete
    table.reset(seed=1, options={"settings": {"seats": 3}})
    assert len(scarabya_expedition_v1.parallel_env(seats=3).possible_agents) == 3
    with pytest.raises(SetupError, match="not 4"):
        table.reset(options={"settings": {"seats": 4}})


def test_an_unknown_reward_is_refused() -> None:
    with pytest.raises(ValueError, match="outcome, score"):
        scarabya_duel_v1.env(reward="fame")


@pytest.mark.parametrize("name", AEC)
def test_a_table_is_drawn_as_everybody_may_see_it(name: str) -> None:
    env = AEC[name](render_mode="ansi")
    env.reset(seed=3)
    env.step(rows_of(env.last()[0]["action_mask"])[0])
    assert env.render().startswith(("Scarabya", "SCARAB"))


def test_pictures_keep_their_size_during_a_game() -> None:
    env = scarabya_duel_v1.env(render_mode="rgb_array")
    env.reset(seed=3)
    first = env.render()
    for _ in range(5):
        env.step(rows_of(env.last()[0]["action_mask"])[0])
    assert first.dtype == np.uint8
    assert env.render().shape == first.shape


@pytest.mark.parametrize("name", AEC)
def test_a_table_can_be_pickled_in_the_middle_of_a_game(name: str) -> None:
    env = AEC[name]()
    env.reset(seed=4)
    for _ in range(3):
        env.step(rows_of(env.last()[0]["action_mask"])[0])
    twin = pickle.loads(pickle.dumps(env))
    action = rows_of(env.last()[0]["action_mask"])[0]
    env.step(action)
    twin.step(action)
    assert twin.rules_state == env.rules_state
    left, right = env.last()[0], twin.last()[0]
    assert np.array_equal(left["observation"], right["observation"])
