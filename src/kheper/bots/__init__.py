"""Bots for every game and mode: they get a view, as a player does, and answer with a move."""

from kheper.bots.bot import LEVELS, Bot, level
from kheper.bots.choice import best_first
from kheper.bots.hints import rank

__all__ = ["LEVELS", "Bot", "best_first", "level", "rank"]
