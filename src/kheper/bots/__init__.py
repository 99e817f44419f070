"""Bots for every game and mode: they get a view, as a player does, and answer with a move."""

from kheper.bots.levels import LEVELS, Level, level
from kheper.bots.limits import UNLIMITED, Limits
from kheper.bots.naive import NaiveStrategy
from kheper.bots.scarab.strategy import ScarabStrategy
from kheper.bots.scarabya.strategy import ScarabyaStrategy
from kheper.bots.strategy import Strategy, best_first, rank, register

__all__ = [
    "LEVELS",
    "UNLIMITED",
    "Level",
    "Limits",
    "NaiveStrategy",
    "Strategy",
    "best_first",
    "level",
    "rank",
    "register",
]

register("scarabya", ScarabyaStrategy())
register("scarab", ScarabStrategy())
