"""Moves of the priest, and the legal ones, found on demand."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, overload

from kheper.core.errors import NotationError
from kheper.core.grid import Square, clip
from kheper.scarab.stones import Stone

_MOVE = re.compile(
    r"([hv])([a-j](?:10|[1-9]))(?:([hv])([a-j](?:10|[1-9])))?"
    r"(?:\^([+-][1-8]\*?)@([a-j](?:10|[1-9])))?"
)


class Return(NamedTuple):
    """A stone of the mover's collection that goes back to the board after an ankh (SB-T5)."""

    stone: Stone
    square: Square

    def __str__(self) -> str:
        return f"^{self.stone}@{self.square}"


class Move(NamedTuple):
    """A move of the priest: the axis it leaves on, and where it lands.

    With a bend (SB-V2) `bend` is the starred square where it turns.

    >>> str(parse_move("hc5vc9")), parse_move("vd5^-8@e3").returns.stone.value
    ('hc5vc9', -8)
    """

    axis: str
    target: Square
    bend: Square | None = None
    returns: Return | None = None

    def __str__(self) -> str:
        axis, target, bend, returns = self
        text = f"{axis}{target}" if bend is None else f"{axis}{bend}{across(axis)}{target}"
        return text if returns is None else f"{text}{returns}"

    @property
    def last_axis(self) -> str:
        """The axis of the last leg."""
        return across(self.axis) if self.bend else self.axis


def across(axis: str) -> str:
    """Return the other axis."""
    return "v" if axis == "h" else "h"


def parse_move(text: str, side: int = 10) -> Move:
    """Read a move's notation."""
    match = _MOVE.fullmatch(text)
    if match is None:
        raise NotationError(
            None, f"'{clip(text)}' is not a move such as hd5, hc5vc9 or vd5^-8@e3", code="no-move"
        )
    axis, first, second_axis, second, stone, place = match.groups()
    returns = Return(Stone.parse(stone), Square.parse(place, side)) if stone else None
    if second is None:
        return Move(axis, Square.parse(first, side), None, returns)
    if second_axis == axis:
        raise NotationError(
            "SB-V2", f"'{clip(text)}' does not bend: both legs are {axis}", code="no-move"
        )
    return Move(axis, Square.parse(second, side), Square.parse(first, side), returns)


class Moves(Sequence[Move]):
    """Legal moves: landings, and after each landing on an ankh the ways to return a stone."""

    __slots__ = ("_ankhs", "_count", "_empties", "_plain", "_stones")

    def __init__(
        self,
        plain: Sequence[Move],
        ankhs: Sequence[Move] = (),
        stones: Sequence[Stone] = (),
        empties: Sequence[Square] = (),
    ) -> None:
        self._plain = plain
        self._ankhs = ankhs
        self._stones = stones
        self._empties = empties
        self._count = len(plain) + len(ankhs) * (1 + len(stones) * len(empties))

    @property
    def landings(self) -> tuple[Move, ...]:
        """Where the priest may land, without the ways to return a stone: ankhs come last."""
        return (*self._plain, *self._ankhs)

    @property
    def returns(self) -> tuple[tuple[Stone, ...], tuple[Square, ...]]:
        """The stones that may return after an ankh, and the squares they may go to (SB-T5)."""
        return tuple(self._stones), tuple(self._empties)

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Move]:
        return (self[index] for index in range(self._count))

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> list[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | list[Move]:
        if isinstance(index, slice):
            return list(self)[index]
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(index)
        if index < len(self._plain):
            return self._plain[index]
        ways = 1 + len(self._stones) * len(self._empties)
        ankh, way = divmod(index - len(self._plain), ways)
        landing = self._ankhs[ankh]
        if way == 0:
            return landing
        stone, empty = divmod(way - 1, len(self._empties))
        return landing._replace(returns=Return(self._stones[stone], self._empties[empty]))

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move):
            return False
        landing = move._replace(returns=None)
        if move.returns is None:
            return landing in self._plain or landing in self._ankhs
        return (
            landing in self._ankhs
            and move.returns.stone in self._stones
            and move.returns.square in self._empties
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment] # a sequence that compares by content

    def __repr__(self) -> str:
        return f"Moves({list(self)!r})"
