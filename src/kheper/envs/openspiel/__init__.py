"""Both games in OpenSpiel; importing this package registers them as Python games.

>>> import pyspiel, kheper.envs.openspiel
>>> game = pyspiel.load_game("python_scarabya_duel(arrangement=A0 B90 C180 D270)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 12)

`python_scarabya_expedition`, `python_scarabya_duel` and `python_scarabya_solo` have chance nodes
for the boards (unless `arrangement` or `site` names them) and for each card. `python_scarab` is
deterministic: its start follows from `seed` or `position`.
"""

from __future__ import annotations

from kheper.envs.openspiel.scarab import ScarabGame
from kheper.envs.openspiel.scarabya import DuelGame, ExpeditionGame, SoloGame

__all__ = ["DuelGame", "ExpeditionGame", "ScarabGame", "SoloGame"]
