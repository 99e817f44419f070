"""Exhaustive search, with a way to be stopped: solo with the cards known, SCARAB for two."""

from kheper.search.scarab import solve_scarab
from kheper.search.solo import IMPOSSIBLE, UNKNOWN, Solved, Verdict, solve_solo
from kheper.search.stop import Stop, Stopped, never

__all__ = [
    "IMPOSSIBLE",
    "UNKNOWN",
    "Solved",
    "Stop",
    "Stopped",
    "Verdict",
    "never",
    "solve_scarab",
    "solve_solo",
]
