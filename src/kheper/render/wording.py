"""Phrases that several renderers build their sentences from."""

from __future__ import annotations

from collections.abc import Sequence

from kheper.core.outcome import Outcome


def count(number: int, noun: str) -> str:
    """Say how many of something there are.

    >>> count(1, "point"), count(-3, "point"), count(2, "ankh")
    ('1 point', '-3 points', '2 ankhs')
    """
    return f"{number} {noun}" if abs(number) == 1 else f"{number} {noun}s"


def joined(parts: Sequence[str]) -> str:
    """Join names as in a sentence.

    >>> joined(["Anna", "Ben", "Cleo"])
    'Anna, Ben and Cleo'
    """
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def winner(outcome: Outcome, names: Sequence[str]) -> str:
    """Say who won by points; the names are those of the sides that score."""
    best = max(outcome.scores)
    ahead = [n for n, score in enumerate(outcome.scores) if score == best]
    level = joined([names[n] for n in ahead])
    if outcome.reason == "shared":
        return f"Shared victory: {level} with {count(best, 'point')} each."
    if len(outcome.scores) == 1:
        return f"{level} ends with {count(best, 'point')}."
    others = [str(score) for n, score in enumerate(outcome.scores) if n not in ahead]
    return f"Winner: {level} with {count(best, 'point')} against {joined(others)}."
