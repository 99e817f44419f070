"""Scarabya's kernels: uniform playouts against C, and placements against the rules.

All that is compared runs in turns in one process, in short pieces; of each the best piece
counts, so that a busy machine disturbs all alike.

    python -m benchmarks.kernels_scarabya [pieces]
"""

import ctypes
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from benchmarks.yardstick.playouts import GREEDY, Deal, fits, greedy_playouts, playouts
from kheper.scarabya import Arrangement, Dig
from kheper.search.scarabya import tables as scarabya_tables
from kheper.search.scarabya.moves import MOST_FITS, DigPosition
from kheper.search.scarabya.tables import NUMBER, TILES, cards_of, ground_of, scarabs_of

YARDSTICK = Path(__file__).parent / "yardstick" / "playouts.c"
GAMES = 1_000  # about a millisecond: short enough to be left alone on a busy machine
BAR = 0.75
FLAGS = (["-O3"], ["-O3", "-march=native"])


def tables() -> str:
    """Write the kernels' tables as C."""
    lines = []
    for name, kind in (
        ("COUNT", "int"), ("START", "int"), ("OFFSETS", "uint64_t"), ("INDEX", "int16_t"),
        ("MASKS", "uint64_t"), ("BORDERS", "uint64_t"),
    ):  # fmt: skip
        table = getattr(scarabya_tables, name)
        size = "".join(f"[{length}]" for length in table.shape)
        rows = table.reshape(len(table), -1).tolist()
        suffix = "ULL" if kind == "uint64_t" else ""
        numbers = ",\n".join(",".join(f"{number}{suffix}" for number in row) for row in rows)
        lines.append(f"static const {kind} {name}{size} = {{{numbers}}};")
    return "\n".join(lines)


def compiled(folder: Path, flags: list[str]) -> Any:
    """Compile the yardstick and return its function."""
    (folder / "tables.h").write_text(tables())
    library = folder / f"playouts{len(flags)}.so"
    quiet = ["-Wno-missing-braces", "-shared", "-fPIC", f"-I{folder}"]
    # Our own file, and whatever the machine calls its C compiler.
    command = ["cc", *flags, *quiet, "-o", str(library), str(YARDSTICK)]
    subprocess.run(command, check=True)  # noqa: S603 - as above
    return ctypes.CDLL(str(library)).playouts


class Playouts:
    """The same playouts, compiled by Numba or by C."""

    def __init__(self, function: Any = None) -> None:
        self.function = function
        dig = Dig.on(Arrangement.draw(Random(2024)).site())
        self.position = DigPosition(ground_of(dig), scarabs_of(dig), 1)
        self.deal = Deal.of(cards_of(TILES), 0)
        self.results = np.zeros((GAMES, 2), dtype=np.int16)

    def run(self, seed: int) -> None:
        self.deal.deck[:] = cards_of(TILES)
        if self.function is None:
            playouts(self.position, self.deal, seed, self.results)
            return
        position, deal = self.position, self.deal
        pointers = [
            ctypes.c_void_p(array.ctypes.data)
            for array in (position.ground, position.scarabs, deal.deck, deal.entries, self.results)
        ]
        ground, scarabs, deck, entries, results = pointers
        self.function(
            ground, scarabs, deck, 12, 0, 1, ctypes.c_uint64(seed), entries, results, GAMES
        )


def best(runs: dict[str, Callable[[int], None]], pieces: int) -> dict[str, float]:
    """Return the seconds of each one's best piece; they take turns."""
    seconds = dict.fromkeys(runs, float("inf"))
    for piece in range(pieces):
        for name, run in runs.items():
            start = time.perf_counter()
            run(piece)
            seconds[name] = min(seconds[name], time.perf_counter() - start)
    return seconds


def compare_playouts(pieces: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        sides = {"Numba": Playouts()}
        for flags in FLAGS:
            sides[" ".join(["C", *flags])] = Playouts(compiled(Path(folder), flags))
        for seed in range(5):
            for side in sides.values():
                side.run(seed)
                assert np.array_equal(side.results, sides["Numba"].results), "results differ"
                assert np.array_equal(side.deal.entries, sides["Numba"].deal.entries), (
                    "placements differ"
                )
        seconds = best({name: side.run for name, side in sides.items()}, pieces)
    mean = sides["Numba"].results[:, 0].mean()
    print(f"uniform expedition playouts, 12 cards in random order (mean {mean:.1f} points)")
    for name, took in seconds.items():
        ratio = took / seconds["Numba"]
        verdict = f"Numba ÷ this = {ratio:.2f} (bar {BAR})" if name != "Numba" else ""
        print(f"  {name:<20} {GAMES / took / 1e6:6.2f} M/s  {verdict}")


def compare_greedy(pieces: int) -> None:
    side = Playouts()
    results = np.zeros((100, 3), dtype=np.int16)

    def run(looks: int) -> Callable[[int], None]:
        def piece(seed: int) -> None:
            greedy_playouts(side.position, side.deal, 0, GREEDY, looks, seed, results)

        return piece

    seconds = best({str(looks): run(looks) for looks in (0, 12)}, pieces)
    print("greedy expedition playouts")
    for name, took in seconds.items():
        what = "every placement" if name == "0" else f"{name} random placements"
        print(f"  looking at {what:<22} {len(results) / took / 1e3:6.1f} k/s")


def compare_placements(pieces: int) -> None:
    rng = Random(7)
    positions = []
    for _ in range(30):
        dig = Dig.on(Arrangement.draw(rng).site())
        for card in rng.sample(TILES, 12):
            positions.append((dig, card))
            legal = dig.fits(card)
            dig = dig.place(rng.choice(legal)) if legal else dig.discard()
    grounds = [
        (DigPosition(ground_of(dig), scarabs_of(dig), 1), NUMBER[card]) for dig, card in positions
    ]
    found = np.zeros(MOST_FITS, dtype=np.int16)

    def by_rules(_: int) -> None:
        for dig, card in positions:
            for placement in dig.fits(card):
                placement.index  # noqa: B018 - as much as the kernel gives

    def by_kernel(_: int) -> None:
        for position, card in grounds:
            fits(position, card, found)

    by_kernel(0)
    seconds = best({"rules": by_rules, "kernel": by_kernel}, pieces)
    print("all placements of a card, called from Python")
    for name, took in seconds.items():
        print(f"  {name:<20} {len(positions) / took / 1e3:6.0f} k/s")
    print(f"  kernel ÷ rules = {seconds['rules'] / seconds['kernel']:.1f}")


if __name__ == "__main__":
    most = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    compare_playouts(most)
    compare_greedy(most // 20)
    compare_placements(most // 20)
