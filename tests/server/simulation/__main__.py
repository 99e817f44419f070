"""`python -m tests.server.simulation --seeds N --from S`: simulate any number of worlds."""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from tests.server.simulation.world import World


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.server.simulation")
    parser.add_argument("--seeds", type=int, default=1000, help="how many worlds")
    parser.add_argument("--from", type=int, default=0, dest="first", help="the first seed")
    parser.add_argument("--go-on", action="store_true", help="do not stop at a seed that fails")
    asked = parser.parse_args()
    began, failed_write = perf_counter(), 0
    for seed in range(asked.first, asked.first + asked.seeds):
        try:
            World(seed).play()
        except BaseException as error:
            failed_write += 1
            print(f"seed {seed}: {type(error).__name__}: {str(error)[:300]}")
            if not asked.go_on or isinstance(error, KeyboardInterrupt):
                raise
    print(f"{asked.seeds} worlds, {failed_write} failed, {perf_counter() - began:.1f} s")
    return 1 if failed_write else 0


if __name__ == "__main__":
    sys.exit(main())
