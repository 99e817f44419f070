"""How a game ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

Json = None | bool | int | float | str | list[Any] | dict[str, Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: a score for each side, and the seats that share the victory.

    `reason` says what decided: `points`, `shared`, `covered`, `uncovered`, or `most +8`.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    result: str
    reason: str

    @classmethod
    def most_points(cls, scores: tuple[int, ...]) -> Outcome:
        """Most points win; seats that tie share the victory."""
        best = max(scores)
        winners = tuple(seat for seat, score in enumerate(scores, 1) if score == best)
        reason = "points" if len(winners) == 1 else "shared"
        return cls(scores, winners, " ".join(map(str, scores)), reason)

    def json(self) -> dict[str, Json]:
        """Return the outcome as plain data."""
        return {
            "scores": list(self.scores),
            "winners": list(self.winners),
            "result": self.result,
            "reason": self.reason,
        }
