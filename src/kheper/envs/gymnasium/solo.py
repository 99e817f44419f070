"""Solo: cover every scarab symbol."""

from __future__ import annotations

from random import Random
from typing import Any

from gymnasium.error import ResetNeeded

from kheper.envs.gymnasium._single import SinglePlayerEnv


class ScarabyaSolo(SinglePlayerEnv):
    """A solo game of Scarabya: won if and only if all scarab symbols are covered (SY-O2).

    ## Action space
    `Discrete(4096)`: a row of the table `kheper.scarabya.PLACEMENTS`. `action_mask`, in the
    observation and in the info, holds 1 for each legal one.

    ## Observation space
    `Dict(observation=Box(0, 255, (43, 10, 10), uint8), action_mask=Box(0, 1, (4096,), int8))`.
    The planes are, in this order:

    | planes | hold |
    |---|---|
    | 0–11 | 1 everywhere in the plane of the open card's tile: F I L N P T U V W X Y Z |
    | 12–23 | 1 everywhere in the planes of the tiles still to come, nobody knows when |
    | 24–35 | everywhere n if the tile comes n cards later, as an earlier try has shown |
    | 36 | the symbols covered so far |
    | 37 | rocks |
    | 38 | open ground: free squares outside all areas |
    | 39 | visible scarabs |
    | 40 | closed areas |
    | 41 | squares of which the next tile must cover one |
    | 42 | scarabs that can no longer be covered: with one, the game is lost |

    ## Rewards
    The symbols that a placement covers; all 24 of them win.

    ## Starting state
    Four boards arranged at random and a shuffled deck, or what the settings say.
    `reset(options={"retry": True})` tries again: the same site and cards, and those that were
    drawn are known (SY-O3).

    ## Episode end
    It terminates when no card that is left can be placed, won or lost (`info["outcome"]`). An
    illegal action terminates it too, with `illegal_reward` (-1) and the rule that forbids it as
    `info["refusal"]`. Nothing truncates it.

    ## Arguments
    As for the expedition.

    ## Version history
    * v1: first version
    """

    mode = "solo"

    def _first(self, options: dict[str, Any] | None, rng: Random) -> Any:
        if (options or {}).get("retry"):
            if self._state is None:
                raise ResetNeeded("there is no game to try again")
            return self._state.retry()
        return super()._first(options, rng)
