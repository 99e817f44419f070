"""What the terminal must know of a game beyond the shared protocol, and the registry."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, ClassVar, Generic, NamedTuple, TypeVar, cast

import click

from kheper.cli.console import Console
from kheper.cli.move_input import MoveInput
from kheper.core import AnyMove, AnyState, Json, RuleError
from kheper.core.registry import AdapterRegistry

if TYPE_CHECKING:
    from kheper.cli.setup import GameSetup

S = TypeVar("S")
M = TypeVar("M")

Settings = Mapping[str, str]


class PlayAgain(NamedTuple):
    """What is offered after a game: a command, a question, and the answer that Enter gives."""

    command: str
    question: str
    default: bool


class TerminalGame(ABC, Generic[S, M]):
    """Everything the terminal asks about one game; S is its state, M its move.

    The methods that are not abstract answer for a game in which every move is seen at once.
    """

    # The entries of the first menu, each with its settings.
    menu: ClassVar[Mapping[str, Settings]]
    # The options of `kheper play` that belong to this game.
    options: ClassVar[tuple[click.Option, ...]] = ()
    # How to type a move, for the help.
    move_help: ClassVar[str]

    # --- set-up

    @abstractmethod
    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats a game with these settings may have."""

    def settings_of(self, given: Mapping[str, object]) -> dict[str, str]:
        """Return the settings that the game's own options stand for."""
        return {}

    def seat_offers(self, settings: Settings) -> list[tuple[str, str]]:
        """Return who could play: a description, and what `--seats` would say."""
        allowed = self.seats_allowed(settings)
        offers = [
            (2, "you against a bot", "you,bot"),
            (2, "two people at this keyboard", "Anna,Ben"),
            (3, "you against two bots", "you,bot,bot"),
            (4, "you against three bots", "you,bot,bot,bot"),
        ]
        return [(text, seats) for count, text, seats in offers if count in allowed]

    def ask_variant(self, console: Console, setup: GameSetup) -> None:
        """Ask for a variant, before the players."""

    def ask_layout(self, console: Console, setup: GameSetup) -> None:
        """Ask how the board is laid out, after the players."""

    def lay_out(self, console: Console, setup: GameSetup, rng: Random) -> None:
        """Complete the settings with a layout that players make by hand."""

    def warnings(self, state: S) -> tuple[str, ...]:
        """Say what is unusual about a board that can still be played."""
        return ()

    # --- playing

    @abstractmethod
    def move_input(self, state: S, seat: int) -> MoveInput[M]:
        """Return what reads the moves of the player at a seat."""

    @abstractmethod
    def rules_text(self, state: S) -> str:
        """Return the rules of this game in short."""

    def card_lines(self, state: S) -> list[str]:
        """Return the open card, drawn."""
        return []

    def has_rounds(self, state: S) -> bool:
        """Say whether all seats move at the same time, each on a board of its own."""
        return False

    def is_hidden(self, state: S) -> bool:
        """Say whether nobody may see the others' moves of the open round."""
        return False

    def pending(self, state: S) -> tuple[int, ...]:
        """Return the seats that have moved in the open round."""
        return ()

    def why_final(self, state: S) -> str:
        """Say why a move cannot be taken back; empty if it can, when everybody agrees."""
        return ""

    # --- playing again

    def offer(self, state: S) -> PlayAgain | None:
        """Return what is offered after the game."""
        return None

    def retry(self, state: S) -> tuple[S, str]:
        """Start again with the same cards; return the state and a sentence, or refuse."""
        raise RuleError(None, "this game cannot be tried again", code="no-retry")

    def rematch(self, state: S) -> tuple[S, bool]:
        """Start the rematch; return the state and whether the seats are reversed, or refuse."""
        raise RuleError(None, "this game has no rematch", code="no-rematch")

    # --- records

    @abstractmethod
    def recorded_lines(self, state: S) -> int:
        """Return how many whole lines of a record lead to a state."""

    def details(self, state: S) -> dict[str, Json]:
        """Return the mode and the number of tries, where the game has them."""
        return {"mode": None, "tries": None}


TERMINAL_GAMES: AdapterRegistry[TerminalGame[AnyState, AnyMove]] = AdapterRegistry(
    "place in the terminal"
)


def register(game: str, terminal: TerminalGame[S, M]) -> None:
    """Let a registered game be played in the terminal."""
    # An adapter gets the states of its own game and no others.
    TERMINAL_GAMES.add(game, cast("TerminalGame[AnyState, AnyMove]", terminal))
