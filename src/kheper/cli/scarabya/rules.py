"""Scarabya's rules in short, and how to type a placement."""

from __future__ import annotations

from kheper.cli.console import side_by_side
from kheper.scarabya.setup import ScarabyaState
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import DRAWINGS, Tile

MOVE_HELP = """\
  Scarabya  squares the tile shall cover: e5 or e5 f5 lists the ways, a number
            takes one, and e5 3 takes the third at once; or all five squares,
            such as e4f4d5e5e6"""

# Each paragraph is one line: a terminal wraps it, a screen reader reads it in one piece.
_RULES = """\
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


def rules_text(state: ScarabyaState) -> str:
    """Return the rules of the mode in short, with the tiles."""
    over = " and turned over" if state.options.flip == "on" else ", but not turned over"
    areas = [] if isinstance(state, Solo) else [_AREAS]
    paragraphs = [_RULES.format(over=over), *areas, _MODES[state.mode]]
    tiles = side_by_side([[tile.value, *DRAWINGS[tile]] for tile in Tile])
    return "\n".join([*paragraphs, "The tiles:", tiles])
