from __future__ import annotations

import pickle
from random import Random
from typing import Any

import numpy as np
import pytest

from kheper.core.errors import SetupError
from kheper.envs.scarabya.planes import observe, plane_names
from kheper.scarabya import PLACEMENTS
from tests.envs.playing import begun, legal_rows, rows_of

gymnasium = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

from gymnasium.utils.env_checker import check_env  # noqa: E402

import kheper.envs.gymnasium as adapter  # noqa: E402

IDS = (adapter.SOLO, adapter.EXPEDITION)
VARIANTS = ("expedition1-flip-on", "expedition1-flip-off", "solo-flip-on", "solo-flip-off")


def make(variant: str, **more: Any) -> Any:
    id_ = adapter.SOLO if variant.startswith("solo") else adapter.EXPEDITION
    return gymnasium.make(id_, **more)


@pytest.mark.parametrize("name", IDS)
def test_gymnasiums_own_checker_finds_nothing(name: str) -> None:
    check_env(gymnasium.make(name).unwrapped)


@pytest.mark.parametrize("name", IDS)
def test_a_name_with_its_module_registers_by_itself(name: str) -> None:
    env = gymnasium.make(f"kheper.envs.gymnasium:{name}")
    assert env.spec is not None
    assert env.spec.id == name


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_whole_games_agree_with_the_rules(variant: str, seed: int) -> None:
    rng = Random(seed)
    settings, state = begun(variant, rng)
    env = make(variant)
    observation, info = env.reset(options={"settings": settings})
    while True:
        assert rows_of(observation["action_mask"]) == legal_rows(state, 1)
        assert rows_of(info["action_mask"]) == legal_rows(state, 1)
        assert np.array_equal(observation["observation"], observe(state.view(1), 1))
        assert info["score"] == state.scores[0]
        if state.over:
            break
        action = rng.choice(legal_rows(state, 1))
        before, state = state, state.play(1, PLACEMENTS[action])
        observation, reward, terminated, truncated, info = env.step(action)
        assert reward == state.scores[0] - before.scores[0]
        assert (terminated, truncated) == (state.over, False)
    assert info["outcome"] == state.outcome.result


@pytest.mark.parametrize("name", IDS)
def test_sy_l6_an_illegal_action_ends_the_game_and_names_the_rule(name: str) -> None:
    env = gymnasium.make(name, illegal_reward=-5.0)
    _, info = env.reset(seed=3)
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, terminated, truncated, info = env.step(illegal)
    assert (reward, terminated, truncated) == (-5.0, True, False)
    assert info["refusal"].startswith("SY-")


@pytest.mark.parametrize("action", [-1, 4096])
def test_an_action_outside_of_the_space_raises(action: int) -> None:
    env = adapter.ScarabyaExpedition()
    env.reset(seed=1)
    with pytest.raises(ValueError, match="0 to 4095"):
        env.step(action)


def test_a_seed_repeats_and_games_of_one_seed_differ() -> None:
    env, twin = adapter.ScarabyaSolo(), adapter.ScarabyaSolo()
    first, again = env.reset(seed=5)[0], twin.reset(seed=5)[0]
    assert np.array_equal(first["observation"], again["observation"])
    second, again = env.reset()[0], twin.reset()[0]
    assert np.array_equal(second["observation"], again["observation"])
    assert not np.array_equal(first["observation"], second["observation"])


def test_sy_o3_a_retry_has_the_same_cards_and_shows_those_that_were_drawn() -> None:
    env = adapter.ScarabyaSolo()
    names = plane_names("solo")
    first, info = env.reset(seed=8)
    assert not first["observation"][names.index("known F") : names.index("known Z") + 1].any()
    for _ in range(4):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    again, _ = env.reset(options={"retry": True})
    known = again["observation"][names.index("known F") : names.index("known Z") + 1, 0, 0]
    assert np.array_equal(again["action_mask"], first["action_mask"])
    assert sorted(known[known > 0]) == [1, 2, 3, 4]


def test_a_retry_needs_a_game() -> None:
    with pytest.raises(gymnasium.error.ResetNeeded):
        adapter.ScarabyaSolo().reset(options={"retry": True})


def test_settings_of_the_rules_are_arguments() -> None:
    env = gymnasium.make(adapter.EXPEDITION, deck="XFILNPTUVWYZ", arrangement="A0 B0 C0 D0")
    observation, _ = env.reset(seed=1)
    assert observation["observation"][plane_names("expedition").index("card X")].all()


@pytest.mark.parametrize("settings", [{"seats": "2"}, {"mode": "solo"}, {"colour": "red"}])
def test_settings_that_do_not_fit_are_refused(settings: Any) -> None:
    with pytest.raises(SetupError):
        adapter.ScarabyaExpedition(**settings).reset(seed=1)


def test_sy_l1_a_site_without_a_central_square_has_no_step_to_take() -> None:
    rows = [".........."] * 4 + ["....##...."] * 2 + [".........."] * 4
    with pytest.raises(SetupError, match="nobody can make a move"):
        adapter.ScarabyaSolo(site="/".join(rows)).reset()


@pytest.mark.parametrize("name", IDS)
def test_frames_are_text_pixels_and_svg(name: str) -> None:
    frames = {}
    for mode in ("ansi", "rgb_array", "svg"):
        env = gymnasium.make(name, render_mode=mode)
        env.reset(seed=2)
        frames[mode] = env.render()
    assert frames["ansi"].startswith("Scarabya")
    assert frames["svg"].startswith("<svg")
    assert frames["rgb_array"].dtype == np.uint8
    assert frames["rgb_array"].shape[2] == 3
    assert len(np.unique(frames["rgb_array"].reshape(-1, 3), axis=0)) > 20


def test_an_unknown_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="ansi, rgb_array, svg"):
        adapter.ScarabyaSolo(render_mode="human")


def test_an_environment_can_be_pickled_in_the_middle_of_a_game() -> None:
    env = adapter.ScarabyaExpedition()
    _, info = env.reset(seed=4)
    env.step(int(np.flatnonzero(info["action_mask"])[7]))
    twin = pickle.loads(pickle.dumps(env))
    action = int(np.flatnonzero(twin._seen()[1]["action_mask"])[3])
    left, right = env.step(action), twin.step(action)
    assert np.array_equal(left[0]["observation"], right[0]["observation"])
    assert left[1:4] == right[1:4]
