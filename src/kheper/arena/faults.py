"""Faults: what a player can do that loses it a game."""

from __future__ import annotations

from typing import Literal

Kind = Literal["crash", "illegal", "refused", "time-out"]
LONGEST = 500


class Fault(Exception):  # noqa: N818 - it is a player's, not the program's
    """A player failed: it crashed, took too long, refused the game, or broke a rule."""

    def __init__(self, kind: Kind, sentence: str) -> None:
        super().__init__(kind, sentence)
        self.kind = kind
        # Half characters, as of a file's name that is no text, cannot be written down.
        whole = sentence[: 4 * LONGEST].encode("utf-8", "replace").decode()
        self.sentence = " ".join(whole.split())[:LONGEST]

    def __str__(self) -> str:
        return f"{self.kind}: {self.sentence}"
