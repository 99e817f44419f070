"""The engine: both games behind a text protocol, for other programs to drive."""

from kheper.engine.engine import Engine
from kheper.engine.serve import serve

__all__ = ["Engine", "serve"]
