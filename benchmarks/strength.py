"""How well the bots play: against yardsticks, against the best score found, and each other.

    python -m benchmarks.strength [expedition duel solo scarab several levels] [--games N]

Each table tells the number of games and the standard error. Without a name all tables are
printed, which takes about three hours on two cores; `--games 4` gives a taste. The games are
those of the seeds 0, 1, 2, ...; nothing was learned or tuned on them.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, stdev
from time import perf_counter
from typing import Any

from benchmarks.yardstick import flat
from kheper import bots
from kheper.games import SCARAB, SCARABYA
from kheper.search.jit import warmup

CORES = os.cpu_count() or 1
Player = Callable[[Any, Random], Any]


def error(values: list[float]) -> float:
    """Return the standard error of a mean."""
    return stdev(values) / len(values) ** 0.5 if len(values) > 1 else float("nan")


def strongest(view: Any, rng: Random, seconds: float, cores: int = 1) -> Any:
    """Let the highest level think for some time."""
    return bots.level(bots.LEVELS[-1]).choose(view, rng, bots.Limits(seconds=seconds, cores=cores))


def level(view: Any, rng: Random, number: int) -> Any:
    """Let a level play as it does."""
    return bots.level(number).choose(view, rng)


def alpha_beta(view: Any, rng: Random, depth: int = 4) -> Any:
    """Look some moves ahead, at all of them, and at nothing else."""
    from kheper.bots.scarab.search import searcher  # noqa: PLC0415 - loads Numba

    return searcher().search(view.state, depth=depth).moves[0].move


def finished(state: Any, players: list[Player], seed: int) -> Any:
    """Play a game to its end; `players` hold a player for each seat."""
    rng = Random(seed)
    while not state.over:
        seat = state.to_move[0]
        state = state.play(seat, players[seat - 1](state.view(seat), rng))
    return state


@dataclass(frozen=True)
class Duel:
    """Games of one player against another, who fills all other seats or the other team."""

    game: str
    settings: tuple[tuple[str, str], ...]
    one: Player
    other: Player

    def __call__(self, n: int) -> float:
        """Play game n, the seats changing from game to game; 1 for a victory, 1/2 for a tie."""
        chosen = SCARABYA if self.game == SCARABYA.name else SCARAB
        state = chosen.new(dict(self.settings), Random(n // 2))
        if state.seats == 1:
            return self._apart(state, n)
        size = state.seats // len(state.scores)  # seats 1 and 2 are a team, and 3 and 4
        own = n % len(state.scores)
        players = [self.one if s // size == own else self.other for s in range(state.seats)]
        scores = list(finished(state, players, n).scores)
        mine = scores.pop(own)
        # Against several it is the mean over all pairs, so that even play gives a half.
        return fmean(_better(mine, other) for other in scores)

    def _apart(self, state: Any, n: int) -> float:
        """Nobody touches another's site: both play the same site with the same cards."""
        mine, theirs = (finished(state, [p], n) for p in (self.one, self.other))
        return _better(_worth(mine), _worth(theirs))


def _worth(end: Any) -> float:
    """Return the points, or in a solo game how many symbols were covered: a win is all of them."""
    return float(end.scores[0])


def _better(one: float, other: float) -> float:
    return 0.5 + 0.5 * ((one > other) - (one < other))


def many(task: Callable[[int], Any], numbers: Iterable[int]) -> Iterator[Any]:
    """Do a task for many numbers, one core each."""
    with ProcessPoolExecutor(CORES, initializer=warmup.wait) as pool:
        yield from pool.map(task, numbers)


# Expedition


def expedition(n: int) -> Any:
    """Return game n for one seat."""
    return SCARABYA.new({"mode": "expedition", "seats": "1"}, Random(n))


def known_best(n: int, seconds: float = 10.0) -> tuple[int, int]:
    """Return the best score found for game n with all cards known, and a bound."""
    from kheper.search.scarabya.known_deck import solver as known  # noqa: PLC0415 - loads Numba

    state = expedition(n)
    found = known.best(state.digs[0], state.deck, seconds=seconds)
    return found.points, found.bound


def measure_expedition(games: int) -> None:
    """Compare mean scores with flat Monte Carlo's, and with the best score found."""
    games = games or 100
    print(f"\n## Expedition: 1 s a move, two cores, {games} sites and decks\n", flush=True)
    best = list(many(known_best, range(games)))
    warmup.wait()
    ours: list[float] = []
    theirs: list[float] = []
    for n in range(games):
        for player, scores in ((strongest, ours), (flat.choose, theirs)):
            timed = partial(player, seconds=1.0, cores=2)
            scores.append(float(finished(expedition(n), [timed], n).scores[0]))
    top = [float(points) for points, _ in best]
    print("| player | mean | ± | ÷ best known-deck | ÷ flat Monte Carlo |\n|---|---|---|---|---|")
    for name, scores in (
        ("level 8", ours),
        ("flat Monte Carlo, greedy rollouts", theirs),
        ("best found with the cards known, 10 s", top),
        ("upper bound of that", [float(bound) for _, bound in best]),
    ):
        mean = fmean(scores)
        ratios = f"{mean / fmean(top):.3f} | {mean / fmean(theirs):.3f}"
        print(f"| {name} | {mean:.2f} | {error(scores):.2f} | {ratios} |", flush=True)


# One against another

EXPEDITION = (SCARABYA.name, (("mode", "expedition"), ("seats", "1")))
DUEL = (SCARABYA.name, (("mode", "duel"),))
SOLO = (SCARABYA.name, (("mode", "solo"),))
WALK = (SCARAB.name, ())
WALKS = {
    "SCARAB": WALK,
    "SCARAB short, turning": (SCARAB.name, (("size", "8"), ("turning", "yes"))),
    "SCARAB, three": (SCARAB.name, (("size", "8"), ("seats", "3"))),
    "SCARAB, four": (SCARAB.name, (("size", "8"), ("seats", "4"))),
    "SCARAB, teams": (SCARAB.name, (("size", "8"), ("teams", "yes"))),
}


# The levels were tuned on games below this number, and are measured on those from it on.
UNTUNED = 200_000


def row(name: str, match: Callable[[int], float], games: int, first: int = 0) -> None:
    """Print how many games were won, from a number on; a tie is half a game."""
    began = perf_counter()
    won = [float(value) for value in many(match, range(first, first + games))]
    each = (perf_counter() - began) * CORES / games
    print(f"| {name} | {games} | {fmean(won):.1%} | {error(won):.1%} | {each:.1f} s |", flush=True)


def heading(title: str) -> None:
    """Print the head of a table of games."""
    print(f"\n## {title}\n\n| games | number | won | ± | time a game |\n|---|---|---|---|---|")


def measure_duel(games: int) -> None:
    """Play one-on-one against flat Monte Carlo."""
    heading("One-on-one: 1 s a move, one core")
    timed = partial(strongest, seconds=1.0), partial(flat.choose, seconds=1.0)
    row("level 8 : flat Monte Carlo", Duel(*DUEL, *timed), games or 200)


def solo(n: int) -> float:
    """Play a solo game with hidden cards: 1 if it was won; its cards could be."""
    state = SCARABYA.new({"mode": "solo"}, Random(n))
    end = finished(state, [partial(strongest, seconds=0.2)], n)
    return float(bool(end.outcome.winners))


def measure_solo(games: int) -> None:
    """Play solo games that can be won; on our boards every one of 45,000 could (docs/search.md)."""
    heading("Solo, hidden cards: 0.2 s a move, one core")
    row("level 8, first try", solo, games or 500)


def measure_scarab(games: int) -> None:
    """Play SCARAB 10x10 for two against greedy and against alpha-beta."""
    heading("SCARAB 10×10, two players: 1 s a move, one core")
    timed = partial(strongest, seconds=1.0)
    for name, other in (("greedy", partial(level, number=3)), ("alpha-beta 4", alpha_beta)):
        row(f"level 8 : {name}", Duel(*WALK, timed, other), games or 100)


@dataclass(frozen=True)
class Victory:
    """Games of one level against two or three of another, every start from each seat."""

    settings: tuple[tuple[str, str], ...]
    one: Player
    others: Player

    def __call__(self, n: int) -> float:
        """Play game n: 1 for a victory, its share for a shared one."""
        seats = int(dict(self.settings)["seats"])
        state = SCARAB.new(dict(self.settings), Random(n // seats))
        own = n % seats + 1
        players = [self.one if seat == own else self.others for seat in range(1, seats + 1)]
        winners = finished(state, players, n).outcome.winners
        return (own in winners) / len(winners)


def measure_several(games: int) -> None:
    """Let level 8 play SCARAB against two or three of level 5; fair is 33 or 25 %."""
    heading("SCARAB, three and four seats: level 8 against level 5, victories")
    for seats in ("3", "4"):
        for name, more in (
            ("10×10", ()),
            ("short", (("size", "8"),)),
            ("turning", (("turning", "yes"),)),
        ):
            match = Victory(
                (("seats", seats), *more), partial(level, number=8), partial(level, number=5)
            )
            row(f"{seats} seats, {name}", match, games or 120, UNTUNED * int(seats))


def measure_levels(games: int) -> None:
    """Let each level play the one below, in every mode."""
    modes = {"expedition": EXPEDITION, "one-on-one": DUEL, "solo": SOLO, **WALKS}
    for mode, setting in modes.items():
        heading(f"Levels: {mode}")
        for number in bots.LEVELS[1:]:
            pair = partial(level, number=number), partial(level, number=number - 1)
            row(f"level {number} : {number - 1}", Duel(*setting, *pair), games or 100, UNTUNED)


TABLES = {
    "expedition": measure_expedition,
    "duel": measure_duel,
    "solo": measure_solo,
    "scarab": measure_scarab,
    "several": measure_several,
    "levels": measure_levels,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("tables", nargs="*", choices=[*TABLES, []], help="which; all unless told")
    parser.add_argument("--games", type=int, default=0, help="how many (0: as docs/strength.md)")
    arguments = parser.parse_args()
    for name in arguments.tables or TABLES:
        TABLES[name](arguments.games)


if __name__ == "__main__":
    main()
