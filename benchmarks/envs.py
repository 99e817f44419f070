"""Steps a second of the environments: side by side, in one run.

PettingZoo's connect_four and our tables are driven by the same loop, which is that of PettingZoo's
own performance benchmark: ask what the seat sees, draw one of its legal actions, step. They take
short turns, so that a noisy machine disturbs all of them alike. Then the vectorised expedition
plays on all cores: each step chooses a random legal action in every game and plays it. Steps that
only start a game anew are not counted.

    python -m benchmarks.envs [--seconds 20] [--games 2048] [--threads 2]
"""

from __future__ import annotations

import argparse
import os
import random
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import Any

import gymnasium
import numpy as np
import pettingzoo

from kheper.envs.gymnasium import EXPEDITION
from kheper.envs.gymnasium.vector import ScarabyaExpeditionVector
from kheper.envs.pettingzoo import NAMES

RIVAL, RAW = "connect_four_v3", "connect_four_v3, no wrappers"
BARS = {"scarabya_duel_v1": 3.0}
VECTOR_BAR = 1_000_000
TURN, SHORT_TURN = 0.1, 0.02  # seconds

Run = Callable[[float], float]


def table(env: Any) -> Run:
    """Return a run of a PettingZoo table that tells how many steps a second it took."""

    def run(least: float) -> float:
        steps, began = 0, perf_counter()
        env.reset()
        while perf_counter() - began < least:
            for _ in env.agent_iter(env.num_agents):
                seen, _, ended, cut, _ = env.last()
                over = ended or cut
                legal = None if over else np.flatnonzero(seen["action_mask"]).tolist()
                env.step(random.choice(legal) if legal else None)
                steps += 1
                if all(env.terminations.values()) or all(env.truncations.values()):
                    env.reset()
        return steps / (perf_counter() - began)

    return run


def single(env: Any) -> Run:
    """Return a run of a Gymnasium environment."""

    def run(least: float) -> float:
        steps, began = 0, perf_counter()
        while perf_counter() - began < least:
            _, info = env.reset()
            over = False
            while not over:
                legal = np.flatnonzero(info["action_mask"]).tolist()
                _, _, over, _, info = env.step(random.choice(legal))
                steps += 1
        return steps / (perf_counter() - began)

    return run


def many(envs: ScarabyaExpeditionVector) -> Run:
    """Return a run of many games at once."""
    envs.reset(seed=1)
    ended = np.zeros(envs.num_envs, dtype=np.bool_)

    def run(least: float) -> float:
        nonlocal ended
        steps, began = 0, perf_counter()
        while perf_counter() - began < least:
            steps += envs.num_envs - int(ended.sum())
            _, _, ended, _, _ = envs.step(envs.random_actions())
        return steps / (perf_counter() - began)

    return run


def tables() -> dict[str, Run]:
    rival = pettingzoo.make("aec", "classic/connect_four-v3")
    ours = {f"{name}_v1": pettingzoo.make("aec", f"kheper/{name}-v1") for name in NAMES}
    rows = {RIVAL: rival, RAW: rival.unwrapped, **ours}
    alone = gymnasium.make(EXPEDITION).unwrapped
    return {name: table(env) for name, env in rows.items()} | {
        "Gymnasium expedition": single(alone)
    }


def in_turns(rows: dict[str, Run], seconds: float, turn: float) -> dict[str, list[float]]:
    """Let all rows take short turns for so long; return the speed of each turn."""
    for run in rows.values():
        run(turn)
    speeds: dict[str, list[float]] = {name: [] for name in rows}
    began = perf_counter()
    while perf_counter() - began < seconds:
        for name, run in rows.items():
            speeds[name].append(run(turn))
    return speeds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=20.0, help="how long each half may take")
    parser.add_argument("--games", type=int, default=2048, help="games at once")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    args = parser.parse_args()
    speeds = in_turns(tables(), args.seconds, TURN)
    print(f"{'':34}{'steps/s':>12}{'/ connect_four':>16}{'/ raw':>8}{'bar':>12}")
    for name, own in speeds.items():
        ratios = [
            median(mine / other for mine, other in zip(own, speeds[rival], strict=True))
            for rival in (RIVAL, RAW)
        ]
        bar = f"{BARS[name]:12.1f}" if name in BARS else ""
        print(f"{name:34}{median(own):12,.0f}{ratios[0]:16.2f}{ratios[1]:8.2f}{bar}")
    batches = {
        f"{args.games} expeditions, {threads} thread{'s' * (threads > 1)}{words}": many(
            ScarabyaExpeditionVector(args.games, threads=threads, copy=copy)
        )
        for threads in sorted({1, args.threads})
        for copy, words in ((False, ""), (True, ", copies"))
    }
    for name, own in in_turns(batches, args.seconds / 2, SHORT_TURN).items():
        print(f"{name:34}{median(own):12,.0f}{'':24}{VECTOR_BAR:12,}   best turn {max(own):,.0f}")


if __name__ == "__main__":
    main()
