"""The games that can be played in the terminal; importing this module registers ours."""

from kheper.cli.scarab.terminal import ScarabTerminal
from kheper.cli.scarabya.terminal import ScarabyaTerminal
from kheper.cli.terminal import TERMINAL_GAMES, register

__all__ = ["TERMINAL_GAMES", "register"]

register("scarabya", ScarabyaTerminal())
register("scarab", ScarabTerminal())
