from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="the extra gymnasium is not installed")

from examples.train_expedition import FEATURES, features, train
from kheper.envs.gymnasium import ScarabyaExpedition
from kheper.scarabya import PLACEMENTS


def test_a_few_seconds_of_training_beat_random_play() -> None:
    policy, scores = train(updates=15, games=64, seed=1, report=0)
    assert scores[0] < 16  # nothing is learned yet: random play
    assert np.mean(scores[-3:]) > 1.5 * scores[0]
    assert policy.weights[FEATURES.index("scarabs covered")] < 0


def test_the_features_count_what_their_names_say() -> None:
    env = ScarabyaExpedition(arrangement="A0 B90 C180 D270")
    observation, info = env.reset(seed=1)
    legal = np.flatnonzero(info["action_mask"])
    planes = observation["observation"][None]
    described = features(planes, np.zeros(len(legal), dtype=np.int64), legal)
    dig = env._state.digs[0]
    for action, row in zip(legal, described, strict=True):
        placement = PLACEMENTS[action]
        assert row[0] == (placement.mask & dig.site.scarabs).bit_count()
        assert row[1] == (placement.border & dig.site.scarabs).bit_count()
        assert row[2] == (placement.border & dig.free).bit_count()
        single = [area for area in dig.closed_by(placement) if area.size == 1]
        assert row[3] == len(single)
        assert row[4] == sum(area.scarabs.bit_count() for area in single)
