"""Boards as SVG pictures that stand alone: no script, no font, no link."""

from __future__ import annotations

from collections.abc import Sequence

from kheper.render._scarab_svg import scarab_svg
from kheper.render._scarabya_svg import scarabya_svg
from kheper.render._seen import Seen, names_of, shown
from kheper.scarab.state import ScarabState


def board_svg(seen: Seen, names: Sequence[str] = ()) -> str:
    """Draw a state or a view as SVG; of a state, what everybody may see."""
    view = shown(seen)
    called = names_of(view, names)
    if isinstance(view, ScarabState):
        return scarab_svg(view, called)
    return scarabya_svg(view, called)
