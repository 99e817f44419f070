"""SCARAB's rules in short, and how to type a move."""

from __future__ import annotations

from kheper.scarab.state import ScarabState

MOVE_HELP = """\
  SCARAB    the square of a stone: d5; or in full: hd5, hc5vc9 (a turn on the
            star of c5), vd5^-8@e3 (an ankh, and -8 goes back to e3)"""

_RULES = """\
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

_END = """\
Tip: before you take a stone, look at the line that you leave to the next player.
Words: an ankh is the sign of life; the scarab stands for the rising sun; Thot, with the head of \
an ibis, is the god of writing and of the moon."""


def rules_text(state: ScarabState) -> str:
    """Return the rules in short, with the variants that are played."""
    variants = [text for name, text in _VARIANTS.items() if getattr(state.start, name)]
    return "\n".join([_RULES, *variants, _END])
