"""What a seat or a spectator sees of a SCARAB game: everything, because nothing is hidden."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, ClassVar

from kheper.core.outcome import Json, Outcome
from kheper.scarab.moves import Moves
from kheper.scarab.stones import NAME, sort_stones

if TYPE_CHECKING:
    from kheper.scarab.state import ScarabState


@dataclass(frozen=True, slots=True)
class ScarabView:
    """The game as one seat sees it; the stones are spread face up, so it is the whole state."""

    game: ClassVar[str] = NAME

    seat: int | None
    state: ScarabState

    @property
    def seats(self) -> int:
        """How many players there are."""
        return self.state.seats

    @property
    def to_move(self) -> tuple[int, ...]:
        """The seat that is to move."""
        return self.state.to_move

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each side."""
        return self.state.scores

    @property
    def outcome(self) -> Outcome | None:
        """How it ended."""
        return self.state.outcome

    def legal_moves(self) -> Moves:
        """Return the moves the seat may play now."""
        return self.state.legal_moves(self.seat) if self.seat else Moves(())

    def imagine(self, rng: Random) -> ScarabState:
        """Return the state, because nothing is hidden."""
        return self.state

    def json(self) -> dict[str, Json]:
        """Return the view as plain data."""
        state, outcome = self.state, self.outcome
        return {
            "game": NAME,
            "seat": self.seat,
            "seats": state.seats,
            "size": state.side,
            "turning": state.start.turning,
            "teams": state.start.teams,
            "start": str(state.start.position),
            "position": str(state.position),
            "axis": state.axis,
            "hands": [[str(stone) for stone in sort_stones(hand)] for hand in state.hands],
            "moves": [str(move) for move in state.played],
            "to_move": list(state.to_move),
            "scores": list(state.scores),
            "outcome": outcome.json() if outcome else None,
        }
