from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from kheper.core.errors import SetupError
from kheper.envs.scarabya import kernels
from kheper.envs.scarabya.batch import GameBatch, sites_of
from kheper.envs.scarabya.planes import action_mask, observe
from kheper.scarabya import PLACEMENTS
from kheper.scarabya.options import Options
from tests.samples import draw_site

gymnasium = pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

import kheper.envs.gymnasium as adapter  # noqa: E402
from kheper.envs.gymnasium.vector import ScarabyaExpeditionVector  # noqa: E402


def sees_what_the_rules_show(games: GameBatch, game: int) -> Any:
    """Compare a game of a batch with the rules, and return the rules' state."""
    state = games.state(game)
    seat = games.counts[game, kernels.MOVER] + 1
    view = state.view(seat)
    planes = games.planes[game].reshape(-1, 10, 10)
    assert np.array_equal(planes, observe(view, seat))
    assert np.array_equal(games.masks[game], action_mask(view.legal_moves()))
    assert tuple(games.counts[game, kernels.POINTS :][: games.seats]) == state.scores
    assert bool(games.counts[game, kernels.OVER]) == state.over
    return state


def play(games: GameBatch, game: int, action: int) -> tuple[float, bool]:
    count = len(games.words)
    actions, rewards = np.full(count, action), np.zeros(count)
    ended = np.zeros(count, dtype=np.bool_)
    kernels.step_games(games.arrays, game, game + 1, actions, -1.0, rewards, ended)
    return float(rewards[game]), bool(ended[game])


@pytest.mark.parametrize("mode", ["expedition", "duel"])
@pytest.mark.parametrize("flip", ["on", "off"])
@pytest.mark.parametrize("site", ["our own", "made up"])
def test_every_step_of_a_batch_agrees_with_the_rules(mode: str, flip: str, site: str) -> None:
    rng = Random(f"{mode} {flip} {site}")
    for _ in range(20):
        settings = {} if site == "our own" else {"site": draw_site(rng)}
        games = GameBatch(1, mode, Options(flip=flip), sites_of(settings))
        games.draw(0, rng.getrandbits(64))
        state = sees_what_the_rules_show(games, 0)
        while not state.over:
            seat = state.to_move[0]
            action = int(rng.choice(np.flatnonzero(games.masks[0])))
            reward, ended = play(games, 0, action)
            played = state.play(seat, PLACEMENTS[action])
            state = sees_what_the_rules_show(games, 0)
            assert state == played
            assert reward == sum(area.points for area in _closed_by(played, seat))
            assert ended == played.over


def _closed_by(state: Any, seat: int) -> list[Any]:
    """Return the areas that the last placement closed."""
    dig = state.dig if hasattr(state, "dig") else state.digs[seat - 1]
    last = max(n for n, entry in enumerate(dig.entries, 1) if entry is not None)
    return [area for area in dig.areas if area.card == last]


def test_the_vector_is_made_by_name_and_has_the_spaces_of_many() -> None:
    envs = gymnasium.make_vec(
        adapter.EXPEDITION, num_envs=3, vectorization_mode="vector_entry_point"
    )
    observation, info = envs.reset(seed=1)
    assert observation in envs.observation_space
    assert observation["observation"].shape == (3, 30, 10, 10)
    assert info["action_mask"].shape == (3, 4096)
    envs.close()


def run(seed: int, threads: int, steps: int = 40) -> list[Any]:
    envs = ScarabyaExpeditionVector(7, threads=threads)
    seen = [envs.reset(seed=seed)[0]["observation"]]
    for _ in range(steps):
        observation, rewards, ended, cut, info = envs.step(envs.random_actions())
        seen += [observation["observation"], rewards, ended, info["score"]]
        assert not cut.any()
    envs.close()
    return seen


def test_a_seed_repeats_with_any_number_of_threads() -> None:
    one, other = run(5, 1), run(5, 3)
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert not all(np.array_equal(a, b) for a, b in zip(one, run(6, 1), strict=True))


def test_a_game_that_ended_starts_anew_at_the_next_step() -> None:
    envs = ScarabyaExpeditionVector(4, threads=1)
    envs.reset(seed=2)
    ended, total = np.zeros(4, dtype=np.bool_), np.zeros(4)
    for _ in range(60):
        over = ended
        _, rewards, ended, _, info = envs.step(envs.random_actions())
        assert not (over & ended).any()
        assert not rewards[over].any()
        assert not info["score"][over].any()
        total = np.where(over, 0, total + rewards)
        assert np.array_equal(total, info["score"])
    assert envs.metadata["autoreset_mode"] == gymnasium.vector.AutoresetMode.NEXT_STEP


def test_an_illegal_action_ends_its_game_alone() -> None:
    envs = ScarabyaExpeditionVector(3, threads=1, illegal_reward=-2)
    _, info = envs.reset(seed=3)
    actions = envs.random_actions()
    actions[1] = np.flatnonzero(info["action_mask"][1] == 0)[0]
    _, rewards, ended, _, _ = envs.step(actions)
    assert list(ended) == [False, True, False]
    assert rewards[1] == -2


@pytest.mark.parametrize("action", [-1, 4096, 2**40])
def test_an_action_outside_of_the_table_is_as_illegal(action: int) -> None:
    envs = ScarabyaExpeditionVector(1)
    envs.reset(seed=3)
    _, rewards, ended, _, _ = envs.step(np.array([action]))
    assert (rewards[0], ended[0]) == (-1.0, True)


def test_what_was_returned_stays_unless_it_may_be_written_over() -> None:
    envs = ScarabyaExpeditionVector(2, threads=1)
    before = envs.reset(seed=4)[0]["observation"]
    kept = before.copy()
    envs.step(envs.random_actions())
    assert np.array_equal(before, kept)
    quick = ScarabyaExpeditionVector(2, threads=1, copy=False)
    before = quick.reset(seed=4)[0]["observation"]
    quick.step(quick.random_actions())
    assert not np.array_equal(before, kept)


def test_as_many_actions_as_games() -> None:
    envs = ScarabyaExpeditionVector(2)
    envs.reset(seed=4)
    with pytest.raises(ValueError, match="2 games"):
        envs.step(np.array([1, 2, 3]))


@pytest.mark.parametrize("settings", [{"deck": "F"}, {"seats": "2"}, {"colour": "red"}])
def test_settings_that_a_batch_cannot_have_are_refused(settings: Any) -> None:
    with pytest.raises(SetupError):
        ScarabyaExpeditionVector(2, **settings)


def test_settings_for_one_game_are_not_ignored_but_refused() -> None:
    with pytest.raises(SetupError, match="for all of its games"):
        ScarabyaExpeditionVector(2).reset(options={"settings": {"flip": "off"}})


def test_every_game_is_drawn() -> None:
    envs = ScarabyaExpeditionVector(2, render_mode="ansi", arrangement="A0 B0 C0 D0")
    envs.reset(seed=5)
    frames = envs.render()
    assert frames is not None
    assert [frame.split(",")[0] for frame in frames] == ["Scarabya", "Scarabya"]
