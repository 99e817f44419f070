"""What a page is told of each game: facts of a play, legal moves, and previews of them.

One module a game. A page knows no rules: it applies facts to the state it has, and looks up what
can be played.
"""

from __future__ import annotations

from typing import Any

from kheper.scarab.state import ScarabState
from kheper.scarab.view import ScarabView
from kheper.server.games import scarab, scarabya
from kheper.server.games.scarab import Forecasts, Walked, Walks
from kheper.server.games.scarabya import Closings, Dug, Placements

Facts = Dug | Walked
Legal = Placements | Walks
Preview = Closings | Forecasts

__all__ = ["Facts", "Legal", "Preview", "facts_of", "legal_of", "preview_of"]


def facts_of(before: Any, after: Any, seat: int) -> Facts:
    """Return what a play by this seat, or its withdrawal from an open round, has changed."""
    if isinstance(after, ScarabState):
        return scarab.facts(before, after, seat)
    return scarabya.facts(before, after)


def legal_of(view: Any) -> Legal | None:
    """Return the moves of the seat that looks; None if it is not to move."""
    if view.seat not in view.to_move:
        return None
    if isinstance(view, ScarabView):
        return scarab.walks(view)
    return scarabya.placements(view)


def preview_of(view: Any) -> Preview | None:
    """Return what each legal move of the seat that looks would lead to."""
    if view.seat not in view.to_move:
        return None
    if isinstance(view, ScarabView):
        return scarab.forecasts(view)
    return scarabya.closings(view)
