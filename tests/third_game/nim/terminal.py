"""Nim in the terminal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from kheper.cli.move_input import Group, MoveInput
from kheper.cli.terminal import Settings, TerminalGame
from tests.third_game.nim.rules import NimState, Take


@dataclass(frozen=True)
class TakeInput(MoveInput[Take]):
    """Reads how many matches are taken."""

    state: NimState
    seat: int

    @property
    def prompt(self) -> str:
        return "take"

    @property
    def hint(self) -> str:
        return "Type x1, x2 or x3."

    def find(self, text: str) -> list[Take]:
        move = self.state.parse_move(text.removeprefix("x"))
        self.state.play(self.seat, move)
        return [move]

    def groups(self) -> list[Group[Take]]:
        return [("Matches", list(self.state.legal_moves(self.seat)))]

    def few(self) -> list[Group[Take]]:
        return self.groups()

    def caption(self, move: Take) -> str:
        return f"take {move}"

    def preview(self, move: Take) -> list[str]:
        return [f"Leaves {self.state.left - move.count}."]


class NimTerminal(TerminalGame[NimState, Take]):
    """Nim in the terminal."""

    menu: ClassVar[Mapping[str, Settings]] = {"Nim: do not leave the last match": {}}
    move_help = "  Nim       how many matches you take: x2"

    def seats_allowed(self, settings: Settings) -> range:
        return range(2, 3)

    def move_input(self, state: NimState, seat: int) -> TakeInput:
        return TakeInput(state, seat)

    def rules_text(self, state: NimState) -> str:
        return "Take one to three matches. The last one brings a hidden bonus."

    def recorded_lines(self, state: NimState) -> int:
        return len(state.taken)
