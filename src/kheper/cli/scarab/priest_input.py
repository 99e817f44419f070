"""How a person types a move of the priest: by the square it shall go to."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kheper import NotationError, RuleError
from kheper.cli.console import Console
from kheper.cli.move_input import Cancelled, Group, MoveInput
from kheper.core.grid import Square, clip
from kheper.render.scarab.sentences import describe_move, line_name, line_squares
from kheper.scarab.moves import Move, Return
from kheper.scarab.state import ScarabState
from kheper.scarab.stones import Stone, sort_stones


@dataclass(frozen=True)
class PriestInput(MoveInput[Move]):
    """Reads the moves of one seat."""

    state: ScarabState
    seat: int

    @property
    def prompt(self) -> str:
        """The line that must be used."""
        axes = (self.state.axis,) if self.state.axis else ("h", "v")
        return " or ".join(line_name(self.state, axis) for axis in axes)

    @property
    def hint(self) -> str:
        """How to answer."""
        return "Type the square of a stone in the line, such as d5; or list, hint, rules, help."

    def landings(self) -> list[Move]:
        """Return the moves without the returns after an ankh."""
        bare = self.state._replace(hands=((),) * self.state.seats)
        return list(bare.legal_moves(self.seat))

    def find(self, text: str) -> list[Move]:
        """Return the moves to a square, or the one that is written down."""
        if text.lower() == "pass":
            raise RuleError("SB-T6", "there is no passing", code="must-move")
        text = re.sub(r"\s", "", text)
        if not re.fullmatch(r"[a-jA-J]\d{1,2}", text):
            move = self.state.parse_move(text)
            self.state.play(self.seat, move)  # the rules refuse an illegal move
            return [move]
        square = Square.parse(text.lower(), self.state.side)
        found = [move for move in self.landings() if move.target == square]
        if not found:
            raise self._no_way(square)
        return found

    def groups(self) -> list[Group[Move]]:
        """Return the landings by the line they end in: straight on first, then the bends."""
        groups: dict[str, list[Move]] = {}
        for move in self.landings():
            groups.setdefault(self._heading(move), []).append(move)
        return list(groups.items())

    def few(self) -> list[Group[Move]]:
        """Return those that do not bend."""
        straight = [group for group in self.groups() if group[1][0].bend is None]
        return straight or self.groups()

    def caption(self, move: Move) -> str:
        """Say where a move goes, what it takes and what it leaves."""
        return f"{move.target} {self.state.mark(move.target)}; {self._leaves(move)}"

    def complete(self, move: Move, console: Console) -> Move:
        """After an ankh, ask which stone goes back, and where to (SB-T5)."""
        stones = sort_stones(dict.fromkeys(self.state.hands[self.seat - 1]))
        if self.state.mark(move.target) != "A" or move.returns is not None or not stones:
            return move
        stone = _stone(console, stones)
        if stone is None:
            return move
        console.say("Type an empty square for it; list names them, back chooses again.")
        while True:
            returns = self._square(console, move, stone)
            if returns is not None:
                return move._replace(returns=returns)

    def preview(self, move: Move) -> list[str]:
        """Say what the move takes, and what line the next player gets."""
        leaves = self._leaves(move)
        told = describe_move(self.state, move)
        return [f"{told[0].upper()}{told[1:]}.", f"{leaves[0].upper()}{leaves[1:]}."]

    def _square(self, console: Console, move: Move, stone: Stone) -> Return | None:
        answer = console.ask(f"Square for {stone}").lower()
        if answer in ("back", "undo", "n", "no"):
            raise Cancelled
        if answer == "list" or not answer:
            console.say(" ".join(map(str, self._empties(move))))
            return None
        try:
            returns = Return(stone, Square.parse(answer, self.state.side))
            self.state.play(self.seat, move._replace(returns=returns))
        except (NotationError, RuleError) as error:
            console.say(error.refusal)
            return None
        return returns

    def _empties(self, move: Move) -> Iterator[Square]:
        side = self.state.side
        squares = (Square(*divmod(n, side)) for n in range(side * side))
        return (s for s in squares if s != move.target and self.state.mark(s) in (".", "P"))

    def _heading(self, move: Move) -> str:
        if move.bend is None:
            return f"Along {line_name(self.state, move.axis)}"
        return f"Turning on the star of {move.bend}"

    def _leaves(self, move: Move) -> str:
        """Say what the next player would find in their line."""
        after = self.state.play(self.seat, move)
        if not after.to_move:
            return "the game ends"
        assert after.axis is not None
        marks = [after.mark(square) for square in line_squares(after, after.axis)]
        values = [Stone.parse(mark).value for mark in marks if mark != "A"]
        ankhs = ", an ankh" * ("A" in marks)
        if not values:
            return f"leaves {line_name(after, after.axis)} with an ankh alone"
        return (
            f"leaves {line_name(after, after.axis)}: best {max(values):+d}, "
            f"worst {min(values):+d}, sum {sum(values):+d}{ankhs}"
        )

    def _no_way(self, square: Square) -> RuleError:
        mark = self.state.mark(square)
        if mark in (".", "P"):
            return RuleError("SB-T3", f"there is no stone on {square}", code="no-stone")
        if mark == "A" and self.state.axis is None:
            return RuleError("SB-T1", "the first move goes to a scarab stone", code="ankh-first")
        sentence = f"{square} is not in {self.prompt}"
        return RuleError("SB-T2", sentence, code="off-line")


def _stone(console: Console, stones: Sequence[Stone]) -> Stone | None:
    """Ask for a stone to return; None to keep them all."""
    question = "The ankh leaves the game. You may put one of your stones back on the board:"
    while True:
        answer = console.choose(question, ["none, keep them all", *map(str, stones)])
        if isinstance(answer, int):
            return None if answer == 1 else stones[answer - 2]
        if answer in ("back", "undo"):
            raise Cancelled
        for stone in stones:
            if str(stone) == answer:
                return stone
        console.say(f"You have no stone '{clip(answer)}'.")
