"""Bots for every game and mode: they get a view, as a player does, and answer with a move."""

from kheper.bots.bot import LEVELS, Bot, Level, level
from kheper.bots.choice import best_first
from kheper.bots.hints import rank
from kheper.bots.limits import UNLIMITED, Limits

__all__ = ["LEVELS", "UNLIMITED", "Bot", "Level", "Limits", "best_first", "level", "rank"]
