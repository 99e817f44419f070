"""SCARAB, searched: the best moves within a limit, and exact endgames with their line.

Values are final differences of scores; a tie's break (SB-E2) is not part of them. Numba is
loaded, and the kernels are compiled or read from their cache, when a searcher is made.
"""

from __future__ import annotations

import importlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from threading import Timer
from typing import TYPE_CHECKING, Any

from kheper.core.errors import SetupError
from kheper.scarab import Move, Position, Return, ScarabState, Start, Stone

if TYPE_CHECKING:
    from kheper.search.jit.arrays import Numbers

FOREVER = 127
INFINITE = 900
_BITS = 20  # the table has this many entries, as a power of two: 16 MB
_SHALLOW = 8  # the depth that is searched before an exact answer is tried
_SMALL = 42  # the number of stones, each ankh as twelve, from which on it is tried
_WITHOUT_END = 1 << 60
# Three or four sides: the nodes of the tree, and nodes at most for an exact ending.
_TREE, _ENDING = 1 << 19, 50_000


@dataclass(frozen=True, slots=True)
class Ranked:
    """A move, and the final difference of scores that the search expects of it."""

    move: Move
    value: float


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: moves, best first, how deep it looked, and whether it saw the end.

    Only as many values as were asked for are meant; those behind are upper bounds.
    """

    moves: tuple[Ranked, ...]
    depth: int
    exact: bool
    nodes: int


@dataclass(frozen=True, slots=True)
class EndgameSolution:
    """The final difference of scores under best play, for the side to move, and a best line."""

    value: int
    line: tuple[Move, ...]
    nodes: int


class _Found(list[tuple[int, int]]):
    """Values and moves of one depth, best first."""


class Searcher:
    """A search that keeps its table from move to move; one search at a time."""

    def __init__(self, bits: int = _BITS) -> None:
        numpy = importlib.import_module("numpy")
        self._kernels, self._several = _load("search"), _load("multiplayer")
        self._at, self._board = _load("endgames"), _load("board")
        self._work: Numbers = numpy.zeros(self._at.WORK, dtype=numpy.int64)
        self._table: Numbers = numpy.zeros((1 << bits, 2), dtype=numpy.int64)
        self._work[self._at.TT_MASK] = (1 << bits) - 1
        self._tree: Any = None  # for three or four sides, made when it is needed

    def clear(self) -> None:
        """Forget everything, so that the next search is like a new searcher's."""
        self._table[:] = 0
        self._work[self._at.HISTORY : self._at.MOVES] = 0

    def cancel(self) -> None:
        """End the search that runs, or else the next one; any thread may say so."""
        self._work[self._at.CANCELLED] = 1

    def search(
        self,
        state: ScarabState,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        depth: int = FOREVER,
        best: int = 1,
    ) -> SearchResult:
        """Look for the best moves of a game that goes on, deeper and deeper within the limits.

        With nodes and without seconds, a cleared searcher always gives the same answer. Without
        any limit it goes on to the end of the game. With three or four sides the depth means
        nothing: moves are ranked by their visits, and values are leads over the best other seat.
        """
        w = self._array(state)
        with self._limits(seconds, nodes):
            if _sides(state) == 2:
                return self._deepen(w, state, depth, best, seconds)
            return self._grow(w, state)

    def solve(
        self, state: ScarabState, *, seconds: float | None = None, nodes: int | None = None
    ) -> EndgameSolution | None:
        """Return the exact value of a game of two sides and a best line, or None at a limit."""
        if _sides(state) != 2:
            raise SetupError(None, "only a game of two sides has one value", code="bad-seats")
        if state.over:
            return EndgameSolution(_lead(state), (), 0)
        w = self._array(state)
        with self._limits(seconds, nodes):
            self._work[self._at.SELECTIVE] = 0
            found = self._look(w, self._root(w), FOREVER, 1)
            used = int(self._work[self._at.NODES])
            if self._aborted:
                return None
        # The table knows the way, so the line costs little and has no limit of its own.
        with self._limits(None, None):
            line = self._line(w, state, found[0][0])
        return None if line is None else EndgameSolution(_lead(state) + found[0][0], line, used)

    @property
    def _aborted(self) -> bool:
        return bool(self._work[self._at.ABORTED])

    def _array(self, state: ScarabState) -> Numbers:
        w: Numbers = self._board.board_of(state, stars=state.start.turning)
        return w

    @contextmanager
    def _limits(self, seconds: float | None, nodes: int | None) -> Iterator[None]:
        """Let a search run for some time and some nodes, or until it is cancelled."""
        work, at = self._work, self._at
        work[at.NODES], work[at.LIMIT] = 0, nodes or _WITHOUT_END
        with self._time(seconds):
            yield
        work[at.CANCELLED] = 0

    @contextmanager
    def _time(self, seconds: float | None) -> Iterator[None]:
        self._work[self._at.STOP] = self._work[self._at.ABORTED] = 0
        timer = None if seconds is None else Timer(max(seconds, 0.0), self._stop)
        if timer is not None:
            timer.daemon = True
            timer.start()
        yield
        if timer is not None:
            timer.cancel()
            timer.join()

    def _stop(self) -> None:
        self._work[self._at.STOP] = 1

    def _root(self, w: Numbers) -> list[int]:
        end = self._kernels.root_moves(w, self._work)
        moves: list[int] = self._work[self._at.MOVES : end].tolist()
        return moves

    def _look(self, w: Numbers, moves: list[int], depth: int, best: int) -> _Found:
        """Search all moves to a depth; when it is aborted, those that were done."""
        found = _Found()
        for move in moves:
            alpha = found[best - 1][0] if len(found) >= best else -INFINITE
            value = self._try(w, move, alpha, alpha + 1 if found else INFINITE, depth)
            if found and alpha < value and not self._aborted:
                value = self._try(w, move, alpha, INFINITE, depth)
            if self._aborted:
                break
            # Of equals the first stays in front: a bound may look like the best value.
            place = next((n for n, (other, _) in enumerate(found) if other < value), len(found))
            found.insert(place, (value, move))
        return found

    def _try(self, w: Numbers, move: int, alpha: int, beta: int, depth: int) -> int:
        arguments = (move, alpha, beta, depth, self._at.MOVES)
        return int(self._kernels.try_move(w, self._work, self._table, *arguments))

    def _deepen(
        self, w: Numbers, state: ScarabState, depth: int, best: int, seconds: float | None
    ) -> SearchResult:
        """Search deeper and deeper, with a try at the end of the game where it seems near."""
        started, left = time.monotonic(), int(w[self._board.LEFT] + 2 * w[self._board.ANKHS])
        size = int(w[self._board.LEFT] + 12 * w[self._board.ANKHS])
        self._work[self._at.SELECTIVE] = size > _SMALL
        moves = self._root(w)
        found, reached = _Found((0, move) for move in moves), 0
        for ahead in range(1, min(depth, left) + 1):
            deeper = self._look(w, moves, ahead, best)
            found = _merge(found, deeper)
            if self._aborted:
                break
            reached, moves = ahead, [move for _, move in found]
            if ahead == min(_SHALLOW, left) and size <= _SMALL and depth >= left:
                exact = self._try_end(w, moves, best, seconds, started)
                if exact is not None:
                    return self._answer(state, exact, left, True)
        full = reached == left and not self._work[self._at.SELECTIVE]
        return self._answer(state, found, reached, full)

    def _try_end(
        self, w: Numbers, moves: list[int], best: int, seconds: float | None, started: float
    ) -> _Found | None:
        """Spend half of what is left on an exact answer."""
        work, at = self._work, self._at
        limit = int(work[at.LIMIT])
        work[at.LIMIT] = (limit + int(work[at.NODES])) // 2
        used = time.monotonic() - started
        with self._time(None if seconds is None else (seconds - used) / 2):
            found = self._look(w, moves, FOREVER, best)
            done = not self._aborted
        work[at.LIMIT], work[at.ABORTED] = limit, 0
        return found if done else None

    def _answer(self, state: ScarabState, found: _Found, depth: int, exact: bool) -> SearchResult:
        lead = _lead(state)
        ranked = tuple(Ranked(self._move(state, move), lead + value) for value, move in found)
        return SearchResult(ranked, depth, exact, int(self._work[self._at.NODES]))

    def _move(self, state: ScarabState, number: int) -> Move:
        """Return a move of the kernels, with a stone that is really in the mover's hand."""
        move: Move = self._board.move_of(number)
        if move.returns is None or move.returns.stone in state.hands[state.to_move[0] - 1]:
            return move
        stone, square = move.returns
        return move._replace(returns=Return(Stone(stone.value, not stone.starred), square))

    def _line(self, w: Numbers, state: ScarabState, value: int) -> tuple[Move, ...] | None:
        """Follow the moves that keep the value to the end of the game."""
        line: list[Move] = []
        while not state.over:
            side = _side(state)
            number = self._keeper(w, value)
            if number is None:
                return None
            value -= self._kernels.worth(w, number)
            line.append(self._move(state, number))
            state = state.play(state.to_move[0], line[-1])
            w = self._array(state)
            if not state.over and _side(state) != side:
                value = -value
        return tuple(line)

    def _keeper(self, w: Numbers, value: int) -> int | None:
        """Return a move that keeps the value."""
        for move in self._root(w):
            if self._try(w, move, value - 1, value, FOREVER) >= value and not self._aborted:
                return move
        return None

    def _grow(self, w: Numbers, state: ScarabState) -> SearchResult:
        """Search for three or four sides: a small ending to its end, else by growing a tree."""
        small = w[self._board.ANKHS] == 0 and w[self._board.LEFT] <= self._several.SMALL
        if small and (exact := self._settle(w, state)) is not None:
            return exact
        if self._tree is None:
            self._tree = self._several.plant(_TREE)
        tree, seed = self._tree, 1
        self._several.grow(w, self._work, tree, seed)
        children = range(tree.first[0], tree.first[0] + tree.children[0])
        visited = sorted((n for n in children if tree.visits[n]), key=lambda n: -tree.visits[n])
        ranked = tuple(
            Ranked(self._move(state, int(tree.move[n])), float(tree.lead[n] / tree.visits[n]))
            for n in visited
        )
        return SearchResult(ranked, 0, False, int(self._work[self._at.NODES]))

    def _settle(self, w: Numbers, state: ScarabState) -> SearchResult | None:
        """Spend up to half of the nodes on an exact answer."""
        work, at, seat = self._work, self._at, state.to_move[0] - 1
        limit = int(work[at.LIMIT])
        work[at.LIMIT] = min(limit // 2, _ENDING)
        found = []
        for move in self._root(w):
            undo = self._several.make(w, move)
            worths: Any = self._several.final_worths(w, work, at.MOVES)
            self._several.unmake(w, move, undo)
            lead = self._several.lead_in(worths, seat, state.seats)
            found.append((-worths[seat], Ranked(self._move(state, move), lead)))
        done, work[at.LIMIT], work[at.ABORTED] = not self._aborted, limit, 0
        if not done:
            return None
        found.sort(key=lambda one: one[0])
        return SearchResult(tuple(one for _, one in found), len(found), True, int(work[at.NODES]))


def _load(name: str) -> Any:
    """Return a module of kernels; this is what loads Numba."""
    return importlib.import_module(f"kheper.search.scarab.{name}")


def _merge(found: _Found, deeper: _Found) -> _Found:
    """Put what was looked at deeper before what was not; the old best was looked at first."""
    done = {move for _, move in deeper}
    return _Found([*deeper, *(pair for pair in found if pair[1] not in done)])


def _sides(state: ScarabState) -> int:
    return 2 if state.start.teams else state.seats


def _side(state: ScarabState) -> int:
    seat = state.to_move[0] - 1
    return seat // 2 if state.start.teams else seat


def _lead(state: ScarabState) -> int:
    """Return the points of the side to move minus the other's; seat 1's where nobody moves."""
    one, other = state.scores
    return one - other if state.over or _side(state) == 0 else other - one


def prime() -> None:
    """Compile all kernels, or load them from their cache, by searching small games once."""
    searcher, rng = Searcher(4), Random(1)
    for teams, seats in ((False, 2), (True, 4), (False, 3)):
        drawn = Position.draw(8, rng)
        state = ScarabState.begin(Start(drawn, turning=True, teams=teams, seats=seats))
        searcher.search(state, nodes=50)
    plain = ScarabState.begin(Start(Position.draw(8, rng)))
    searcher.search(plain, nodes=50)
    searcher.solve(plain, nodes=50)
