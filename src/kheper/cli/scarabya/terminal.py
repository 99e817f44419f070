"""What the terminal must know of Scarabya."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, ClassVar

import click

from kheper.cli.console import Console
from kheper.cli.files import FILE, read_text
from kheper.cli.scarabya.arranging import ASK, DRAW, arrange
from kheper.cli.scarabya.placement_input import PlacementInput
from kheper.cli.scarabya.rules import MOVE_HELP, rules_text
from kheper.cli.terminal import PlayAgain, Settings, TerminalGame
from kheper.core import Json, RuleError
from kheper.scarabya.duel import Duel
from kheper.scarabya.expedition import MODE as EXPEDITION
from kheper.scarabya.expedition import Expedition
from kheper.scarabya.materials import parse_material
from kheper.scarabya.placements import Placement
from kheper.scarabya.records import digs_of
from kheper.scarabya.setup import SEATS, ScarabyaState
from kheper.scarabya.site import Site
from kheper.scarabya.solo import Solo
from kheper.scarabya.tiles import DRAWINGS

if TYPE_CHECKING:
    from kheper.cli.setup import GameSetup


class ScarabyaTerminal(TerminalGame[ScarabyaState, Placement]):
    """Scarabya in the terminal: in an expedition all place at the same time (SY-B2)."""

    menu: ClassVar[Mapping[str, Settings]] = {
        "Scarabya, expedition: a site for each, everybody digs at the same time": {
            "mode": "expedition"
        },
        "Scarabya, one-on-one: two players, one site": {"mode": "duel"},
        "Scarabya, solo: cover every scarab": {"mode": "solo"},
    }
    options = (
        click.Option(["--mode"], type=click.Choice([*SEATS]), help="Scarabya's mode."),
        click.Option(
            ["--site"], type=FILE, help="Scarabya: a file with a site or four boards of your own."
        ),
        click.Option(
            ["--arrange"],
            metavar="BOARDS",
            help='Scarabya: the boards, such as "B90 A0 C180 D270"; draw (default), or ask.',
        ),
    )
    move_help = MOVE_HELP

    # --- set-up

    def seats_allowed(self, settings: Settings) -> range:
        """Return how many seats a mode has."""
        return SEATS[settings.get("mode", EXPEDITION)]

    def settings_of(self, given: Mapping[str, object]) -> dict[str, str]:
        """Read the mode, and the site or the boards of a file (SY-O5)."""
        settings = {"mode": str(given["mode"])} if given["mode"] else {}
        if given["site"]:
            material = parse_material(read_text(str(given["site"])))
            if not isinstance(material, Site):
                settings["boards"] = " ".join(map(str, material))
            elif given["arrange"]:
                raise click.UsageError("--site holds a whole site: there is nothing to arrange")
            else:
                settings["site"] = str(material)
        return settings

    def ask_layout(self, console: Console, setup: GameSetup) -> None:
        """Ask who arranges the boards."""
        from kheper.cli.setup import ask_number

        choices = ["drawn at random", "you arrange them"]
        number = ask_number(console, "The four boards of the site?", choices)
        setup.given = {"arrange": (DRAW, ASK)[number - 1]}

    def lay_out(self, console: Console, setup: GameSetup, rng: Random) -> None:
        """Arrange the boards, unless the site is given."""
        if "site" not in setup.settings:
            chosen = setup.given.get("arrange")
            arrange(console, setup.settings, setup.seats, str(chosen) if chosen else None, rng)

    def warnings(self, state: ScarabyaState) -> tuple[str, ...]:
        """Say what is unusual about the site (KH-11)."""
        return state.site.warnings()

    # --- playing

    def move_input(self, state: ScarabyaState, seat: int) -> PlacementInput:
        """Return what reads the placements of the player at a seat."""
        dig = state.digs[seat - 1] if isinstance(state, Expedition) else state.dig
        assert state.card is not None
        flip, scores = state.options.flip == "on", not isinstance(state, Solo)
        return PlacementInput(dig, state.card, flip, scores)

    def rules_text(self, state: ScarabyaState) -> str:
        """Return the rules of this mode in short."""
        return rules_text(state)

    def card_lines(self, state: ScarabyaState) -> list[str]:
        """Draw the tile of the open card."""
        assert state.card is not None
        return [f"Tile {state.card}:", *DRAWINGS[state.card]]

    def has_rounds(self, state: ScarabyaState) -> bool:
        """Say whether this is an expedition (SY-B1)."""
        return isinstance(state, Expedition)

    def is_hidden(self, state: ScarabyaState) -> bool:
        """Say whether nobody may see the others' placements of the open round (SY-B2)."""
        return isinstance(state, Expedition) and state.options.open_table == "hidden"

    def pending(self, state: ScarabyaState) -> tuple[int, ...]:
        """Return the seats that have placed in the open round."""
        if not isinstance(state, Expedition):
            return ()
        return tuple(seat for seat, tile in enumerate(state.pending, 1) if tile)

    def why_final(self, state: ScarabyaState) -> str:
        """Say why a placed tile cannot be taken back."""
        more = " Type retry to start again." if isinstance(state, Solo) else ""
        return f"The next card has been revealed: what lies there stays.{more}"

    # --- playing again

    def offer(self, state: ScarabyaState) -> PlayAgain | None:
        """Offer another try after a lost solo game, and a rematch after a one-on-one."""
        if isinstance(state, Solo) and state.site.scarabs & state.dig.free:
            return PlayAgain("retry", "Try again with the same cards?", default=True)
        if isinstance(state, Duel):
            return PlayAgain("rematch", "A rematch?", default=False)
        return None

    def retry(self, state: ScarabyaState) -> tuple[ScarabyaState, str]:
        """Try a solo game again, with the same cards (SY-O3)."""
        if not isinstance(state, Solo):
            raise RuleError("SY-O3", "only a solo game can be tried again", code="no-retry")
        again = state.retry()
        return again, f"Try {again.tries}, with the same cards."

    def rematch(self, state: ScarabyaState) -> tuple[ScarabyaState, bool]:
        """Play a one-on-one again on the same site (SY-D6); the other player starts (KH-7)."""
        if not isinstance(state, Duel):
            raise RuleError("SY-D6", "only a one-on-one has a rematch", code="no-rematch")
        again = state.rematch()
        return again, again.options.rematch == "same"

    # --- records

    def recorded_lines(self, state: ScarabyaState) -> int:
        """Return how many cards have been played."""
        return len(digs_of(state)[0].entries)

    def details(self, state: ScarabyaState) -> dict[str, Json]:
        """Return the mode, and in solo the number of tries."""
        return {"mode": state.mode, "tries": state.tries if isinstance(state, Solo) else None}
