"""Learn to place tiles: a linear softmax policy, by REINFORCE, on many expeditions at once.

Each legal placement is described by a few numbers (how many scarabs it covers, how many it
leaves beside it, which holes it makes), and the policy learns what each of them is worth. It
needs NumPy and the extra `gymnasium` alone:

    python -m examples.train_expedition [--updates 100] [--games 256] [--seed 1]
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kheper.core.grid import SIDE, Square, squares_of
from kheper.envs.gymnasium.vector import ScarabyaExpeditionVector
from kheper.envs.scarabya.planes import plane_names
from kheper.scarabya import PLACEMENTS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

GROUND, SCARABS = (
    plane_names("expedition").index(f"{name} of seat +0") for name in ("ground", "scarabs")
)
FEATURES = (
    "scarabs covered",
    "scarabs beside",
    "open squares beside",
    "single squares closed",
    "single scarabs closed",
    "dead ends made",
    "scarabs in dead ends",
)
NOWHERE = SIDE * SIDE  # one square more, on which nothing ever is


def _index(square: Square) -> int:
    return square.row * SIDE + square.column


def _tables() -> tuple[Ints, Ints, Ints]:
    """Return each placement's squares, those beside it, and how often it touches each of these."""
    most = max(placement.border.bit_count() for placement in PLACEMENTS)
    beside = np.full((len(PLACEMENTS), most), NOWHERE)
    touches = np.zeros((len(PLACEMENTS), most), dtype=np.int64)
    for placement in PLACEMENTS:
        own = set(placement.squares)
        for n, (row, column) in enumerate(squares_of(placement.border)):
            around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
            beside[placement.index, n] = row * SIDE + column
            touches[placement.index, n] = sum(Square(*square) in own for square in around)
    covered = np.array([[_index(square) for square in p.squares] for p in PLACEMENTS])
    return covered, beside, touches


COVERED, BESIDE, TOUCHES = _tables()


def features(planes: NDArray[np.uint8], games: Ints, actions: Ints) -> Floats:
    """Describe placements: one row of numbers for each pair of a game and an action."""
    ground, scarabs = (_flat(planes[:, plane]) for plane in (GROUND, SCARABS))
    ways = _ways_out(planes[:, GROUND])
    here, beside = games[:, None], BESIDE[actions]
    free, symbols = ground[here, beside], scarabs[here, beside] & ground[here, beside]
    left = ways[here, beside] - TOUCHES[actions]
    return np.stack(
        [
            scarabs[here, COVERED[actions]].sum(1),
            symbols.sum(1),
            free.sum(1),
            (free & (left == 0)).sum(1),
            (symbols & (left == 0)).sum(1),
            (free & (left == 1)).sum(1),
            (symbols & (left == 1)).sum(1),
        ],
        axis=1,
    ).astype(np.float64)


def _flat(plane: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.pad(plane.reshape(len(plane), -1), ((0, 0), (0, 1)))


def _ways_out(ground: NDArray[np.uint8]) -> Ints:
    """Count the open squares beside each square."""
    wide = np.pad(ground.astype(np.int64), ((0, 0), (1, 1), (1, 1)))
    ways = wide[:, :-2, 1:-1] + wide[:, 2:, 1:-1] + wide[:, 1:-1, :-2] + wide[:, 1:-1, 2:]
    return np.pad(ways.reshape(len(ground), -1), ((0, 0), (0, 1)))


@dataclass
class Policy:
    """Chooses a placement with a likelihood that grows with what its features are worth."""

    weights: Floats = field(default_factory=lambda: np.zeros(len(FEATURES)))

    def choose(
        self, planes: NDArray[np.uint8], mask: NDArray[np.int8], rng: np.random.Generator
    ) -> tuple[Ints, Floats]:
        """Return an action for each game, and the gradient of its logarithmic likelihood."""
        games, actions = np.nonzero(mask)
        described = features(planes, games, actions)
        first = np.searchsorted(games, np.arange(len(mask)))
        playing = np.flatnonzero(mask.any(axis=1))
        worth = described @ self.weights
        # The greatest of worths with Gumbel noise is a draw from their softmax.
        noisy = worth + rng.gumbel(size=len(worth))
        likely = np.exp(worth - np.maximum.reduceat(worth, first[playing])[_rank(games)])
        likely /= np.add.reduceat(likely, first[playing])[_rank(games)]
        expected = np.add.reduceat(likely[:, None] * described, first[playing])
        order = np.lexsort((noisy, games))
        best = order[np.append(first[playing][1:], len(games)) - 1]
        chosen, gradient = np.zeros(len(mask), dtype=np.int64), np.zeros((len(mask), len(FEATURES)))
        chosen[playing] = actions[best]
        gradient[playing] = described[best] - expected
        return chosen, gradient


def _rank(games: Ints) -> Ints:
    """Number the games that occur, from 0."""
    return np.cumsum(np.diff(games, prepend=games[:1]) > 0)


def play(envs: ScarabyaExpeditionVector, policy: Policy, rng: Any) -> tuple[Floats, Floats, Any]:
    """Play one game in each environment; return scores, and rewards and gradients by step."""
    seen, _ = envs.reset(seed=int(rng.integers(2**31)))
    alive = np.ones(envs.num_envs, dtype=np.bool_)
    rewards, gradients, lived = [], [], []
    while alive.any():
        mask = seen["action_mask"] * alive[:, None]
        actions, gradient = policy.choose(seen["observation"], mask, rng)
        seen, reward, ended, _, _ = envs.step(actions)
        rewards.append(np.where(alive, reward, 0.0))
        gradients.append(gradient)
        lived.append(alive.copy())
        alive &= ~ended
    return np.sum(rewards, axis=0), np.array(rewards), (np.array(gradients), np.array(lived))


def train(
    updates: int, games: int, seed: int, rate: float = 0.3, report: int = 10
) -> tuple[Policy, list[float]]:
    """Improve a policy; return it with the mean score of each update's games."""
    rng = np.random.default_rng(seed)
    envs = ScarabyaExpeditionVector(games, copy=False)
    policy, scores = Policy(), []
    moment = np.zeros(len(FEATURES))
    for update in range(updates):
        score, rewards, (gradients, lived) = play(envs, policy, rng)
        to_come = np.cumsum(rewards[::-1], axis=0)[::-1]
        usual = (to_come * lived).sum(1, keepdims=True) / lived.sum(1, keepdims=True)
        better = np.where(lived, to_come - usual, 0.0)
        step = (better[:, :, None] * gradients).sum((0, 1)) / lived.sum()
        moment = 0.9 * moment + 0.1 * step**2 if update else step**2
        policy.weights += rate * step / (np.sqrt(moment) + 1e-8)
        rate *= 0.99
        scores.append(float(score.mean()))
        if report and update % report == 0:
            print(f"update {update:4}: {scores[-1]:6.2f} points a game")
    envs.close()
    return policy, scores


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--games", type=int, default=256, help="games for each update")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = perf_counter()
    policy, scores = train(args.updates, args.games, args.seed)
    print(f"{args.updates * args.games:,} games in {perf_counter() - began:.0f} seconds")
    print(f"random play: {scores[0]:.2f} points a game; now: {np.mean(scores[-5:]):.2f}")
    for name, weight in zip(FEATURES, policy.weights, strict=True):
        print(f"  {weight:+6.2f}  {name}")


if __name__ == "__main__":
    main()
