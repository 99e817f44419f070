"""Gymnasium environments of Scarabya; importing this package registers them.

>>> import gymnasium, kheper.envs.gymnasium
>>> env = gymnasium.make("kheper/ScarabyaExpedition-v1")
>>> observation, info = env.reset(seed=7)
>>> observation["observation"].shape, int(info["action_mask"].sum())
((30, 10, 10), 51)

`gymnasium.make("kheper.envs.gymnasium:kheper/ScarabyaExpedition-v1")` imports it by itself, and
`gymnasium.make_vec(…, vectorization_mode="vector_entry_point")` plays many games at once on
compiled kernels.
"""

from __future__ import annotations

from gymnasium.envs.registration import register, registry

from kheper.envs.gymnasium.expedition import ScarabyaExpedition
from kheper.envs.gymnasium.solo import ScarabyaSolo

__all__ = ["EXPEDITION", "SOLO", "ScarabyaExpedition", "ScarabyaSolo"]

SOLO = "kheper/ScarabyaSolo-v1"
EXPEDITION = "kheper/ScarabyaExpedition-v1"

if SOLO not in registry:
    register(SOLO, "kheper.envs.gymnasium:ScarabyaSolo")
if EXPEDITION not in registry:
    register(
        EXPEDITION,
        "kheper.envs.gymnasium:ScarabyaExpedition",
        vector_entry_point="kheper.envs.gymnasium.vector:ScarabyaExpeditionVector",
    )
