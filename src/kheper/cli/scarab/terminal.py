"""What the terminal must know of SCARAB."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

import click

from kheper.cli.console import Console
from kheper.cli.files import FILE, read_text
from kheper.cli.scarab.priest_input import PriestInput
from kheper.cli.scarab.rules import MOVE_HELP, rules_text
from kheper.cli.terminal import Settings, TerminalGame
from kheper.scarab.moves import Move
from kheper.scarab.start import FEWEST_SEATS, MOST_SEATS, SIZES, TEAM_SEATS
from kheper.scarab.state import ScarabState

if TYPE_CHECKING:
    from kheper.cli.setup import GameSetup


class ScarabTerminal(TerminalGame[ScarabState, Move]):
    """SCARAB in the terminal: every move is seen, and can be taken back if everybody agrees."""

    menu: ClassVar[Mapping[str, Settings]] = {
        "SCARAB: plus and minus stones, one priest": {},
        "SCARAB, short: the same on 8 by 8 squares": {"size": "8"},
    }
    options = (
        click.Option(
            ["--size"], type=click.Choice([*map(str, SIZES)]), help="SCARAB: the board's side."
        ),
        click.Option(["--turning"], is_flag=True, help="SCARAB: the priest may turn on stars."),
        click.Option(["--teams"], is_flag=True, help="SCARAB: seats 1 and 2 against 3 and 4."),
        click.Option(
            ["--position"], type=FILE, help="SCARAB: a file with the rows of a start position."
        ),
    )
    move_help = MOVE_HELP

    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats there may be; teams are four."""
        fewest = TEAM_SEATS if settings.get("teams") == "yes" else FEWEST_SEATS
        return range(fewest, MOST_SEATS + 1)

    def settings_of(self, given: Mapping[str, object]) -> dict[str, str]:
        """Read the board, the variants and the position of a file."""
        settings = {"size": str(given["size"])} if given["size"] else {}
        settings |= {name: "yes" for name in ("turning", "teams") if given[name]}
        if given["position"]:
            rows = read_text(str(given["position"])).replace("/", "\n").split("\n")
            kept = (row.partition(";")[0].strip() for row in rows)
            settings["position"] = "/".join(row for row in kept if row)
        return settings

    def seat_offers(self, settings: Settings) -> list[tuple[str, str]]:
        """Return who could play."""
        if settings.get("teams") != "yes":
            return super().seat_offers(settings)
        return [
            ("you and a bot against two bots", "you,bot,bot,bot"),
            ("four people at this keyboard", "Anna,Ben,Cleo,Dan"),
        ]

    def ask_variant(self, console: Console, setup: GameSetup) -> None:
        """Ask for turning and teams (SB-V2, SB-V3)."""
        from kheper.cli.setup import ask_number

        variants = ["none", "turning on starred stones", "teams of two", "turning and teams"]
        number = ask_number(console, "A variant?", variants)
        setup.settings["turning"] = "yes" if number in (2, 4) else "no"
        setup.settings["teams"] = "yes" if number in (3, 4) else "no"

    def move_input(self, state: ScarabState, seat: int) -> PriestInput:
        """Return what reads the moves of the player at a seat."""
        return PriestInput(state, seat)

    def rules_text(self, state: ScarabState) -> str:
        """Return the rules in short, with the variants that are played."""
        return rules_text(state)

    def recorded_lines(self, state: ScarabState) -> int:
        """Return how many moves have been played."""
        return len(state.played)
