"""What the program tells about itself and the games: help, and short rules in our own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kheper.scarab.state import ScarabState
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import DRAWINGS, Tile

HELP = """\
How to say a move:
  Scarabya  squares the tile shall cover: e5 or e5 f5 lists the ways, a number
            takes one, and e5 3 takes the third at once; or all five squares,
            such as e4f4d5e5e6
  SCARAB    the square of a stone: d5; or in full: hd5, hc5vc9 (a turn on the
            star of c5), vd5^-8@e3 (an ankh, and -8 goes back to e3)
Commands:
  board [all | NAME]  show the board again; in an expedition all, or somebody's
  list [all]          the best moves, or all of them, with numbers
  hint                what a bot would think about
  rules               the rules in short, with the tiles
  undo                take back what nobody has answered yet; in an open round
                      undo NAME gives somebody the tile back
  retry               solo: try again with the same cards
  rematch             one-on-one: play again on the same site, after the end
  save FILE           write the record, now and after every move
  confirm on | off    whether a move is shown before it is made
  drawings on | off   whether ways to lay a tile are drawn, or told in words
  quit                leave the game"""

# Each paragraph is one line: a terminal breaks it, a screen reader reads it through.
_SCARABYA = """\
Long ago a people who honoured the scarab hid its images in deserts, forests, seas and ice. \
You lead a dig: set up camps, fence off small areas, and recover what lies in them.
- Each card names one of twelve tiles. The first tile covers one of the central squares e5, f5, \
e6, f6; every later one touches a placed tile with a full side. Tiles may be turned{over}.
- A tile lies on five free squares: not on rocks, not on other tiles. It may cover scarabs, and \
what it covers never scores. If it fits anywhere, it must be placed; if not, it is discarded."""

_AREAS = """\
- A group of one to four free squares with tiles, rocks or the frame on every side is an \
excavation area. Each scarab in it scores as many points as the area has squares: four squares \
with two scarabs are 8 points."""

_MODES = {
    "expedition": """\
- Expedition: everybody places the same tile on a site of their own, at the same time, and \
nobody sees the others' before all have placed. After twelve cards most points win.
Tip: leave a gap of three or four squares around two scarabs, and close it late.""",
    "duel": """\
- One-on-one: both play on one site, in turn. Who closes an area gets its points. If the second \
player has placed one tile fewer, they get 1 point for each scarab left in the open.
Tip: do not leave a gap that the next tile can close.""",
    "solo": """\
- Solo: you are the last who knows what the scarabs can do, and they must vanish from sight. \
You win if every scarab is covered when no card is left that could be placed. If not, retry: \
same site, same cards, and those you have seen are known.
Tip: cover what lies in corners and beside rocks while the tiles for it are still to come.""",
}

_SCARAB = """\
The priests of Thot cross the temple floor and gather stones, good ones and bad ones.
- The priest moves along its row or column to any stone, over others and over gaps. You take the \
stone you land on. Then the next player must use the other axis: row, column, row, column.
- On an ankh you may at once put one stone of yours on an empty square; the ankh is gone.
- The first move goes to a scarab stone. There is no passing.
- It ends when the player to move finds no stone in their line, or no scarab stone is left. \
Most points win; a tie goes to whoever has more stones of +8, then of +7, and so on."""

_VARIANTS = {
    "turning": "- Turning: over a starred stone the priest may turn, once, and goes on to a stone.",
    "teams": "- Teams: seats 1 and 2 against 3 and 4, without consulting. The sums decide.",
}

_SCARAB_END = """\
Tip: before you take a stone, look at the line that you leave to the next player.
Words: an ankh is the sign of life; the scarab stands for the rising sun; Thot, with the head of \
an ibis, is the god of writing and of the moon."""


def rules_text(state: Any) -> str:
    """Tell the rules of the game at hand in short."""
    if isinstance(state, ScarabState):
        variants = [text for name, text in _VARIANTS.items() if getattr(state.start, name)]
        return "\n".join([_SCARAB, *variants, _SCARAB_END])
    over = " and turned over" if state.options.flip == "on" else ", but not turned over"
    areas = [] if isinstance(state, Solo) else [_AREAS]
    told = [_SCARABYA.format(over=over), *areas, _MODES[state.mode]]
    return "\n".join([*told, "The tiles:", tiles_text()])


def tiles_text() -> str:
    """Draw the twelve tiles."""
    return side_by_side([[tile.value, *DRAWINGS[tile]] for tile in Tile])


def side_by_side(blocks: Sequence[Sequence[str]], width: int = 76) -> str:
    """Put small drawings beside each other, as many as go into a line.

    >>> print(side_by_side([["1", "##"], ["2 +4", ".o", "##"]]))
    1      2 +4
    ##     .o
           ##
    """
    step = max(len(line) for block in blocks for line in block) + 3
    across = max(1, width // step)
    lines: list[str] = []
    for first in range(0, len(blocks), across):
        row = blocks[first : first + across]
        for n in range(max(map(len, row))):
            cells = (block[n] if n < len(block) else "" for block in row)
            lines.append("".join(f"{cell:<{step}}" for cell in cells).rstrip())
    return "\n".join(lines)
