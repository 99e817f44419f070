"""The best expedition score found with the cards known, and its bound, in more and more time.

python -m benchmarks.solvers_known [--sites 20] [--seconds 1 10]
"""

from __future__ import annotations

import argparse
from statistics import fmean
from time import perf_counter

import kheper
from kheper.search.jit import warmup
from kheper.search.scarabya.known_deck import solver as known


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sites", type=int, default=20)
    parser.add_argument("--seconds", type=float, nargs="*", default=[1.0, 10.0])
    arguments = parser.parse_args()
    warmup.wait()
    states = [kheper.new("scarabya", seats=1, seed=n) for n in range(arguments.sites)]
    print("| seconds | sites | mean best | least | most | mean bound | best ÷ bound | time |")
    print("|---|---|---|---|---|---|---|---|")
    for seconds in arguments.seconds:
        began = perf_counter()
        found = [known.best(state.digs[0], state.deck, seconds=seconds) for state in states]
        points, bound = [one.points for one in found], fmean(one.bound for one in found)
        each = (perf_counter() - began) / len(found)
        print(
            f"| {seconds:g} | {len(found)} | {fmean(points):.1f} | {min(points)} | {max(points)} |"
            f" {bound:.1f} | {fmean(points) / bound:.3f} | {each:.1f} s |",
            flush=True,
        )


if __name__ == "__main__":
    main()
