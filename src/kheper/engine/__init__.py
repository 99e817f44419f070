"""The engine: every game behind a text protocol, for other programs to drive."""

from kheper.engine.adapter import EngineAdapter, register
from kheper.engine.engine import Engine
from kheper.engine.scarab import ScarabEngine
from kheper.engine.scarabya import ScarabyaEngine
from kheper.engine.serve import serve

__all__ = ["Engine", "EngineAdapter", "register", "serve"]

register("scarabya", ScarabyaEngine())
register("scarab", ScarabEngine())
