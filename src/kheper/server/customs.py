"""What a table must know of each game that the shared protocol does not say.

Everything else in this package speaks to states and views and never asks which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from kheper.core.errors import RuleError
from kheper.scarab.moves import parse_move
from kheper.scarab.start import FEWEST_SEATS, MOST_SEATS, TEAM_SEATS, hands_text
from kheper.scarab.state import ScarabState
from kheper.scarabya.dig import Dig
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import MODE as EXPEDITION
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.placements import parse_placement
from kheper.scarabya.setup import SEATS, check_mode
from kheper.scarabya.solo import Solo


def seats_allowed(game: str, settings: Mapping[str, str]) -> range:
    """Return how many seats a game of these settings may have."""
    if game == "scarabya":
        return SEATS[check_mode(settings.get("mode", EXPEDITION))]
    fewest = TEAM_SEATS if settings.get("teams") == "yes" else FEWEST_SEATS
    return range(fewest, MOST_SEATS + 1)


def mode_of(game: str, settings: Mapping[str, str]) -> str:
    """Return the mode's name, for lists."""
    if game == "scarabya":
        return settings.get("mode", EXPEDITION)
    return "teams" if settings.get("teams") == "yes" else "priests"


def read_move(state: Any, text: str) -> tuple[Any, str]:
    """Read a move's notation; return the move and how it is written."""
    if isinstance(state, ScarabState):
        return _walk(text, state.start.side)
    return _placement(text)


@lru_cache(maxsize=8192)
def _placement(text: str) -> tuple[Any, str]:
    placement = parse_placement(text)
    return placement, str(placement)


@lru_cache(maxsize=8192)
def _walk(text: str, side: int) -> tuple[Any, str]:
    move = parse_move(text, side)
    return move, str(move)


def written(state: Any) -> dict[str, str]:
    """Return the settings from which this first state comes again, with nothing left to draw.

    They hold the whole deck, so they are as secret as the state.
    """
    if isinstance(state, ScarabState):
        return _scarab_written(state)
    dig = state.digs[0] if isinstance(state, Expedition) else state.dig
    return {
        "mode": state.mode,
        "seats": str(state.seats),
        "site": str(dig.site),
        "deck": "".join(state.deck),
        **dict(state.options.chosen()),
    }


def _scarab_written(state: ScarabState) -> dict[str, str]:
    start = state.start
    settings = {
        "seats": str(start.seats),
        "size": str(start.side),
        "turning": "yes" if start.turning else "no",
        "teams": "yes" if start.teams else "no",
        "position": str(start.position),
        "starts": start.starts,
        "mover": str(start.mover),
    }
    if start.axis is not None:
        settings["axis"] = start.axis
    if any(start.hands):
        settings["hands"] = hands_text(start.hands)
    return settings


def drawn(state: Any) -> str:
    """Return the cards that have been drawn so far: what everybody may know of the deck (SY-S5)."""
    return "" if isinstance(state, ScarabState) else "".join(state.deck[: state.number])


def drawn_since(before: Any, after: Any) -> str:
    """Return the cards that were drawn between two states."""
    if isinstance(after, ScarabState):
        return ""
    return "".join(after.deck[before.number : after.number])


def deck_is_open(state: Any) -> bool:
    """Say whether a game is over for good, so that its whole deck may be told (SY-S5, TB-6)."""
    if isinstance(state, Solo):
        return state.outcome is not None and bool(state.outcome.winners)
    return bool(state.over)


def round_is_open(before: Any, after: Any) -> bool:
    """Say whether a play left the round of an expedition open, for others are still to place."""
    return isinstance(after, Expedition) and after.digs is before.digs


def is_hidden(before: Any, after: Any) -> bool:
    """Say whether a play is one that the others may not see yet (SY-B2)."""
    return (
        isinstance(after, Expedition)
        and after.digs is before.digs
        and after.options.open_table == "hidden"
    )


def revealed(before: Any, after: Any) -> tuple[str, ...]:
    """Return each seat's entry of the round that a play closed; none in other games."""
    if not isinstance(after, Expedition) or after.digs is before.digs:
        return ()
    closed = len(before.digs[0].entries)
    return tuple(str(dig.entries[closed] or "x") for dig in after.digs)


def placed(state: Any, seat: int) -> bool:
    """Say whether a seat has a placement in the open round, which it may pick up again."""
    return isinstance(state, Expedition) and not state.over and state.pending[seat - 1] is not None


def has_secrets(state: Any) -> bool:
    """Say whether a move can reveal anything: in SCARAB all stones lie open (SB-T4)."""
    return not isinstance(state, ScarabState)


def revealed_so_far(state: Any) -> tuple[int, int]:
    """Return how many cards have been drawn, and how many rounds of several players closed."""
    if isinstance(state, ScarabState):
        return 0, 0
    rounds = len(state.digs[0].entries) if isinstance(state, Expedition) and state.seats > 1 else 0
    return int(state.number), rounds


def check_unplayed(revealed: tuple[int, int], after: Any) -> None:
    """Refuse to go back past anything that has been revealed (SY-B2, SY-S5, TB-3).

    `revealed` is what had been revealed before the move that would go.
    """
    if isinstance(after, Solo) and after.outcome is not None and after.outcome.winners:
        raise RuleError("SY-O2", "the game is won, and its cards are open", code="revealed")
    cards, rounds = revealed_so_far(after)
    if cards != revealed[0]:
        raise RuleError("SY-S5", "a card has been drawn since: the move stays", code="revealed")
    if rounds != revealed[1]:
        raise RuleError("SY-B2", "the round has been revealed: the move stays", code="revealed")


def side_of(state: Any, seat: int) -> int:
    """Return the side a seat plays for: itself, or its team (SB-V3)."""
    return (seat - 1) // 2 if is_team_game(state) else seat - 1


def is_team_game(state: Any) -> bool:
    """Say whether seats play in teams that may not consult (SB-V3)."""
    return isinstance(state, ScarabState) and state.start.teams


def gains(before: Any, after: Any, seat: int) -> tuple[int, ...]:
    """Return what a play by this seat changed in the scores of each side; nothing if nothing.

    Only what is new is looked at: counting all points afresh would cost more than the move.
    """
    if not after.to_move or isinstance(after, Solo):
        found = [new - old for new, old in zip(after.scores, before.scores, strict=True)]
    elif isinstance(after, ScarabState):
        return _taken(before, after, seat)
    elif isinstance(after, Duel):
        found = [0, 0]
        found[seat - 1] = _closed(before.dig, after.dig)
    elif after.digs is before.digs:
        return ()
    else:
        found = [_closed(old, new) for old, new in zip(before.digs, after.digs, strict=True)]
    return tuple(found) if any(found) else ()


def _taken(before: ScarabState, after: ScarabState, seat: int) -> tuple[int, ...]:
    """Return what a seat took from the board, for its side."""
    old, new = before.hands[seat - 1], after.hands[seat - 1]
    if len(new) > len(old):
        taken = new[-1].value
    else:
        taken = sum([stone.value for stone in new]) - sum([stone.value for stone in old])
    if not taken:
        return ()
    start = after.start
    found = [0] * (2 if start.teams else start.seats)
    found[(seat - 1) // 2 if start.teams else seat - 1] = taken
    return tuple(found)


def _closed(before: Dig, after: Dig) -> int:
    placement = after.entries[len(before.entries)]
    return sum(area.points for area in before.closed_by(placement)) if placement else 0
