"""PettingZoo environments of both games; importing this package registers them.

>>> import pettingzoo, kheper.envs.pettingzoo
>>> env = pettingzoo.make("aec", "kheper/scarabya_duel-v1")
>>> env.reset(seed=7)
>>> env.agent_selection, int(env.last()[0]["action_mask"].sum())
('seat_1', 36)

The modules carry their version in their names, and `env`, `raw_env` and `parallel_env` in them
make environments, as PettingZoo's own do.
"""

from __future__ import annotations

from pettingzoo import aec_registry, parallel_registry, register

__all__ = ["NAMES"]

NAMES = ("scarabya_expedition", "scarabya_duel", "scarab")

for _name in NAMES:
    if f"kheper/{_name}-v1" not in aec_registry:
        register("aec", f"kheper/{_name}-v1", f"kheper.envs.pettingzoo.{_name}_v1:env")

if "kheper/scarabya_expedition-v1" not in parallel_registry:
    register(
        "parallel",
        "kheper/scarabya_expedition-v1",
        "kheper.envs.pettingzoo.scarabya_expedition_v1:parallel_env",
    )
