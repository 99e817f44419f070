"""Laying out small games by hand: sites and positions are drawn as rows, moves are their texts."""

from random import Random
from typing import Any

import pytest

from kheper.core import KheperError, RuleError
from kheper.games import SCARAB, SCARABYA
from kheper.scarab import ScarabState
from kheper.scarabya import Duel, Expedition, Site, Solo

OPEN_GROUND = "..........\n" * 10


def site(picture: str) -> Site:
    """Read ten drawn rows."""
    return Site.parse("/".join(picture.split()))


def expedition(picture: str, deck: str = "", seats: int = 1, **settings: str) -> Expedition:
    """Begin an expedition; cards that the deck does not name follow in some order."""
    state = _scarabya(picture, deck, mode="expedition", seats=str(seats), **settings)
    assert isinstance(state, Expedition)
    return state


def duel(picture: str, deck: str = "", **settings: str) -> Duel:
    """Begin a one-on-one."""
    state = _scarabya(picture, deck, mode="duel", **settings)
    assert isinstance(state, Duel)
    return state


def solo(picture: str, deck: str = "", **settings: str) -> Solo:
    """Begin a solo game."""
    state = _scarabya(picture, deck, mode="solo", **settings)
    assert isinstance(state, Solo)
    return state


def scarab(picture: str, **settings: str) -> ScarabState:
    """Begin a game of SCARAB at a drawn position of 8 or 10 rows."""
    rows = [" ".join(line.split()) for line in picture.strip().splitlines()]
    given = {"position": "/".join(rows), "size": str(len(rows)), **settings}
    state = SCARAB.new(given, Random(1))
    assert isinstance(state, ScarabState)
    return state


def play(state: Any, *moves: str) -> Any:
    """Let whoever is first to move play, move after move."""
    for text in moves:
        state = state.play(state.to_move[0], state.parse_move(text))
    return state


def texts(moves: Any) -> set[str]:
    """Return moves as texts."""
    return {str(move) for move in moves}


def refusal(state: Any, text: str, seat: int | None = None) -> str:
    """See a move refused and nothing changed; return the rule's id and the code."""
    before = repr(state)
    with pytest.raises(RuleError) as caught:
        state.play(seat or state.to_move[0], state.parse_move(text))
    assert repr(state) == before
    return name_of(caught.value)


def setup_refusal(game: Any, **settings: str) -> str:
    """See settings refused; return the rule's id and the code."""
    with pytest.raises(KheperError) as caught:
        game.new(settings, Random(1))
    return name_of(caught.value)


def name_of(error: KheperError) -> str:
    """Return an error's rule and code, as the tests write them."""
    return f"{error.rule} {error.code}" if error.rule else error.code


def _scarabya(picture: str, deck: str, **settings: str) -> Any:
    return SCARABYA.new({"site": str(site(picture)), "deck": deck, **settings}, Random(1))
