"""Nim, with one module for each layer."""

from __future__ import annotations

import kheper.bots
import kheper.cli.games
import kheper.engine
import kheper.games
import kheper.render
import kheper.server.games
from tests.third_game.nim.render import NimRenderer
from tests.third_game.nim.rules import NAME, Nim
from tests.third_game.nim.server import NimAdapter
from tests.third_game.nim.terminal import NimTerminal


def register() -> None:
    """Add Nim to every layer of this process."""
    kheper.games.register(Nim())
    kheper.render.register(NAME, NimRenderer())
    kheper.bots.register(NAME, kheper.bots.NaiveStrategy())
    kheper.engine.register(NAME, kheper.engine.EngineAdapter())
    kheper.server.games.register(NimAdapter(NAME))
    kheper.cli.games.register(NAME, NimTerminal())
