"""How a person types a placement: by the squares that the tile shall cover."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from kheper import RuleError
from kheper.cli.move_input import Group, MoveInput
from kheper.core.grid import Mask, Square, bit, mask_of, squares_of
from kheper.render import count
from kheper.render.scarabya.sentences import describe_placement
from kheper.render.scarabya.text import site_text
from kheper.scarabya.dig import Dig
from kheper.scarabya.placements import Placement, parse_placement
from kheper.scarabya.tiles import Tile

FEW = 10
PASSING = ("x", "pass", "discard")


@dataclass(frozen=True)
class PlacementInput(MoveInput[Placement]):
    """Reads placements of one tile on one dig."""

    dig: Dig
    tile: Tile
    flip: bool
    scoring: bool

    @property
    def prompt(self) -> str:
        """What the card asks for."""
        return f"tile {self.tile}"

    @property
    def hint(self) -> str:
        """How to answer."""
        return "Type squares to cover, such as e5 or e5 f5; or list, hint, rules, help."

    def find(self, text: str) -> list[Placement]:
        """Return the placements that cover one to four squares, or the one on five."""
        if text.lower() in PASSING:
            sentence = f"{self.tile} can be placed, so it must be"
            raise RuleError("SY-L6", sentence, code="must-place")
        squares = _squares(text)
        if len(squares) >= 5:
            placement = parse_placement("".join(map(str, squares)))
            self.dig.check(placement, self.tile, self.flip)
            return [placement]
        wanted = mask_of(squares)
        found = [fit for fit in self.sorted() if not wanted & ~fit.mask]
        if not found:
            raise self._no_way(squares, wanted)
        return found

    def sorted(self) -> list[Placement]:
        """Return all placements, most points first; in solo, most scarabs covered first."""
        return sorted(self.dig.fits(self.tile, self.flip), key=self._merit)

    def groups(self) -> list[Group[Placement]]:
        """Return all placements by what they score or cover."""
        groups: dict[int, list[Placement]] = {}
        for placement in self.sorted():
            groups.setdefault(self._value(placement), []).append(placement)
        noun = "point" if self.scoring else "scarab"
        return [(f"For {count(value, noun)}", moves) for value, moves in groups.items()]

    def few(self) -> list[Group[Placement]]:
        """Return the best few of them."""
        best = list(islice((fit for _, fits in self.groups() for fit in fits), FEW))
        trimmed = [(head, [fit for fit in fits if fit in best]) for head, fits in self.groups()]
        return [group for group in trimmed if group[1]]

    def caption(self, move: Placement) -> str:
        """Say in short what a placement covers and closes."""
        covered = (move.mask & self.dig.site.scarabs).bit_count()
        parts = [" ".join(map(str, move.squares))]
        parts += [f"covers {covered}"] * (covered > 0)
        for area in self.dig.closed_by(move) if self.scoring else ():
            closed = " ".join(map(str, squares_of(area.squares)))
            parts.append(f"closes {closed}" + f" for {area.points}" * (area.points > 0))
        return ", ".join(parts)

    def drawing(self, move: Placement, text: str) -> list[str]:
        """Draw the tile as it would lie; `o` are the squares that were asked for."""
        wanted, value = mask_of(_squares(text)), self._value(move)
        rows = sorted({square.row for square in move.squares})
        columns = sorted({square.column for square in move.squares})
        drawn = [
            "".join(_mark(move, Square(row, column), wanted) for column in columns) for row in rows
        ]
        return [f"+{value}" if value else "", *drawn]

    def preview(self, move: Placement) -> list[str]:
        """Show where the tile would lie, in small letters, and say what it does."""
        told = describe_placement(self.dig, move, scoring=self.scoring)
        return [*site_text(self.dig, move).split("\n"), told]

    def _value(self, placement: Placement) -> int:
        if not self.scoring:
            return (placement.mask & self.dig.site.scarabs).bit_count()
        return sum(area.points for area in self.dig.closed_by(placement))

    def _merit(self, placement: Placement) -> tuple[int, int, int]:
        covered = (placement.mask & self.dig.site.scarabs).bit_count()
        return -self._value(placement), covered, placement.index

    def _no_way(self, squares: Sequence[Square], wanted: Mask) -> RuleError:
        for square in squares:
            if self.dig.site.rocks & bit(square):
                return RuleError("SY-L3", f"there is a rock on {square}", code="rock")
            if not self.dig.free & bit(square):
                return RuleError("SY-L3", f"{square} is already covered", code="covered")
        where = " and ".join(map(str, squares))
        rule, must = ("SY-L2", "touch a placed tile") if self.dig.placed else _FIRST
        sentence = f"{self.tile} cannot cover {where} and {must}"
        return RuleError(rule, sentence, code="no-way")


_FIRST = ("SY-L1", "also one of the central squares e5, f5, e6, f6")


def _squares(text: str) -> tuple[Square, ...]:
    return Square.parse_all(re.sub(r"[\s,]", "", text.lower()))


def _mark(move: Placement, square: Square, wanted: Mask) -> str:
    if not move.mask & bit(square):
        return "."
    return "o" if wanted & bit(square) else "#"
