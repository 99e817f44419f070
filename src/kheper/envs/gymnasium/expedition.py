"""One seat of an expedition: twelve cards, and as many points as can be made of them."""

from __future__ import annotations

from kheper.envs.gymnasium._single import SinglePlayerEnv


class ScarabyaExpedition(SinglePlayerEnv):
    """A single seat of an expedition of Scarabya.

    ## Description
    Twelve cards are drawn one by one; the tile of each is laid on a site of 10×10 squares. Areas
    of four squares or fewer that tiles close in score for the scarabs in them. Cards whose tile
    fits nowhere are discarded by themselves (SY-L6).

    ## Action space
    `Discrete(4096)`: a row of the table `kheper.scarabya.PLACEMENTS`. `action_mask`, in the
    observation and in the info, holds 1 for each legal one.

    ## Observation space
    `Dict(observation=Box(0, 255, (30, 10, 10), uint8), action_mask=Box(0, 1, (4096,), int8))`.
    The planes are, in this order:

    | planes | hold |
    |---|---|
    | 0–11 | 1 everywhere in the plane of the open card's tile: F I L N P T U V W X Y Z |
    | 12–23 | 1 everywhere in the planes of the tiles still to come |
    | 24 | the points so far (255 at most) |
    | 25 | rocks |
    | 26 | open ground: free squares outside all areas |
    | 27 | visible scarabs |
    | 28 | closed areas |
    | 29 | squares of which the next tile must cover one |

    ## Rewards
    The points of the areas that a placement closes; their sum is the score.

    ## Starting state
    Four boards arranged at random and a shuffled deck, or what the settings say.

    ## Episode end
    It terminates when the last card has been played. An illegal action terminates it too, with
    `illegal_reward` (-1) and the rule that forbids it as `info["refusal"]`. Nothing truncates it.

    ## Arguments
    `render_mode`: `ansi`, `rgb_array` or `svg`. `illegal_reward`. Any setting of the rules, such
    as `flip="off"`, `site=…`, `deck=…`, for all games; `reset(options={"settings": {…}})` for one.

    ## Version history
    * v1: first version
    """

    mode = "expedition"
