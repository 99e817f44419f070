"""The solver for the last cards of an expedition or a duel, when they are known.

What it answers is proved. A call with a time limit uses the plain rules until the kernel is
compiled; a call without one waits for the kernel, and repeats.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Protocol, TypeVar

from kheper.scarabya.placements import Placement
from kheper.scarabya.tiles import Tile
from kheper.search.jit.stop import StopFlag, alarm_after
from kheper.search.jit.warmup import Warmup
from kheper.search.scarabya.last_cards.plain import PlainSearch
from kheper.search.scarabya.last_cards.position import LastCards
from kheper.search.scarabya.last_cards.proof import (
    INFINITE,
    Stopped,
    best_line,
    best_moves,
    moves_of,
    value_after,
)

Answer = TypeVar("Answer")

_kernel = Warmup(("kheper.search.scarabya.last_cards.search",), ())


class PositionSearch(Protocol):
    """A search, by the kernel or by the plain rules, that counts the positions it looks at."""

    @property
    def positions(self) -> int:
        """How many positions have been looked at."""
        ...

    def __call__(self, position: LastCards, alpha: int, beta: int) -> int:
        """Return the value of a position; outside the window it is a bound."""
        ...


@dataclass(frozen=True, slots=True)
class Budget:
    """What ends a search: seconds, positions looked at, another thread; or nothing."""

    seconds: float | None = None
    positions: int | None = None
    stop: StopFlag | None = None


UNLIMITED = Budget()


@dataclass(frozen=True, slots=True)
class Solution:
    """The proved result of best play, every first move that reaches it, and a best line.

    The value is the final points, one-on-one the final difference, mover minus other. The moves
    are sorted by notation; the line has all cards, with None for a discard (SY-L6). `positions`
    is the number of positions that the proof looked at.
    """

    value: int
    best: tuple[Placement, ...]
    line: tuple[tuple[Tile, Placement | None], ...]
    positions: int


def solve(position: LastCards, limits: Budget = UNLIMITED) -> Solution | None:
    """Return the solution of a position, or None if a limit ended the search."""

    def prove(search: PositionSearch) -> Solution:
        value, best = best_moves(position, search)
        line = tuple(best_line(position, value, search))
        return Solution(value, best, line, search.positions)

    return _ask(position, prove, limits)


def values(
    position: LastCards,
    limits: Budget = UNLIMITED,
    *,
    moves: Collection[Placement] | None = None,
) -> dict[Placement, int]:
    """Return the proved values of first moves, best first; all, or those that are asked for.

    What a limit left unproved is missing.
    """
    proved: dict[Placement, int] = {}

    def prove(search: PositionSearch) -> None:
        for placement, after in moves_of(position.drawn()):
            if placement not in proved and (moves is None or placement in moves):
                proved[placement] = value_after(after, -INFINITE, search)

    _ask(position, prove, limits)
    return dict(sorted(proved.items(), key=lambda move: (-move[1], str(move[0]))))


def _ask(
    position: LastCards, question: Callable[[PositionSearch], Answer], limits: Budget
) -> Answer | None:
    """Answer a question by the plain rules until the kernel is ready, and then by the kernel."""
    stop = limits.stop or StopFlag()
    with alarm_after(limits.seconds) as alarm:
        if limits.seconds is None:
            _kernel.wait()
        elif not _kernel.ready.is_set():
            _kernel.start()
            try:
                return question(
                    PlainSearch(lambda: _kernel.ready.is_set() or stop.is_set or alarm.is_set)
                )
            except Stopped:
                if stop.is_set or alarm.is_set:
                    return None
        from kheper.search.scarabya.last_cards.compiled import (  # noqa: PLC0415 - loads Numba
            KernelSearch,
        )

        try:
            return question(KernelSearch(position, limits.positions, stop, alarm))
        except Stopped:
            return None
