"""The naive second implementation, set up from the same settings as the game."""

from __future__ import annotations

from typing import Protocol

from tests.naive import scarab, scarabya
from tests.samples import Settings


class Oracle(Protocol):
    """What the naive games have in common; all of it is plain text and lists."""

    def to_move(self) -> list[int]: ...
    def legal(self, seat: int) -> list[str]: ...
    def play(self, seat: int, text: str) -> None: ...
    def scores(self) -> list[int]: ...
    def over(self) -> bool: ...
    def result(self) -> str: ...
    def lines(self) -> list[str]: ...


ScarabyaOracle = scarabya.Expedition | scarabya.Duel | scarabya.Solo


def scarabya_oracle(settings: Settings) -> ScarabyaOracle:
    """Set the naive Scarabya up."""
    site, deck, flip = settings["site"], settings["deck"], settings["flip"] == "on"
    if settings["mode"] == "duel":
        return scarabya.Duel(site, deck, flip)
    if settings["mode"] == "solo":
        return scarabya.Solo(site, deck, flip)
    return scarabya.Expedition(site, deck, int(settings["seats"]), flip)


def scarab_oracle(settings: Settings) -> scarab.Game:
    """Set the naive SCARAB up."""
    return scarab.Game(
        settings["position"],
        int(settings["size"]),
        turning=settings["turning"] == "yes",
        teams=settings["teams"] == "yes",
        seats=int(settings["seats"]),
        axis=settings.get("axis"),
        mover=int(settings.get("mover", "1")),
        hands=settings.get("hands"),
    )
